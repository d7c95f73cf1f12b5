//! Property values as JSON: Pulumi's encoding with signatures, with words for it.

use std::fmt;
use std::ops::Deref;

use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::property_path::PropertyPath;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_simulator::{self as simulator, Reveal};
use serde_json::{Value, json};

use crate::failing::fail;

/// A secret value, in inputs and in expected outputs.
#[must_use]
pub fn secret(value: impl Into<Value>) -> Value {
    simulator::secret(value)
}

/// A value that is not known yet, as previews have it.
#[must_use]
pub fn unknown() -> Value {
    simulator::unknown()
}

/// An asset of text.
#[must_use]
pub fn text_asset(text: &str) -> Value {
    json!({ special_values::KEY: special_values::ASSET, "text": text })
}

/// An asset of a file.
#[must_use]
pub fn file_asset(path: &str) -> Value {
    json!({ special_values::KEY: special_values::ASSET, "path": path })
}

/// An archive of assets and archives by their names.
#[must_use]
pub fn archive(assets: &Value) -> Value {
    json!({ special_values::KEY: special_values::ARCHIVE, "assets": assets })
}

/// An archive of a folder or an archive file.
#[must_use]
pub fn file_archive(path: &str) -> Value {
    json!({ special_values::KEY: special_values::ARCHIVE, "path": path })
}

/// Inputs, outputs or a result: a JSON object, in which [`secret`] and [`unknown`] stand for themselves.
///
/// It dereferences to its [`Value`] and can be compared with one; `3` and `3.0` are the same number.
#[derive(Clone, PartialEq)]
pub struct Properties {
    json: Value,
}

impl Properties {
    pub(crate) fn from_core(map: PropertyMap) -> Self {
        Self {
            json: simulator::from_map(map),
        }
    }

    /// The JSON, as the inputs of a later [`up`](crate::Resource::up).
    #[must_use]
    pub fn json(&self) -> Value {
        self.json.clone()
    }

    /// The value without the wrappers of secrets.
    #[must_use]
    pub fn revealed(&self) -> Value {
        reveal(&self.json)
    }

    /// The paths of secrets, such as `["password"]`.
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        find_secrets(&self.json, &PropertyPath::default(), &mut found);
        found
    }

    /// Fails the test unless these are exactly the properties, and prints how each differs.
    #[track_caller]
    pub fn assert_is(&self, expected: &Value) {
        self.report(&differences(expected, Some(&self.json)));
    }

    /// Fails the test unless the named properties have the expected values. Further properties are allowed.
    #[track_caller]
    pub fn assert_has(&self, expected: &Value) {
        let Value::Object(members) = expected else {
            fail("the expected properties must be an object");
        };
        let named = |(name, _): &(&String, &Value)| members.contains_key(*name);
        let there = self.json.as_object().into_iter().flatten().filter(named);
        let there = there.map(|(name, value)| (name.clone(), value.clone()));
        self.report(&differences(expected, Some(&there.collect())));
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
        simulator::same(&self.json, other)
    }
}

/// Secrets and unknown values as text.
impl fmt::Debug for Properties {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&simulator::show(&self.json, Reveal::Secrets))
    }
}

/// A property map of the test's JSON; a test with anything else fails.
#[track_caller]
pub(crate) fn map(json: &Value) -> PropertyMap {
    match simulator::to_map(json) {
        Ok(map) => map,
        Err(reason) => fail(&format!("the properties of the test: {reason}")),
    }
}

fn signature_of(value: &Value) -> Option<&str> {
    value.get(special_values::KEY)?.as_str()
}

fn reveal(value: &Value) -> Value {
    match value {
        value if signature_of(value) == Some(special_values::SECRET) => {
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

fn find_secrets(value: &Value, path: &PropertyPath, found: &mut Vec<String>) {
    match value {
        value if signature_of(value) == Some(special_values::SECRET) => {
            found.push(path.to_string())
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                find_secrets(item, &path.index(index), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                find_secrets(member, &path.key(key), found);
            }
        }
        _ => {}
    }
}

/// The differences of values, one per line.
fn differences(expected: &Value, found: Option<&Value>) -> Vec<String> {
    let mismatches = simulator::compare(Some(expected), found, &|_, _| None);
    mismatches.iter().map(ToString::to_string).collect()
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
        assert_eq!(
            differences(&expected, Some(&found)),
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
