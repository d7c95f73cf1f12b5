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
    fn create(_: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let story = "made".into();
        Ok(Created::new(cx.name(), DriftingOutputs { story }))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
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
                Some(ReadResult::new(found))
            }
            "moved" => Some(ReadResult::new(found).with_id("moved-away")),
            "explained" => {
                let inputs = DriftingInputs {
                    level: 99,
                    place: Some("explained".into()),
                };
                Some(ReadResult::new(found).with_inputs(inputs))
            }
            "eager" => Some(ReadResult::new(found).refresh_before_update()),
            "broken" => Err(Error::partial(id, &found, ["it is bent"]))?,
            "unknown" if is_import => None,
            _ => Some(ReadResult::new(found)),
        })
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(request.old()?.into()))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let id = request.id.as_str();
        cx.info(format!("deleting {id}"));
        match id {
            "gone" => Err(Error::not_found("it is gone")),
            _ => Ok(()),
        }
    }
}
