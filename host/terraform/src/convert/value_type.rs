//! The types of values, as a schema names them in JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::IgnoredAny;
use serde_json::{Value as Json, json};

use super::json_parts::{items, members};

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ValueType {
    Bool,
    Number,
    String,
    /// A value that carries its type.
    Dynamic,
    List(Box<ValueType>),
    Set(Box<ValueType>),
    Map(Box<ValueType>),
    Tuple(Vec<ValueType>),
    Object {
        attributes: BTreeMap<String, ValueType>,
        /// The attributes that the user may leave out.
        optional: BTreeSet<String>,
    },
}

/// The largest depth of a type that comes with a value.
const MAX_DEPTH: usize = 250;

impl ValueType {
    /// Reads the JSON form; `None` if it is not a type.
    pub(crate) fn from_json(text: &str) -> Option<Self> {
        // The parts are taken from a document that is known to be whole.
        let IgnoredAny = serde_json::from_str(text).ok()?;
        Self::read(text.trim(), MAX_DEPTH)
    }

    fn read(text: &str, depth: usize) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        let Some(parts) = text.strip_prefix('[') else {
            return match serde_json::from_str::<String>(text).ok()?.as_str() {
                "bool" => Some(Self::Bool),
                "number" => Some(Self::Number),
                "string" => Some(Self::String),
                "dynamic" => Some(Self::Dynamic),
                _ => None,
            };
        };
        let parts = items(parts).ok()?;
        let [kind, inner, others @ ..] = parts.as_slice() else {
            return None;
        };
        let element = || Some(Box::new(Self::read(inner, depth)?));
        Some(match serde_json::from_str::<String>(kind).ok()?.as_str() {
            "list" => Self::List(element()?),
            "set" => Self::Set(element()?),
            "map" => Self::Map(element()?),
            "tuple" => {
                let elements = items(inner.strip_prefix('[')?).ok()?.into_iter();
                let elements = elements.map(|element| Self::read(element, depth));
                Self::Tuple(elements.collect::<Option<_>>()?)
            }
            "object" => {
                let attributes = members(inner.strip_prefix('{')?).ok()?.into_iter();
                let attributes =
                    attributes.map(|member| Some((member.name, Self::read(member.value, depth)?)));
                let optional = others
                    .first()
                    .and_then(|names| serde_json::from_str(names).ok());
                Self::Object {
                    attributes: attributes.collect::<Option<_>>()?,
                    optional: optional.unwrap_or_default(),
                }
            }
            _ => return None,
        })
    }

    /// Whether the user may leave attributes out.
    pub(crate) fn has_optional(&self) -> bool {
        match self {
            Self::Bool | Self::Number | Self::String | Self::Dynamic => false,
            Self::List(element) | Self::Set(element) | Self::Map(element) => element.has_optional(),
            Self::Tuple(elements) => elements.iter().any(Self::has_optional),
            Self::Object {
                attributes,
                optional,
            } => !optional.is_empty() || attributes.values().any(Self::has_optional),
        }
    }

    /// The type without optional attributes: a value has all attributes of its type.
    #[must_use]
    pub(crate) fn of_values(self) -> Self {
        let inner = |element: Box<Self>| Box::new(element.of_values());
        match self {
            Self::List(element) => Self::List(inner(element)),
            Self::Set(element) => Self::Set(inner(element)),
            Self::Map(element) => Self::Map(inner(element)),
            Self::Tuple(elements) => {
                Self::Tuple(elements.into_iter().map(Self::of_values).collect())
            }
            Self::Object { attributes, .. } => Self::Object {
                attributes: attributes
                    .into_iter()
                    .map(|(name, attribute)| (name, attribute.of_values()))
                    .collect(),
                optional: BTreeSet::new(),
            },
            other => other,
        }
    }

    /// The JSON form.
    pub(crate) fn to_json(&self) -> Json {
        match self {
            Self::Bool => json!("bool"),
            Self::Number => json!("number"),
            Self::String => json!("string"),
            Self::Dynamic => json!("dynamic"),
            Self::List(element) => json!(["list", element.to_json()]),
            Self::Set(element) => json!(["set", element.to_json()]),
            Self::Map(element) => json!(["map", element.to_json()]),
            Self::Tuple(elements) => {
                let elements: Vec<Json> = elements.iter().map(Self::to_json).collect();
                json!(["tuple", elements])
            }
            Self::Object {
                attributes,
                optional,
            } => {
                let attributes: serde_json::Map<String, Json> = attributes
                    .iter()
                    .map(|(name, attribute)| (name.clone(), attribute.to_json()))
                    .collect();
                if optional.is_empty() {
                    json!(["object", attributes])
                } else {
                    json!(["object", attributes, optional])
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_read_as_it_was_written() {
        for text in [
            r#""string""#,
            r#"["list","number"]"#,
            r#"["map",["set","bool"]]"#,
            r#"["tuple",["dynamic","string"]]"#,
            r#"["object",{"a":"string","b":["list","bool"]},["b"]]"#,
            r#"["object",{}]"#,
        ] {
            let json: Json = serde_json::from_str(text).expect("JSON");
            let read = ValueType::from_json(text).expect(text);
            assert_eq!(read.to_json(), json, "{text}");
        }
    }

    #[test]
    fn the_type_of_a_value_as_deep_as_a_component_may_return_is_read() {
        let deep = (0..100).fold(ValueType::Bool, |inner, _| ValueType::Object {
            attributes: BTreeMap::from([("a".to_owned(), inner)]),
            optional: BTreeSet::new(),
        });
        let text = deep.to_json().to_string();
        assert_eq!(ValueType::from_json(&text), Some(deep));
    }

    #[test]
    fn other_json_is_no_type() {
        let deep = "[\"list\",".repeat(300) + "\"bool\"" + &"]".repeat(300);
        for text in [
            "1",
            r#""text""#,
            "[]",
            r#"["list"]"#,
            r#"["object",[]]"#,
            r#"["list","x"]"#,
            r#"["list","bool""#,
            "",
            &deep,
        ] {
            assert_eq!(ValueType::from_json(text), None, "{text}");
        }
    }
}
