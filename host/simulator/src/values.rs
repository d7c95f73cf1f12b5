//! Property values as JSON: Pulumi's encoding with signatures, and the differences between two values.

use std::fmt;

use pulumi_wasm_core::value::json_numbers;
use pulumi_wasm_core::value::property_path::PropertyPath;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use serde_json::{Map, Value, json};

/// A secret value.
#[must_use]
pub fn secret(value: impl Into<Value>) -> Value {
    json!({ special_values::KEY: special_values::SECRET, "value": value.into() })
}

/// A value that is not known yet, as previews have it.
#[must_use]
pub fn unknown() -> Value {
    special_values::UNKNOWN.into()
}

/// Whether JSON is [`unknown`].
#[must_use]
pub fn is_unknown(json: &Value) -> bool {
    json.as_str().is_some_and(special_values::is_unknown)
}

/// Whether JSON is a [`secret`].
#[must_use]
pub fn is_secret(json: &Value) -> bool {
    signature_of(json) == Some(special_values::SECRET)
}

fn signature_of(value: &Value) -> Option<&str> {
    value.get(special_values::KEY)?.as_str()
}

/// Converts JSON to a value.
///
/// # Errors
/// If a signature is unknown, or a number is not one of Pulumi's numbers.
pub fn to_value(json: &Value) -> Result<PropertyValue, String> {
    Ok(match json {
        Value::Null => PropertyValue::Null,
        Value::Bool(value) => PropertyValue::Bool(*value),
        Value::Number(number) if json_numbers::loses_digits(&number.to_string()) => {
            return Err(format!(
                "{number} has more digits than Pulumi's numbers keep; write it in quotation marks"
            ));
        }
        Value::Number(number) => PropertyValue::Number(
            number
                .as_f64()
                .ok_or_else(|| format!("{number} is not a number that Pulumi can hold"))?,
        ),
        Value::String(text) if special_values::is_unknown(text) => PropertyValue::Unknown,
        Value::String(text) => PropertyValue::String(text.clone()),
        Value::Array(items) => {
            PropertyValue::Array(items.iter().map(to_value).collect::<Result<_, _>>()?)
        }
        Value::Object(members) => {
            special_values::decode(members_to_map(members)?).map_err(|error| error.to_string())?
        }
    })
}

/// Converts a JSON object to properties.
///
/// # Errors
/// Like [`to_value`], and if it is not an object.
pub fn to_map(json: &Value) -> Result<PropertyMap, String> {
    match json {
        Value::Object(members) => members_to_map(members),
        other => Err(format!("properties must be an object, not `{other}`")),
    }
}

fn members_to_map(members: &Map<String, Value>) -> Result<PropertyMap, String> {
    let member = |(key, value): (&String, &Value)| Ok((key.clone(), to_value(value)?));
    members.iter().map(member).collect()
}

/// The JSON of a value.
#[must_use]
pub fn from_value(value: PropertyValue) -> Value {
    match special_values::encode(value) {
        PropertyValue::Bool(value) => value.into(),
        PropertyValue::Number(number) => from_number(number),
        PropertyValue::String(text) => text.into(),
        PropertyValue::Array(items) => items.into_iter().map(from_value).collect(),
        PropertyValue::Object(map) => {
            let member = |(key, value)| (key, from_value(value));
            Value::Object(map.into_iter().map(member).collect())
        }
        // Nothing else is left after the special values were written as objects.
        _ => Value::Null,
    }
}

/// The JSON object of properties.
#[must_use]
pub fn from_map(map: PropertyMap) -> Value {
    from_value(PropertyValue::Object(map))
}

/// Whole numbers without a fraction, as people write them.
fn from_number(number: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
        return (number as i64).into();
    }
    number.into()
}

/// Whether two values have the same meaning for Pulumi.
#[must_use]
pub fn same(one: &Value, other: &Value) -> bool {
    match (to_value(one), to_value(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// A place with another value than the expected one.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// In Pulumi's notation; empty for the whole value.
    pub path: String,
    /// `None` if no value was expected there.
    pub expected: Option<Value>,
    /// `None` if the value is missing.
    pub found: Option<Value>,
}

/// In one line, including the values of secrets: for tests.
impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.path.as_str() {
            "" => "the whole",
            path => path,
        };
        let show = |value: &Value| show(value, Reveal::Secrets);
        match (&self.expected, &self.found) {
            (Some(expected), None) => {
                write!(formatter, "{place}: missing; expected {}", show(expected))
            }
            (None, Some(found)) => write!(formatter, "{place}: unexpected: {}", show(found)),
            (Some(expected), Some(found)) => write!(
                formatter,
                "{place}: is {}; expected {}",
                show(found),
                show(expected)
            ),
            (None, None) => formatter.write_str(place),
        }
    }
}

/// Names the places at which values differ, as deep inside as possible. `fits` compares two values that are not both
/// objects or lists of the same length; its first argument is the expected one.
#[must_use]
pub fn compare(
    expected: Option<&Value>,
    found: Option<&Value>,
    fits: &dyn Fn(&Value, &Value) -> Option<bool>,
) -> Vec<Mismatch> {
    let mut mismatches = Vec::new();
    compare_at(
        &PropertyPath::default(),
        (expected, found),
        fits,
        &mut mismatches,
    );
    mismatches
}

fn compare_at(
    path: &PropertyPath,
    values: (Option<&Value>, Option<&Value>),
    fits: &dyn Fn(&Value, &Value) -> Option<bool>,
    mismatches: &mut Vec<Mismatch>,
) {
    let is_fit = match values {
        (Some(expected), Some(found)) => fits(expected, found),
        _ => None,
    };
    match (is_fit, values) {
        (Some(true), _) | (_, (None, None)) => return,
        (None, (Some(Value::Object(wanted)), Some(Value::Object(there))))
            if !wanted.contains_key(special_values::KEY)
                && !there.contains_key(special_values::KEY) =>
        {
            for (key, value) in wanted {
                compare_at(
                    &path.key(key),
                    (Some(value), there.get(key)),
                    fits,
                    mismatches,
                );
            }
            for (key, value) in there {
                if !wanted.contains_key(key) {
                    compare_at(&path.key(key), (None, Some(value)), fits, mismatches);
                }
            }
            return;
        }
        (None, (Some(Value::Array(wanted)), Some(Value::Array(there))))
            if wanted.len() == there.len() =>
        {
            for (index, (value, found)) in wanted.iter().zip(there).enumerate() {
                compare_at(
                    &path.index(index),
                    (Some(value), Some(found)),
                    fits,
                    mismatches,
                );
            }
            return;
        }
        (None, (Some(expected), Some(found))) if is_secret(expected) && is_secret(found) => {
            let inner = |value: &Value| value.get("value").cloned().unwrap_or_default();
            let (expected, found) = (inner(expected), inner(found));
            let mut inside = Vec::new();
            compare_at(path, (Some(&expected), Some(&found)), fits, &mut inside);
            mismatches.extend(inside.into_iter().map(|mismatch| Mismatch {
                path: mismatch.path,
                expected: mismatch.expected.map(secret),
                found: mismatch.found.map(secret),
            }));
            return;
        }
        (None, (Some(expected), Some(found))) if same(expected, found) => return,
        _ => {}
    }
    mismatches.push(Mismatch {
        path: path.to_string(),
        expected: values.0.cloned(),
        found: values.1.cloned(),
    });
}

/// Whether secrets are printed in plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reveal {
    /// `secret("x")`
    Secrets,
    /// `[secret]`
    Nothing,
}

/// A value for messages, in one line.
#[must_use]
pub fn show(value: &Value, reveal: Reveal) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match value {
        value if is_unknown(value) => "unknown".to_owned(),
        value if is_secret(value) => match reveal {
            Reveal::Nothing => "[secret]".to_owned(),
            Reveal::Secrets => {
                let inner = value.get("value").unwrap_or(&Value::Null);
                format!("secret({})", show(inner, reveal))
            }
        },
        Value::Array(items) => {
            let items = items.iter().map(|item| show(item, reveal)).collect();
            format!("[{}]", join(items))
        }
        value if let Some((name, content)) = content_of(value) => {
            format!("{name}({})", show(content, reveal))
        }
        Value::Object(members) => {
            let member =
                |(key, value): (&String, &Value)| format!("{key:?}: {}", show(value, reveal));
            format!("{{{}}}", join(members.iter().map(member).collect()))
        }
        plain => plain.to_string(),
    }
}

/// The function that makes a file or a reference in cases and in Pulumi's YAML, and its argument.
fn content_of(value: &Value) -> Option<(&'static str, &Value)> {
    let names: &[(&str, &str)] = match signature_of(value)? {
        special_values::ASSET => &[
            ("text", "stringAsset"),
            ("path", "fileAsset"),
            ("uri", "remoteAsset"),
        ],
        special_values::ARCHIVE => &[
            ("assets", "assetArchive"),
            ("path", "fileArchive"),
            ("uri", "remoteArchive"),
        ],
        special_values::RESOURCE_REFERENCE => &[("urn", "resource")],
        _ => return None,
    };
    let content = |(key, name)| value.get(key).map(|content| (name, content));
    names.iter().copied().find_map(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_said_where_they_are_and_in_words() {
        let found = json!({ "a": [{ "b": secret("x") }], "c": 1, "k.e": true, "s": secret("y") });
        let expected = json!({ "a": [{ "b": "x", "d": unknown() }], "c": 1.0, "s": secret("z") });
        let mismatches = compare(Some(&expected), Some(&found), &|_, _| None);
        let lines: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "a[0].b: is secret(\"x\"); expected \"x\"",
                "a[0].d: missing; expected unknown",
                "s: is secret(\"y\"); expected secret(\"z\")",
                "[\"k.e\"]: unexpected: true",
            ]
        );
        assert_eq!(
            show(&found, Reveal::Nothing),
            "{\"a\": [{\"b\": [secret]}], \"c\": 1, \"k.e\": true, \"s\": [secret]}"
        );
    }

    #[test]
    fn files_and_references_are_shown_as_cases_write_them() {
        let signed = |kind: &str, key: &str, content: Value| json!({ special_values::KEY: kind, "hash": "", key: content });
        let text = signed(special_values::ASSET, "text", "a".into());
        for (value, expected) in [
            (text.clone(), "stringAsset(\"a\")"),
            (
                signed(special_values::ASSET, "path", "./a".into()),
                "fileAsset(\"./a\")",
            ),
            (
                signed(special_values::ARCHIVE, "assets", json!({ "b": text })),
                "assetArchive({\"b\": stringAsset(\"a\")})",
            ),
            (
                signed(special_values::ARCHIVE, "uri", "https://a".into()),
                "remoteArchive(\"https://a\")",
            ),
            (
                signed(special_values::RESOURCE_REFERENCE, "urn", "urn:a".into()),
                "resource(\"urn:a\")",
            ),
        ] {
            assert_eq!(show(&value, Reveal::Nothing), expected);
        }
    }

    #[test]
    fn json_is_the_value_that_it_came_from() {
        let json = json!({
            "a": 3, "b": [1.5, null, true], "c": secret("x"), "d": unknown(), "e": { "f": secret(unknown()) },
        });
        let value = to_map(&json).expect("properties");
        assert_eq!(from_map(value), json);
        assert!(same(&json!({ "a": 3.0 }), &json!({ "a": 3 })));
        assert!(!same(&json!({ "a": "x" }), &json!({ "a": secret("x") })));
        assert!(to_map(&json!([])).is_err());
    }
}
