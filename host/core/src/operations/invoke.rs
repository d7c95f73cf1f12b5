//! Invoke: calling a function.

use crate::call::{Call, Effects};
use crate::error::CallError;
use crate::failure::PropertyFailure;
use crate::package::Package;
use crate::redaction;
use crate::resource_binding::FunctionBinding;
use crate::schema::{self, FunctionOutputs};
use crate::value::{PropertyMap, PropertyValue};

/// The name of a function's result if that is a bare value. SDKs take the only value, under any name.
const SCALAR: &str = "res";

/// The result of a function.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Invoked {
    /// Its result. Values are unknown only if the function was not called because of unknown arguments.
    pub result: PropertyMap,
    /// Why its arguments were refused; the result does not count then.
    pub failures: Vec<PropertyFailure>,
}

/// Calls a function with arguments that the schema accepts. A function whose arguments are not all known, which
/// occurs in previews alone, is not called: its result is unknown.
///
/// A result is secret where the schema says so, and as a whole where an argument was a secret.
///
/// # Errors
/// When no component has the function, the call fails, or its result has unknown values.
pub async fn invoke(
    package: &Package,
    call: &Call,
    arguments: PropertyMap,
) -> Result<Invoked, CallError> {
    let token = &call.subject.token;
    let binding = package.function(token)?;
    let function = binding.schema;
    let whole = function.deprecation.as_deref();
    let notes = schema::deprecations(binding.package, whole, &function.inputs, &arguments);
    call.warn_of(&notes);
    let checked = schema::check(
        binding.package,
        &function.inputs,
        arguments,
        &schema::no_environment,
    );
    if !checked.failures.is_empty() {
        return Ok(Invoked {
            failures: checked.failures,
            ..Invoked::default()
        });
    }
    let arguments = checked.inputs;
    call.secrets.learn(&arguments);
    let is_secret = arguments.values().any(PropertyValue::contains_secret);
    let is_unknown = arguments.values().any(PropertyValue::contains_unknown);
    if is_unknown || (call.preview && binding.obstacle.is_some()) {
        return Ok(Invoked {
            result: unknown_result(&binding, is_secret),
            ..Invoked::default()
        });
    }
    if let Some(obstacle) = binding.obstacle {
        return Err(obstacle);
    }
    let is_pure = binding.component.manifest().function(token).pure;
    let effects = if call.preview || is_pure {
        Effects::None
    } else {
        Effects::All
    };
    let call = Call {
        effects,
        ..call.clone()
    };
    let (result, failures) = binding.component.invoke(&call, &arguments).await?;
    if !failures.is_empty() {
        return Ok(Invoked {
            failures,
            ..Invoked::default()
        });
    }
    if matches!(function.outputs, FunctionOutputs::Value(_)) && result.len() != 1 {
        return Err(CallError::BadAnswer(format!(
            "the function returns one value, and it gave {}",
            result.len()
        )));
    }
    if let Some((name, _)) = result.iter().find(|(_, value)| value.contains_unknown()) {
        return Err(CallError::BadAnswer(format!(
            "the result `{name}` is unknown; a function must know"
        )));
    }
    let mut result = secret(&binding, result, is_secret);
    call.secrets.learn_answer(&result);
    let declared = match &function.outputs {
        FunctionOutputs::Object(outputs) => Some(outputs),
        FunctionOutputs::Nothing | FunctionOutputs::Value(_) => None,
    };
    redaction::hide(&call, "output", declared, &arguments, &mut result);
    Ok(Invoked { result, failures })
}

/// The declared results, all of them unknown.
fn unknown_result(binding: &FunctionBinding<'_>, is_secret: bool) -> PropertyMap {
    let names: Vec<&str> = match &binding.schema.outputs {
        FunctionOutputs::Nothing => Vec::new(),
        FunctionOutputs::Object(outputs) => outputs.properties.keys().map(String::as_str).collect(),
        FunctionOutputs::Value(_) => vec![SCALAR],
    };
    let unknown = names
        .into_iter()
        .map(|name| (name.to_owned(), PropertyValue::Unknown));
    secret(binding, unknown.collect(), is_secret)
}

fn secret(binding: &FunctionBinding<'_>, result: PropertyMap, is_secret: bool) -> PropertyMap {
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
    result
}
