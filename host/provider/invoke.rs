//! Invoke: calling a function.

use super::call::{Call, Effects};
use super::error::CallError;
use super::failure::PropertyFailure;
use super::package::Package;
use super::schema::{self, FunctionOutputs};
use super::value::PropertyMap;

impl Package {
    /// Calls a function with arguments that the schema accepts.
    ///
    /// # Errors
    /// When no component has the function, the call fails, or its result has unknown values.
    pub async fn invoke(
        &self,
        call: &Call,
        arguments: PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
        let token = &call.subject.token;
        let component = self.function(token)?;
        let manifest = component.manifest();
        let Some(function) = manifest.schema.functions.get(token) else {
            return Err(CallError::BadAnswer(format!(
                "its schema has no function `{token}`"
            )));
        };
        let checked = schema::check(
            &manifest.schema,
            &function.inputs,
            arguments,
            &schema::no_environment,
        );
        if !checked.failures.is_empty() {
            return Ok((PropertyMap::new(), checked.failures));
        }
        let effects = if call.preview || manifest.function(token).pure {
            Effects::None
        } else {
            Effects::All
        };
        let call = Call {
            effects,
            ..call.clone()
        };
        let (result, failures) = component.invoke(&call, &checked.inputs).await?;
        if let Some((name, _)) = result.iter().find(|(_, value)| value.contains_unknown()) {
            return Err(CallError::BadAnswer(format!(
                "the result `{name}` is unknown; a function must know"
            )));
        }
        let result = match &function.outputs {
            FunctionOutputs::Object(outputs) => {
                schema::keep_secrets(&manifest.schema, outputs, &PropertyMap::new(), result)
            }
            FunctionOutputs::Nothing | FunctionOutputs::Value(_) => result,
        };
        Ok((result, failures))
    }
}
