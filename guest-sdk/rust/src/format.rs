//! The manifest's format: the lowest that has all keys which a manifest uses, so that hosts of any age read what they can.

use serde_json::Value as JsonValue;

/// The first format that there was.
const FIRST: u32 = 1;

/// The places of keys that a format added. `*` is any name. The host has the same table.
const ADDED: &[(u32, &[&str])] = &[
    (2, &["resources", "*", "properties", "*", "computed"]),
    (2, &["types", "*", "properties", "*", "computed"]),
    (2, &["resources", "*", "outputDependencies"]),
    (2, &["resources", "*", "concurrency"]),
    (2, &["wants", "net", "*", "tls"]),
    (2, &["wants", "net", "*", "proxy"]),
];

/// The format that a manifest has to have.
pub(crate) fn of(manifest: &JsonValue) -> u32 {
    let used = ADDED.iter().filter(|(_, path)| has(manifest, path));
    used.map(|(since, _)| *since).max().unwrap_or(FIRST)
}

/// Whether something stands at a path.
fn has(value: &JsonValue, path: &[&str]) -> bool {
    match path.split_first() {
        None => true,
        Some((&"*", rest)) => match value {
            JsonValue::Object(members) => members.values().any(|value| has(value, rest)),
            JsonValue::Array(items) => items.iter().any(|value| has(value, rest)),
            _ => false,
        },
        Some((key, rest)) => value.get(key).is_some_and(|value| has(value, rest)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_manifest_has_the_lowest_format_with_all_its_keys() {
        let old = json!({ "resources": { "acme:index:Thing": {
            "properties": { "computed": { "minLength": 1 } }
        } } });
        assert_eq!(of(&old), 1);
        let chosen = json!({ "properties": { "size": { "computed": true } } });
        let made = json!({ "outputDependencies": { "url": ["host"] } });
        for manifest in [
            json!({ "resources": { "acme:index:Thing": chosen } }),
            json!({ "types": { "acme:index:Rule": chosen } }),
            json!({ "resources": { "acme:index:Thing": made } }),
            json!({ "wants": { "net": [{ "host": "a" }, { "host": "b", "proxy": "c" }] } }),
            json!({ "resources": { "acme:index:Thing": { "concurrency": 1 } } }),
            json!({ "wants": { "net": [{ "host": "a", "tls": {} }] } }),
        ] {
            assert_eq!(of(&manifest), 2, "{manifest}");
        }
    }
}
