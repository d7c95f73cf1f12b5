//! Finds rules and constraints that no program could satisfy, because they contradict each other or the schema.

use super::constraint::{Constraint, Quantity};
use crate::schema::check::{Checker, no_environment};
use crate::schema::model::named_types::Types;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::parse::reader::{Reader, member};
use crate::schema::values::location::Location;

/// A default or constant must keep the rules of its property.
pub(super) fn values_keep_rules(
    reader: &mut Reader,
    types: &Types,
    property: &PropertySchema,
    place: &str,
) {
    let values = [
        ("default", &property.default),
        ("constant", &property.constant),
    ];
    for (what, value) in values {
        let Some(value) = value else { continue };
        let mut checker = Checker::new(types, &no_environment);
        // All of these checks together have one limit of work.
        std::mem::swap(&mut checker.work, &mut reader.work);
        checker.rules(&property.value_type, &property.rules, value, &Location::TOP);
        std::mem::swap(&mut checker.work, &mut reader.work);
        for failure in checker.failures {
            reader.mistake(
                place,
                format!("the {what} of the schema {}", failure.reason),
            );
        }
    }
}

/// Whether a property has a value in every program.
fn is_always_given(object: &ObjectSchema, named: Option<&str>, name: &str) -> Option<&'static str> {
    if object.required.contains(name) {
        return Some("is required");
    }
    if named == Some(name) {
        return Some("is the name, and always given");
    }
    let property = object.properties.get(name)?;
    object.implied(name, property).map(|_| "has a default")
}

/// Whether a constraint between present properties can be satisfied and can also be broken.
pub(super) fn constraint_can_hold(
    reader: &mut Reader,
    object: &ObjectSchema,
    named: Option<&str>,
    constraint: &Constraint,
    place: &str,
) {
    match constraint {
        Constraint::Count {
            quantity,
            properties,
        } => {
            let given = properties
                .iter()
                .find_map(|name| is_always_given(object, named, name).map(|reason| (name, reason)));
            let Some((name, reason)) = given else { return };
            let consequence = match quantity {
                Quantity::ExactlyOne | Quantity::AtMostOne => "the others can never be given",
                Quantity::AtLeastOne => "the constraint always holds",
                Quantity::AllOrNone => "the others must always be given: make them required",
            };
            reader.mistake(place, format!("`{name}` {reason}, so {consequence}"));
        }
        Constraint::Requires { property, required } => {
            if required.contains(property) {
                reader.mistake(place, format!("`{property}` requires itself"));
            }
        }
    }
}

/// Whether one constraint requires what another forbids.
pub(super) fn constraints_agree(reader: &mut Reader, constraints: &[Constraint], place: &str) {
    for (index, constraint) in constraints.iter().enumerate() {
        let Constraint::Requires { property, required } = constraint else {
            continue;
        };
        for (other, exclusive) in constraints.iter().enumerate() {
            let Constraint::Count {
                quantity: Quantity::ExactlyOne | Quantity::AtMostOne,
                properties,
            } = exclusive
            else {
                continue;
            };
            let conflicting = required.iter().find(|name| properties.contains(*name));
            if let Some(name) = conflicting.filter(|_| properties.contains(property)) {
                let message = format!(
                    "`{property}` requires `{name}`, with which it cannot be given by constraint {other}"
                );
                reader.mistake(&member(place, &index.to_string()), message);
            }
        }
    }
}
