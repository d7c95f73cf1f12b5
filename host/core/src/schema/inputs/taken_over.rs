//! Elements and entries that a refresh took over. The program never wrote them, so the host cannot tell which of their
//! parts the program would have written and which parts the server chose. They are noted beside the inputs, and
//! compared when a program writes the same elements.

use std::collections::BTreeMap;

use crate::schema::matching::{Extras, Matcher, by_first};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::Type;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::rules::Comparison;
use crate::schema::values::member::{self, Choice, present};
use crate::value::{PropertyMap, PropertyValue};

/// The maximum number of noted elements of one property.
const MAX_TAKEN: usize = 1000;

/// The elements and entries that a refresh took over, by property.
pub type Taken = BTreeMap<String, TakenParts>;

/// Indices of elements or keys of entries of one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TakenParts {
    /// Elements of a list, by their places.
    Places(Vec<usize>),
    /// Entries of a map, by their keys.
    Keys(Vec<String>),
}

/// The values that a refresh took over: elements and entries that the recorded inputs lack, or that an earlier refresh
/// took over. Only objects with optional parts count, in lists and maps that are not secrets.
#[must_use]
pub fn taken_over(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    recorded: &PropertyMap,
    known: &Taken,
    inputs: &PropertyMap,
) -> Taken {
    let of_property = |(name, property): (&String, &PropertySchema)| {
        let now = inputs
            .get(name)
            .filter(|now| recorded.get(name) != Some(now) || known.contains_key(name))?;
        let taken = parts_taken(
            &schema.types,
            property,
            recorded.get(name),
            known.get(name),
            now,
        )?;
        Some((name.clone(), taken))
    };
    resource
        .inputs
        .properties
        .iter()
        .filter_map(of_property)
        .collect()
}

fn parts_taken(
    types: &Types,
    property: &PropertySchema,
    recorded: Option<&PropertyValue>,
    known: Option<&TakenParts>,
    now: &PropertyValue,
) -> Option<TakenParts> {
    let expected = Expected::of(property);
    let items = items_with_options(types, expected)?;
    match (recorded, now) {
        (recorded, PropertyValue::Array(now)) => {
            let recorded = match recorded.map(PropertyValue::reveal) {
                Some(PropertyValue::Array(recorded)) => recorded.as_slice(),
                _ => &[],
            };
            let is_set = expected.rules.compare.has(Comparison::Set);
            let matcher = Matcher::new(types, expected.items(items), Extras::Any);
            // The recorded elements have fewer parts than the found ones.
            let partners = matcher.partners(recorded, now, is_set, &|pair| pair.alike);
            let pairs = partners.iter().enumerate();
            let pairs = pairs.filter_map(|(place, now)| Some((now.as_ref().copied()?, place)));
            let of_now = by_first(pairs, now.len());
            let was_taken = |place: usize| matches!(known, Some(TakenParts::Places(places)) if places.contains(&place));
            let taken = of_now.iter().enumerate();
            let taken = taken.filter(|(_, partner)| partner.is_none_or(was_taken));
            let places: Vec<usize> = taken.map(|(place, _)| place).take(MAX_TAKEN).collect();
            (!places.is_empty()).then_some(TakenParts::Places(places))
        }
        (recorded, PropertyValue::Object(now)) => {
            let recorded = match recorded.map(PropertyValue::reveal) {
                Some(PropertyValue::Object(recorded)) => Some(recorded),
                _ => None,
            };
            let was_taken =
                |key: &String| matches!(known, Some(TakenParts::Keys(keys)) if keys.contains(key));
            let is_taken = |key: &&String| {
                was_taken(key) || recorded.is_none_or(|recorded| !recorded.contains_key(*key))
            };
            let keys: Vec<String> = now
                .keys()
                .filter(is_taken)
                .take(MAX_TAKEN)
                .cloned()
                .collect();
            (!keys.is_empty()).then_some(TakenParts::Keys(keys))
        }
        _ => None,
    }
}

/// Recorded inputs without parts that a refresh took over from the server: optional parts that the program's element
/// or entry lacks.
#[must_use]
pub fn without_servers_parts(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    taken: &Taken,
    recorded: &PropertyMap,
    inputs: &PropertyMap,
) -> PropertyMap {
    let mut left = recorded.clone();
    for (name, parts) in taken {
        if let (Some(property), Some(value)) =
            (resource.inputs.properties.get(name), left.get_mut(name))
        {
            leave_out(
                &schema.types,
                Expected::of(property),
                parts,
                value,
                inputs.get(name),
            );
        }
    }
    left
}

fn leave_out(
    types: &Types,
    expected: Expected,
    parts: &TakenParts,
    recorded: &mut PropertyValue,
    wanted: Option<&PropertyValue>,
) {
    let Some(items) = items_with_options(types, expected) else {
        return;
    };
    match (parts, recorded, wanted.map(PropertyValue::reveal)) {
        (TakenParts::Places(places), PropertyValue::Array(recorded), wanted) => {
            let wanted = match wanted {
                Some(PropertyValue::Array(wanted)) => wanted.as_slice(),
                _ => &[],
            };
            let is_set = expected.rules.compare.has(Comparison::Set);
            let matcher = Matcher::new(types, expected.items(items), Extras::Any);
            let partners = matcher.partners(wanted, recorded, is_set, &|_| true);
            let pairs = partners.iter().enumerate();
            let pairs = pairs.filter_map(|(place, found)| Some((found.as_ref().copied()?, place)));
            let of_recorded = by_first(pairs, recorded.len());
            for place in places {
                if let Some(element) = recorded.get_mut(*place) {
                    let partner = of_recorded.get(*place).copied().flatten();
                    leave_options(types, items, element, partner.and_then(|at| wanted.get(at)));
                }
            }
        }
        (TakenParts::Keys(keys), PropertyValue::Object(recorded), wanted) => {
            let wanted = match wanted {
                Some(PropertyValue::Object(wanted)) => Some(wanted),
                _ => None,
            };
            for key in keys {
                if let Some(entry) = recorded.get_mut(key) {
                    leave_options(
                        types,
                        items,
                        entry,
                        wanted.and_then(|wanted| wanted.get(key)),
                    );
                }
            }
        }
        _ => {}
    }
}

/// Removes the optional parts of an object that another object lacks.
fn leave_options(
    types: &Types,
    expected: &Type,
    value: &mut PropertyValue,
    wanted: Option<&PropertyValue>,
) {
    let Some(object) = object_of(types, expected, value) else {
        return;
    };
    let PropertyValue::Object(value) = value else {
        return;
    };
    let wanted = match wanted.map(PropertyValue::reveal) {
        Some(PropertyValue::Object(wanted)) => Some(wanted),
        // The value is not known yet and may become any value.
        Some(_) => return,
        None => None,
    };
    value.retain(|name, _| {
        object.required.contains(name)
            || wanted.is_some_and(|wanted| present(wanted.get(name)).is_some())
    });
}

/// The type of the elements or entries, if these may be objects with optional parts.
fn items_with_options<'a>(types: &Types, expected: Expected<'a>) -> Option<&'a Type> {
    let (Type::Array(items) | Type::Map(items)) = expected.value_type else {
        return None;
    };
    has_options(types, items).then_some(&**items)
}

fn has_options(types: &Types, expected: &Type) -> bool {
    match expected {
        Type::Object(id) => {
            let object = &types.object(*id).schema;
            let mut names = object.properties.keys();
            names.any(|name| !object.required.contains(name))
        }
        Type::Union(union) => {
            let mut members = union.members.iter();
            members.any(|member| has_options(types, member))
        }
        _ => false,
    }
}

/// The schema of a value that is an object.
fn object_of<'t>(
    types: &'t Types,
    expected: &Type,
    value: &PropertyValue,
) -> Option<&'t ObjectSchema> {
    match expected {
        Type::Object(id) => Some(&types.object(*id).schema),
        Type::Union(union) => match member::choose(types, union, value.reveal()) {
            Choice::Member(member) => object_of(types, member, value),
            _ => None,
        },
        _ => None,
    }
}
