//! Whether two constructions register the same resources: an update compared with its preview, and a second
//! construction with the first.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::value::PropertyMap;
use serde_json::Value;

use super::constructed::{Child, Constructed};
use crate::values::{Mismatch, compare, from_map, is_unknown};

/// Whether a value may replace another value.
type Fits<'a> = &'a dyn Fn(&Value, &Value) -> Option<bool>;

/// The places at which an update differs from its preview: children that it does not register, and known values that
/// change. Additional children are not a difference, because a preview may not know them.
#[must_use]
pub fn broken_promises(preview: &Constructed, update: &Constructed) -> Vec<Mismatch> {
    let mut broken = differences_of_children(preview, update, &may_become);
    if let (Ok(before), Ok(after)) = (&preview.outputs, &update.outputs) {
        // An update omits unknown values.
        let known = before.iter().filter(|(name, _)| after.contains_key(*name));
        let known = known.map(|(name, value)| (name.clone(), value.clone()));
        broken.extend(differences("outputs", &known.collect(), after, &may_become));
    }
    broken
}

/// The differences of a construction from an earlier one with the same inputs.
#[must_use]
pub(super) fn differences_between(first: &Constructed, second: &Constructed) -> Vec<Mismatch> {
    let mut found = differences_of_children(first, second, &must_be);
    let before: BTreeSet<&str> = first
        .children()
        .iter()
        .map(|one| one.urn.as_str())
        .collect();
    let later = second.children().iter();
    let new = later.filter(|child| !before.contains(child.urn.as_str()));
    found.extend(new.map(|child| Mismatch {
        path: child.registration.name.clone(),
        expected: None,
        found: Some(child.registration.token.clone().into()),
    }));
    if let (Ok(before), Ok(after)) = (&first.outputs, &second.outputs) {
        found.extend(differences("outputs", before, after, &must_be));
    }
    found
}

fn differences_of_children(
    first: &Constructed,
    second: &Constructed,
    fits: Fits<'_>,
) -> Vec<Mismatch> {
    let mut found = Vec::new();
    let children = second.children().iter();
    let later: BTreeMap<&str, &Child> = children.map(|one| (one.urn.as_str(), one)).collect();
    for before in first.children() {
        let name = &before.registration.name;
        let Some(after) = later.get(before.urn.as_str()) else {
            found.push(Mismatch {
                path: name.clone(),
                expected: Some(before.registration.token.clone().into()),
                found: None,
            });
            continue;
        };
        let place = format!("{name}.inputs");
        let (old, new) = (&before.registration.inputs, &after.registration.inputs);
        found.extend(differences(&place, old, new, fits));
        let place = format!("{name}.options");
        found.extend(differences(
            &place,
            &before.options(),
            &after.options(),
            fits,
        ));
    }
    found
}

fn differences(
    place: &str,
    before: &PropertyMap,
    after: &PropertyMap,
    fits: Fits<'_>,
) -> Vec<Mismatch> {
    let (before, after) = (from_map(before.clone()), from_map(after.clone()));
    let found = compare(Some(&before), Some(&after), fits);
    let placed = found.into_iter().map(|mismatch| Mismatch {
        path: if mismatch.path.starts_with('[') {
            format!("{place}{}", mismatch.path)
        } else {
            format!("{place}.{}", mismatch.path)
        },
        ..mismatch
    });
    placed.collect()
}

/// An unknown value may become any value.
fn may_become(before: &Value, _: &Value) -> Option<bool> {
    let inner = before.get("value").unwrap_or(before);
    (is_unknown(before) || is_unknown(inner)).then_some(true)
}

/// Everything must be equal.
fn must_be(_: &Value, _: &Value) -> Option<bool> {
    None
}
