//! Functions and methods: their arguments, their results, and the code around them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::language::Language;
use super::properties::{self, Place};
use super::scope::{Faults, object};
use crate::schema::parse::reader::{Members, member};

/// The functions that resources name as their methods.
pub(super) fn tokens_of_methods(root: &Members) -> BTreeSet<&str> {
    let resources = object(root, "resources").into_iter().flatten();
    let methods = resources.filter_map(|(_, spec)| spec.get("methods")?.as_object());
    methods
        .flat_map(|methods| methods.values().filter_map(Value::as_str))
        .collect()
}

/// The methods of a resource. In Go, a method without a result does not compile.
pub(super) fn methods(faults: &mut Faults<'_>, root: &Members, spec: &Members, place: &str) {
    let functions = object(root, "functions");
    for (name, token) in object(spec, "methods").into_iter().flatten() {
        let function = token.as_str().and_then(|token| functions?.get(token));
        if function.is_some_and(|function| outputs(function).is_none()) {
            let place = member(&member(place, "methods"), name);
            let message =
                "generated SDKs do not work for a method without results; give it a result";
            faults.add(Language::Go, &place, message, "");
        }
    }
}

/// A function, or a method.
pub(super) fn function(
    faults: &mut Faults<'_>,
    spec: &Members,
    name: &str,
    place: &str,
    is_method: bool,
) {
    let inputs = object(spec, "inputs");
    if let Some(inputs) = inputs {
        let of = if is_method {
            Place::Inputs
        } else {
            Place::Arguments
        };
        let place = member(place, "inputs");
        let named = without_self(inputs);
        properties::of_function(faults, &named, of, name, &place);
    }
    let result = spec.get("outputs").or_else(|| spec.get("returnType"));
    if let Some(Value::Object(outputs)) = result {
        let key = if spec.contains_key("outputs") {
            "outputs"
        } else {
            "returnType"
        };
        properties::of_function(faults, outputs, Place::Results, name, &member(place, key));
    }
    if is_method {
        return;
    }
    let has_arguments = inputs
        .and_then(|inputs| object(inputs, "properties"))
        .is_some_and(|arguments| !arguments.is_empty());
    let advice = match result {
        None => Some("generated SDKs do not work for a function without results; give it a result"),
        Some(result) if is_bare(result) && (!has_arguments || is_plain(result)) => Some(
            "generated SDKs do not work for a result that is one value; return an object with the value as a property",
        ),
        Some(_) => None,
    };
    if let Some(advice) = advice {
        faults.add(Language::Go, place, advice, "");
    }
}

fn outputs(function: &Value) -> Option<&Value> {
    function
        .get("outputs")
        .or_else(|| function.get("returnType"))
}

/// The properties without the resource that a method is called on.
fn without_self(inputs: &Members) -> Members {
    let mut inputs = inputs.clone();
    if let Some(Value::Object(properties)) = inputs.get_mut("properties") {
        properties.remove("__self__");
    }
    inputs
}

/// Whether the function returns a single value instead of an object with named results.
fn is_bare(result: &Value) -> bool {
    match result.get("$ref").and_then(Value::as_str) {
        Some(reference) => !reference.starts_with("#/types/") || is_plain(result),
        None => {
            result.get("type").is_some_and(|kind| kind != "object")
                || result.get("additionalProperties").is_some()
                || result.get("oneOf").is_some()
        }
    }
}

/// Whether `nil` is not a value of the result's type in Go.
fn is_plain(result: &Value) -> bool {
    let kind = result.get("type").and_then(Value::as_str);
    matches!(kind, Some("string" | "number" | "integer" | "boolean"))
}
