//! Enums: their members become constants.

use serde_json::Value;

use super::language::Language;
use super::scope::{Faults, Scope, is_declarable, no_identifier};
use crate::schema::parse::reader::Members;

pub(super) fn members(faults: &mut Faults<'_>, spec: &Members, name: &str, place: &str) {
    if spec.get("type").and_then(Value::as_str) == Some("boolean") {
        for language in [Language::Python, Language::DotNet] {
            faults.add(
                language,
                place,
                "an enum of booleans has no generated code",
                "",
            );
        }
        return;
    }
    let items = spec.get("enum").and_then(Value::as_array);
    let items = items.map(Vec::as_slice).unwrap_or_default();
    for &language in faults.languages {
        let class = language.class(name);
        let mut scope = Scope::default();
        for (index, item) in items.iter().enumerate() {
            let (text, key) = text_of(spec, item);
            let place = format!("{place}/enum/{index}/{key}");
            let member = language.enum_member(&text, &class).unwrap_or_default();
            // The type itself has that name.
            let is_type = member == class && matches!(language, Language::Go | Language::DotNet);
            if is_member(language, &member) && !is_type {
                scope.declare(faults, language, member, &text, &place)
            } else {
                faults.add(language, &place, &no_identifier(&text), &member)
            }
        }
    }
}

/// A constant of Go has its enum's name before its own.
fn is_member(language: Language, member: &str) -> bool {
    match language {
        Language::Go => is_declarable(language, member),
        _ => language.is_identifier(member),
    }
}

/// The text from which generators derive a name, and the key that it comes from.
pub(super) fn text_of(spec: &Members, item: &Value) -> (String, &'static str) {
    let is_whole = spec.get("type").and_then(Value::as_str) == Some("integer");
    match item.get("name").and_then(Value::as_str) {
        Some(name) if !name.is_empty() => (name.to_owned(), "name"),
        _ => (
            item.get("value")
                .map(|value| printed(value, is_whole))
                .unwrap_or_default(),
            "value",
        ),
    }
}

/// A value as Go prints it.
fn printed(value: &Value, is_whole: bool) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if !is_whole => {
            number.as_f64().map(printed_number).unwrap_or_default()
        }
        other => other.to_string(),
    }
}

fn printed_number(number: f64) -> String {
    let magnitude = number.abs();
    if magnitude == 0.0 || (1e-4..1e6).contains(&magnitude) {
        return format!("{number}");
    }
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(exponent) => ('-', exponent),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None => text,
    }
}
