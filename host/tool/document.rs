//! A manifest's JSON, looked into without knowing whether something is there.

use serde_json::{Map, Value};

static NOTHING: Value = Value::Null;

/// A member; null where there is none.
pub(crate) fn at<'a>(value: &'a Value, path: &[&str]) -> &'a Value {
    let mut found = value;
    for key in path {
        match found.get(key) {
            Some(member) => found = member,
            None => return &NOTHING,
        }
    }
    found
}

/// The members of an object; none where it is none.
pub(crate) fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// The texts of a list.
pub(crate) fn texts(value: &Value) -> Vec<&str> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

pub(crate) fn is_true(value: &Value) -> bool {
    value.as_bool().unwrap_or(false)
}

/// What a type is called: `string`, `string[]`, `map of integer`, the name of a type, `A | B`.
pub(crate) fn type_name(spec: &Value) -> String {
    if let Some(members) = spec.get("oneOf").and_then(Value::as_array) {
        let names: Vec<String> = members.iter().map(type_name).collect();
        return names.join(" | ");
    }
    if let Some(reference) = spec.get("$ref").and_then(Value::as_str) {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        return name
            .rsplit(':')
            .next()
            .unwrap_or(name)
            .trim_start_matches("pulumi.json#")
            .to_owned();
    }
    match spec.get("type").and_then(Value::as_str) {
        Some("array") => format!("list of {}", type_name(at(spec, &["items"]))),
        Some("object") => match spec.get("additionalProperties") {
            Some(items) => format!("map of {}", type_name(items)),
            None => "map of string".to_owned(),
        },
        Some(name) => name.to_owned(),
        None => "any".to_owned(),
    }
}

/// Whether every value of one type is one of another.
pub(crate) fn fits_in(narrow: &Value, wide: &Value) -> bool {
    if type_name(narrow) == type_name(wide) || type_name(wide) == "Any" {
        return true;
    }
    if let Some(members) = narrow.get("oneOf").and_then(Value::as_array) {
        return members.iter().all(|member| fits_in(member, wide));
    }
    if let Some(members) = wide.get("oneOf").and_then(Value::as_array) {
        return members.iter().any(|member| fits_in(narrow, member));
    }
    let kind = |spec: &Value| spec.get("type").and_then(Value::as_str).map(str::to_owned);
    match (kind(narrow).as_deref(), kind(wide).as_deref()) {
        (Some("integer"), Some("number")) => true,
        (Some("array"), Some("array")) => fits_in(at(narrow, &["items"]), at(wide, &["items"])),
        (Some("object"), Some("object")) => fits_in(
            at(narrow, &["additionalProperties"]),
            at(wide, &["additionalProperties"]),
        ),
        _ => false,
    }
}
