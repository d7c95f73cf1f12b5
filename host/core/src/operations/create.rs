//! Create: creates a resource, or predicts its outputs.

use std::sync::Arc;

use crate::call::{Call, CheckpointSink, Effects, Severity};
use crate::component::{CallFailure, Checkpoint, CreateRequest, Created, ResumeRequest, Updated};
use crate::error::PartialState;
pub use crate::operations::change::failure::{ChangeFailure, LeftBehind};
use crate::operations::change::{outcome, preview};
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::recovery::interrupted_create;
use crate::state::StoredProperties;
use crate::state::private_state::{Failed, PrivateState};
use crate::text::Excerpt;
use crate::value::PropertyMap;

/// A created resource, or the prediction of a preview.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CreatedResource {
    /// Empty in a preview.
    pub id: String,
    pub outputs: StoredProperties,
    /// Whether the engine should refresh the resource before its next update.
    pub refresh_before_update: bool,
}

/// Creates a resource. In a preview, outputs that are also inputs have the value of the input, and all others are
/// unknown, unless the component's hook predicts them.
///
/// # Errors
/// If no component serves the type or the call fails. The error contains the resource that the guest recorded in a
/// checkpoint.
pub async fn create(
    package: &Package,
    call: &Call,
    inputs: StoredProperties,
) -> Result<CreatedResource, ChangeFailure> {
    let inputs = Arc::new(inputs);
    let created = try_create(package, call, &inputs).await;
    created.map_err(|failure| ChangeFailure {
        inputs: Arc::unwrap_or_clone(inputs),
        ..failure
    })
}

async fn try_create(
    package: &Package,
    call: &Call,
    inputs: &Arc<StoredProperties>,
) -> Result<CreatedResource, ChangeFailure> {
    let binding = &package.resource(&call.subject.token)?;
    warn_of_ambiguous_id(binding, call, &inputs.values);
    if call.preview {
        interrupted_create::announce(binding, call);
        let outputs = preview::preview_create(binding, call, &inputs.values).await?;
        return Ok(CreatedResource {
            outputs: outputs.into(),
            ..CreatedResource::default()
        });
    }
    let left_over = interrupted_create::checkpoint(binding, call).await?;
    let notes = interrupted_create::notes(binding, call, inputs);
    let resume = left_over.as_ref().map(|checkpoint| Resume {
        checkpoint,
        is_of_other_inputs: true,
    });
    make(binding, call, &inputs.values, resume, notes).await
}

/// Warns that an import cannot derive the inputs of this resource from its id.
fn warn_of_ambiguous_id(binding: &ResourceBinding<'_>, call: &Call, inputs: &PropertyMap) {
    let Some(form) = &binding.schema.import_id else {
        return;
    };
    let Some((name, id)) = form.misread(inputs) else {
        return;
    };
    let message = format!(
        "an import by the id `{}` would read another `{name}` than the program's, because ids of a `{}` have the \
         form `{}`\nhint: use a `{name}` that does not contain the text between the parts of an id",
        Excerpt::id(&id),
        binding.token,
        form.as_str(),
    );
    call.log(Severity::Warning, &message);
}

/// The rest of an earlier create, to be completed.
#[derive(Clone, Copy)]
pub(crate) struct Resume<'a> {
    pub(crate) checkpoint: &'a Checkpoint,
    /// Whether the checkpoint may come from other inputs than the inputs that the engine records with it.
    pub(crate) is_of_other_inputs: bool,
}

/// Creates a resource, or completes one that an earlier create left behind. Checkpoints are also sent to `notes`.
pub(crate) async fn make(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
    resume: Option<Resume<'_>>,
    notes: Option<Arc<dyn CheckpointSink>>,
) -> Result<CreatedResource, ChangeFailure> {
    binding.ready()?;
    let planned = preview::plan_create(binding, call, inputs).await;
    let call = Call {
        effects: Effects::All,
        notes,
        ..call.clone()
    };
    let place = binding.place(&call).await?;
    let outcome = match resume {
        None => {
            let request = CreateRequest { inputs };
            binding.component.create(&call, request).await
        }
        Some(Resume { checkpoint, .. }) => {
            let request = ResumeRequest {
                id: &checkpoint.id,
                old_outputs: &checkpoint.outputs,
                inputs,
            };
            let outcome = binding.component.resume(&call, request).await;
            outcome.map(|updated| Created {
                id: checkpoint.id.clone(),
                outputs: updated.outputs,
                refresh_before_update: updated.refresh_before_update,
            })
        }
    };
    drop(place);
    let made = match &outcome {
        Ok(created) => Some(created.id.clone()),
        Err(failure) => failure.partial_state().map(|partial| partial.id),
    };
    if let Some(id) = made.or_else(|| resume.map(|resume| resume.checkpoint.id.clone())) {
        interrupted_create::is_answered(binding, &call, &id).await;
    }
    let created = match outcome {
        Ok(created) => created,
        Err(failure) => {
            return Err(unfinished(binding, &call, failure, resume, inputs).await);
        }
    };
    let Created {
        id,
        outputs,
        refresh_before_update,
    } = created;
    let done = Updated {
        outputs,
        refresh_before_update,
    };
    let nothing = PropertyMap::new();
    let done = outcome::completed(
        binding,
        &call,
        &planned,
        inputs,
        (&id, &nothing, Failed::Not),
        done,
    )
    .await?;
    Ok(CreatedResource {
        id,
        outputs: done.outputs,
        refresh_before_update: done.refresh_before_update,
    })
}

/// Marks a resource that a failed create left behind as incomplete, unless only its outputs could not be recorded.
/// Earlier outputs stay if the guest returns none.
async fn unfinished(
    binding: &ResourceBinding<'_>,
    call: &Call,
    failure: CallFailure,
    resume: Option<Resume<'_>>,
    inputs: &PropertyMap,
) -> ChangeFailure {
    let before = resume.map(|resume| resume.checkpoint);
    let mut partial = failure.partial_state();
    if let (None, Some(before)) = (&partial, before) {
        partial = Some(PartialState {
            id: before.id.clone(),
            outputs: before.outputs.clone(),
            reasons: vec![failure.error.to_string()],
            is_cut: before.is_cut,
            ..PartialState::default()
        });
    }
    let is_whole = partial.as_ref().is_some_and(PartialState::is_whole);
    let is_of_other_inputs = resume.is_some_and(|resume| resume.is_of_other_inputs);
    let private = PrivateState {
        partial: !is_whole,
        failed: if is_of_other_inputs {
            Failed::Somewhere
        } else {
            Failed::Not
        },
        ..binding.private_state()
    };
    let known = before.map(|before| (before.id.as_str(), &before.outputs));
    outcome::left_behind(binding, call, failure, partial, known, inputs, private).await
}
