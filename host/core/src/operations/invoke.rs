//! Invoke: calls a function.

use super::results;
use crate::call::{Call, Effects};
use crate::error::CallError;
use crate::error::failure::PropertyFailure;
use crate::package::Package;
use crate::redaction;
use crate::schema::{self, FunctionOutputs};
use crate::value::{PropertyMap, PropertyValue};

/// The result of a function.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Invoked {
    /// Values are unknown only if the function was not called because of unknown arguments.
    pub result: PropertyMap,
    /// Why the arguments were refused; `result` is then invalid.
    pub failures: Vec<PropertyFailure>,
}

/// Calls a function with arguments that the schema accepts. If an argument is unknown, which happens only in previews,
/// the function is not called and its result is unknown.
///
/// A result is secret if the schema marks it, and all results are secret if an argument was secret.
///
/// # Errors
/// If no component has the function, the call fails, or its result contains unknown values.
pub async fn invoke(
    package: &Package,
    call: &Call,
    arguments: PropertyMap,
) -> Result<Invoked, CallError> {
    invoke_with(package, call, arguments, Effects::All).await
}

/// Calls a function as [`invoke`] does, for an engine that does not say which calls belong to a preview: the function may only read.
///
/// # Errors
/// As [`invoke`].
pub async fn look_up(
    package: &Package,
    call: &Call,
    arguments: PropertyMap,
) -> Result<Invoked, CallError> {
    invoke_with(package, call, arguments, Effects::Read).await
}

async fn invoke_with(
    package: &Package,
    call: &Call,
    arguments: PropertyMap,
    granted: Effects,
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
    let arguments = checked.inputs;
    call.secrets.learn(&arguments);
    let refused = |failures| Invoked {
        failures,
        ..Invoked::default()
    };
    if !checked.failures.is_empty() {
        return Ok(refused(checked.failures));
    }
    let is_secret = arguments.values().any(PropertyValue::contains_secret);
    let is_unknown = arguments.values().any(PropertyValue::contains_unknown);
    if is_unknown || (call.preview && binding.obstacle.is_some()) {
        return Ok(Invoked {
            result: results::unknown(&binding, is_secret),
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
        granted
    };
    let call = Call {
        effects,
        ..call.clone()
    };
    let (result, failures) = binding.component.invoke(&call, &arguments).await?;
    if !failures.is_empty() {
        return Ok(refused(failures));
    }
    results::of_the_schemas_form(&binding, &result)?;
    if let Some((name, _)) = result.iter().find(|(_, value)| value.contains_unknown()) {
        return Err(CallError::BadAnswer(format!(
            "the result `{name}` is unknown; a function must return known values"
        )));
    }
    let mut result = results::marked(&binding, result, is_secret);
    call.secrets.learn_answer(&result);
    let declared = match &function.outputs {
        FunctionOutputs::Object(outputs) => Some(outputs),
        FunctionOutputs::Nothing | FunctionOutputs::Value(_) => None,
    };
    redaction::hide(&call, "output", declared, &arguments, &mut result);
    Ok(Invoked { result, failures })
}
