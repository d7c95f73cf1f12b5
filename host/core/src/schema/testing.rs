//! The shared parts of this module's tests: a schema with a bit of everything, and ways to write values.

use std::collections::BTreeSet;

mod fitted;
mod random;

pub(super) use fitted::fitted;
pub(super) use random::known_properties;
pub(super) use random::{package, unknowns};
use serde_json::json;

use super::inputs::{Refreshed, refreshed_inputs};
use super::model::{PackageSchema, ResourceSchema};
use super::parse::reader::Reader;
use super::rules::{Target, attach};
use crate::value::{Asset, AssetContent, PropertyMap, PropertyValue};

/// A property map of pairs.
pub(super) fn map<const N: usize>(pairs: [(&str, PropertyValue); N]) -> PropertyMap {
    pairs
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// An object of pairs.
pub(super) fn object<const N: usize>(pairs: [(&str, PropertyValue); N]) -> PropertyValue {
    PropertyValue::Object(map(pairs))
}

/// A list.
pub(super) fn list<const N: usize>(items: [PropertyValue; N]) -> PropertyValue {
    PropertyValue::Array(items.into())
}

/// A secret.
pub(super) fn secret(value: impl Into<PropertyValue>) -> PropertyValue {
    value.into().into_secret()
}

/// The inputs after a refresh whose record is evidence.
pub(super) fn refreshed(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    before: &PropertyMap,
    outputs: &PropertyMap,
) -> PropertyMap {
    let question = Refreshed {
        recorded_inputs: inputs,
        recorded_outputs: before,
        outputs,
        is_trusted: &|_| true,
        trusts_replacing: true,
        vanished: &BTreeSet::new(),
    };
    refreshed_inputs(schema, resource, &question).0
}

/// The document of [`acme`].
pub(super) fn acme_document() -> serde_json::Value {
    let text = json!({ "type": "string" });
    json!({
        "name": "acme",
        "version": "1.4.0",
        "config": { "variables": { "region": { "type": "string" } } },
        "provider": {
            "inputProperties": {
                "serverUrl": { "type": "string", "description": "Where the server is." },
                "token": {
                    "type": "string",
                    "secret": true,
                    "defaultInfo": { "environment": ["ACME_TOKEN", "TOKEN"] }
                },
                "retries": { "type": "integer", "default": 3 },
                "insecure": {
                    "type": "boolean",
                    "defaultInfo": { "environment": ["ACME_INSECURE"] }
                },
                "zones": { "type": "array", "items": { "type": "integer" } },
                "headers": { "type": "object" },
                "login": { "$ref": "#/types/acme:index:Login" },
                "extra": { "$ref": "pulumi.json#/Any" },
                "either": { "oneOf": [text, { "type": "array", "items": { "type": "string" } }] }
            },
            "requiredInputs": ["serverUrl", "token"]
        },
        "types": {
            "acme:index:Login": {
                "type": "object",
                "properties": {
                    "user": { "type": "string" },
                    "password": { "type": "string", "secret": true },
                    "realm": { "type": "string", "default": "main" }
                },
                "required": ["user"]
            },
            "acme:index:Color": {
                "type": "string",
                "enum": [{ "value": "red" }, { "value": "green" }, { "value": "blue" }]
            },
            "acme:index:Size": {
                "type": "integer",
                "enum": [{ "value": 1 }, { "value": 2 }, { "value": 4 }]
            },
            "acme:index:Rule": {
                "type": "object",
                "properties": {
                    "port": { "type": "integer", "replaceOnChanges": true },
                    "protocol": { "type": "string", "default": "tcp" },
                    "key": { "type": "string", "secret": true }
                },
                "required": ["port"]
            },
            "acme:index:RuleResult": {
                "type": "object",
                "properties": {
                    "port": { "type": "integer" },
                    "protocol": { "type": "string" },
                    "key": { "type": "string", "secret": true },
                    "handle": { "type": "string" }
                }
            },
            "acme:index:Tree": {
                "type": "object",
                "properties": {
                    "name": { "type": "string" },
                    "children": { "type": "array", "items": { "$ref": "#/types/acme:index:Tree" } }
                },
                "required": ["name"]
            },
            "acme:index:Cat": {
                "type": "object",
                "properties": {
                    "kind": { "type": "string", "const": "cat" },
                    "lives": { "type": "integer", "default": 9 }
                },
                "required": ["kind"]
            },
            "acme:index:Dog": {
                "type": "object",
                "properties": {
                    "kind": { "type": "string", "const": "dog" },
                    "tricks": { "type": "array", "items": { "type": "string" } },
                    "chip": { "type": "string", "secret": true }
                },
                "required": ["kind"]
            }
        },
        "resources": {
            "acme:index:Thing": {
                "inputProperties": {
                    "label": { "type": "string", "replaceOnChanges": true },
                    "count": { "type": "integer", "default": 1 },
                    "ratio": { "type": "number" },
                    "enabled": { "type": "boolean", "default": false },
                    "password": { "type": "string", "secret": true },
                    "color": { "$ref": "#/types/acme:index:Color" },
                    "size": { "$ref": "#/types/acme:index:Size", "default": 2 },
                    "mode": { "type": "string", "const": "fast" },
                    "rules": { "type": "array", "items": { "$ref": "#/types/acme:index:Rule" } },
                    "first": { "$ref": "#/types/acme:index:Rule" },
                    "tags": { "type": "object" },
                    "tree": { "$ref": "#/types/acme:index:Tree" },
                    "pet": {
                        "oneOf": [
                            { "$ref": "#/types/acme:index:Cat" },
                            { "$ref": "#/types/acme:index:Dog" }
                        ],
                        "discriminator": {
                            "propertyName": "kind",
                            "mapping": {
                                "cat": "#/types/acme:index:Cat",
                                "dog": "#/types/acme:index:Dog"
                            }
                        }
                    },
                    "target": {
                        "oneOf": [
                            { "type": "integer" },
                            { "type": "array", "items": { "type": "integer" } }
                        ]
                    },
                    "policy": { "$ref": "pulumi.json#/Json" },
                    "source": { "$ref": "pulumi.json#/Asset" },
                    "bundle": { "$ref": "pulumi.json#/Archive" },
                    "parent": { "$ref": "#/resources/acme:index:Thing" },
                    "anything": { "$ref": "pulumi.json#/Any" }
                },
                "requiredInputs": ["label"],
                "properties": {
                    "label": { "type": "string" },
                    "count": { "type": "integer" },
                    "password": { "type": "string" },
                    "rules": {
                        "type": "array",
                        "items": { "$ref": "#/types/acme:index:RuleResult" }
                    },
                    "tags": { "type": "object" },
                    "serial": { "type": "integer" },
                    "token": { "type": "string", "secret": true },
                    "address": { "type": "string", "replaceOnChanges": true },
                    "login": { "$ref": "#/types/acme:index:Login" }
                },
                "required": ["label", "serial"]
            }
        },
        "functions": {
            "acme:index:getThing": {
                "inputs": { "properties": { "label": { "type": "string" } } },
                "outputs": { "properties": { "serial": { "type": "integer" } } }
            }
        }
    })
}

/// A package with one resource, `acme:index:Thing`, that has properties of every type.
pub(super) fn acme() -> PackageSchema {
    PackageSchema::parse(&acme_document()).unwrap()
}

/// The resource of [`acme`].
pub(super) fn thing(schema: &PackageSchema) -> &ResourceSchema {
    &schema.resources["acme:index:Thing"]
}

/// [`acme`] with rules for the resource's inputs, as in a manifest: `properties` and `constraints`.
pub(super) fn ruled(rules: &serde_json::Value) -> PackageSchema {
    let mut schema = acme();
    let mut reader = Reader::default();
    let place = schema.resources.get_mut("acme:index:Thing").unwrap();
    let mut thing = std::mem::take(place);
    attach(
        &mut reader,
        &schema.types,
        &mut thing.inputs,
        Target::Inputs,
        None,
        rules.as_object().unwrap(),
        "",
    );
    assert_eq!(reader.mistakes, []);
    for (name, input) in &thing.inputs.properties {
        if let Some(output) = thing.outputs.properties.get_mut(name) {
            output.rules = input.rules.comparisons();
        }
    }
    *schema.resources.get_mut("acme:index:Thing").unwrap() = thing;
    schema
}
