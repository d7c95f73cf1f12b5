//! The findings of a look at things.

use pulumi_wasm_provider::prelude::*;

/// Is found as its id says.
#[derive(Resource)]
pub(crate) struct Drifting {
    /// How high it is.
    level: i64,
    /// Where it is.
    place: Option<String>,
    /// How it was found.
    #[property(output)]
    story: String,
}

#[resource]
impl Lifecycle for Drifting {
    fn create(_: DriftingInputs, cx: &Context) -> Result<Created<Self>> {
        let story = "made".into();
        Ok(Created::new(cx.name(), DriftingOutputs { story }))
    }

    fn read(id: &str, state: Option<Self>, _: &Context) -> Result<Option<Read<Self>>> {
        let is_import = state.is_none();
        let mut found = state.unwrap_or(Self {
            level: 1,
            place: None,
            story: "imported".into(),
        });
        Ok(match id {
            "gone" => None,
            "higher" => {
                found.level += 1;
                Some(Read::new(id, found))
            }
            "moved" => Some(Read::new("moved-away", found)),
            "explained" => {
                let inputs = DriftingInputs {
                    level: 99,
                    place: Some("explained".into()),
                };
                Some(Read::new(id, found).with_inputs(inputs))
            }
            "eager" => Some(Read::new(id, found).refresh_before_update()),
            "broken" => Err(Error::partial(id, &found, ["it is bent"]))?,
            "unknown" if is_import => None,
            _ => Some(Read::new(id, found)),
        })
    }

    fn update(_: &str, old: Self, _: DriftingInputs, _: &Context) -> Result<Updated<Self>> {
        Ok(Updated::new(old.into()))
    }

    fn delete(id: &str, _: Self, cx: &Context) -> Result<()> {
        cx.info(format!("deleting {id}"));
        match id {
            "gone" => Err(Error::not_found("it is gone")),
            _ => Ok(()),
        }
    }
}
