//! Names, ids and imports.

use pulumi_wasm_provider::prelude::*;

/// Has a generated name.
#[derive(Resource)]
#[resource(
    auto_name(label, max_length = 20, lowercase),
    import_id = "{region}/{label}"
)]
pub(crate) struct Named {
    /// Its name.
    #[property(replace)]
    label: String,
    /// Where it is.
    #[property(replace, default = "eu")]
    region: String,
    /// A note about it.
    note: Option<String>,
    /// Where to find it.
    #[property(output, stable)]
    address: String,
    /// How often it was changed.
    #[property(output)]
    changes: i64,
}

impl Named {
    fn of(inputs: NamedInputs, changes: i64) -> Self {
        let NamedInputs {
            label,
            region,
            note,
        } = inputs;
        Self {
            address: format!("{region}.example/{label}"),
            changes,
            label,
            region,
            note,
        }
    }
}

#[resource]
impl Lifecycle for Named {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let named = Self::of(request.inputs, 0);
        Ok(Created::with_state(
            format!("{}/{}", named.region, named.label),
            named,
        ))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        if let Some(state) = request.old() {
            return Ok(Some(ReadResult::new(state)));
        }
        let inputs: NamedDraft = request
            .inputs()?
            .context("the inputs that the id tells of")?;
        let inputs = NamedInputs {
            label: inputs.label.into_known().context("a label")?,
            region: inputs.region.into_known().context("a region")?,
            note: Some("imported".into()),
        };
        Ok(Some(ReadResult::new(Self::of(inputs, 1))))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        Ok(Updated::with_state(Self::of(
            request.inputs,
            old.changes + 1,
        )))
    }
}
