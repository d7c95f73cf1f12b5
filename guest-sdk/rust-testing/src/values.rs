//! Property values as JSON: what Pulumi's own encoding says in signatures, with words for it.

use std::fmt;
use std::ops::Deref;

use pulumi_wasm_host::provider::signature;
use pulumi_wasm_host::provider::value::{PropertyMap, PropertyValue};
use serde_json::{Map, Value, json};

use crate::fail;

/// A secret value, in inputs and in what outputs are compared with.
#[must_use]
pub fn secret(value: impl Into<Value>) -> Value {
    json!({ signature::KEY: signature::SECRET, "value": value.into() })
}

/// A value that is not known yet, as previews have it.
#[must_use]
pub fn unknown() -> Value {
    signature::UNKNOWN.into()
}

/// An asset of text.
#[must_use]
pub fn text_asset(text: &str) -> Value {
    json!({ signature::KEY: signature::ASSET, "text": text })
}

/// An asset of a file.
#[must_use]
pub fn file_asset(path: &str) -> Value {
    json!({ signature::KEY: signature::ASSET, "path": path })
}

/// An archive of assets and archives by their names.
#[must_use]
pub fn archive(assets: &Value) -> Value {
    json!({ signature::KEY: signature::ARCHIVE, "assets": assets })
}

/// An archive of a folder or an archive file.
#[must_use]
pub fn file_archive(path: &str) -> Value {
    json!({ signature::KEY: signature::ARCHIVE, "path": path })
}

/// Inputs, outputs or a result: a JSON object, in which [`secret`] and [`unknown`] stand for themselves.
///
/// It can be used as the [`Value`] that it is, and compared with one; `3` and `3.0` are the same number.
#[derive(Clone, PartialEq)]
pub struct Properties {
    json: Value,
}

impl Properties {
    pub(crate) fn from_core(map: PropertyMap) -> Self {
        Self {
            json: from_core(PropertyValue::Object(map)),
        }
    }

    /// The JSON, as the inputs of a later [`up`](crate::Resource::up).
    #[must_use]
    pub fn json(&self) -> Value {
        self.json.clone()
    }

    /// The same without the wrappers of secrets.
    #[must_use]
    pub fn revealed(&self) -> Value {
        reveal(&self.json)
    }

    /// The paths of secrets, such as `["password"]`.
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        find_secrets(&self.json, "", &mut found);
        found
    }

    /// Fails the test unless these are exactly the properties, and says for each one how it differs.
    #[track_caller]
    pub fn assert_is(&self, expected: &Value) {
        let mut differences = Vec::new();
        compare(Some(expected), Some(&self.json), "", &mut differences);
        self.report(&differences);
    }

    /// Fails the test unless the properties that are named are as expected. Others may be there.
    #[track_caller]
    pub fn assert_has(&self, expected: &Value) {
        let Value::Object(members) = expected else {
            fail("what properties are compared with must be an object");
        };
        let mut differences = Vec::new();
        for (name, value) in members {
            compare(
                Some(value),
                self.json.get(name),
                &below("", name),
                &mut differences,
            );
        }
        self.report(&differences);
    }

    #[track_caller]
    fn report(&self, differences: &[String]) {
        if !differences.is_empty() {
            fail(&format!(
                "properties are not as expected:\n  {}\nall of them: {self:?}",
                differences.join("\n  ")
            ));
        }
    }
}

impl Deref for Properties {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.json
    }
}

impl PartialEq<Value> for Properties {
    fn eq(&self, other: &Value) -> bool {
        same(&self.json, other)
    }
}

/// Secrets and unknown values in words.
impl fmt::Debug for Properties {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&show(&self.json))
    }
}

/// The value that JSON stands for.
pub(crate) fn to_core(json: &Value) -> Result<PropertyValue, String> {
    Ok(match json {
        Value::Null => PropertyValue::Null,
        Value::Bool(value) => PropertyValue::Bool(*value),
        Value::Number(number) => PropertyValue::Number(
            number
                .as_f64()
                .ok_or_else(|| format!("{number} is no number of Pulumi"))?,
        ),
        Value::String(text) if signature::is_unknown(text) => PropertyValue::Unknown,
        Value::String(text) => PropertyValue::String(text.clone()),
        Value::Array(items) => {
            PropertyValue::Array(items.iter().map(to_core).collect::<Result<_, _>>()?)
        }
        Value::Object(members) => {
            signature::interpret(members_to_core(members)?).map_err(|error| error.to_string())?
        }
    })
}

fn members_to_core(members: &Map<String, Value>) -> Result<PropertyMap, String> {
    let member = |(key, value): (&String, &Value)| Ok((key.clone(), to_core(value)?));
    members.iter().map(member).collect()
}

/// A property map of the test's JSON; a test with anything else fails.
#[track_caller]
pub(crate) fn map(json: &Value) -> PropertyMap {
    match json {
        Value::Object(members) => match members_to_core(members) {
            Ok(map) => map,
            Err(reason) => fail(&format!("the properties of the test: {reason}")),
        },
        other => fail(&format!("properties must be an object, not `{other}`")),
    }
}

pub(crate) fn from_core(value: PropertyValue) -> Value {
    match signature::express(value) {
        PropertyValue::Bool(value) => value.into(),
        PropertyValue::Number(number) => from_number(number),
        PropertyValue::String(text) => text.into(),
        PropertyValue::Array(items) => items.into_iter().map(from_core).collect(),
        PropertyValue::Object(map) => {
            let member = |(key, value)| (key, from_core(value));
            Value::Object(map.into_iter().map(member).collect())
        }
        // Nothing else is left after the special values were written as objects.
        _ => Value::Null,
    }
}

/// Whole numbers without a fraction, as a test writes them.
fn from_number(number: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
        return (number as i64).into();
    }
    number.into()
}

/// Whether two values mean the same to Pulumi.
fn same(one: &Value, other: &Value) -> bool {
    match (to_core(one), to_core(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

fn signature_of(value: &Value) -> Option<&str> {
    value.get(signature::KEY)?.as_str()
}

fn reveal(value: &Value) -> Value {
    match value {
        value if signature_of(value) == Some(signature::SECRET) => {
            value.get("value").map(reveal).unwrap_or_default()
        }
        Value::Array(items) => items.iter().map(reveal).collect(),
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| (key.clone(), reveal(value));
            Value::Object(members.iter().map(member).collect())
        }
        plain => plain.clone(),
    }
}

fn find_secrets(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        value if signature_of(value) == Some(signature::SECRET) => found.push(path.to_owned()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                find_secrets(item, &format!("{path}[{index}]"), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                find_secrets(member, &below(path, key), found);
            }
        }
        _ => {}
    }
}

/// The path of a member, as Pulumi writes it.
fn below(path: &str, key: &str) -> String {
    let is_plain = key
        .starts_with(|first: char| first.is_ascii_alphabetic() || "_$".contains(first))
        && key
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_$".contains(letter));
    match (path, is_plain) {
        ("", true) => key.to_owned(),
        (_, true) => format!("{path}.{key}"),
        (_, false) => format!("{path}[{key:?}]"),
    }
}

/// Says how values differ, as deep inside as possible.
fn compare(
    expected: Option<&Value>,
    found: Option<&Value>,
    path: &str,
    differences: &mut Vec<String>,
) {
    let place = if path.is_empty() { "the whole" } else { path };
    match (expected, found) {
        (None, None) => {}
        (Some(expected), None) => {
            differences.push(format!("{place}: missing; expected {}", show(expected)))
        }
        (None, Some(found)) => differences.push(format!("{place}: unexpected: {}", show(found))),
        (Some(Value::Object(wanted)), Some(Value::Object(there)))
            if !wanted.contains_key(signature::KEY) && !there.contains_key(signature::KEY) =>
        {
            for (key, value) in wanted {
                compare(Some(value), there.get(key), &below(path, key), differences);
            }
            for (key, value) in there {
                if !wanted.contains_key(key) {
                    compare(None, Some(value), &below(path, key), differences);
                }
            }
        }
        (Some(Value::Array(wanted)), Some(Value::Array(there))) if wanted.len() == there.len() => {
            for (index, (value, found)) in wanted.iter().zip(there).enumerate() {
                compare(
                    Some(value),
                    Some(found),
                    &format!("{path}[{index}]"),
                    differences,
                );
            }
        }
        (Some(expected), Some(found)) => {
            if !same(expected, found) {
                differences.push(format!(
                    "{place}: is {}; expected {}",
                    show(found),
                    show(expected)
                ));
            }
        }
    }
}

fn show(value: &Value) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::String(text) if signature::is_unknown(text) => "unknown".to_owned(),
        value if signature_of(value) == Some(signature::SECRET) => {
            format!(
                "secret({})",
                show(value.get("value").unwrap_or(&Value::Null))
            )
        }
        Value::Array(items) => format!("[{}]", join(items.iter().map(show).collect())),
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| format!("{key:?}: {}", show(value));
            format!("{{{}}}", join(members.iter().map(member).collect()))
        }
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn properties(json: &Value) -> Properties {
        Properties::from_core(map(json))
    }

    #[test]
    fn properties_are_the_json_that_they_came_from() {
        let json = json!({
            "a": 3, "b": [1.5, null, true], "c": secret("x"), "d": unknown(), "e": { "f": secret(unknown()) },
        });
        let found = properties(&json);
        assert_eq!(found, json);
        assert_eq!(found["a"], 3);
        assert_eq!(found.secrets(), ["c", "e.f"]);
        assert_eq!(found.revealed()["c"], "x");
        assert_eq!(properties(&json!({ "a": 3.0 })), json!({ "a": 3 }));
        assert_ne!(
            properties(&json!({ "a": "x" })),
            json!({ "a": secret("x") })
        );
    }

    #[test]
    fn differences_are_said_where_they_are_and_in_words() {
        let found = properties(&json!({ "a": [{ "b": secret("x") }], "c": 1, "k.e": true }));
        let expected = json!({ "a": [{ "b": "x", "d": unknown() }], "c": 1.0 });
        let mut differences = Vec::new();
        compare(Some(&expected), Some(&found), "", &mut differences);
        assert_eq!(
            differences,
            [
                "a[0].b: is secret(\"x\"); expected \"x\"",
                "a[0].d: missing; expected unknown",
                "[\"k.e\"]: unexpected: true",
            ]
        );
        found.assert_has(&json!({ "c": 1 }));
        found.assert_is(&found);
    }
}
