//! The input that every resource here has: values that a new random value goes along with.

use std::collections::BTreeMap;

use pulumi_wasm_provider::{Json, Property, PropertyFailure, PropertyPath, Types, Value};
use serde_json::Value as JsonValue;

/// A map of strings that is as good as absent when it is empty.
///
/// Programs and states of other providers hold numbers and booleans here too, values that are null, and names that
/// begin with `__`, which are notes of the engine's neighbours. The first two count by how they are written; the
/// others do not count at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keepers(BTreeMap<String, String>);

impl Property for Keepers {
    const REQUIRED: bool = false;

    fn schema(types: &mut Types) -> JsonValue {
        BTreeMap::<String, String>::schema(types)
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        if value.is_null() {
            return Ok(Self::default());
        }
        let mut keepers = BTreeMap::new();
        for (name, Json(value)) in BTreeMap::<String, Json>::decode(value, path)? {
            let text = match value {
                _ if name.starts_with("__") => continue,
                JsonValue::Null => continue,
                JsonValue::Bool(boolean) => boolean.to_string(),
                JsonValue::Number(number) => written(&number),
                other => String::decode(other, &path.key(&name))?,
            };
            keepers.insert(name, text);
        }
        Ok(Self(keepers))
    }

    fn missing(_: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self::default())
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        if self.0.is_empty() {
            return Ok(None);
        }
        self.0.encode(path)
    }
}

/// The number as a person would write it: whole numbers arrive as `3.0` too.
fn written(number: &serde_json::Number) -> String {
    number
        .as_f64()
        .map_or_else(|| number.to_string(), |number| number.to_string())
}

/// Whether a resource goes along with the same values before and after. False while some are not known yet.
pub(crate) fn are_same(old: &Value<Keepers>, new: &Value<Keepers>) -> bool {
    let none = Keepers::default();
    let known = |value: &Value<Keepers>| match value.get() {
        Some(keepers) => Some(keepers.clone()),
        None => value.is_absent().then(|| none.clone()),
    };
    known(old).is_some_and(|old| known(new) == Some(old))
}

/// Takes keepers that only look different for the same, as part of a resource's `diff`.
macro_rules! ignore_same_keepers {
    ($change:ident) => {
        if crate::keepers::are_same(&$change.old_inputs.keepers, &$change.inputs.keepers) {
            $change.ignore("keepers");
        }
    };
}
pub(crate) use ignore_same_keepers;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn keepers(value: JsonValue) -> Keepers {
        Keepers::decode(value, &PropertyPath::Root).unwrap()
    }

    #[test]
    fn what_other_providers_recorded_reads_as_strings() {
        let expected = keepers(json!({ "region": "eu", "revision": "3", "canary": "true" }));
        assert_eq!(
            keepers(json!({
                "__defaults": [],
                "region": "eu",
                "revision": 3,
                "canary": true,
                "gone": null,
            })),
            expected
        );
        assert_eq!(
            keepers(json!({ "revision": 3.0 })),
            keepers(json!({ "revision": "3" }))
        );
        assert_eq!(
            keepers(json!({ "share": 0.5 })),
            keepers(json!({ "share": "0.5" }))
        );
    }

    #[test]
    fn nothing_is_the_same_as_no_keepers() {
        for nothing in [json!({}), json!(null), json!({ "a": null })] {
            assert_eq!(keepers(nothing), Keepers::default());
        }
        assert_eq!(Keepers::default().encode(&PropertyPath::Root), Ok(None));
        assert!(are_same(
            &Value::absent(),
            &Value::known(Keepers::default())
        ));
    }

    #[test]
    fn what_is_not_known_is_not_the_same() {
        let some = keepers(json!({ "a": "b" }));
        assert!(are_same(
            &Value::known(some.clone()),
            &Value::known(some.clone())
        ));
        assert!(!are_same(&Value::known(some.clone()), &Value::absent()));
        assert!(!are_same(&Value::known(some), &Value::unknown()));
        assert!(!are_same(&Value::unknown(), &Value::unknown()));
    }

    #[test]
    fn a_keeper_that_is_no_text_is_named() {
        let failure = Keepers::decode(json!({ "list": [1] }), &PropertyPath::Root).unwrap_err();
        assert_eq!(failure.property, "list");
    }
}
