//! Short constructors for property values.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

/// An object.
pub(crate) fn object<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyMap {
    let members = members.into_iter();
    members
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

pub(crate) fn number(value: u32) -> PropertyValue {
    PropertyValue::Number(f64::from(value))
}

/// A list of objects.
pub(crate) fn list(elements: impl IntoIterator<Item = PropertyMap>) -> PropertyValue {
    PropertyValue::Array(elements.into_iter().map(PropertyValue::Object).collect())
}

pub(crate) fn texts(texts: &[&str]) -> PropertyValue {
    PropertyValue::Array(texts.iter().map(|text| (*text).into()).collect())
}

/// The members of an object; empty for any other value.
pub(crate) fn members(value: Option<&PropertyValue>) -> PropertyMap {
    match value.map(PropertyValue::reveal) {
        Some(PropertyValue::Object(members)) => members.clone(),
        _ => PropertyMap::new(),
    }
}

/// The elements of a list; empty for any other value.
pub(crate) fn elements(value: Option<&PropertyValue>) -> Vec<PropertyValue> {
    match value.map(PropertyValue::reveal) {
        Some(PropertyValue::Array(elements)) => elements.clone(),
        _ => Vec::new(),
    }
}

/// The same without marks of secrets: the values that a server is sent.
pub(crate) fn plain(properties: &PropertyMap) -> PropertyMap {
    let properties = properties.iter();
    properties
        .map(|(key, value)| (key.clone(), value.without_secrets()))
        .collect()
}

/// All texts that are not secret, with the place of each.
pub(crate) fn open_texts(properties: &PropertyMap, found: &mut dyn FnMut(&str, &str)) {
    for (key, value) in properties {
        open_texts_of(key, value, found);
    }
}

fn open_texts_of(place: &str, value: &PropertyValue, found: &mut dyn FnMut(&str, &str)) {
    match value {
        PropertyValue::String(text) => found(place, text),
        PropertyValue::Array(elements) => {
            for element in elements {
                open_texts_of(place, element, found);
            }
        }
        PropertyValue::Object(members) => {
            for (key, value) in members {
                found(place, key);
                open_texts_of(&format!("{place}.{key}"), value, found);
            }
        }
        _ => {}
    }
}

/// A value as people write it.
pub(crate) fn shown(value: &PropertyValue) -> String {
    match value {
        PropertyValue::Null => "null".to_owned(),
        PropertyValue::Bool(value) => value.to_string(),
        PropertyValue::Number(value) => value.to_string(),
        PropertyValue::String(text) => format!("{text:?}"),
        PropertyValue::Unknown => "(unknown)".to_owned(),
        PropertyValue::Secret(inner) => format!("secret({})", shown(inner)),
        PropertyValue::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(shown).collect();
            format!("[{}]", elements.join(", "))
        }
        PropertyValue::Object(members) => shown_map(members),
        other => other.kind().to_owned(),
    }
}

/// Properties as people write them.
pub(crate) fn shown_map(properties: &PropertyMap) -> String {
    let members: Vec<String> = properties
        .iter()
        .map(|(key, value)| format!("{key}: {}", shown(value)))
        .collect();
    format!("{{{}}}", members.join(", "))
}
