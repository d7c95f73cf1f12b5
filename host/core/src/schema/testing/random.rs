//! Generated schemas and values for property tests. The tests of `packages` include this file, too: a strategy that
//! this crate exported would make `proptest` a dependency of every program.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::json;

use super::{Asset, AssetContent, PackageSchema, PropertyMap, PropertyValue};

/// Any value without unknown ones, whose contents cannot be predicted, and without NaN.
pub(crate) fn known_value() -> impl Strategy<Value = PropertyValue> {
    let leaf = prop_oneof![
        Just(PropertyValue::Null),
        any::<bool>().prop_map(PropertyValue::Bool),
        (-20i32..20).prop_map(|number| PropertyValue::Number(f64::from(number))),
        any::<i32>().prop_map(|number| PropertyValue::Number(f64::from(number) / 4.0)),
        "(true|[a-c]{1,3}|[0-9]{1,2}|[0-9]\\.5)".prop_map(PropertyValue::String),
        "[a-b]{0,2}".prop_map(|text| PropertyValue::Asset(Box::new(Asset {
            hash: String::new(),
            content: AssetContent::Text(text)
        }))),
        Just(PropertyValue::Bytes(vec![0xff])),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            3 => btree_map(key(), inner.clone(), 0..4).prop_map(PropertyValue::Object),
            2 => vec(inner.clone(), 0..4).prop_map(PropertyValue::Array),
            1 => inner.prop_map(PropertyValue::into_secret),
        ]
    })
}

/// Few names, so that values match schemas; one of them is not declared, one foreign.
fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-e]",
        1 => Just("kind".to_owned()),
        1 => Just("z".to_owned()),
        1 => Just("__foreign".to_owned())
    ]
}

/// Any properties without unknown values.
pub(crate) fn known_properties() -> impl Strategy<Value = PropertyMap> {
    btree_map(key(), known_value(), 0..5)
}

/// Replaces some strings by unknown values.
pub(crate) fn with_unknowns(value: PropertyValue) -> PropertyValue {
    match value {
        PropertyValue::String(text) if text.contains('a') => PropertyValue::Unknown,
        PropertyValue::Array(items) => {
            PropertyValue::Array(items.into_iter().map(with_unknowns).collect())
        }
        PropertyValue::Object(map) => PropertyValue::Object(unknowns(map)),
        PropertyValue::Secret(inner) => with_unknowns(*inner).into_secret(),
        other => other,
    }
}

/// Puts unknown values in place of some strings in properties.
pub(crate) fn unknowns(map: PropertyMap) -> PropertyMap {
    map.into_iter()
        .map(|(key, value)| (key, with_unknowns(value)))
        .collect()
}

/// The number of object types in a random schema.
const OBJECTS: usize = 4;

/// A schema document's type.
fn type_document() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        4 => proptest::sample::select(vec!["boolean", "integer", "number", "string"])
            .prop_map(|name| json!({ "type": name })),
        1 => proptest::sample::select(vec!["Any", "Json", "Asset", "Archive"])
            .prop_map(|name| json!({ "$ref": format!("pulumi.json#/{name}") })),
        4 => (0..OBJECTS).prop_map(|index| json!({ "$ref": format!("#/types/acme:index:Type{index}") })),
        1 => Just(json!({ "$ref": "#/types/acme:index:Letter" })),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner
                .clone()
                .prop_map(|items| json!({ "type": "array", "items": items })),
            inner
                .clone()
                .prop_map(|items| json!({ "type": "object", "additionalProperties": items })),
            vec(inner, 2..4).prop_map(|members| json!({ "oneOf": members })),
        ]
    })
}

fn property_document() -> impl Strategy<Value = serde_json::Value> {
    (
        type_document(),
        proptest::bool::weighted(0.2),
        proptest::bool::weighted(0.3),
        proptest::bool::weighted(0.3),
        proptest::bool::weighted(0.1),
    )
        .prop_map(|(mut document, secret, replace, default, constant)| {
            let literal = match document["type"].as_str() {
                Some("boolean") => Some(json!(true)),
                Some("integer" | "number") => Some(json!(7)),
                Some("string") => Some(json!("a")),
                _ => None,
            };
            document["secret"] = json!(secret);
            document["replaceOnChanges"] = json!(replace);
            if let Some(literal) = literal {
                if constant {
                    document["const"] = literal;
                } else if default {
                    document["default"] = literal;
                }
            }
            document
        })
}

fn object_document() -> impl Strategy<Value = serde_json::Value> {
    btree_map(
        "[a-e]",
        (property_document(), proptest::bool::weighted(0.2)),
        0..5,
    )
    .prop_map(|properties| {
        let required: Vec<_> = properties
            .iter()
            .filter(|(_, (_, required))| *required)
            .map(|(name, _)| name)
            .collect();
        let required = json!(required);
        let properties: serde_json::Map<_, _> = properties
            .into_iter()
            .map(|(name, (property, _))| (name, property))
            .collect();
        json!({ "type": "object", "properties": properties, "required": required })
    })
}

/// A package whose resource `acme:index:Thing` has random inputs, and the properties of another object as outputs.
pub(crate) fn package() -> impl Strategy<Value = PackageSchema> {
    package_document().prop_map(|document| PackageSchema::parse(&document).unwrap())
}

/// The document of such a package.
pub(crate) fn package_document() -> impl Strategy<Value = serde_json::Value> {
    (
        vec(object_document(), OBJECTS),
        object_document(),
        object_document(),
    )
        .prop_map(|(types, inputs, outputs)| {
            let mut named: serde_json::Map<_, _> = types
                .into_iter()
                .enumerate()
                .map(|(index, object)| (format!("acme:index:Type{index}"), object))
                .collect();
            let letters = json!({ "type": "string", "enum": [{ "value": "a" }, { "value": "7" }] });
            named.insert("acme:index:Letter".to_owned(), letters);
            json!({
                "name": "acme",
                "version": "1.0.0",
                "types": named,
                "provider": {
                    "inputProperties": inputs["properties"],
                    "requiredInputs": inputs["required"]
                },
                "resources": { "acme:index:Thing": {
                    "inputProperties": inputs["properties"],
                    "requiredInputs": inputs["required"],
                    "properties": outputs["properties"],
                    "required": outputs["required"]
                } }
            })
        })
}
