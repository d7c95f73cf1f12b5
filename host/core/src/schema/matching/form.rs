//! The form of an element: which parts it has.

use std::fmt::Write as _;

use super::matcher::Matcher;
use crate::schema::expected::Expected;
use crate::schema::member::{self, Choice};
use crate::schema::types::Type;
use crate::value::PropertyValue;

/// The names of the parts of a given element, as one text: elements of the same form are compared by the same parts.
pub(super) fn form(matcher: &Matcher, given: &PropertyValue) -> String {
    let mut text = String::new();
    write_form(matcher, given, &mut text);
    text
}

fn write_form(matcher: &Matcher, given: &PropertyValue, text: &mut String) {
    if matcher.sees_all() {
        return;
    }
    match (matcher.items.value_type, given.reveal()) {
        (Type::Object(id), PropertyValue::Object(given)) => {
            let object = &matcher.types.object(*id).schema;
            text.push('{');
            for (name, property) in &object.properties {
                let value = member::present(given.get(name));
                let Some(value) = value else {
                    continue;
                };
                if matcher.may_have(property) {
                    // Writing to a `String` cannot fail.
                    let _ = write!(text, "{name:?}");
                }
                write_form(&matcher.of(Expected::of(property)), value, text);
            }
            text.push('}');
        }
        (Type::Map(items), PropertyValue::Object(given)) => {
            let inner = matcher.of(matcher.items.items(items));
            for (key, value) in given {
                let _ = write!(text, "{key:?}:");
                write_form(&inner, value, text);
            }
        }
        (Type::Array(items), PropertyValue::Array(given)) => {
            let inner = matcher.of(matcher.items.items(items));
            text.push('[');
            for value in given {
                write_form(&inner, value, text);
            }
            text.push(']');
        }
        (Type::Union(union), given) => {
            if let Choice::Member(chosen) = member::choose(matcher.types, union, given) {
                write_form(&matcher.of(matcher.items.as_type(chosen)), given, text);
            }
        }
        _ => {}
    }
}
