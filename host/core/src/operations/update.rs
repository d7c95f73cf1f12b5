//! Update: changes a resource in place, or completes one whose create failed half-way.

use crate::call::{Call, Effects};
use crate::component::UpdateRequest;
use crate::error::advice::Advice;
use crate::error::failure::PropertyDifference;
use crate::error::{CallError, PartialState};
use crate::manifest::Hook;
use crate::operations::change::failure::ChangeFailure;
use crate::operations::change::{outcome, preview};
use crate::operations::create;
use crate::operations::create::Resume;
use crate::operations::diff::{Comparison, DiffParameters};
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::recovery::overflow;
use crate::schema;
use crate::state::StoredProperties;
use crate::state::missing_outputs::{Filled, gone};
use crate::state::private_state::{Failed, Missing, Named, PrivateState};
use crate::state::{exposed_secrets, missing_outputs, upgrade};
use crate::value::PropertyMap;

/// An updated resource, or the prediction of a preview.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UpdatedResource {
    pub outputs: StoredProperties,
    /// Whether the engine should refresh the resource before its next update.
    pub refresh_before_update: bool,
}

/// Updates a resource.
///
/// # Errors
/// If no component serves the type, the component cannot update, the recorded state is newer than the component, or the
/// call fails.
pub async fn update(
    package: &Package,
    call: &Call,
    mut parameters: DiffParameters,
) -> Result<UpdatedResource, ChangeFailure> {
    let inputs = std::mem::take(&mut parameters.inputs);
    let updated = try_update(package, call, parameters, &inputs).await;
    updated.map_err(|failure| ChangeFailure { inputs, ..failure })
}

async fn try_update(
    package: &Package,
    call: &Call,
    parameters: DiffParameters,
    wanted: &StoredProperties,
) -> Result<UpdatedResource, ChangeFailure> {
    let inputs = &wanted.values;
    let token = &call.subject.token;
    let binding = &package.resource(token)?;
    let DiffParameters {
        id,
        old_inputs,
        old_outputs,
        inputs: _,
        ignore_changes: _,
        old_views,
        without_secrets,
    } = parameters;
    package
        .pending_creates
        .confirm(&call.subject.urn, &id, &old_outputs);
    let old = upgrade::recorded(binding, call, old_inputs, Some(old_outputs)).await?;
    let old_outputs = old.outputs.unwrap_or_default();
    let old_inputs = upgrade::old_inputs(binding, old.inputs, &old_outputs);

    let private = &old.output_private;
    let (partial, missing) = (private.partial, private.missing);
    if partial && binding.has(Hook::Resume) {
        return resume(binding, call, id, old_outputs, private, inputs).await;
    }
    let old_outputs = if partial && binding.has(Hook::Update) && !call.preview {
        let saved = overflow::saved(binding, call, id.clone(), old_outputs, missing).await?;
        saved.outputs
    } else {
        old_outputs
    };
    let old_outputs =
        match missing_outputs::filled(binding, call, &id, &old_inputs, &old_outputs).await {
            Filled::Whole => old_outputs,
            Filled::With(outputs) => outputs,
            Filled::Gone => return Err(gone(call, &id).into()),
        };
    let request = UpdateRequest {
        id: &id,
        old_inputs: &old_inputs,
        old_outputs: &old_outputs,
        old_views: &old_views,
        inputs,
    };
    let private = &old.output_private;
    let mut moved = old.moved;
    if !without_secrets {
        let (opened, can_record) = outcome::opened(binding, call, inputs, &old_outputs);
        if can_record {
            moved.extend(opened);
        }
    }
    let comparison = Comparison {
        id: &id,
        old_inputs: &old_inputs,
        of_inputs: &old.input_private,
        old_outputs: &old_outputs,
        inputs,
        is_named: PrivateState::of(wanted).named == Named::Generated,
    };
    if is_record_only(binding, call, private, &moved, comparison).await? {
        let mut outputs = old_outputs;
        exposed_secrets::restore_assets(inputs, &mut outputs);
        let outputs = outcome::secret(binding, call, inputs, outputs);
        return Ok(UpdatedResource {
            outputs: binding.private_state().with(outputs),
            refresh_before_update: binding.schema.traits.refresh_before_update,
        });
    }
    if call.preview {
        return Ok(UpdatedResource {
            outputs: preview::preview_update(binding, call, request)
                .await?
                .into(),
            ..UpdatedResource::default()
        });
    }
    if binding.has(Hook::Update) {
        let updated = change(binding, call, request, private).await?;
        if missing != Missing::Nothing {
            package.pending_creates.forget(&call.subject.urn);
        }
        return Ok(updated);
    }
    // The engine updates a resource with an earlier failure even if nothing differs.
    let answer = comparison.answer(binding, call).await?;
    if !answer.differences.is_empty() {
        return Err(CallError::Refused {
            reason: format!("the component cannot update a `{token}` in place"),
            hint: Some(call.advice(Advice::Replace)),
        }
        .into());
    }
    let private = PrivateState {
        partial,
        ..binding.private_state()
    };
    Ok(UpdatedResource {
        outputs: private.with(old_outputs),
        refresh_before_update: binding.schema.traits.refresh_before_update,
    })
}

/// Completes a resource that a failed create left behind.
async fn resume(
    binding: &ResourceBinding<'_>,
    call: &Call,
    id: String,
    outputs: PropertyMap,
    private: &PrivateState,
    inputs: &PropertyMap,
) -> Result<UpdatedResource, ChangeFailure> {
    let missing = private.missing;
    if call.preview {
        return Ok(UpdatedResource {
            outputs: schema::preview(binding.package, binding.schema, inputs).into(),
            ..UpdatedResource::default()
        });
    }
    let checkpoint = overflow::saved(binding, call, id, outputs, missing).await?;
    let rest = Resume {
        checkpoint: &checkpoint,
        is_of_other_inputs: private.failed == Failed::Somewhere,
    };
    let created = create::make(binding, call, inputs, Some(rest), None).await?;
    if missing != Missing::Nothing {
        binding.pending_creates.forget(&call.subject.urn);
    }
    Ok(UpdatedResource {
        outputs: created.outputs,
        refresh_before_update: created.refresh_before_update,
    })
}

/// Changes a resource in place. The resource may be incomplete.
async fn change(
    binding: &ResourceBinding<'_>,
    call: &Call,
    request: UpdateRequest<'_>,
    recorded: &PrivateState,
) -> Result<UpdatedResource, ChangeFailure> {
    binding.ready()?;
    let planned = preview::plan_update(binding, call, request).await;
    let call = Call {
        effects: Effects::All,
        ..call.clone()
    };
    let UpdateRequest {
        id,
        inputs,
        old_outputs,
        ..
    } = request;
    let place = binding.place(&call).await?;
    let outcome = binding.component.update(&call, request).await;
    drop(place);
    match outcome {
        Ok(updated) => {
            let known = (id, old_outputs, recorded.failed.clone());
            let done = outcome::completed(binding, &call, &planned, inputs, known, updated).await?;
            Ok(UpdatedResource {
                outputs: done.outputs,
                refresh_before_update: done.refresh_before_update,
            })
        }
        Err(mut failure) => {
            failure.error =
                missing_outputs::of_record(binding, &call, id, old_outputs, failure.error);
            let mut left = failure.partial_state();
            if let Some(left) = &mut left {
                left.keep_lost(old_outputs);
            }
            // Otherwise the engine would take the resource for unchanged, also if the program returns to its earlier
            // inputs.
            if left.is_none() && call.changes.are_possible() {
                left = Some(PartialState {
                    id: id.to_owned(),
                    outputs: old_outputs.clone(),
                    reasons: vec![failure.error.to_string(), call.advice(Advice::Repeat)],
                    ..PartialState::default()
                });
            }
            let is_whole = left.as_ref().is_some_and(PartialState::is_whole);
            let private = PrivateState {
                partial: recorded.partial && !is_whole,
                failed: recorded.failed.clone(),
                ..binding.private_state()
            };
            Err(outcome::left_behind(
                binding,
                &call,
                failure,
                left,
                Some((id, old_outputs)),
                inputs,
                private,
            )
            .await)
        }
    }
}

/// Whether an update would only record outputs in the current form: nothing else differs, the component's hook agrees,
/// and the engine has recorded no failure. `private` is the private state of the recorded outputs.
async fn is_record_only(
    binding: &ResourceBinding<'_>,
    call: &Call,
    private: &PrivateState,
    moved: &[PropertyDifference],
    comparison: Comparison<'_>,
) -> Result<bool, CallError> {
    let is_whole = !private.partial && private.failed == Failed::Not;
    let can_be_judged = binding.asks(Hook::Diff) || !binding.has(Hook::Diff);
    if moved.is_empty() || !is_whole || !can_be_judged {
        return Ok(false);
    }
    let answer = comparison.answer(binding, call).await?;
    Ok(answer.differences.is_empty())
}
