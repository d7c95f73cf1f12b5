//! Compares the result of a call with the planned outputs of its preview.

use crate::error::failure::{PropertyFailure, Told};
use crate::schema::diff;
use crate::schema::matching::{Extras, Matcher, is_affordable};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::rules::Comparison;
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, Choice};
use crate::schema::values::pairs::pairs;
use crate::value::{PropertyMap, PropertyValue};

/// No text longer than this is shown in a message.
const MAX_SHOWN: usize = 60;

/// The outputs that differ from the preview.
///
/// An unknown value and the absence of a declared property plan nothing. All other values must be equal by the rules
/// for comparing inputs. A value is not shown if it or its counterpart is secret. Keys that begin with `__` are
/// skipped.
#[must_use]
pub fn differences_from_plan(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    planned: &PropertyMap,
    outputs: &PropertyMap,
) -> Vec<PropertyFailure> {
    let mut walk = PlanWalk {
        types: &schema.types,
        broken: Vec::new(),
        told: Told::default(),
        depth: 0,
    };
    walk.object(&resource.outputs, planned, outputs, &Location::TOP);
    walk.broken
}

struct PlanWalk<'a> {
    types: &'a Types,
    broken: Vec<PropertyFailure>,
    told: Told,
    /// The number of enclosing sets whose elements are being compared.
    depth: u8,
}

impl PlanWalk<'_> {
    fn object(
        &mut self,
        object: &ObjectSchema,
        planned: &PropertyMap,
        actual: &PropertyMap,
        place: &Location,
    ) {
        for (key, planned) in planned {
            let actual = member::present(actual.get(key));
            let Some(property) = object.properties.get(key) else {
                if !key.starts_with("__") {
                    self.optional(Expected::any(), Some(planned), actual, &place.key(key));
                }
                continue;
            };
            let place = place.property(key).hide(property.secret);
            self.optional(Expected::of(property), Some(planned), actual, &place);
        }
    }

    /// Compares an entry that may be missing on one side.
    fn optional<'v>(
        &mut self,
        expected: Expected,
        planned: Option<&'v PropertyValue>,
        actual: Option<&'v PropertyValue>,
        place: &Location,
    ) {
        let is_there = |value: &&PropertyValue| !member::is_null(value);
        let given = |value: Option<&'v PropertyValue>| {
            let value = value.filter(is_there);
            value.filter(|value| !expected.counts_as_absent(value))
        };
        match (given(planned), given(actual)) {
            (Some(planned), Some(actual)) => self.value(expected, planned, actual, place),
            (Some(planned), None) if !planned.is_unknown() => {
                self.tell(place, Some(planned), None);
            }
            (None, Some(actual)) => {
                self.tell(place, None, Some(actual));
            }
            (Some(_), None) | (None, None) => {}
        }
    }

    fn value(
        &mut self,
        expected: Expected,
        planned: &PropertyValue,
        actual: &PropertyValue,
        place: &Location,
    ) {
        use PropertyValue as Value;
        let place = &place.hide(planned.is_secret() || actual.is_secret());
        let (planned, actual) = (planned.reveal(), actual.reveal());
        match (expected.value_type, planned, actual) {
            (_, Value::Unknown, _) => {}
            _ if expected.rules.compare.has(Comparison::Presence) => {}
            (Type::Object(id), Value::Object(planned), Value::Object(actual)) => {
                let types = self.types;
                self.object(&types.object(*id).schema, planned, actual, place);
            }
            (Type::Union(union), planned, actual) => {
                match member::choose(self.types, union, actual) {
                    Choice::Member(member) => {
                        self.value(expected.as_type(member), planned, actual, place);
                    }
                    _ => self.value(expected.as_type(&Type::Any), planned, actual, place),
                }
            }
            (Type::Map(items), Value::Object(planned), Value::Object(actual)) => {
                self.map(expected.items(items), planned, actual, place);
            }
            (Type::Any, Value::Object(planned), Value::Object(actual)) => {
                self.map(expected.items(&Type::Any), planned, actual, place);
            }
            (Type::Array(items), Value::Array(planned_items), Value::Array(actual_items))
                if expected.rules.compare.has(Comparison::Set) =>
            {
                if !self.is_set(expected.items(items), planned_items, actual_items) {
                    self.tell(place, Some(planned), Some(actual));
                }
            }
            // If order does not count, neither does the place of an unknown value.
            (Type::Any, Value::Array(_), Value::Array(_))
                if expected.rules.compare.has(Comparison::Set) =>
            {
                if !planned.contains_unknown()
                    && !diff::is_same(self.types, expected, planned, actual)
                {
                    self.tell(place, Some(planned), Some(actual));
                }
            }
            (Type::Array(items), Value::Array(planned), Value::Array(actual)) => {
                self.list(expected.items(items), planned, actual, place);
            }
            (Type::Any, Value::Array(planned), Value::Array(actual)) => {
                self.list(expected.items(&Type::Any), planned, actual, place);
            }
            (_, planned, actual) => {
                if !diff::is_same(self.types, expected, planned, actual) {
                    self.tell(place, Some(planned), Some(actual));
                }
            }
        }
    }

    /// Whether a set has the planned elements. Each element may have further parts that were not planned.
    fn is_set(&self, items: Expected, planned: &[PropertyValue], actual: &[PropertyValue]) -> bool {
        let partners =
            Matcher::within(self.types, items, Extras::Any, self.depth).pair(planned, actual, &[]);
        let others = partners.of_found.iter().zip(actual);
        let others: Vec<&PropertyValue> = others
            .filter(|(partner, _)| partner.is_none())
            .map(|(_, actual)| actual)
            .collect();
        // An unknown value may be any of the others; if there are very many, they are not compared.
        let missing = partners.missing.iter().filter_map(|at| planned.get(*at));
        let (open, missing): (Vec<_>, Vec<_>) =
            missing.partition(|planned| planned.contains_unknown());
        missing.is_empty()
            && (others.is_empty()
                || !is_affordable(self.depth, open.iter().copied(), others.iter().copied())
                || others.iter().all(|actual| {
                    let mut open = open.iter();
                    open.any(|planned| self.keeps(items, planned, actual))
                }))
    }

    /// Whether a value is as planned.
    fn keeps(&self, expected: Expected, planned: &PropertyValue, actual: &PropertyValue) -> bool {
        let mut walk = PlanWalk {
            types: self.types,
            broken: Vec::new(),
            told: Told::default(),
            depth: self.depth.saturating_add(1),
        };
        walk.value(expected, planned, actual, &Location::TOP);
        walk.broken.is_empty()
    }

    fn map(
        &mut self,
        items: Expected,
        planned: &PropertyMap,
        actual: &PropertyMap,
        place: &Location,
    ) {
        for (key, planned, actual) in pairs(planned.iter(), actual.iter()) {
            self.optional(items, planned, actual, &place.key(key));
        }
    }

    fn list(
        &mut self,
        items: Expected,
        planned: &[PropertyValue],
        actual: &[PropertyValue],
        place: &Location,
    ) {
        for index in 0..planned.len().max(actual.len()) {
            let place = place.index(index);
            self.optional(items, planned.get(index), actual.get(index), &place);
        }
    }

    fn tell(
        &mut self,
        place: &Location,
        planned: Option<&PropertyValue>,
        actual: Option<&PropertyValue>,
    ) {
        if self.told.is_full() {
            return;
        }
        let property = place.path().to_string();
        // Parts of a secret whose names are hidden share one path.
        if self
            .broken
            .last()
            .is_some_and(|last| last.property == property)
        {
            return;
        }
        let mut sides = planned.into_iter().chain(actual);
        let reason = if place.is_hidden() || sides.any(PropertyValue::contains_secret) {
            "differs from the preview; the value is a secret".to_owned()
        } else {
            let side = |value: Option<&PropertyValue>| value.map_or("nothing".to_owned(), shown);
            format!("is {}; the preview showed {}", side(actual), side(planned))
        };
        self.told
            .add(&mut self.broken, || PropertyFailure { property, reason });
    }
}

/// A short value for a message, if it is not secret.
fn shown(value: &PropertyValue) -> String {
    match value {
        PropertyValue::String(text) => match text.chars().count() {
            0..=MAX_SHOWN => format!("`{}`", text.escape_debug()),
            length => format!("a text of {length} characters"),
        },
        PropertyValue::Number(number) => format!("`{number}`"),
        PropertyValue::Bool(flag) => format!("`{flag}`"),
        PropertyValue::Array(items) => format!("a list of {}", items.len()),
        other => other.kind().to_owned(),
    }
}

#[cfg(test)]
mod tests;
