//! The types of values, as a schema names them in JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

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
const MAX_DEPTH: usize = 100;

impl ValueType {
    /// Reads the JSON form; `None` if it is not a type.
    pub(crate) fn from_json(json: &Json) -> Option<Self> {
        Self::read(json, MAX_DEPTH)
    }

    fn read(json: &Json, depth: usize) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        match json {
            Json::String(name) => Some(match name.as_str() {
                "bool" => Self::Bool,
                "number" => Self::Number,
                "string" => Self::String,
                "dynamic" => Self::Dynamic,
                _ => return None,
            }),
            Json::Array(parts) => {
                let kind = parts.first()?.as_str()?;
                let inner = parts.get(1)?;
                let element = || Some(Box::new(Self::read(inner, depth)?));
                Some(match kind {
                    "list" => Self::List(element()?),
                    "set" => Self::Set(element()?),
                    "map" => Self::Map(element()?),
                    "tuple" => {
                        let elements = inner.as_array()?.iter();
                        Self::Tuple(
                            elements
                                .map(|element| Self::read(element, depth))
                                .collect::<Option<_>>()?,
                        )
                    }
                    "object" => {
                        let attributes = inner.as_object()?.iter();
                        let attributes = attributes
                            .map(|(name, json)| Some((name.clone(), Self::read(json, depth)?)));
                        let optional = parts.get(2).and_then(Json::as_array).into_iter().flatten();
                        Self::Object {
                            attributes: attributes.collect::<Option<_>>()?,
                            optional: optional
                                .filter_map(|name| name.as_str().map(str::to_owned))
                                .collect(),
                        }
                    }
                    _ => return None,
                })
            }
            _ => None,
        }
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

    /// The type with all attributes required, as values have it.
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
            let read = ValueType::from_json(&json).expect(text);
            assert_eq!(read.to_json(), json, "{text}");
        }
    }

    #[test]
    fn other_json_is_no_type() {
        let deep = "[\"list\",".repeat(120) + "\"bool\"" + &"]".repeat(120);
        for text in [
            "1",
            r#""text""#,
            "[]",
            r#"["list"]"#,
            r#"["object",[]]"#,
            r#"["list","x"]"#,
            &deep,
        ] {
            let json: Json = serde_json::from_str(text).expect("JSON");
            assert_eq!(ValueType::from_json(&json), None, "{text}");
        }
    }
}
