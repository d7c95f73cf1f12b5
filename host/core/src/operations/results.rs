//! The results of a function or method, as the schema declares them.

use crate::error::CallError;
use crate::package::resource_binding::FunctionBinding;
use crate::schema::{self, FunctionOutputs};
use crate::value::{PropertyMap, PropertyValue};

/// The name of a result that is a bare value. SDKs take the only value, under any name.
const SCALAR: &str = "res";

/// The declared results, all of them unknown.
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

/// The results with the secrets of the schema; each one is a secret if `is_secret`. A secret has no further one inside.
pub(super) fn marked(
    binding: &FunctionBinding<'_>,
    result: PropertyMap,
    is_secret: bool,
) -> PropertyMap {
    let mut result = match &binding.schema.outputs {
        FunctionOutputs::Object(outputs) => {
            schema::keep_secrets(binding.package, outputs, &PropertyMap::new(), result)
        }
        FunctionOutputs::Nothing | FunctionOutputs::Value(_) => result,
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

/// Makes sure that there is one result where the schema declares a bare value.
///
/// # Errors
/// When there is another number of them.
pub(super) fn of_the_schemas_form(
    binding: &FunctionBinding<'_>,
    result: &PropertyMap,
) -> Result<(), CallError> {
    if matches!(binding.schema.outputs, FunctionOutputs::Value(_)) && result.len() != 1 {
        return Err(CallError::BadAnswer(format!(
            "the function returns one value, and it gave {}",
            result.len()
        )));
    }
    Ok(())
}
