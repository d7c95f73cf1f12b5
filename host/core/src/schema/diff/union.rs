//! The comparison of union values: of the same member, or of two members.

use std::collections::BTreeSet;

use super::walk::Walk;
use crate::schema::model::expected::{Expected, entries};
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::{Type, UnionType};
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, Choice, present};
use crate::schema::values::pairs::pairs;
use crate::value::{PropertyMap, PropertyValue};

/// The old and the new value, or their types.
type Sides<T> = (T, T);

/// A property, and the member that declares it.
type Part<'o> = (&'o ObjectSchema, &'o PropertySchema);

impl Walk<'_> {
    /// Two revealed values of a union.
    pub(super) fn union(
        &mut self,
        expected: Expected,
        union: &UnionType,
        (old, new): Sides<&PropertyValue>,
        place: &Location,
        replace: bool,
    ) {
        if let Some(member) = self.member(union, old, new) {
            self.value(expected.as_type(member), old, new, place, replace);
            return;
        }
        let types = self.types;
        let of_side = |value| match member::choose(types, union, value) {
            Choice::Member(member) => Some(member),
            Choice::Open => None,
            // An older schema may have had this member.
            Choice::Undeclared(_) | Choice::None => Some(&Type::Any),
        };
        let sides = match (of_side(old), of_side(new)) {
            (Some(old), Some(new)) => (old, new),
            // The member is decided when the unknown part is known.
            (Some(known), None) | (None, Some(known)) => (known, known),
            (None, None) => (&Type::Any, &Type::Any),
        };
        self.switched(expected, sides, (old, new), place, replace);
    }

    /// Two values of different types, the members of a union. The resource is replaced if a property that replaces, of
    /// the old member or of the new one, appears, disappears or changes.
    fn switched(
        &mut self,
        expected: Expected,
        (old_type, new_type): Sides<&Type>,
        (old, new): Sides<&PropertyValue>,
        place: &Location,
        replace: bool,
    ) {
        if old_type == new_type {
            return self.value(expected.as_type(new_type), old, new, place, replace);
        }
        let place = &place.hide(old.is_secret() || new.is_secret());
        let (old, new) = (old.reveal(), new.reveal());
        if let Type::Union(_) = old_type {
            let chosen = self.chosen(old_type, old);
            return self.switched(expected, (chosen, new_type), (old, new), place, replace);
        }
        if let Type::Union(_) = new_type {
            let chosen = self.chosen(new_type, new);
            return self.switched(expected, (old_type, chosen), (old, new), place, replace);
        }
        match (old, new) {
            (PropertyValue::Object(old), PropertyValue::Object(new)) => {
                self.switched_object((old_type, new_type), (old, new), place, replace);
            }
            (PropertyValue::Array(old), PropertyValue::Array(new)) => {
                let items = (items_of(old_type), items_of(new_type));
                for at in 0..old.len().max(new.len()) {
                    let place = place.index(at);
                    self.switched_part(items, (old.get(at), new.get(at)), &place, replace);
                }
            }
            (old, new) => {
                let is_known = !matches!(
                    (old, new),
                    (PropertyValue::Unknown, _) | (_, PropertyValue::Unknown)
                );
                let replace = replace
                    || is_known
                        && (self.has_replacing(old_type, old, true)
                            || self.has_replacing(new_type, new, false));
                self.value(expected.as_type(&Type::Any), old, new, place, replace);
            }
        }
    }

    fn switched_object(
        &mut self,
        (old_type, new_type): Sides<&Type>,
        (old, new): Sides<&PropertyMap>,
        place: &Location,
        replace: bool,
    ) {
        let types = self.types;
        let declared = |side: &Type| match side {
            Type::Object(id) => Some(&types.object(*id).schema),
            _ => None,
        };
        let (old_object, new_object) = (declared(old_type), declared(new_type));
        let objects = [old_object, new_object].into_iter().flatten();
        let names: BTreeSet<&String> = objects
            .flat_map(|object| object.properties.keys())
            .collect();
        for name in &names {
            let sides = (part(old_object, name), part(new_object, name));
            let values = (old.get(*name), new.get(*name));
            self.switched_property(sides, values, (name.as_str(), place), replace);
        }
        let items = (items_of(old_type), items_of(new_type));
        for (key, old, new) in pairs(entries(old), entries(new)) {
            if !names.contains(key) && !key.starts_with("__") {
                self.switched_part(items, (old, new), &place.key(key), replace);
            }
        }
    }

    /// A property that at least one of the two members declares.
    fn switched_property(
        &mut self,
        (old_part, new_part): Sides<Option<Part>>,
        (old, new): Sides<Option<&PropertyValue>>,
        (name, place): (&str, &Location),
        replace: bool,
    ) {
        let is_gone = self.missing.is_gone(&place.property(name));
        let old = given_or_implied(old_part.filter(|_| !is_gone), name, old);
        let new = given_or_implied(new_part, name, new);
        let [old_property, new_property] =
            [old_part, new_part].map(|part| part.map(|(_, property)| property));
        let either = |test: fn(&PropertySchema) -> bool| {
            [old_property, new_property].into_iter().flatten().any(test)
        };
        // If the program gives no value, the server's choice stands.
        if new.is_none() && new_property.is_some_and(|property| property.computed) {
            return;
        }
        let was_chosen = new.is_none() && old_property.is_some_and(|property| property.computed);
        let replace = replace || (!was_chosen && either(|property| property.replace_on_changes));
        let place = place
            .property(name)
            .hide(either(|property| property.secret));
        match (old_property, new_property) {
            (Some(old_property), Some(new_property)) => {
                if let (Some(old), Some(new)) = (old, new) {
                    let types = (&old_property.value_type, &new_property.value_type);
                    let expected = Expected::of(new_property);
                    self.switched(expected, types, (old, new), &place, replace);
                    return;
                }
                let given = if new.is_some() {
                    new_property
                } else {
                    old_property
                };
                self.optional(Expected::of(given), old, new, &place, replace);
            }
            (Some(property), None) | (None, Some(property)) => {
                // The other member does not know the name, but may have a value of it.
                self.optional(Expected::of(property), old, new, &place, replace);
            }
            (None, None) => {}
        }
    }

    /// An element or entry.
    fn switched_part(
        &mut self,
        (old_type, new_type): Sides<&Type>,
        (old, new): Sides<Option<&PropertyValue>>,
        place: &Location,
        replace: bool,
    ) {
        match (present(old), present(new)) {
            (Some(old), Some(new)) => {
                let expected = Expected::plain(new_type);
                self.switched(expected, (old_type, new_type), (old, new), place, replace);
            }
            (old, new) => {
                let given = if new.is_some() { new_type } else { old_type };
                self.optional(Expected::plain(given), old, new, place, replace);
            }
        }
    }

    /// The type of a value, if its expected type is a union.
    fn chosen<'u>(&self, expected: &'u Type, value: &PropertyValue) -> &'u Type
    where
        Self: 'u,
    {
        match expected {
            Type::Union(union) => member::chosen(self.types, union, value).unwrap_or(&Type::Any),
            other => other,
        }
    }

    /// The member of a union that both sides are. A side of an older form, which does not fit its own member as it is,
    /// counts as the same member as the other, if it can be read so.
    fn member<'u>(
        &self,
        union: &'u UnionType,
        old: &PropertyValue,
        new: &PropertyValue,
    ) -> Option<&'u Type>
    where
        Self: 'u,
    {
        let chosen = |value| member::chosen(self.types, union, value);
        let (old_member, new_member) = (chosen(old), chosen(new));
        if old_member == new_member {
            return new_member;
        }
        // For values without parts: `8` and `"8"` differ if the union accepts both.
        if !has_parts(old) && !has_parts(new) {
            return None;
        }
        let is_certain = |member: &Option<&Type>, value: &PropertyValue| {
            shows_member(union, value)
                || member.is_some_and(|member| member::fits(self.types, member, value, false))
        };
        if is_certain(&old_member, old) && is_certain(&new_member, new) {
            return None;
        }
        let reads = |member: &&Type, value| member::fits(self.types, member, value, true);
        new_member
            .filter(|member| reads(member, old))
            .or_else(|| old_member.filter(|member| reads(member, new)))
    }
}

/// Whether a value has the discriminator of its union.
fn shows_member(union: &UnionType, value: &PropertyValue) -> bool {
    match (&union.discriminator, value) {
        (Some(discriminator), PropertyValue::Object(map)) => {
            let told = present(map.get(&discriminator.property));
            told.is_some_and(|told| !matches!(told.reveal(), PropertyValue::Unknown))
        }
        _ => false,
    }
}

/// The type of the parts of a list or map.
fn items_of(of: &Type) -> &Type {
    match of {
        Type::Array(items) | Type::Map(items) => items,
        _ => &Type::Any,
    }
}

fn given_or_implied<'v>(
    part: Option<Part<'v>>,
    name: &str,
    value: Option<&'v PropertyValue>,
) -> Option<&'v PropertyValue> {
    let implied = || part.and_then(|(object, property)| object.implied(name, property));
    present(value).or_else(implied)
}

fn part<'o>(object: Option<&'o ObjectSchema>, name: &str) -> Option<Part<'o>> {
    let object = object?;
    object
        .properties
        .get(name)
        .map(|property| (object, property))
}

fn has_parts(value: &PropertyValue) -> bool {
    matches!(value, PropertyValue::Array(_) | PropertyValue::Object(_))
}
