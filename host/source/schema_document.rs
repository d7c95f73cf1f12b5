//! The schema document that the engine asks for: those of all components as one, and how to come back to them.

use base64::Engine as _;
use serde_json::{Map, Value, json};

/// The name under which this plugin is installed.
pub(super) const PLUGIN: &str = "wasm";

/// Puts the components' schemas together. They are consistent, as [`crate::provider::package::Package::assemble`] found;
/// what is said once for a package (description, licence, …) is taken from the first component that says it.
#[must_use]
pub(super) fn merge(documents: &[&Value], parameter: &[u8]) -> String {
    let mut merged = Map::new();
    for document in documents {
        let Value::Object(members) = document else {
            continue;
        };
        for (key, value) in members {
            match merged.get_mut(key) {
                None => {
                    merged.insert(key.clone(), value.clone());
                }
                Some(known) => combine(key, known, value),
            }
        }
    }
    merged.insert(
        "parameterization".to_owned(),
        json!({
            "baseProvider": { "name": PLUGIN, "version": env!("CARGO_PKG_VERSION") },
            "parameter": base64::engine::general_purpose::STANDARD.encode(parameter),
        }),
    );
    Value::Object(merged).to_string()
}

/// Adds what a further component says under a key.
fn combine(key: &str, known: &mut Value, value: &Value) {
    match (key, known, value) {
        ("resources" | "functions" | "types", Value::Object(known), Value::Object(more)) => {
            for (token, definition) in more {
                known
                    .entry(token.clone())
                    .or_insert_with(|| definition.clone());
            }
        }
        ("config" | "provider", Value::Object(known), Value::Object(more)) => {
            for (part, value) in more {
                match (known.get_mut(part), value) {
                    (Some(Value::Object(known)), Value::Object(more)) => {
                        for (name, property) in more {
                            known
                                .entry(name.clone())
                                .or_insert_with(|| property.clone());
                        }
                    }
                    (Some(Value::Array(known)), Value::Array(more)) => {
                        let new: Vec<Value> = more
                            .iter()
                            .filter(|name| !known.contains(name))
                            .cloned()
                            .collect();
                        known.extend(new);
                    }
                    (Some(_), _) => {}
                    (None, value) => {
                        known.insert(part.clone(), value.clone());
                    }
                }
            }
        }
        _ => {}
    }
}

/// The schema of the plugin itself, when it was given no component.
#[must_use]
pub(super) fn empty() -> String {
    json!({
        "name": PLUGIN,
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Runs Pulumi providers that are WebAssembly components, in a sandbox.",
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_components_make_one_schema() {
        let first = json!({"name": "a", "version": "1.0.0", "description": "first", "resources": {"a:i:X": {}},
            "provider": {"inputProperties": {"url": {"type": "string"}}, "requiredInputs": ["url"]}});
        let second = json!({"name": "a", "version": "2.0.0", "description": "second", "resources": {"a:i:Y": {}},
            "functions": {"a:i:f": {}},
            "provider": {"inputProperties": {"url": {"type": "string"}, "key": {"type": "string"}}, "requiredInputs": ["url", "key"]}});
        let merged: Value = serde_json::from_str(&merge(&[&first, &second], b"{}")).expect("JSON");
        assert_eq!(merged["version"], "1.0.0");
        assert_eq!(merged["description"], "first");
        assert_eq!(merged["resources"].as_object().expect("resources").len(), 2);
        assert_eq!(merged["functions"].as_object().expect("functions").len(), 1);
        assert_eq!(merged["provider"]["requiredInputs"], json!(["url", "key"]));
        assert_eq!(merged["parameterization"]["parameter"], "e30=");
        assert_eq!(merged["parameterization"]["baseProvider"]["name"], "wasm");
    }
}
