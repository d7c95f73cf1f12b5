mod format;
mod mistakes;
mod parts;
mod rules;
mod uses;
mod ways;

use serde_json::{Value, json};

use crate::manifest::{Manifest, ManifestError};

const THING: &str = "acme:index:Thing";

/// A manifest with every part.
fn document() -> Value {
    json!({
        "manifest": 1,
        "sdk": { "name": "test", "version": "1" },
        "schema": {
            "name": "acme",
            "version": "1.0.0",
            "provider": {
                "inputProperties": {
                    "serverUrl": { "type": "string" },
                    "token": { "type": "string" },
                    "retries": { "type": "integer", "default": 3 }
                }
            },
            "types": {
                "acme:index:Rule": {
                    "type": "object",
                    "properties": {
                        "port": { "type": "integer" },
                        "key": { "type": "string" },
                        "other": { "type": "string" }
                    }
                },
                "acme:index:Color": { "type": "string", "enum": [{ "value": "red" }] }
            },
            "resources": {
                THING: {
                    "inputProperties": {
                        "zone": { "type": "string" },
                        "label": { "type": "string" },
                        "count": { "type": "integer", "default": 1 },
                        "mode": { "type": "string", "const": "fast" },
                        "password": { "type": "string" },
                        "key": { "type": "string" },
                        "keyId": { "type": "string" },
                        "tags": { "type": "object" },
                        "names": { "type": "array", "items": { "type": "string" } },
                        "rules": { "type": "array", "items": { "$ref": "#/types/acme:index:Rule" } }
                    },
                    "requiredInputs": ["zone"],
                    "properties": {
                        "label": { "type": "string" },
                        "names": { "type": "array", "items": { "type": "string" } },
                        "serial": { "type": "integer" }
                    }
                }
            },
            "functions": {
                "acme:index:getThing": { "inputs": { "properties": { "label": { "type": "string" } } } }
            }
        },
        "provider": {
            "hooks": ["configure"],
            "properties": { "retries": { "maximum": 9 } },
            "constraints": [{ "property": "token", "requires": ["serverUrl"] }]
        },
        "types": {
            "acme:index:Rule": {
                "properties": { "port": { "minimum": 1 }, "key": { "writeOnly": true } },
                "constraints": [{ "conflicts": ["key", "other"] }]
            }
        },
        "resources": {
            THING: {
                "hooks": ["create", "migrate"],
                "stateVersion": 2,
                "autoName": { "property": "label", "maxLength": 63, "lowercase": true },
                "importId": "{zone}/{label}",
                "stable": ["serial"],
                "deleteBeforeReplace": true,
                "refreshBeforeUpdate": true,
                "consistency": "error",
                "properties": {
                    "label": { "pattern": "^[a-z-]+$", "compare": ["ignore-case"], "maxLength": 20 },
                    "names": { "compare": ["set"], "items": { "compare": ["trim"], "maxLength": 9 } },
                    "password": { "writeOnly": true }
                },
                "constraints": [{ "exactlyOneOf": ["password", "key"] }]
            }
        },
        "functions": {
            "acme:index:getThing": { "pure": true, "properties": { "label": { "minLength": 1 } } }
        },
        "mappings": [{ "key": "terraform", "provider": "acme", "data": "{}" }],
        "permissions": {
            "net": [{ "host": "config:serverUrl", "required": true, "reason": "it" }],
            "env": [{ "name": "ACME_TOKEN" }]
        }
    })
}

/// Adds a mistake.
type Change = fn(&mut Value);

/// All mistakes after a change.
fn mistakes(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut document = document();
    change(&mut document);
    match Manifest::parse(&document.to_string()) {
        Ok(_) => Vec::new(),
        Err(ManifestError::Mistakes(mistakes)) => mistakes,
        Err(other) => panic!("{other}"),
    }
}

/// The mistakes of the resource after keys were set, without the resource's place.
fn in_thing(change: Value) -> Vec<String> {
    let told = mistakes(|document| {
        let thing = &mut document["resources"][THING];
        for (key, value) in change.as_object().unwrap() {
            thing[key] = value.clone();
        }
    });
    let place = format!("/resources/{THING}");
    told.iter()
        .map(|mistake| mistake.strip_prefix(&place).unwrap_or(mistake).to_owned())
        .collect()
}

/// The mistakes of one property's rules, without their place.
fn in_rules(name: &str, rules: Value) -> Vec<String> {
    let place = format!("/properties/{name}");
    let mut told = in_thing(json!({ "properties": { name: rules } }));
    for mistake in &mut told {
        if let Some(rest) = mistake.strip_prefix(&place) {
            *mistake = rest.to_owned();
        }
    }
    told
}
