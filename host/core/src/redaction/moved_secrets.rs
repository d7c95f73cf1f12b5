//! Secrets that a hook moved to another property. They stay secrets there, however short or common they are.

use std::collections::HashSet;

use crate::value::{PropertyMap, PropertyValue};

/// Marks values that were secret at another place before and have left that place. `changed` contains the new
/// properties and those with a new value, `left_out` the names of removed properties. All other properties are equal to
/// `before`.
///
/// Strings, numbers and bytes are compared one by one, so that parts of a secret object are recognised too. An unknown
/// value is marked if any removed secret is unknown. Booleans are not marked, because there are only two of them.
pub(crate) fn mark_moved(before: &PropertyMap, left_out: &[String], changed: &mut PropertyMap) {
    let mut removed = RemovedSecrets::default();
    for value in left_out.iter().filter_map(|name| before.get(name)) {
        removed.add(value, None, false);
    }
    for (name, after) in changed.iter() {
        if let Some(value) = before.get(name) {
            removed.add(value, Some(after), false);
        }
    }
    if removed.is_nothing() {
        return;
    }
    for (name, value) in changed {
        mark(&removed, before.get(name), value);
    }
}

/// Secrets that have left their places.
#[derive(Default)]
struct RemovedSecrets<'a> {
    bytes: HashSet<&'a [u8]>,
    numbers: HashSet<u64>,
    /// Whether one of the parts is unknown.
    unknown: bool,
}

impl<'a> RemovedSecrets<'a> {
    /// Adds the secrets of a value that have left their places.
    fn add(
        &mut self,
        before: &'a PropertyValue,
        after: Option<&PropertyValue>,
        mut is_secret: bool,
    ) {
        is_secret |= before.is_secret();
        let after = after.map(PropertyValue::reveal);
        match (before.reveal(), after) {
            (PropertyValue::Object(before), after) => {
                let after = match after {
                    Some(PropertyValue::Object(after)) => Some(after),
                    _ => None,
                };
                for (key, before) in before {
                    self.add(before, after.and_then(|after| after.get(key)), is_secret);
                }
            }
            (PropertyValue::Array(before), after) => {
                let after = match after {
                    Some(PropertyValue::Array(after)) => after.as_slice(),
                    _ => &[],
                };
                for (index, before) in before.iter().enumerate() {
                    self.add(before, after.get(index), is_secret);
                }
            }
            (before, Some(after)) if before == after => {}
            (PropertyValue::String(text), _) if is_secret && !text.is_empty() => {
                self.bytes.insert(text.as_bytes());
            }
            (PropertyValue::Bytes(bytes), _) if is_secret && !bytes.is_empty() => {
                self.bytes.insert(bytes);
            }
            (PropertyValue::Number(number), _) if is_secret => {
                self.numbers.insert(number.to_bits());
            }
            (PropertyValue::Unknown, _) if is_secret => self.unknown = true,
            _ => {}
        }
    }

    fn is_nothing(&self) -> bool {
        self.bytes.is_empty() && self.numbers.is_empty() && !self.unknown
    }

    fn has(&self, value: &PropertyValue) -> bool {
        match value {
            PropertyValue::String(text) => self.bytes.contains(text.as_bytes()),
            PropertyValue::Bytes(bytes) => self.bytes.contains(bytes.as_slice()),
            PropertyValue::Number(number) => self.numbers.contains(&number.to_bits()),
            PropertyValue::Unknown => self.unknown,
            _ => false,
        }
    }
}

/// Marks the secrets in a value, unless they were there before.
fn mark(removed: &RemovedSecrets<'_>, before: Option<&PropertyValue>, value: &mut PropertyValue) {
    match value {
        PropertyValue::Array(items) => {
            let before = match before.map(PropertyValue::reveal) {
                Some(PropertyValue::Array(before)) => before.as_slice(),
                _ => &[],
            };
            for (index, item) in items.iter_mut().enumerate() {
                mark(removed, before.get(index), item);
            }
        }
        PropertyValue::Object(map) => {
            let before = match before.map(PropertyValue::reveal) {
                Some(PropertyValue::Object(before)) => Some(before),
                _ => None,
            };
            for (key, item) in map {
                mark(removed, before.and_then(|before| before.get(key)), item);
            }
        }
        value if before != Some(&*value) && removed.has(value) => {
            let plain = std::mem::replace(value, PropertyValue::Null);
            *value = plain.into_secret();
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use PropertyValue::{Array, Bool, Object, Unknown};

    use super::*;
    use crate::testing::map;
    use crate::value::delta::Delta;

    fn secret(value: impl Into<PropertyValue>) -> PropertyValue {
        value.into().into_secret()
    }

    /// The properties after a hook, with marks.
    fn marked(before: &PropertyMap, after: PropertyMap) -> PropertyMap {
        let mut delta = Delta::between(before, after);
        mark_moved(before, &delta.left_out, &mut delta.changed);
        delta.of(before)
    }

    #[test]
    fn a_secret_is_one_wherever_it_is_moved_to() {
        let pair = || Object(map([("user", "ada".into()), ("pin", 1234.0.into())]));
        let rows = [
            // However short it is.
            (
                map([("a", secret("pw"))]),
                map([("b", "pw".into())]),
                map([("b", secret("pw"))]),
            ),
            (
                map([("a", secret("pw")), ("c", "x".into())]),
                map([(
                    "c",
                    Object(map([("d", Array(vec!["pw".into(), "x".into()]))])),
                )]),
                map([(
                    "c",
                    Object(map([("d", Array(vec![secret("pw"), "x".into()]))])),
                )]),
            ),
            // Another value is now at this place.
            (
                map([("a", secret("pw")), ("b", "x".into())]),
                map([("a", secret("x")), ("b", "pw".into())]),
                map([("a", secret("x")), ("b", secret("pw"))]),
            ),
            (
                map([("a", secret(pair()))]),
                map([("b", pair())]),
                map([(
                    "b",
                    Object(map([("user", secret("ada")), ("pin", secret(1234.0))])),
                )]),
            ),
            (
                map([("a", secret(Unknown))]),
                map([("b", Unknown)]),
                map([("b", secret(Unknown))]),
            ),
            // A value that was there before and still is has not moved.
            (
                map([("a", secret("pw")), ("b", Array(vec!["pw".into()]))]),
                map([("b", Array(vec!["pw".into(), "y".into()]))]),
                map([("b", Array(vec!["pw".into(), "y".into()]))]),
            ),
            (
                map([("a", secret(80.0))]),
                map([("a", secret(80.0)), ("b", 80.0.into())]),
                map([("a", secret(80.0)), ("b", 80.0.into())]),
            ),
            (
                map([("a", secret(true)), ("b", "pw".into())]),
                map([("c", Bool(true)), ("d", "pw".into())]),
                map([("c", Bool(true)), ("d", "pw".into())]),
            ),
        ];
        for (before, after, expected) in rows {
            assert_eq!(marked(&before, after), expected, "{before:?}");
        }
    }
}
