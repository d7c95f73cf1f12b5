//! Components in the manifest.

use super::*;
use crate::testing;

#[test]
fn a_component_is_described_with_its_inputs_outputs_and_rules() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    assert_eq!(manifest["manifest"], 1);
    let schema = &manifest["schema"]["resources"][SITE];
    let expected = json!({
        "description": "A website.",
        "isComponent": true,
        "inputProperties": {
            "title": { "type": "string", "description": "Its title." },
            "index": { "type": "string", "default": "index.html" },
            "note": { "type": "string" },
            "words": { "type": "array", "items": { "type": "string" } },
            "pages": { "type": "integer", "plain": true, "default": 1 },
        },
        "requiredInputs": ["title"],
        "properties": {
            "url": { "type": "string", "description": "Its address." },
            "password": { "type": "string", "secret": true },
            "title": { "type": "string" },
        },
        "required": ["url", "password", "title"],
        "methods": {
            "pageDetails": "web:index:Site/pageDetails",
            "check": "web:index:Site/check",
        },
    });
    assert_eq!(*schema, expected);
    let expected = json!({
        "hooks": ["construct"],
        "properties": {
            "index": { "maxLength": 20 },
            "pages": { "minimum": 0, "maximum": 3 },
        },
        "constraints": [{ "exactlyOneOf": ["note", "words"] }],
    });
    assert_eq!(manifest["resources"][SITE], expected);
    assert_eq!(
        manifest["resources"]["web:index:Page"]["hooks"],
        json!(["create"])
    );
}

#[test]
fn the_packages_that_components_use_are_named() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    let expected = json!({
        "random": { "version": "4.18.0" },
        "aws-native": {},
        "pages": {
            "version": "0.3.0",
            "parameter": { "plugin": "wasm", "version": "0.1.0", "value": "eyJ9" },
        },
    });
    assert_eq!(manifest["packages"], expected);
}

#[test]
fn a_provider_without_components_uses_no_packages() {
    let manifest = testing::manifest::<super::super::sample::PulumiProvider>().unwrap();
    assert!(manifest.get("packages").is_none());
}
