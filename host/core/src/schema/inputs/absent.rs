//! Inputs that are absent though they have defaults.

use std::collections::BTreeSet;

use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, Choice, present};
use crate::value::{PropertyMap, PropertyValue};

/// The paths of inputs that have defaults and are absent, at any depth. It leaves out paths that only the program
/// knows, and parts of secrets without a path.
#[must_use]
pub fn absent_with_defaults(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
) -> BTreeSet<String> {
    let mut absent = BTreeSet::new();
    let types = &schema.types;
    object(types, &resource.inputs, inputs, &Location::TOP, &mut absent);
    absent
}

fn object(
    types: &Types,
    schema: &ObjectSchema,
    inputs: &PropertyMap,
    place: &Location,
    absent: &mut BTreeSet<String>,
) {
    for (name, property) in &schema.properties {
        let place = place.property(name).hide(property.secret);
        match present(inputs.get(name)) {
            Some(input) => value(types, &property.value_type, input, &place, absent),
            None if property.write_only || place.is_cut() => {}
            None => {
                let implied = schema.implied(name, property);
                absent.extend(implied.map(|_| place.path().to_string()));
            }
        }
    }
}

fn value(
    types: &Types,
    expected: &Type,
    input: &PropertyValue,
    place: &Location,
    absent: &mut BTreeSet<String>,
) {
    if expected.is_plain() {
        return;
    }
    let place = &place.hide(input.is_secret());
    match (expected, input.reveal()) {
        (Type::Object(id), PropertyValue::Object(map)) => {
            object(types, &types.object(*id).schema, map, place, absent);
        }
        (Type::Map(items), PropertyValue::Object(map)) => {
            for (key, input) in map {
                value(types, items, input, &place.key(key), absent);
            }
        }
        (Type::Array(items), PropertyValue::Array(values)) => {
            for (at, input) in values.iter().enumerate() {
                value(types, items, input, &place.index(at), absent);
            }
        }
        (Type::Union(union), input) => {
            if let Choice::Member(member) = member::choose(types, union, input) {
                value(types, member, input, place, absent);
            }
        }
        _ => {}
    }
}
