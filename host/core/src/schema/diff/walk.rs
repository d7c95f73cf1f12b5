//! The walk over both sides at once.

use std::collections::BTreeSet;

use super::equal::same_scalar;
use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::schema::model::expected::{Expected, entries};
use crate::schema::model::named_types::Types;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::Type;
use crate::schema::rules::Comparison;
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, Choice, present};
use crate::schema::values::pairs::pairs;
use crate::value::{PropertyMap, PropertyValue};

/// The places where a missing old value does not stand for its default.
#[derive(Debug, Clone, Copy)]
pub(super) enum Missing<'a> {
    /// No place: every missing value stands for its default.
    Nowhere,
    /// These paths.
    At(&'a BTreeSet<String>),
    /// Everywhere: the old side was read.
    Everywhere,
}

impl Missing<'_> {
    /// Whether the old value at a place, if it is missing, is not its default.
    pub(super) fn is_gone(self, place: &Location) -> bool {
        match self {
            Missing::Nowhere => false,
            Missing::At(paths) => !paths.is_empty() && paths.contains(&place.path().to_string()),
            Missing::Everywhere => true,
        }
    }

    /// Whether a value that is missing at a place, or within the value there, is known not to be its default.
    pub(super) fn is_gone_within(self, place: &Location) -> bool {
        match self {
            Missing::At(paths) => !paths.is_empty() && place.paths_within(paths).next().is_some(),
            _ => false,
        }
    }
}

/// The state of a running comparison.
pub(super) struct Walk<'a> {
    pub(super) types: &'a Types,
    pub(super) missing: Missing<'a>,
    pub(super) differences: Vec<PropertyDifference>,
    /// The number of enclosing lists whose elements are being compared.
    pub(super) depth: u8,
}

impl<'a> Walk<'a> {
    /// A comparison with its own list of differences.
    pub(super) fn separate(&self, depth: u8) -> Self {
        Self {
            missing: self.missing,
            ..Self::new(self.types, depth)
        }
    }

    /// A comparison inside `depth` lists whose elements are being compared.
    pub(super) fn new(types: &'a Types, depth: u8) -> Self {
        Self {
            types,
            missing: Missing::Nowhere,
            differences: Vec::new(),
            depth,
        }
    }
}

impl Walk<'_> {
    /// Compares properties. An absent property counts as its default. If `replace`, every difference here replaces the
    /// resource.
    pub(super) fn object(
        &mut self,
        object: &ObjectSchema,
        old: &PropertyMap,
        new: &PropertyMap,
        place: &Location,
        replace: bool,
    ) {
        // How many keys are left that the schema does not know.
        let mut others = old.len() + new.len();
        for (name, property) in &object.properties {
            let (old, new) = (old.get(name), new.get(name));
            others -= usize::from(old.is_some()) + usize::from(new.is_some());
            self.property(object, (name, property), old, new, place, replace);
        }
        if others == 0 {
            return;
        }
        for (key, old, new) in pairs(old.iter(), new.iter()) {
            if !object.properties.contains_key(key) && !key.starts_with("__") {
                let (old, new) = (present(old), present(new));
                self.optional(Expected::any(), old, new, &place.key(key), replace);
            }
        }
    }

    /// Compares one declared property.
    pub(super) fn property(
        &mut self,
        object: &ObjectSchema,
        (name, property): (&str, &PropertySchema),
        old: Option<&PropertyValue>,
        new: Option<&PropertyValue>,
        place: &Location,
        replace: bool,
    ) {
        let (old, new) = (present(old), present(new));
        // If the program gives no value, the server's choice stands.
        let is_left = property.computed && new.is_none();
        if old.is_none() && new.is_none() || is_left {
            return;
        }
        let implied = || object.implied(name, property);
        let place = place.property(name).hide(property.secret);
        let replace = replace || property.replace_on_changes;
        let old = match old {
            None if !self.missing.is_gone(&place) => implied(),
            old => old,
        };
        let new = new.or_else(implied);
        self.optional(Expected::of(property), old, new, &place, replace);
    }

    /// Compares a value that may be missing on one side.
    pub(super) fn optional(
        &mut self,
        expected: Expected,
        old: Option<&PropertyValue>,
        new: Option<&PropertyValue>,
        place: &Location,
        replace: bool,
    ) {
        let (kind, value) = match (old, new) {
            (Some(old), Some(new)) => return self.value(expected, old, new, place, replace),
            (None, Some(new)) => (DifferenceKind::Add, new),
            (Some(old), None) => (DifferenceKind::Remove, old),
            (None, None) => return,
        };
        if expected.counts_as_absent(value) {
            return;
        }
        let place = place.hide(value.is_secret());
        let is_gone = new.is_none();
        let replace = replace || self.has_replacing(expected.value_type, value, is_gone);
        self.tell(kind, &place, replace);
    }

    /// Whether an element and its counterpart differ in parts that cannot change in place. The element or its
    /// counterpart may be missing.
    pub(super) fn replaces_element(
        &self,
        items: Expected,
        old: Option<&PropertyValue>,
        new: Option<&PropertyValue>,
        place: &Location,
    ) -> bool {
        let mut walk = self.separate(self.depth.saturating_add(1));
        walk.optional(items, old, new, place, false);
        walk.differences.iter().any(|told| told.replace)
    }

    /// Compares a value that both sides have.
    pub(super) fn value(
        &mut self,
        expected: Expected,
        old: &PropertyValue,
        new: &PropertyValue,
        place: &Location,
        replace: bool,
    ) {
        use PropertyValue as Value;
        if expected.rules.compare.has(Comparison::Presence) {
            return;
        }
        let place = &place.hide(old.is_secret() || new.is_secret());
        let (old, new) = (old.reveal(), new.reveal());
        match (expected.value_type, old, new) {
            (_, Value::Unknown, _) | (_, _, Value::Unknown) => {
                self.tell(DifferenceKind::Change, place, replace);
            }
            (Type::Object(id), Value::Object(old), Value::Object(new)) => {
                let types = self.types;
                self.object(&types.object(*id).schema, old, new, place, replace);
            }
            (Type::Union(union), old, new) => {
                self.union(expected, union, (old, new), place, replace)
            }
            (Type::Map(items), Value::Object(old), Value::Object(new)) => {
                // As in a check, a null in a map is not an entry.
                self.map(expected.items(items), old, new, place, replace, present);
            }
            (_, Value::Object(old), Value::Object(new)) => {
                let items = expected.items(&Type::Any);
                self.map(items, old, new, place, replace, |value| value);
            }
            (Type::Array(items), Value::Array(old), Value::Array(new)) => {
                self.list(expected, items, old, new, place, replace);
            }
            (value_type, Value::Array(old), Value::Array(new)) if *value_type != Type::Json => {
                self.list(expected, &Type::Any, old, new, place, replace);
            }
            (value_type, old, new) => {
                if !same_scalar(self.types, expected, old, new) {
                    let replace = replace
                        || self.has_replacing(value_type, old, true)
                        || self.has_replacing(value_type, new, false);
                    self.tell(DifferenceKind::Change, place, replace);
                }
            }
        }
    }

    fn map(
        &mut self,
        items: Expected,
        old: &PropertyMap,
        new: &PropertyMap,
        place: &Location,
        replace: bool,
        entry: fn(Option<&PropertyValue>) -> Option<&PropertyValue>,
    ) {
        for (key, old, new) in pairs(entries(old), entries(new)) {
            self.optional(items, entry(old), entry(new), &place.key(key), replace);
        }
    }

    /// Whether a value that comes or goes as a whole has a property that cannot change in place. If it goes, values
    /// that the server chooses do not count: the program need not have given them.
    pub(super) fn has_replacing(
        &self,
        expected: &Type,
        value: &PropertyValue,
        is_gone: bool,
    ) -> bool {
        match (expected, value.reveal()) {
            (expected, _) if expected.is_plain() => false,
            (Type::Array(items), PropertyValue::Array(values)) => values
                .iter()
                .any(|value| self.has_replacing(items, value, is_gone)),
            (Type::Map(items), PropertyValue::Object(map)) => map
                .values()
                .any(|value| self.has_replacing(items, value, is_gone)),
            (Type::Object(id), PropertyValue::Object(map)) => {
                let object = &self.types.object(*id).schema;
                map.iter().any(|(key, value)| {
                    object.properties.get(key).is_some_and(|property| {
                        !(member::is_null(value) || is_gone && property.computed)
                            && (property.replace_on_changes
                                || self.has_replacing(&property.value_type, value, is_gone))
                    })
                })
            }
            (Type::Union(union), value) => match member::choose(self.types, union, value) {
                Choice::Member(member) => self.has_replacing(member, value, is_gone),
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn tell(&mut self, kind: DifferenceKind, place: &Location, replace: bool) {
        let property = place.path().to_string();
        let kind = if place.is_cut() {
            DifferenceKind::Change
        } else {
            kind
        };
        self.add(PropertyDifference {
            property,
            kind,
            replace,
        });
    }

    /// Several parts of one secret are reported once.
    pub(super) fn add(&mut self, told: PropertyDifference) {
        match self.differences.last_mut() {
            Some(last) if last.property == told.property => last.replace |= told.replace,
            _ => self.differences.push(told),
        }
    }
}
