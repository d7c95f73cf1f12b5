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
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::with_state(
            "located",
            Self::of(request.inputs, cx)?,
        ))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::with_state(Self::of(request.inputs, cx)?))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let known = request.inputs()?.unwrap_or_default();
        let mut found = request.old().unwrap_or(Self {
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
        Ok(Some(ReadResult::new(found)))
    }
}
