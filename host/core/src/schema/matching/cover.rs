//! An element seen through another one: only those parts of it of which the other says something.

use std::fmt::Write as _;

use super::{DEEPEST, Extras, Matcher};
use crate::schema::expected::Expected;
use crate::schema::member::{self, Choice};
use crate::schema::object::{ObjectSchema, PropertySchema};
use crate::schema::rules::Comparison;
use crate::schema::types::Type;
use crate::value::{PropertyMap, PropertyValue};

/// A found element without the parts that it may have beside what was given.
pub(super) fn restrict(
    matcher: &Matcher,
    found: &PropertyValue,
    given: &PropertyValue,
) -> PropertyValue {
    if matcher.sees_all() {
        return found.clone();
    }
    match (matcher.items.value_type, found.reveal(), given.reveal()) {
        (Type::Object(id), PropertyValue::Object(found), PropertyValue::Object(given)) => {
            let object = &matcher.types.object(*id).schema;
            PropertyValue::Object(restrict_object(matcher, object, found, given))
        }
        (Type::Map(items), PropertyValue::Object(found), PropertyValue::Object(given)) => {
            let inner = matcher.of(matcher.items.items(items));
            let entries = found.iter().map(|(key, found)| {
                let seen = given.get(key).map(|given| restrict(&inner, found, given));
                (key.clone(), seen.unwrap_or_else(|| found.clone()))
            });
            PropertyValue::Object(entries.collect())
        }
        (Type::Array(items), PropertyValue::Array(found), PropertyValue::Array(given)) => {
            let mut inner = matcher.of(matcher.items.items(items));
            if matcher.items.rules.compare.has(Comparison::Set) {
                inner.depth += 1;
                if inner.depth > DEEPEST {
                    return PropertyValue::Array(found.clone());
                }
                let partners = inner.pair(given, found, &[]);
                let seen = found.iter().zip(partners.of_found).map(|(found, partner)| {
                    let given = partner.and_then(|at| given.get(at));
                    given.map_or_else(|| found.clone(), |given| restrict(&inner, found, given))
                });
                return PropertyValue::Array(seen.collect());
            }
            let seen = found.iter().enumerate().map(|(at, found)| {
                let given = given.get(at);
                given.map_or_else(|| found.clone(), |given| restrict(&inner, found, given))
            });
            PropertyValue::Array(seen.collect())
        }
        (Type::Union(union), found, given) => match member::choose(matcher.types, union, given) {
            Choice::Member(chosen) => {
                restrict(&matcher.of(matcher.items.as_type(chosen)), found, given)
            }
            _ => found.clone(),
        },
        (_, found, _) => found.clone(),
    }
}

fn restrict_object(
    matcher: &Matcher,
    object: &ObjectSchema,
    found: &PropertyMap,
    given: &PropertyMap,
) -> PropertyMap {
    let mut seen = PropertyMap::new();
    for (name, value) in found {
        let given = member::present(given.get(name));
        let value = match (object.properties.get(name), given) {
            (Some(property), Some(given)) => {
                restrict(&matcher.of(Expected::of(property)), value, given)
            }
            (Some(property), None) if !matcher.may_have(property) => value.clone(),
            // Properties that the schema does not know count between inputs alone.
            (None, _) if matcher.extras == Extras::Computed => value.clone(),
            _ => continue,
        };
        seen.insert(name.clone(), value);
    }
    seen
}

/// The parts that a given element has, as a text: elements of one form see the same parts of others.
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
                    // Writing to a text cannot fail.
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

impl<'a> Matcher<'a> {
    /// The same for another kind of values.
    fn of(&self, items: Expected<'a>) -> Self {
        Matcher { items, ..*self }
    }

    /// Whether nothing can be there beside what was given.
    fn sees_all(&self) -> bool {
        self.items.value_type.is_plain()
            || self.extras == Extras::Computed && !self.types.has_computed()
    }

    /// Whether what is found may have a property that was not given.
    fn may_have(&self, property: &PropertySchema) -> bool {
        match self.extras {
            Extras::Computed => property.computed,
            Extras::Any => true,
        }
    }
}
