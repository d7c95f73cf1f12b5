//! Access to a manifest's JSON in which any member may be missing.

use std::collections::HashSet;

use serde_json::{Map, Value};

static NOTHING: Value = Value::Null;

/// A member, or null if it is missing.
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

/// The members of an object; no member for any other value.
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

/// The name of a type: `string`, `string[]`, `map of integer`, the name of a type, `A | B`.
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

/// The maximum number of alternatives of a type that are compared with each alternative of another type, and the
/// maximum depth of lists and maps. Beyond that, only types that are called the same fit.
const MAX_MEMBERS: usize = 20;
const MAX_DEPTH: usize = 5;

/// Whether every value of one type is a value of another type.
pub(crate) fn fits_in(narrow: &Value, wide: &Value) -> bool {
    fits_within(narrow, wide, MAX_DEPTH)
}

fn fits_within(narrow: &Value, wide: &Value, depth: usize) -> bool {
    let (name, wide_name) = (type_name(narrow), type_name(wide));
    if name == wide_name || wide_name == "Any" {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let one_of = |spec: &'_ Value| spec.get("oneOf").and_then(Value::as_array).cloned();
    let (narrow_ones, wide_ones) = (one_of(narrow), one_of(wide));
    if narrow_ones.is_some() || wide_ones.is_some() {
        let narrow_ones = narrow_ones.unwrap_or_else(|| vec![narrow.clone()]);
        let wide_ones = wide_ones.unwrap_or_else(|| vec![wide.clone()]);
        let names: HashSet<String> = wide_ones.iter().map(type_name).collect();
        let few = wide_ones
            .get(..wide_ones.len().min(MAX_MEMBERS))
            .unwrap_or_default();
        let mut left = MAX_MEMBERS;
        return narrow_ones.iter().all(|one| {
            if names.contains(&type_name(one)) {
                return true;
            }
            left = left.saturating_sub(1);
            left > 0 && few.iter().any(|other| fits_within(one, other, depth))
        });
    }
    let kind = |spec: &Value| spec.get("type").and_then(Value::as_str).map(str::to_owned);
    match (kind(narrow).as_deref(), kind(wide).as_deref()) {
        (Some("integer"), Some("number")) => true,
        (Some("array"), Some("array")) => {
            fits_within(at(narrow, &["items"]), at(wide, &["items"]), depth)
        }
        (Some("object"), Some("object")) => fits_within(
            at(narrow, &["additionalProperties"]),
            at(wide, &["additionalProperties"]),
            depth,
        ),
        _ => false,
    }
}
