//! The recorded outputs that a migration changes.
//!
//! The engine keeps the outputs of a resource without differences and passes them to the program, which only knows the
//! current form. So outputs in another form count as a difference. An update that records them changes nothing outside.

use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::state::exposed_secrets::is_opened;
use crate::value::property_path::PropertyPath;
use crate::value::{PropertyMap, PropertyValue};

/// The outputs that differ, by their paths.
pub(crate) fn between(
    before: &PropertyMap,
    after: Option<&PropertyMap>,
) -> Vec<PropertyDifference> {
    let nothing = PropertyMap::new();
    let after = after.unwrap_or(&nothing);
    let names = before.keys();
    let names = names.chain(after.keys().filter(|name| !before.contains_key(*name)));
    let difference = |name: &String| {
        let kind = match (before.get(name), after.get(name)) {
            (Some(old), Some(new)) if is_same(old, new) => return None,
            (Some(_), Some(_)) => DifferenceKind::Change,
            (Some(_), None) => DifferenceKind::Remove,
            (None, _) => DifferenceKind::Add,
        };
        // A key that no path can contain is not in a schema, so programs do not see it.
        let path = PropertyPath::root(name).to_string();
        (!path.is_empty()).then_some(PropertyDifference {
            property: path,
            kind,
            replace: false,
        })
    };
    names.filter_map(difference).collect()
}

/// Whether a program sees the same value, and no current secret is plain. A secret at another place is not a
/// difference, because the next update records it.
fn is_same(old: &PropertyValue, new: &PropertyValue) -> bool {
    old == new || old.without_secrets() == new.without_secrets() && !is_opened(old, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_removed_and_changed_is_told_once() {
        let map = |pairs: &[(&str, &str)]| -> PropertyMap {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| ((*name).to_owned(), (*value).into()))
                .collect()
        };
        let before = map(&[("same", "x"), ("old", "y"), ("size", "5 GB")]);
        let after = map(&[("same", "x"), ("new", "y"), ("size", "5")]);
        let found: Vec<(String, DifferenceKind)> = between(&before, Some(&after))
            .into_iter()
            .map(|difference| (difference.property, difference.kind))
            .collect();
        let expected = [
            ("old", DifferenceKind::Remove),
            ("size", DifferenceKind::Change),
            ("new", DifferenceKind::Add),
        ];
        let expected: Vec<_> = expected.map(|(name, kind)| (name.to_owned(), kind)).into();
        assert_eq!(found, expected);
        assert_eq!(between(&before, Some(&before)), []);
        // A program does not see the place of a secret.
        let secret = |value: PropertyValue| PropertyValue::Secret(Box::new(value));
        let inside = PropertyMap::from([("word".to_owned(), secret("x".into()))]);
        let outside = PropertyMap::from([("word".to_owned(), "x".into())]);
        let before = PropertyMap::from([("words".to_owned(), PropertyValue::Object(inside))]);
        let after =
            PropertyMap::from([("words".to_owned(), secret(PropertyValue::Object(outside)))]);
        assert_eq!(between(&before, Some(&after)), []);
    }
}
