//! Update: changing a thing in place, or finishing one whose create failed half-way.

use super::call::{Call, Effects};
use super::component::{Checkpoint, CreateRequest, UpdateRequest, Updated};
use super::create::{ChangeFailure, unfinished};
use super::diff::DiffQuestion;
use super::error::CallError;
use super::manifest::Hook;
use super::marks::Marks;
use super::package::Package;
use super::schema;

impl Package {
    /// Updates a resource.
    ///
    /// # Errors
    /// When no component serves the type, the component cannot update, or the call fails.
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
            mut old_outputs,
            inputs,
            ignore_changes,
        } = question;
        let marks = Marks::take(&mut old_outputs);
        let mut old_inputs = old_inputs.unwrap_or_default();
        Marks::take(&mut old_inputs);
        let resumes = marks.partial && route.has(token, Hook::Resume);

        if call.preview && (resumes || !route.has(token, Hook::PreviewUpdate)) {
            let outputs = if resumes {
                schema::preview(route.package, route.schema, &inputs)
            } else {
                schema::preview_update(route.package, route.schema, &old_outputs, &inputs)
            };
            return Ok(Updated {
                outputs,
                ..Updated::default()
            });
        }
        let effects = if call.preview {
            Effects::None
        } else {
            Effects::All
        };
        let call = Call {
            effects,
            ..call.clone()
        };
        if resumes {
            let checkpoint = Checkpoint {
                id: id.clone(),
                outputs: old_outputs,
            };
            let request = CreateRequest {
                inputs: &inputs,
                resume: Some(&checkpoint),
                preview: None,
            };
            return match route.component.create(&call, request).await {
                Ok(created) if created.id != id => Err(CallError::BadAnswer(format!(
                    "resuming `{id}` gave the id `{}`; an id cannot change",
                    created.id
                ))
                .into()),
                Ok(created) => Ok(Updated {
                    outputs: schema::mark_secrets(
                        route.package,
                        route.schema,
                        &inputs,
                        created.outputs,
                    ),
                    refresh_before_update: created.refresh_before_update,
                }),
                Err(failure) => {
                    let mut failure = ChangeFailure::from(failure);
                    // It exists still, as it was recorded, where the guest says nothing newer.
                    failure
                        .partial
                        .get_or_insert_with(|| super::error::PartialState {
                            id,
                            outputs: checkpoint.outputs,
                            reasons: vec![failure.failure.error.to_string()],
                        });
                    Err(unfinished(failure, &route, &inputs))
                }
            };
        }
        if !route.has(token, Hook::Update) {
            // The engine updates a resource with an earlier failure even where nothing differs.
            let differences = schema::diff(
                route.package,
                &route.schema.inputs,
                &old_inputs,
                &inputs,
                &ignore_changes,
            );
            if differences.is_empty() {
                return Ok(Updated {
                    outputs: old_outputs,
                    ..Updated::default()
                });
            }
            return Err(CallError::Refused {
                reason: format!("the component cannot update a `{token}` in place"),
                hint: Some("replace it: `pulumi up --replace URN`".to_owned()),
            }
            .into());
        }
        let request = UpdateRequest {
            id: &id,
            old_inputs: &old_inputs,
            old_outputs: &old_outputs,
            inputs: &inputs,
            ignore_changes: &ignore_changes,
            preview: None,
            old_views: &[],
        };
        match route.component.update(&call, request).await {
            Ok(updated) => Ok(Updated {
                outputs: schema::mark_secrets(
                    route.package,
                    route.schema,
                    &inputs,
                    updated.outputs,
                ),
                ..updated
            }),
            Err(failure) => {
                let mut failure = ChangeFailure::from(failure);
                if let Some(partial) = &mut failure.partial {
                    // The id is the one the resource has, whatever the guest noted.
                    partial.id = id;
                    let outputs = std::mem::take(&mut partial.outputs);
                    partial.outputs =
                        schema::mark_secrets(route.package, route.schema, &inputs, outputs);
                }
                Err(failure)
            }
        }
    }
}
