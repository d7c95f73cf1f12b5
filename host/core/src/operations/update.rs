//! Update: changing a thing in place, or finishing one whose create failed half-way.

use crate::call::{Call, Effects};
use crate::component::{UpdateRequest, Updated};
use crate::error::{CallError, PartialState};
use crate::manifest::Hook;
use crate::operations::create::ChangeFailure;
use crate::operations::diff::DiffQuestion;
use crate::package::Package;
use crate::resource_binding::ResourceBinding;
use crate::schema;
use crate::state::missing_outputs::{Filled, gone};
use crate::state::private_state::{Missing, PrivateState};
use crate::value::PropertyMap;

/// The recorded reason of an update that failed after it may have changed something.
const HALF_CHANGED: &str = "it may be changed in part: the next `pulumi up` updates it again, and `pulumi refresh` shows what it is now";

impl Package {
    /// Updates a resource.
    ///
    /// # Errors
    /// When no component serves the type, the component cannot update, the recorded state is newer than the component,
    /// or the call fails.
    pub async fn update(
        &self,
        call: &Call,
        question: DiffQuestion,
    ) -> Result<Updated, ChangeFailure> {
        let token = &call.subject.token;
        let route = self.resource(token)?;
        let DiffQuestion {
            id,
            old_inputs,
            old_outputs,
            mut inputs,
            ignore_changes,
            old_views,
        } = question;
        PrivateState::take(&mut inputs);
        self.pending_creates
            .confirm(&call.subject.urn, &id, &old_outputs);
        let old = route.recorded(call, old_inputs, Some(old_outputs)).await?;
        let old_outputs = old.outputs.unwrap_or_default();
        let old_inputs = route.old_inputs(old.inputs, &old_outputs);

        let PrivateState {
            partial, missing, ..
        } = old.output_marks;
        if partial && route.has(Hook::Resume) {
            return route.resume(call, id, old_outputs, missing, &inputs).await;
        }
        let old_outputs = if partial && route.has(Hook::Update) && !call.preview {
            let saved = route.saved(call, id.clone(), old_outputs, missing).await?;
            saved.outputs
        } else {
            old_outputs
        };
        let old_outputs = match route.filled(call, &id, &old_inputs, &old_outputs).await {
            Filled::Whole => old_outputs,
            Filled::With(outputs) => outputs,
            Filled::Gone => return Err(gone(&id).into()),
        };
        let request = UpdateRequest {
            id: &id,
            old_inputs: &old_inputs,
            old_outputs: &old_outputs,
            inputs: &inputs,
            ignore_changes: &ignore_changes,
            preview: None,
            old_views: &old_views,
        };
        if call.preview {
            return Ok(Updated {
                outputs: route.preview_update(call, request).await?,
                ..Updated::default()
            });
        }
        if route.has(Hook::Update) {
            let updated = route.change(call, request, partial).await?;
            if missing != Missing::Nothing {
                self.pending_creates.forget(&call.subject.urn);
            }
            return Ok(updated);
        }
        // The engine updates a resource with an earlier failure even without a difference.
        let differences = route.differences(&old_inputs, &old_outputs, &inputs, &ignore_changes);
        if !differences.is_empty() {
            return Err(CallError::Refused {
                reason: format!("the component cannot update a `{token}` in place"),
                hint: Some("replace it: `pulumi up --replace URN`".to_owned()),
            }
            .into());
        }
        let mut outputs = old_outputs;
        let marks = PrivateState {
            partial,
            ..route.marks()
        };
        marks.put(&mut outputs);
        Ok(Updated {
            outputs,
            refresh_before_update: route.schema.traits.refresh_before_update,
        })
    }
}

impl ResourceBinding<'_> {
    /// Completes what a failed create left behind.
    async fn resume(
        &self,
        call: &Call,
        id: String,
        outputs: PropertyMap,
        missing: Missing,
        inputs: &PropertyMap,
    ) -> Result<Updated, ChangeFailure> {
        if call.preview {
            return Ok(Updated {
                outputs: schema::preview(self.package, self.schema, inputs),
                ..Updated::default()
            });
        }
        let checkpoint = self.saved(call, id, outputs, missing).await?;
        let created = self.make(call, inputs, Some(&checkpoint), None).await?;
        if missing != Missing::Nothing {
            self.pending_creates.forget(&call.subject.urn);
        }
        Ok(Updated {
            outputs: created.outputs,
            refresh_before_update: created.refresh_before_update,
        })
    }

    /// Changes a thing in place, even one that was made in part.
    async fn change(
        &self,
        call: &Call,
        request: UpdateRequest<'_>,
        partial: bool,
    ) -> Result<Updated, ChangeFailure> {
        self.ready()?;
        let promise = self.promise_update(call, request).await;
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
        let place = self.place(&call).await?;
        let outcome = self.component.update(&call, request).await;
        drop(place);
        match outcome {
            Ok(updated) => {
                self.completed(&call, &promise, inputs, (id, old_outputs), updated)
                    .await
            }
            Err(mut failure) => {
                failure.error = self.of_record(id, old_outputs, failure.error);
                let mut failure = ChangeFailure::from(failure);
                if let Some(partial) = &mut failure.partial {
                    partial.keep_lost(old_outputs);
                }
                // The engine would treat it as unchanged, even if the program goes back to its earlier inputs.
                if failure.partial.is_none() && call.changes.are_possible() {
                    failure.partial = Some(PartialState {
                        id: id.to_owned(),
                        outputs: old_outputs.clone(),
                        reasons: vec![failure.failure.error.to_string(), HALF_CHANGED.to_owned()],
                        ..PartialState::default()
                    });
                }
                let is_whole = failure.partial.as_ref().is_some_and(PartialState::is_whole);
                let marks = PrivateState {
                    partial: partial && !is_whole,
                    ..self.marks()
                };
                Err(self
                    .left_behind(&call, failure, Some(id), inputs, marks)
                    .await)
            }
        }
    }
}
