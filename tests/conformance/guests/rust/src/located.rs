//! Numbers with all their digits, the arguments of a lookup, and the place of a deployment.

use pulumi_wasm_provider::prelude::*;

/// Knows where it is.
#[derive(Resource)]
pub(crate) struct Located {
    /// How large it is, to the last digit.
    size: Option<Exact<u64>>,
    /// How high it is.
    level: Option<i64>,
    /// Where it is.
    #[property(state_input)]
    region: Option<String>,
    /// What happens: `not-ready`, `no-number`.
    wish: Option<String>,
    /// The size and one.
    #[property(output)]
    next: Option<Exact<u64>>,
    /// The project and the stack.
    #[property(output)]
    place: String,
    /// A number.
    #[property(output)]
    ratio: Option<f64>,
}

impl Located {
    fn of(inputs: LocatedInputs, cx: &Context) -> Result<Self> {
        let LocatedInputs {
            size,
            level,
            region,
            wish,
        } = inputs;
        if wish.as_deref() == Some("not-ready") {
            return Err(Error::await_failed("it is not ready"));
        }
        let [project, stack] = [cx.project(), cx.stack()].map(|name| name.unwrap_or("?"));
        Ok(Self {
            next: size.map(|size| Exact(*size + 1)),
            place: format!("{project}/{stack}"),
            size,
            level,
            region,
            wish,
            ratio: None,
        })
    }
}

#[resource]
impl Lifecycle for Located {
    fn create(inputs: LocatedInputs, cx: &Context) -> Result<Created<Self>> {
        Ok(Created::with_state("located", Self::of(inputs, cx)?))
    }

    fn update(_: &str, _: Self, inputs: LocatedInputs, cx: &Context) -> Result<Updated<Self>> {
        Ok(Updated::with_state(Self::of(inputs, cx)?))
    }

    fn read(id: &str, state: Option<Self>, cx: &Context) -> Result<Option<Read<Self>>> {
        let known = cx.inputs::<LocatedDraft>()?.unwrap_or_default();
        let mut found = state.unwrap_or(Self {
            size: None,
            level: None,
            region: known.region.get().cloned(),
            wish: None,
            next: None,
            place: "found".into(),
            ratio: None,
        });
        if found.wish.as_deref() == Some("no-number") {
            found.ratio = Some(f64::NAN);
        }
        Ok(Some(Read::new(id, found)))
    }
}
