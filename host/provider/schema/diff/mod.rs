//! What differs between recorded and wanted inputs.
//!
//! Differences are of meaning, not of form: a default that one side leaves out, a number written as text, a secret
//! mark and an asset's path are none. So a state that another provider or an older host wrote gives no difference. Nor is
//! what the manifest's rules of comparison call the same.

mod equal;
mod ignore;
#[cfg(test)]
mod model;
mod set;
#[cfg(test)]
mod tests;
mod walk;

pub(super) use set::{MOST_EFFORT, unmatched};

use std::cell::Cell;

use super::expected::Expected;
use super::model::{ObjectSchema, PackageSchema};
use super::place::Place;
use super::types::Types;
use crate::provider::failure::Difference;
use crate::provider::value::{PropertyMap, PropertyValue};

/// Compares two versions of properties, at any depth, and says which differences cannot be made in place.
///
/// `ignore_changes` are paths as users write them, wildcards included: differences at or below them are left out. Paths
/// that cannot be read are passed over. A value that is not known yet counts as changed. Keys that begin with `__`
/// are not looked at, beside declared properties.
///
/// Where only the data, not the schema, name a part of a secret, the difference is told of the whole secret.
#[must_use]
pub fn diff(
    schema: &PackageSchema,
    object: &ObjectSchema,
    old: &PropertyMap,
    new: &PropertyMap,
    ignore_changes: &[String],
) -> Vec<Difference> {
    let ignored = ignore_changes
        .iter()
        .filter_map(|path| ignore::Pattern::parse(path))
        .collect();
    let effort = Cell::new(MOST_EFFORT);
    let mut walk = walk::Walk {
        types: &schema.types,
        ignored,
        differences: Vec::new(),
        effort: &effort,
    };
    walk.object(object, old, new, &Place::TOP, false);
    walk.differences
}

/// Whether two values mean the same by their type and rules, as far as what is left of a comparison's effort suffices to tell.
pub(super) fn is_same(
    types: &Types,
    expected: Expected,
    old: &PropertyValue,
    new: &PropertyValue,
    effort: &Cell<usize>,
) -> bool {
    let mut walk = walk::Walk {
        types,
        ignored: Vec::new(),
        differences: Vec::new(),
        effort,
    };
    walk.value(expected, old, new, &Place::TOP, false);
    walk.differences.is_empty()
}
