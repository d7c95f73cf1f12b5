//! The results of a function or method in the form of the schema.

use crate::error::CallError;
use crate::package::resource_binding::FunctionBinding;
use crate::schema::{self, FunctionOutputs};
use crate::value::{PropertyMap, PropertyValue};

/// The name of a result that is a single value. SDKs accept any name.
const SCALAR: &str = "res";

/// The declared results, all unknown.
pub(super) fn unknown(binding: &FunctionBinding<'_>, is_secret: bool) -> PropertyMap {
    let names: Vec<&str> = match &binding.schema.outputs {
        FunctionOutputs::Nothing => Vec::new(),
        FunctionOutputs::Object(outputs) => outputs.properties.keys().map(String::as_str).collect(),
        FunctionOutputs::Value(_) => vec![SCALAR],
    };
    let unknown = names
        .into_iter()
        .map(|name| (name.to_owned(), PropertyValue::Unknown));
    marked(binding, unknown.collect(), is_secret)
}

/// The results with the secrets of the schema marked; if `is_secret`, all are marked. Secrets are not nested.
pub(super) fn marked(
    binding: &FunctionBinding<'_>,
    result: PropertyMap,
    is_secret: bool,
) -> PropertyMap {
    let mut result = match &binding.schema.outputs {
        FunctionOutputs::Object(outputs) => {
            schema::keep_secrets(binding.package, outputs, &PropertyMap::new(), result)
        }
        FunctionOutputs::Value(value_type) => {
            let mut result = result;
            for value in result.values_mut() {
                schema::mark_parts(binding.package, value_type, value);
            }
            result
        }
        FunctionOutputs::Nothing => result,
    };
    if is_secret {
        for value in result.values_mut() {
            let plain = std::mem::replace(value, PropertyValue::Null);
            *value = plain.into_secret();
        }
    }
    result.values_mut().for_each(PropertyValue::flatten_secrets);
    result
}

/// Checks that there is exactly one result if the schema declares a single value.
///
/// # Errors
/// If there is not exactly one result.
pub(super) fn of_the_schemas_form(
    binding: &FunctionBinding<'_>,
    result: &PropertyMap,
) -> Result<(), CallError> {
    if matches!(binding.schema.outputs, FunctionOutputs::Value(_)) && result.len() != 1 {
        return Err(CallError::BadAnswer(format!(
            "the function must return one value, but it returned {}",
            result.len()
        )));
    }
    Ok(())
}
