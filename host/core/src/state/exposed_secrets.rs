//! Recorded outputs with a plain value that is a secret now, because the program or the schema has marked it since.
//!
//! The engine records new inputs without an update if nothing differs, but keeps the outputs. So an output with such
//! a value counts as a difference. An update that records it as a secret changes no real resource.

use std::collections::BTreeMap;

use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::value::property_path::PropertyPath;
use crate::value::{ArchiveContent, AssetContent, PropertyMap, PropertyValue};

/// The recorded outputs with a plain value that would be recorded as a secret now.
pub(crate) fn between(recorded: &PropertyMap, now: &PropertyMap) -> Vec<PropertyDifference> {
    let opened = recorded.iter().filter(|(name, recorded)| {
        let now = now.get(*name);
        now.is_some_and(|now| is_opened(recorded, now))
    });
    let difference = |(name, _): (&String, &PropertyValue)| {
        // A key that no path can contain is not in a schema.
        let path = PropertyPath::root(name).to_string();
        (!path.is_empty()).then_some(PropertyDifference {
            property: path,
            kind: DifferenceKind::Change,
            replace: false,
        })
    };
    opened.filter_map(difference).collect()
}

/// Whether a part of a value is plain in the record, and secret now.
pub(crate) fn is_opened(recorded: &PropertyValue, now: &PropertyValue) -> bool {
    match (recorded, now) {
        (PropertyValue::Secret(_), _) => false,
        (recorded, PropertyValue::Secret(_)) => has_open_part(recorded),
        (PropertyValue::Object(recorded), PropertyValue::Object(now)) => recorded
            .iter()
            .any(|(name, recorded)| now.get(name).is_some_and(|now| is_opened(recorded, now))),
        (PropertyValue::Array(recorded), PropertyValue::Array(now)) => {
            let pairs = recorded.iter().zip(now);
            recorded.len() == now.len()
                && pairs
                    .into_iter()
                    .any(|(recorded, now)| is_opened(recorded, now))
        }
        _ => false,
    }
}

/// Whether a part of a value is plain.
fn has_open_part(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Null | PropertyValue::Unknown | PropertyValue::Secret(_) => false,
        PropertyValue::Array(items) => items.iter().any(has_open_part),
        PropertyValue::Object(map) => map.values().any(has_open_part),
        _ => true,
    }
}

/// Restores the contents of assets that the engine left out of recorded outputs, from inputs with the same assets.
/// Returns false if contents are still missing: such outputs cannot be recorded again. For a comparison, the engine
/// leaves out the contents of inputs too.
pub(crate) fn restore_assets(inputs: &PropertyMap, outputs: &mut PropertyMap) -> bool {
    let mut known = BTreeMap::new();
    inputs
        .values()
        .for_each(|value| note_assets(value, &mut known));
    all_restored(&known, outputs.values_mut())
}

fn note_assets<'a>(value: &'a PropertyValue, known: &mut BTreeMap<&'a str, &'a PropertyValue>) {
    match value {
        PropertyValue::Secret(inner) => note_assets(inner, known),
        PropertyValue::Array(items) => items.iter().for_each(|item| note_assets(item, known)),
        PropertyValue::Object(map) => map.values().for_each(|item| note_assets(item, known)),
        PropertyValue::Asset(asset) => {
            known.insert(&asset.hash, value);
        }
        PropertyValue::Archive(archive) => {
            known.insert(&archive.hash, value);
        }
        _ => {}
    }
}

/// Whether all contents in the values are present or restored. It visits every value.
fn all_restored<'v>(
    known: &BTreeMap<&str, &PropertyValue>,
    values: impl Iterator<Item = &'v mut PropertyValue>,
) -> bool {
    let mut all = true;
    for value in values {
        all &= restored(known, value);
    }
    all
}

/// Whether all contents in a value are present or restored.
fn restored(known: &BTreeMap<&str, &PropertyValue>, value: &mut PropertyValue) -> bool {
    let hash = match value {
        PropertyValue::Secret(inner) => return restored(known, inner),
        PropertyValue::Array(items) => {
            return all_restored(known, items.iter_mut());
        }
        PropertyValue::Object(map) => {
            return all_restored(known, map.values_mut());
        }
        PropertyValue::Asset(asset) if asset.content == AssetContent::Elided => &asset.hash,
        PropertyValue::Archive(archive) => match &archive.content {
            ArchiveContent::Elided => &archive.hash,
            // The members are restored one by one, and then the whole.
            ArchiveContent::Assets(members) if members.values().any(is_elided) => &archive.hash,
            _ => return true,
        },
        _ => return true,
    };
    let known = known.get(hash.as_str()).filter(|_| !hash.is_empty());
    let Some(whole) = known else {
        return false;
    };
    *value = (*whole).clone();
    true
}

fn is_elided(value: &PropertyValue) -> bool {
    match value.reveal() {
        PropertyValue::Asset(asset) => asset.content == AssetContent::Elided,
        PropertyValue::Archive(archive) => match &archive.content {
            ArchiveContent::Elided => true,
            ArchiveContent::Assets(members) => members.values().any(is_elided),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::map;
    use crate::value::Asset;

    fn secret(value: impl Into<PropertyValue>) -> PropertyValue {
        value.into().into_secret()
    }

    fn object<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyValue {
        PropertyValue::Object(map(members))
    }

    #[test]
    fn what_is_in_the_open_and_a_secret_now_is_a_difference() {
        let list = |items: Vec<PropertyValue>| PropertyValue::Array(items);
        for (recorded, now, expected) in [
            (PropertyValue::from("x"), secret("x"), true),
            ("x".into(), "x".into(), false),
            (secret("x"), secret("x"), false),
            // The state hides more than it has to.
            (secret("x"), "x".into(), false),
            (true.into(), secret(true), true),
            (PropertyValue::Null, secret(PropertyValue::Null), false),
            (
                object([("a", "x".into())]),
                object([("a", secret("x"))]),
                true,
            ),
            (
                object([("a", "x".into())]),
                secret(object([("a", "x".into())])),
                true,
            ),
            (
                object([("a", secret("x"))]),
                secret(object([("a", "x".into())])),
                false,
            ),
            (object([]), secret(object([])), false),
            (
                list(vec!["x".into(), "y".into()]),
                list(vec!["x".into(), secret("y")]),
                true,
            ),
            (list(vec!["x".into()]), list(vec!["x".into()]), false),
        ] {
            assert_eq!(is_opened(&recorded, &now), expected, "{recorded:?}");
            let (recorded, now) = (map([("p", recorded)]), map([("p", now)]));
            assert_eq!(between(&recorded, &now).len(), usize::from(expected));
        }
        assert_eq!(between(&map([("p", "x".into())]), &PropertyMap::new()), []);
    }

    fn asset(hash: &str, content: AssetContent) -> PropertyValue {
        PropertyValue::Asset(Box::new(Asset {
            hash: hash.to_owned(),
            content,
        }))
    }

    #[test]
    fn assets_that_were_left_out_come_back_from_inputs_by_their_hashes() {
        let whole = || asset("h1", AssetContent::Text("text".to_owned()));
        let inputs = map([("files", object([("a", secret(whole()))]))]);
        let mut outputs = map([
            ("files", object([("a", asset("h1", AssetContent::Elided))])),
            ("n", 1.0.into()),
        ]);
        assert!(restore_assets(&inputs, &mut outputs));
        assert_eq!(outputs["files"], object([("a", whole())]));
        let mut others = map([("file", asset("h2", AssetContent::Elided))]);
        assert!(!restore_assets(&inputs, &mut others));
    }
}
