//! Unusual inputs: derived from an example, one property at a time.

use pulumi_wasm_core::schema::{ObjectSchema, Primitive, Type};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

/// A text longer than most that people write.
const LONG: usize = 5000;

/// Changed inputs, with a description of the change.
pub(super) struct OddInput {
    pub(super) what: String,
    pub(super) inputs: PropertyMap,
}

/// All unusual inputs derived from an example.
pub(super) fn variations(schema: &ObjectSchema, example: &PropertyMap) -> Vec<OddInput> {
    let mut found = Vec::new();
    for (name, property) in &schema.properties {
        let mut put = |what: &str, value: Option<PropertyValue>| {
            let mut inputs = example.clone();
            match value {
                Some(value) => inputs.insert(name.clone(), value),
                None => inputs.remove(name),
            };
            if inputs != *example {
                let what = format!("`{name}` {what}");
                found.push(OddInput { what, inputs });
            }
        };
        put("left out", None);
        for (what, value) in of_type(&property.value_type) {
            put(what, Some(value));
        }
    }
    found
}

fn of_type(value_type: &Type) -> Vec<(&'static str, PropertyValue)> {
    let text = |text: &str| PropertyValue::String(text.to_owned());
    match value_type {
        Type::Primitive(Primitive::String) | Type::Enum(_) => vec![
            ("as an empty text", text("")),
            ("as a blank", text(" ")),
            ("as text of other scripts", text("żółw 🐢 \"\\\n\u{0}")),
            ("as a long text", text(&"x".repeat(LONG))),
            ("as a number", PropertyValue::Number(1.0)),
        ],
        Type::Primitive(Primitive::Integer | Primitive::Number) => vec![
            ("as 0", PropertyValue::Number(0.0)),
            ("as -1", PropertyValue::Number(-1.0)),
            (
                "as 9007199254740991",
                PropertyValue::Number(9_007_199_254_740_991.0),
            ),
            ("as 1e300", PropertyValue::Number(1e300)),
            ("as a text", text("many")),
        ],
        Type::Primitive(Primitive::Boolean) => vec![
            ("as true", PropertyValue::Bool(true)),
            ("as false", PropertyValue::Bool(false)),
            ("as a text", text("perhaps")),
        ],
        Type::Array(_) => vec![
            ("as an empty list", PropertyValue::Array(Vec::new())),
            ("as a text", text("all")),
        ],
        Type::Map(_) | Type::Object(_) => vec![
            (
                "as an empty object",
                PropertyValue::Object(PropertyMap::new()),
            ),
            ("as a text", text("all")),
        ],
        Type::Json => vec![
            ("as an empty text", text("")),
            ("as text that is not JSON", text("{")),
        ],
        Type::Any => vec![
            ("as null", PropertyValue::Null),
            ("as an empty list", PropertyValue::Array(Vec::new())),
        ],
        Type::Union(union) => union.members.iter().flat_map(of_type).collect(),
        Type::Asset | Type::Archive | Type::ResourceReference => vec![("as a text", text("x"))],
    }
}
