//! Views without secrets: the engine shows them, and keeps them in the state.

use super::outputs::{Hidden, InTheOpen};
use crate::call::Call;
use crate::error::GuestError;
use crate::failure::PropertyFailure;
use crate::value::PropertyMap;
use crate::view::{View, ViewSink, ViewStep};

/// The shown part of a type in a message.
const MAX_TYPE_BYTES: usize = 200;

/// Makes those properties of views secret that are, by the schema or because they are known secrets, and says so.
///
/// # Errors
/// When the type or a name of a view that the engine does not have yet has a secret in it: they are parts of its URN, which
/// is kept in the open and never changes.
pub(crate) fn hide_in_views(
    call: &Call,
    sink: &dyn ViewSink,
    steps: &mut [ViewStep],
) -> Result<(), GuestError> {
    for view in steps.iter_mut().flat_map(views_of) {
        sink.mark_secrets(view);
        call.secrets.learn_answer(&view.inputs);
        call.secrets.learn_answer(&view.outputs);
    }
    if call.secrets.is_empty() {
        return Ok(());
    }
    let opened: Vec<PropertyFailure> = steps
        .iter()
        .enumerate()
        .filter(|(_, step)| has_secret_name(call, step))
        .map(|(index, _)| PropertyFailure {
            property: format!("steps[{index}]"),
            reason:
                "the type or name of the view has a secret in it, and would be kept in the open"
                    .to_owned(),
        })
        .collect();
    if !opened.is_empty() {
        return Err(GuestError::Invalid(opened));
    }
    for view in steps.iter_mut().flat_map(views_of) {
        hide(call, view);
    }
    Ok(())
}

fn views_of(step: &mut ViewStep) -> impl Iterator<Item = &mut View> {
    step.old.iter_mut().chain(step.new.as_mut())
}

/// Whether a secret is in the name of a new view. A part of the resource's URN is in the open already.
fn has_secret_name(call: &Call, step: &ViewStep) -> bool {
    let (None, Some(view)) = (&step.old, &step.new) else {
        return false;
    };
    let texts = [
        &view.token,
        &view.name,
        &view.parent_token,
        &view.parent_name,
    ];
    let is_open = |part: &str| call.subject.urn.contains(part);
    texts
        .into_iter()
        .any(|text| call.secrets.are_in_unless(text, &is_open))
}

fn hide(call: &Call, view: &mut View) {
    let nothing = PropertyMap::new();
    for (kind, properties) in [("input", &mut view.inputs), ("output", &mut view.outputs)] {
        let open = InTheOpen {
            declared: None,
            inputs: &nothing,
            is_open: &|_| false,
        };
        let hidden = Hidden::among(call, &open, properties);
        if !hidden.is_empty() {
            let token = call.secrets.excerpt(&view.token, MAX_TYPE_BYTES);
            hidden.tell(call, kind, &format!(" of the view `{token}`"));
        }
    }
}
