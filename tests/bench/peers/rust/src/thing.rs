//! The resource: a label, a secret, tags and a list of items, whose sizes are summed.

use std::collections::BTreeMap;

use prost_types::value::Kind;
use prost_types::{Struct, Value};
use tonic::Status;

use crate::protocol::pulumirpc::CheckFailure;

/// The key that marks an object as a special value, and its value for a secret.
const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";

/// Whether a value fits a property.
type Accepts = fn(&Value) -> bool;

/// The properties: the name, whether it must be there, the type, and the accepted values.
const PROPERTIES: [(&str, bool, &str, Accepts); 4] = [
    ("label", true, "a string", is_string),
    ("secret", false, "a string", is_string),
    ("tags", true, "a map of strings", is_tags),
    ("items", true, "a list of items", is_items),
];

const ITEM: [(&str, Accepts); 3] = [
    ("name", is_string),
    ("size", is_number),
    ("enabled", is_bool),
];

/// Finds errors in inputs, and marks the secret.
pub fn check(inputs: &mut Struct) -> Vec<CheckFailure> {
    let mut failures = Vec::new();
    let mut fail = |property: &str, reason: String| {
        failures.push(CheckFailure {
            property: property.to_owned(),
            reason,
        });
    };
    for (name, is_required, kind, accepts) in PROPERTIES {
        match inputs.fields.get(name) {
            None if is_required => fail(name, format!("`{name}` is missing")),
            Some(value) if !accepts(plain(value)) => fail(name, format!("`{name}` must be {kind}")),
            _ => {}
        }
    }
    for name in inputs.fields.keys() {
        if !PROPERTIES.iter().any(|(known, ..)| known == name) {
            fail(name, format!("there is no property `{name}`"));
        }
    }
    if let Some(secret) = inputs.fields.get_mut("secret") {
        mark(secret);
    }
    failures
}

/// The paths of differences: as deep as both sides have a value.
pub fn diff(olds: &Struct, news: &Struct) -> Vec<String> {
    let mut changed = Vec::new();
    diff_fields("", &olds.fields, &news.fields, &mut changed);
    changed
}

/// Adds the sum of the sizes, and makes the id.
pub fn create(properties: &mut Struct) -> Result<String, Status> {
    let string = |value: &Value| match &value.kind {
        Some(Kind::StringValue(text)) => Some(text.clone()),
        _ => None,
    };
    let label = properties.fields.get("label").and_then(string);
    let id = label.ok_or_else(|| Status::invalid_argument("`label` must be a string"))?;
    let total = match properties
        .fields
        .get("items")
        .and_then(|items| items.kind.as_ref())
    {
        Some(Kind::ListValue(items)) => items.values.iter().filter_map(size).sum(),
        _ => 0.0,
    };
    let total = Value {
        kind: Some(Kind::NumberValue(total)),
    };
    properties.fields.insert("total".to_owned(), total);
    if let Some(secret) = properties.fields.get_mut("secret") {
        mark(secret);
    }
    Ok(id)
}

fn size(item: &Value) -> Option<f64> {
    match &fields(item)?.get("size")?.kind {
        Some(Kind::NumberValue(size)) => Some(*size),
        _ => None,
    }
}

fn diff_fields(
    path: &str,
    olds: &BTreeMap<String, Value>,
    news: &BTreeMap<String, Value>,
    changed: &mut Vec<String>,
) {
    let at = |name: &str| match path {
        "" => name.to_owned(),
        _ => format!("{path}.{name}"),
    };
    for (name, new) in news {
        match olds.get(name) {
            Some(old) => diff_values(&|| at(name), old, new, changed),
            None => changed.push(at(name)),
        }
    }
    let gone = olds.keys().filter(|name| !news.contains_key(*name));
    changed.extend(gone.map(|name| at(name)));
}

fn diff_values(path: &dyn Fn() -> String, old: &Value, new: &Value, changed: &mut Vec<String>) {
    let (old, new) = (plain(old), plain(new));
    match (&old.kind, &new.kind) {
        (Some(Kind::StructValue(olds)), Some(Kind::StructValue(news))) => {
            diff_fields(&path(), &olds.fields, &news.fields, changed);
        }
        (Some(Kind::ListValue(olds)), Some(Kind::ListValue(news)))
            if olds.values.len() == news.values.len() =>
        {
            let path = path();
            for (index, (old, new)) in olds.values.iter().zip(&news.values).enumerate() {
                diff_values(&|| format!("{path}[{index}]"), old, new, changed);
            }
        }
        _ if old == new => {}
        _ => changed.push(path()),
    }
}

/// The value in a secret, or the value itself.
fn plain(value: &Value) -> &Value {
    secret(value).unwrap_or(value)
}

fn secret(value: &Value) -> Option<&Value> {
    let fields = fields(value)?;
    match &fields.get(SIGNATURE)?.kind {
        Some(Kind::StringValue(kind)) if kind == SECRET => fields.get("value"),
        _ => None,
    }
}

/// Makes a value secret unless it already is.
fn mark(value: &mut Value) {
    if secret(value).is_some() {
        return;
    }
    let signature = Value {
        kind: Some(Kind::StringValue(SECRET.to_owned())),
    };
    let inner = std::mem::take(value);
    let fields = [
        (SIGNATURE.to_owned(), signature),
        ("value".to_owned(), inner),
    ];
    value.kind = Some(Kind::StructValue(Struct {
        fields: fields.into(),
    }));
}

fn fields(value: &Value) -> Option<&BTreeMap<String, Value>> {
    match &value.kind {
        Some(Kind::StructValue(object)) => Some(&object.fields),
        _ => None,
    }
}

fn is_string(value: &Value) -> bool {
    matches!(value.kind, Some(Kind::StringValue(_)))
}

fn is_number(value: &Value) -> bool {
    matches!(value.kind, Some(Kind::NumberValue(_)))
}

fn is_bool(value: &Value) -> bool {
    matches!(value.kind, Some(Kind::BoolValue(_)))
}

fn is_tags(value: &Value) -> bool {
    fields(value).is_some_and(|tags| tags.values().all(|tag| is_string(plain(tag))))
}

fn is_items(value: &Value) -> bool {
    let Some(Kind::ListValue(items)) = &value.kind else {
        return false;
    };
    items.values.iter().map(plain).all(is_item)
}

fn is_item(value: &Value) -> bool {
    fields(value).is_some_and(|fields| {
        fields.len() == ITEM.len()
            && ITEM
                .iter()
                .all(|(name, accepts)| fields.get(*name).is_some_and(|value| accepts(plain(value))))
    })
}
