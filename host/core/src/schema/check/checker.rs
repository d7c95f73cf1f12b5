//! The check of each value against its type.

use std::borrow::Cow;

use crate::error::failure::{PropertyFailure, Told};
use crate::schema::model::named_types::Types;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::{Type, UnionType};
use crate::schema::rules::PatternWork;
use crate::schema::secrets::mark;
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, Choice};
use crate::schema::values::{exact_numbers, scalar};
use crate::text::Excerpt;
use crate::text::suggest;
use crate::value::{PropertyMap, PropertyValue};

/// An environment without variables.
#[must_use]
pub fn no_environment(_variable: &str) -> Option<String> {
    None
}

/// The state of a running check.
pub(in crate::schema) struct Checker<'a> {
    pub(super) types: &'a Types,
    pub(super) environment: &'a dyn Fn(&str) -> Option<String>,
    /// Whether the values are outputs: outputs have no write-only properties, and most rules apply only to values from
    /// programs.
    pub(super) are_outputs: bool,
    /// Whether write-only properties are not judged where their values are not known.
    pub(super) is_import: bool,
    pub(in crate::schema) failures: Vec<PropertyFailure>,
    told: Told,
    /// The remaining work on regular expressions.
    pub(in crate::schema) work: PatternWork,
}

impl<'a> Checker<'a> {
    pub(in crate::schema) fn new(
        types: &'a Types,
        environment: &'a dyn Fn(&str) -> Option<String>,
    ) -> Self {
        Self {
            types,
            environment,
            are_outputs: false,
            is_import: false,
            failures: Vec::new(),
            told: Told::default(),
            work: PatternWork::default(),
        }
    }

    /// The same walk over outputs.
    pub(in crate::schema) fn of_outputs(types: &'a Types) -> Self {
        Self {
            are_outputs: true,
            ..Self::new(types, &no_environment)
        }
    }

    /// The same walk over inputs that an import read.
    pub(super) fn of_import(types: &'a Types) -> Self {
        Self {
            is_import: true,
            ..Self::new(types, &no_environment)
        }
    }

    pub(in crate::schema) fn fail(&mut self, place: &Location, reason: impl Into<String>) {
        self.told.add(&mut self.failures, || {
            PropertyFailure::new(&place.path(), reason)
        });
    }

    /// Checks a whole object: its present properties and its absent ones.
    pub(in crate::schema) fn object(
        &mut self,
        object: &ObjectSchema,
        map: &mut PropertyMap,
        place: &Location,
    ) {
        self.properties(object, map, place);
        self.absent(object, map, place);
        self.required(object, map, place);
        if !self.are_outputs {
            self.excess(object, map, place);
            self.lack(object, map, place);
        }
    }

    /// Checks the present properties.
    pub(in crate::schema) fn properties(
        &mut self,
        object: &ObjectSchema,
        map: &mut PropertyMap,
        place: &Location,
    ) {
        if map.values().any(member::is_null) {
            let is_absent = |key: &String, value: &PropertyValue| {
                member::is_null(value) && object.properties.contains_key(key)
            };
            map.retain(|key, value| !is_absent(key, value));
        }
        for (key, value) in map {
            match object.properties.get(key) {
                Some(property) => self.property(property, value, &place.property(key)),
                None if key.starts_with("__") => {}
                None => self.unexpected(object, key, place),
            }
        }
    }

    fn property(&mut self, property: &PropertySchema, value: &mut PropertyValue, place: &Location) {
        let place = place.hide(property.secret);
        let told = self.failures.len();
        self.value(&property.value_type, value, &place);
        if let Some(constant) = &property.constant
            && self.failures.len() == told
            && !member::is_constant(self.types, &property.value_type, constant, value)
        {
            self.fail(&place, format!("must be `{}`", scalar::literal(constant)));
        }
        // A value of another type has no length and no bounds.
        if self.failures.len() == told && !self.are_outputs {
            self.rules(&property.value_type, &property.rules, value, &place);
        }
        if property.secret {
            mark::wrap(value);
        }
    }

    /// A key that the schema does not have.
    fn unexpected(&mut self, object: &ObjectSchema, key: &str, place: &Location) {
        let place = place.key(key);
        if place.has_hidden_name() {
            self.fail(&place, "has a property that the schema does not know");
            return;
        }
        if self.told.is_full() {
            return;
        }
        let hint = suggest::hint(key, object.properties.keys().map(String::as_str));
        let key = Excerpt::path(key);
        self.fail(&place, format!("unknown property `{key}`{hint}"));
    }

    /// Checks one value against its type.
    pub(super) fn value(&mut self, expected: &Type, value: &mut PropertyValue, place: &Location) {
        if let PropertyValue::Secret(inner) = value {
            self.value(expected, inner, &place.hide(true));
            // The conversion of a value can add another wrapper.
            if inner.is_secret() {
                *value = std::mem::replace(inner, PropertyValue::Null);
            }
            return;
        }
        // A JSON value becomes a text when it is read.
        if matches!(expected, Type::Any | Type::Json) && self.inexact(expected, value, place) {
            return;
        }
        match (expected, value) {
            (Type::Any, _) | (_, PropertyValue::Unknown) => {}
            (Type::Array(items), PropertyValue::Array(values)) => {
                for (index, value) in values.iter_mut().enumerate() {
                    self.value(items, value, &place.index(index));
                }
            }
            (Type::Map(items), PropertyValue::Object(map)) => {
                // An entry of any type may be null.
                if !matches!(**items, Type::Any) && map.values().any(member::is_null) {
                    map.retain(|_, value| !member::is_null(value));
                }
                for (key, value) in map {
                    self.value(items, value, &place.key(key));
                }
            }
            (Type::Object(id), PropertyValue::Object(map)) => {
                let types = self.types;
                self.object(&types.object(*id).schema, map, place);
            }
            (Type::Union(union), value) => self.union(union, value, place),
            (expected, value) => match scalar::read(self.types, expected, value) {
                Some(read) => {
                    if let Cow::Owned(read) = read {
                        *value = read;
                    }
                    self.inexact(expected, value, place);
                }
                None => {
                    let hidden = place.is_hidden();
                    let reason = scalar::mismatch(self.types, expected, value, hidden);
                    self.fail(place, reason);
                }
            },
        }
    }

    /// Fails for an input with a whole number that is not exact, and says whether it did.
    fn inexact(&mut self, expected: &Type, value: &PropertyValue, place: &Location) -> bool {
        let fault = if self.are_outputs {
            None
        } else {
            exact_numbers::fault(expected, value, place.is_hidden())
        };
        let has_fault = fault.is_some();
        if let Some(reason) = fault {
            self.fail(place, reason);
        }
        has_fault
    }

    fn union(&mut self, union: &UnionType, value: &mut PropertyValue, place: &Location) {
        let types = self.types;
        let mut previous: Option<&Type> = None;
        // The defaults of one member can turn the value into a value of another member, so the check repeats until the
        // member stays the same.
        for _ in 0..=union.members.len() {
            match member::choose(types, union, value) {
                Choice::Member(chosen) if previous.is_some_and(|before| before == chosen) => return,
                Choice::Member(chosen) => {
                    let told = self.failures.len();
                    self.value(chosen, value, place);
                    let has_parts =
                        matches!(value, PropertyValue::Array(_) | PropertyValue::Object(_));
                    if self.failures.len() > told || !has_parts {
                        return;
                    }
                    previous = Some(chosen);
                }
                Choice::Open => {
                    mark::secrets_of_any(types, union, value);
                    return;
                }
                Choice::Undeclared(discriminator) => {
                    let values = member::discriminator_values(types, union, discriminator);
                    let reason = format!("expected one of {}", scalar::list(&values));
                    self.fail(&place.property(&discriminator.property), reason);
                    return;
                }
                Choice::None => {
                    self.no_member(union, value, place);
                    return;
                }
            }
        }
    }

    fn no_member(&mut self, union: &UnionType, value: &PropertyValue, place: &Location) {
        if let (Some(discriminator), PropertyValue::Object(_)) = (&union.discriminator, value) {
            let values = member::discriminator_values(self.types, union, discriminator);
            let reason = format!(
                "missing property `{}`, which selects the type of the object: one of {}",
                discriminator.property,
                scalar::list(&values)
            );
            self.fail(place, reason);
            return;
        }
        let reason = match value {
            PropertyValue::Object(_) if member::object_names(self.types, union).len() > 1 => {
                let names = member::object_names(self.types, union).join("`, `");
                format!("the object is not one of `{names}`")
            }
            _ => {
                let wanted = scalar::describe_union(self.types, union);
                format!("expected {wanted}, found {}", value.kind())
            }
        };
        self.fail(place, reason);
    }
}
