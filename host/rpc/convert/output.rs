//! Output values: a value together with its dependencies.
//!
//! The core knows values, whether they are known, and whether they are secret. Dependencies are for the engine alone,
//! so they stay here: taken from a request, and put back around the answer's values in the same places.

use std::collections::BTreeSet;

use prost::Message as _;
use prost::bytes::Bytes;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};
use pulumi_wasm_core::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::map_to_proto;
use super::message::{decode, map_to_message};
use super::read::ConvertError;

/// Puts the output values of a request back around the values of an answer, if one is in the place of the other.
///
/// `sent` was converted without an error, and so nests no deeper than conversion allows.
///
/// # Errors
/// When `sent` is not properties.
pub(in crate::rpc) fn restore_outputs(
    sent: &[u8],
    answer: PropertyMap,
) -> Result<Bytes, ConvertError> {
    let restored = restore_all(&decode(sent)?, map_to_message(answer));
    Ok(restored.encode_to_vec().into())
}

fn restore_all(sent: &Struct, answer: Struct) -> Struct {
    let fields = answer.fields.into_iter().map(|(key, value)| {
        let value = match sent.fields.get(&key) {
            Some(sent) => restore(sent, value),
            None => value,
        };
        (key, value)
    });
    Struct {
        fields: fields.collect(),
    }
}

/// Writes unknown values as output values that depend on all that the arguments of a call depend on.
///
/// # Errors
/// When `arguments`, which were converted before, are not properties.
pub(in crate::rpc) fn unknown_as_outputs(
    arguments: &[u8],
    answer: PropertyMap,
) -> Result<Bytes, ConvertError> {
    if !answer.values().any(PropertyValue::is_unknown) {
        return Ok(map_to_proto(&answer));
    }
    let written = unknown_as_dependent(&decode(arguments)?, map_to_message(answer));
    Ok(written.encode_to_vec().into())
}

fn unknown_as_dependent(arguments: &Struct, answer: Struct) -> Struct {
    let mut urns = BTreeSet::new();
    for value in arguments.fields.values() {
        collect_dependencies(value, &mut urns);
    }
    let dependencies: Vec<Value> = urns.into_iter().map(text).collect();
    let fields = answer.fields.into_iter().map(|(key, value)| {
        let (plain, secret) = reveal(value);
        let value = if is_unknown(&plain) {
            output(None, secret, dependencies.clone())
        } else if secret {
            wrap_secret(plain)
        } else {
            plain
        };
        (key, value)
    });
    Struct {
        fields: fields.collect(),
    }
}

/// Leaves out what is unknown, for an engine that takes no unknown values there.
pub(in crate::rpc) fn without_unknown(mut answer: PropertyMap) -> PropertyMap {
    answer.retain(|_, value| !value.is_unknown());
    answer
}

fn restore(sent: &Value, answer: Value) -> Value {
    if let Some(found) = signed(sent, special_values::OUTPUT) {
        let (plain, is_secret) = reveal(answer);
        let was_secret = matches!(kind(found, "secret"), Some(Kind::BoolValue(true)));
        let value = (!is_unknown(&plain)).then(|| match found.fields.get("value") {
            Some(inner) => restore(inner, plain),
            None => plain,
        });
        let dependencies = match kind(found, "dependencies") {
            Some(Kind::ListValue(list)) => list.values.clone(),
            _ => Vec::new(),
        };
        return output(value, is_secret || was_secret, dependencies);
    }
    if let Some(inner) =
        signed(sent, special_values::SECRET).and_then(|found| found.fields.get("value"))
    {
        let (plain, is_secret) = reveal(answer);
        let restored = restore(inner, plain);
        return if is_secret {
            wrap_secret(restored)
        } else {
            restored
        };
    }
    let kind = match (&sent.kind, answer.kind) {
        (Some(Kind::ListValue(sent)), Some(Kind::ListValue(answer)))
            if sent.values.len() == answer.values.len() =>
        {
            let values = sent.values.iter().zip(answer.values);
            Some(Kind::ListValue(ListValue {
                values: values.map(|(sent, answer)| restore(sent, answer)).collect(),
            }))
        }
        (Some(Kind::StructValue(sent)), Some(Kind::StructValue(answer))) => {
            Some(Kind::StructValue(restore_all(sent, answer)))
        }
        (_, answer) => answer,
    };
    Value { kind }
}

fn collect_dependencies(value: &Value, urns: &mut BTreeSet<String>) {
    match &value.kind {
        Some(Kind::ListValue(list)) => {
            for value in &list.values {
                collect_dependencies(value, urns);
            }
        }
        Some(Kind::StructValue(object)) => {
            if signed(value, special_values::OUTPUT).is_some()
                && let Some(Kind::ListValue(list)) = kind(object, "dependencies")
            {
                urns.extend(list.values.iter().filter_map(|urn| match &urn.kind {
                    Some(Kind::StringValue(urn)) => Some(urn.clone()),
                    _ => None,
                }));
            }
            for value in object.fields.values() {
                collect_dependencies(value, urns);
            }
        }
        _ => {}
    }
}

fn output(value: Option<Value>, secret: bool, dependencies: Vec<Value>) -> Value {
    let mut fields = vec![(special_values::KEY.to_owned(), text(special_values::OUTPUT))];
    fields.extend(value.map(|value| ("value".to_owned(), value)));
    if secret {
        let secret = Value {
            kind: Some(Kind::BoolValue(true)),
        };
        fields.push(("secret".to_owned(), secret));
    }
    if !dependencies.is_empty() {
        let list = ListValue {
            values: dependencies,
        };
        let dependencies = Value {
            kind: Some(Kind::ListValue(list)),
        };
        fields.push(("dependencies".to_owned(), dependencies));
    }
    object(fields)
}

fn wrap_secret(value: Value) -> Value {
    object(vec![
        (special_values::KEY.to_owned(), text(special_values::SECRET)),
        ("value".to_owned(), value),
    ])
}

/// The value inside a secret, and whether it was in one.
fn reveal(value: Value) -> (Value, bool) {
    if signed(&value, special_values::SECRET).is_none() {
        return (value, false);
    }
    match value.kind {
        Some(Kind::StructValue(mut object)) => {
            let inner = object.fields.remove("value").unwrap_or_default();
            (reveal(inner).0, true)
        }
        kind => (Value { kind }, false),
    }
}

/// The members of a special value of one kind.
fn signed<'v>(value: &'v Value, expected: &str) -> Option<&'v Struct> {
    let Some(Kind::StructValue(object)) = &value.kind else {
        return None;
    };
    match kind(object, special_values::KEY) {
        Some(Kind::StringValue(found)) if found == expected => Some(object),
        _ => None,
    }
}

fn kind<'s>(object: &'s Struct, key: &str) -> Option<&'s Kind> {
    object.fields.get(key)?.kind.as_ref()
}

fn is_unknown(value: &Value) -> bool {
    matches!(&value.kind, Some(Kind::StringValue(text)) if special_values::is_unknown(text))
}

fn text(text: impl Into<String>) -> Value {
    Value {
        kind: Some(Kind::StringValue(text.into())),
    }
}

fn object(fields: Vec<(String, Value)>) -> Value {
    Value {
        kind: Some(Kind::StructValue(Struct {
            fields: fields.into_iter().collect(),
        })),
    }
}

#[cfg(test)]
mod tests;
