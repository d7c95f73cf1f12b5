//! Parts, and a look before each change.

use pulumi_wasm_provider::Views;
use pulumi_wasm_provider::prelude::*;

/// A cupboard with drawers, which Pulumi shows one by one. It is looked at before it is changed.
#[derive(Resource)]
pub(crate) struct Cupboard {
    drawers: Vec<String>,
}

#[derive(Arguments)]
struct Drawer {
    label: String,
    /// Opens it.
    #[property(secret)]
    code: String,
}

fn drawer(label: &str) -> Result<View> {
    let properties = Drawer {
        label: label.into(),
        code: format!("code of {label}"),
    };
    View::new("workshop:index:Drawer", label)
        .inputs(&properties)?
        .outputs(&properties)
}

/// The changes from the drawers of the last operation to the current drawers.
fn show(drawers: &[String], old: &[View], mut steps: Views) -> Result<()> {
    for old in old {
        if !drawers.iter().any(|label| label == old.name()) {
            steps = steps.delete(old.clone());
        }
    }
    for label in drawers {
        let is_old = old.iter().any(|old| old.name() == label);
        steps = if is_old {
            steps.same(drawer(label)?)
        } else {
            steps.create(drawer(label)?)
        };
    }
    steps.publish().map(drop)
}

#[resource]
impl Lifecycle for Cupboard {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        show(&request.inputs.drawers, &[], cx.views())?;
        Ok(Created::new("cupboard", CupboardOutputs).refresh_before_update())
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        let drawers = request.inputs.drawers.get().map_or(&[][..], Vec::as_slice);
        show(drawers, &[], cx.views())
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let Some(cupboard) = request.old() else {
            return Ok(None);
        };
        let mut steps = cx.views();
        for old in cx.old_views() {
            steps = steps.refresh(old.clone(), Some(old.clone()));
        }
        steps.publish()?;
        Ok(Some(ReadResult::new(cupboard).refresh_before_update()))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        show(&request.inputs.drawers, cx.old_views(), cx.views())?;
        Ok(Updated::new(CupboardOutputs).refresh_before_update())
    }

    fn delete(_: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        show(&[], cx.old_views(), cx.views())
    }
}
