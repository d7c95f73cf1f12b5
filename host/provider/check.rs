//! Check: what the program wants, judged and completed.

use super::call::{Call, Effects};
use super::component::CheckRequest;
use super::error::CallError;
use super::failure::PropertyFailure;
use super::manifest::Hook;
use super::marks::Marks;
use super::package::Package;
use super::schema;
use super::value::PropertyMap;

/// Inputs that all later calls get, or why there are none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checked {
    pub inputs: PropertyMap,
    pub failures: Vec<PropertyFailure>,
}

impl Package {
    /// Judges a resource's inputs by the schema, then by the component's own hook, which gets what the schema made of
    /// them and is not asked about inputs that the schema refuses.
    ///
    /// # Errors
    /// When no component serves the type, or the hook's call fails.
    pub async fn check(
        &self,
        call: &Call,
        mut old_inputs: PropertyMap,
        inputs: PropertyMap,
    ) -> Result<Checked, CallError> {
        let route = self.resource(&call.subject.token)?;
        Marks::take(&mut old_inputs);
        let checked = schema::check(
            route.package,
            &route.schema.inputs,
            inputs,
            &schema::no_environment,
        );
        if !checked.failures.is_empty() || !route.has(&call.subject.token, Hook::Check) {
            return Ok(Checked {
                inputs: checked.inputs,
                failures: checked.failures,
            });
        }
        let call = Call {
            effects: Effects::None,
            ..call.clone()
        };
        let Checked {
            inputs: answer,
            failures,
        } = route
            .component
            .check(
                &call,
                CheckRequest {
                    old_inputs: &old_inputs,
                    old_outputs: None,
                    inputs: &checked.inputs,
                },
            )
            .await?;
        let inputs =
            schema::keep_secrets(route.package, &route.schema.inputs, &checked.inputs, answer);
        Ok(Checked { inputs, failures })
    }
}
