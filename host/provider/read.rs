//! Read: how a thing is now, for refresh, import and lookup.

use super::call::{Call, Effects};
use super::component::{ReadAnswer, ReadRequest};
use super::error::{CallError, GuestError};
use super::manifest::Hook;
use super::marks::Marks;
use super::package::Package;
use super::schema::{self, ObjectSchema};
use super::value::PropertyMap;

impl Package {
    /// Reads a resource; none when it does not exist. `inputs` and `outputs` are none on import.
    ///
    /// # Errors
    /// When no component serves the type, the component cannot read what is to be imported, or the call fails.
    pub async fn read(
        &self,
        call: &Call,
        id: String,
        mut inputs: Option<PropertyMap>,
        mut outputs: Option<PropertyMap>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        let token = &call.subject.token;
        let route = self.resource(token)?;
        let marks = outputs.as_mut().map(Marks::take).unwrap_or_default();
        if let Some(inputs) = &mut inputs {
            Marks::take(inputs);
        }
        if !route.has(token, Hook::Read) {
            return match outputs {
                // Nobody can look: what is recorded stands.
                Some(mut outputs) => {
                    marks.put(&mut outputs);
                    Ok(Some(ReadAnswer {
                        id,
                        inputs,
                        outputs,
                        ..ReadAnswer::default()
                    }))
                }
                None => Err(CallError::Guest(GuestError::Unsupported(format!(
                    "a `{token}` cannot be imported: its component has no `read`"
                )))),
            };
        }
        let call = Call {
            effects: Effects::Read,
            ..call.clone()
        };
        let request = ReadRequest {
            id: &id,
            inputs: inputs.as_ref(),
            outputs: outputs.as_ref(),
            old_views: &[],
        };
        let Some(answer) = route.component.read(&call, request).await? else {
            return Ok(None);
        };

        let recorded = inputs.unwrap_or_default();
        let mut found_outputs =
            schema::mark_secrets(route.package, route.schema, &recorded, answer.outputs);
        let found_inputs = match answer.inputs {
            Some(found) => found,
            None => match &outputs {
                None => schema::inputs_from_outputs(route.package, route.schema, &found_outputs),
                Some(outputs) => schema::refreshed_inputs(
                    route.package,
                    route.schema,
                    &recorded,
                    outputs,
                    &found_outputs,
                ),
            },
        };
        let found_inputs =
            schema::keep_secrets(route.package, &route.schema.inputs, &recorded, found_inputs);
        keep_undeclared(
            &mut found_outputs,
            outputs.unwrap_or_default(),
            &route.schema.outputs,
        );
        marks.put(&mut found_outputs);
        Ok(Some(ReadAnswer {
            id: answer.id,
            inputs: Some(found_inputs),
            outputs: found_outputs,
            refresh_before_update: answer.refresh_before_update,
        }))
    }
}

/// Keeps recorded outputs that no schema declares, such as what another provider that wrote this state noted: a guest
/// does not know them, and their loss would look like a change.
fn keep_undeclared(found: &mut PropertyMap, recorded: PropertyMap, declared: &ObjectSchema) {
    for (key, value) in recorded {
        if !declared.properties.contains_key(&key) {
            found.entry(key).or_insert(value);
        }
    }
}
