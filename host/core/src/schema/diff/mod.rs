//! The differences between recorded and wanted inputs.
//!
//! Only the meaning counts. An omitted default, a number written as text, a secret mark and an asset's path are not
//! differences, so that state from another provider or an older host shows none. Values that are equal by the
//! manifest's comparison rules are not differences either.

use std::collections::BTreeSet;

mod equal;
mod ignore;
mod list;
#[cfg(test)]
mod model_tests;
mod set;
#[cfg(test)]
mod tests;
mod union;
mod walk;

pub use ignore::reset_ignored;
use walk::Missing;

use super::model::PackageSchema;
use super::model::expected::Expected;
use super::model::named_types::Types;
use super::model::object::ObjectSchema;
use super::values::location::Location;
use crate::error::failure::PropertyDifference;
use crate::value::{PropertyMap, PropertyValue};

/// Compares two versions of properties at any depth, and determines which differences require a replacement.
///
/// An unknown value counts as changed. Undeclared keys that begin with `__` are skipped. For `ignoreChanges` see
/// [`reset_ignored`].
///
/// If only the data, and not the schema, names a part of a secret, the whole secret is reported.
#[must_use]
pub fn diff(
    schema: &PackageSchema,
    object: &ObjectSchema,
    old: &PropertyMap,
    new: &PropertyMap,
) -> Vec<PropertyDifference> {
    diff_without_defaults(schema, object, old, new, &BTreeSet::new())
}

/// Compares as [`diff`] does, but absent old values at some paths do not count as the default: they were missing
/// outside in a refresh.
#[must_use]
pub fn diff_without_defaults(
    schema: &PackageSchema,
    object: &ObjectSchema,
    old: &PropertyMap,
    new: &PropertyMap,
    vanished: &BTreeSet<String>,
) -> Vec<PropertyDifference> {
    let mut walk = walk::Walk {
        missing: Missing::At(vanished),
        ..walk::Walk::new(&schema.types, 0)
    };
    walk.object(object, old, new, &Location::TOP, false);
    walk.differences
}

/// Whether one property is the same in two versions of properties.
pub(super) fn is_same_property(
    types: &Types,
    object: &ObjectSchema,
    name: &str,
    old: &PropertyMap,
    new: &PropertyMap,
) -> bool {
    let mut walk = walk::Walk::new(types, 0);
    if let Some(property) = object.properties.get(name) {
        let (old, new) = (old.get(name), new.get(name));
        walk.property(object, (name, property), old, new, &Location::TOP, false);
    }
    walk.differences.is_empty()
}

/// Whether two values mean the same by their type and rules.
pub(super) fn is_same(
    types: &Types,
    expected: Expected,
    old: &PropertyValue,
    new: &PropertyValue,
) -> bool {
    is_same_within(types, expected, old, new, 0)
}

/// Whether a value that was read contains everything in another value. A missing part may only be one that does not
/// equal its default.
pub(super) fn shows_same(
    types: &Types,
    expected: Expected,
    read: &PropertyValue,
    other: &PropertyValue,
) -> bool {
    let mut walk = walk::Walk {
        missing: Missing::Everywhere,
        ..walk::Walk::new(types, 0)
    };
    walk.value(expected, read, other, &Location::TOP, false);
    walk.differences.is_empty()
}

/// Like [`is_same`], for elements of lists that are nested in `depth` other lists whose elements are being compared.
pub(super) fn is_same_within(
    types: &Types,
    expected: Expected,
    old: &PropertyValue,
    new: &PropertyValue,
    depth: u8,
) -> bool {
    let mut walk = walk::Walk::new(types, depth);
    walk.value(expected, old, new, &Location::TOP, false);
    walk.differences.is_empty()
}
