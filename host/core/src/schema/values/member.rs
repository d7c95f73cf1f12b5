//! Chooses the member of a union that a value belongs to.
//!
//! The choice depends only on the value, never on the environment, and a checked value selects the same member again,
//! because check and diff must agree on it even years apart.

use std::cell::Cell;

use super::scalar;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::{Discriminator, Type, UnionType};
use crate::value::{PropertyMap, PropertyValue};

/// The maximum number of parts that are checked before a value counts as fitting. Only unions within unions within
/// unions, all of them objects, come near: there every level doubles the work.
const MAX_PARTS: u32 = 20_000;

/// The result of the search for a value's member of a union.
pub(crate) enum Choice<'t> {
    /// The value is this member, or is meant to be.
    Member(&'t Type),
    /// The choice depends on a value that is not known yet.
    Open,
    /// The discriminator's value belongs to no member.
    Undeclared(&'t Discriminator),
    /// The value is not a member.
    None,
}

/// Finds the member for a value without secret marks: first by the discriminator, then the first member that fits
/// without coercion, then the first that fits with coercion, then the only one with the right shape.
pub(crate) fn choose<'t>(
    types: &'t Types,
    union: &'t UnionType,
    value: &PropertyValue,
) -> Choice<'t> {
    if let PropertyValue::Unknown = value {
        return Choice::Open;
    }
    if let (Some(discriminator), PropertyValue::Object(map)) = (&union.discriminator, value) {
        match map.get(&discriminator.property).map(PropertyValue::reveal) {
            None | Some(PropertyValue::Null) => {}
            Some(PropertyValue::Unknown) => return Choice::Open,
            Some(told) => {
                let member = declared(types, union, discriminator, told);
                return member.map_or(Choice::Undeclared(discriminator), Choice::Member);
            }
        }
    }
    for coerce in [false, true] {
        let fitting = Fitting::new(types, coerce);
        if let Some(member) = union
            .members
            .iter()
            .find(|member| fitting.fits(member, value))
        {
            return Choice::Member(member);
        }
    }
    let of_shape = |member: &&Type| match value {
        PropertyValue::Object(_) => matches!(member, Type::Object(_) | Type::Map(_)),
        PropertyValue::Array(_) => matches!(member, Type::Array(_)),
        _ => false,
    };
    let mut candidates = union.members.iter().filter(of_shape);
    match (candidates.next(), candidates.next()) {
        (Some(only), None) => Choice::Member(only),
        _ => Choice::None,
    }
}

/// The member that a revealed value belongs to; `None` if that is uncertain.
pub(crate) fn chosen<'t>(
    types: &'t Types,
    union: &'t UnionType,
    value: &PropertyValue,
) -> Option<&'t Type> {
    match choose(types, union, value) {
        Choice::Member(member) => Some(member),
        Choice::Open | Choice::Undeclared(_) | Choice::None => None,
    }
}

/// The member that two revealed values both belong to.
pub(crate) fn common<'t>(
    types: &'t Types,
    union: &'t UnionType,
    one: &PropertyValue,
    other: &PropertyValue,
) -> Option<&'t Type> {
    let member = chosen(types, union, one)?;
    (chosen(types, union, other) == Some(member)).then_some(member)
}

/// Whether a value has a type after the coercions of a check.
pub(crate) fn fits(types: &Types, expected: &Type, value: &PropertyValue, coerce: bool) -> bool {
    Fitting::new(types, coerce).fits(expected, value)
}

/// Whether code that knows the type can read the value: after the coercions of a check, and whatever else its objects
/// contain.
pub(crate) fn is_readable(types: &Types, expected: &Type, value: &PropertyValue) -> bool {
    let fitting = Fitting {
        allows_undeclared: true,
        ..Fitting::new(types, true)
    };
    fitting.fits(expected, value)
}

/// The values that a discriminator may have, for a message.
pub(crate) fn discriminator_values(
    types: &Types,
    union: &UnionType,
    discriminator: &Discriminator,
) -> Vec<PropertyValue> {
    let mapped = discriminator
        .mapping
        .keys()
        .map(|value| value.as_str().into());
    let constants = union
        .members
        .iter()
        .enumerate()
        .filter_map(|(position, member)| {
            let is_mapped = discriminator
                .mapping
                .values()
                .any(|mapped| *mapped == position);
            let Type::Object(id) = member else {
                return None;
            };
            let constant = constant(&types.object(*id).schema, &discriminator.property).cloned();
            if is_mapped {
                None
            } else {
                constant.or_else(|| type_name(types, member).map(Into::into))
            }
        });
    mapped.chain(constants).collect()
}

/// The names of the object types in a union.
pub(crate) fn object_names<'t>(types: &'t Types, union: &UnionType) -> Vec<&'t str> {
    union
        .members
        .iter()
        .filter_map(|member| type_name(types, member))
        .collect()
}

/// The member that a discriminator's value stands for: by the mapping, by the constants, by the types' names.
fn declared<'t>(
    types: &Types,
    union: &'t UnionType,
    discriminator: &Discriminator,
    told: &PropertyValue,
) -> Option<&'t Type> {
    let told = scalar::literal(told);
    if let Some(position) = discriminator.mapping.get(&told) {
        return union.members.get(*position);
    }
    let by_constant = union.members.iter().find(|member| match member {
        Type::Object(id) => constant(&types.object(*id).schema, &discriminator.property)
            .is_some_and(|constant| scalar::literal(constant) == told),
        _ => false,
    });
    by_constant.or_else(|| {
        union
            .members
            .iter()
            .find(|member| type_name(types, member) == Some(told.as_str()))
    })
}

fn constant<'t>(object: &'t ObjectSchema, property: &str) -> Option<&'t PropertyValue> {
    object.properties.get(property)?.constant.as_ref()
}

/// The last part of an object type's token.
fn type_name<'t>(types: &'t Types, member: &Type) -> Option<&'t str> {
    let Type::Object(id) = member else {
        return None;
    };
    types.object(*id).token.rsplit(':').next()
}

/// A test of a value against a type.
struct Fitting<'t> {
    types: &'t Types,
    /// Whether a check may convert a value to another type.
    coerce: bool,
    /// Whether objects may have members that their types do not declare.
    allows_undeclared: bool,
    parts_left: Cell<u32>,
}

impl<'t> Fitting<'t> {
    fn new(types: &'t Types, coerce: bool) -> Self {
        Fitting {
            types,
            coerce,
            allows_undeclared: false,
            parts_left: Cell::new(MAX_PARTS),
        }
    }

    fn fits(&self, expected: &Type, value: &PropertyValue) -> bool {
        let value = value.reveal();
        let parts_left = self.parts_left.get().saturating_sub(1);
        self.parts_left.set(parts_left);
        if parts_left == 0 || matches!(value, PropertyValue::Unknown) {
            return true;
        }
        match (expected, value) {
            (Type::Any, _) => true,
            (Type::Array(items), PropertyValue::Array(values)) => {
                values.iter().all(|value| self.fits(items, value))
            }
            (Type::Map(items), PropertyValue::Object(map)) => {
                let mut present = map.values().filter(|value| !is_null(value));
                present.all(|value| self.fits(items, value))
            }
            (Type::Object(id), PropertyValue::Object(map)) => {
                self.fits_object(&self.types.object(*id).schema, map)
            }
            (Type::Union(union), value) => {
                union.members.iter().any(|member| self.fits(member, value))
            }
            (expected, value) => match scalar::read(self.types, expected, value) {
                Some(read) => self.coerce || matches!(read, std::borrow::Cow::Borrowed(_)),
                None => false,
            },
        }
    }

    fn fits_object(&self, object: &ObjectSchema, map: &PropertyMap) -> bool {
        let present = map
            .iter()
            .all(|(key, value)| match object.properties.get(key) {
                Some(_) if is_null(value) => true,
                Some(property) => {
                    self.fits(&property.value_type, value)
                        && property.constant.as_ref().is_none_or(|constant| {
                            is_constant(self.types, &property.value_type, constant, value)
                        })
                }
                None => self.allows_undeclared || key.starts_with("__"),
            });
        present
            && object.required.iter().all(|name| {
                map.get(name).is_some_and(|value| !is_null(value))
                    // An omitted constant does not count, because otherwise every object would be the first member.
                    || object.properties.get(name).is_some_and(|property| {
                        // A part that is never in outputs does not distinguish members either.
                        property.default.is_some()
                            || !property.environment.is_empty()
                            || property.write_only
                    })
            })
    }
}

/// Whether a value is the constant that its property must be, or may yet become it.
pub(crate) fn is_constant(
    types: &Types,
    expected: &Type,
    constant: &PropertyValue,
    value: &PropertyValue,
) -> bool {
    match value.reveal() {
        PropertyValue::Unknown => true,
        value => scalar::read(types, expected, value).is_some_and(|read| *read == *constant),
    }
}

/// The value, if it is present: null is not.
#[inline]
pub(crate) fn present(value: Option<&PropertyValue>) -> Option<&PropertyValue> {
    value.filter(|value| !is_null(value))
}

/// Null, or a secret null.
#[inline]
pub(crate) fn is_null(value: &PropertyValue) -> bool {
    matches!(value.reveal(), PropertyValue::Null)
}
