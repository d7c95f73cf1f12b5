//! The elements of two lists that belong together. A server can return the elements of a list in another order than it got them.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

/// The largest number of elements that are searched: the time grows with the square of it.
pub(super) const MAX_SEARCHED: usize = 1_000;

/// The element of outputs that was made of an input: the element at the same place if it has each part of the input, otherwise another
/// element that has each part.
pub(super) fn made_of<'a>(
    input: &PropertyValue,
    index: usize,
    outputs: &'a [PropertyValue],
) -> Option<&'a PropertyValue> {
    let at_place = outputs.get(index)?;
    if outputs.len() > MAX_SEARCHED || is_part(input, at_place) {
        return Some(at_place);
    }
    let mut others = outputs.iter();
    others
        .find(|other| is_part(input, other))
        .or(Some(at_place))
}

/// Whether a value has each part of another value, and perhaps more members.
pub(super) fn is_part(part: &PropertyValue, whole: &PropertyValue) -> bool {
    match (part.reveal(), whole.reveal()) {
        (PropertyValue::Object(part), PropertyValue::Object(whole)) => {
            part.iter().all(|(name, part)| match present(whole, name) {
                Some(whole) => is_part(part, whole),
                None => *part.reveal() == PropertyValue::Null,
            })
        }
        (PropertyValue::Array(part), PropertyValue::Array(whole)) => {
            part.len() == whole.len()
                && part
                    .iter()
                    .zip(whole)
                    .all(|(part, whole)| is_part(part, whole))
        }
        (part, whole) => part == whole,
    }
}

/// A member that is there.
pub(super) fn present<'a>(members: &'a PropertyMap, name: &str) -> Option<&'a PropertyValue> {
    let value = members.get(name)?;
    (*value.reveal() != PropertyValue::Null).then_some(value)
}

/// A member of an object that is there.
pub(super) fn member<'a>(
    value: Option<&'a PropertyValue>,
    name: &str,
) -> Option<&'a PropertyValue> {
    match value?.reveal() {
        PropertyValue::Object(members) => present(members, name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(members: &[(&str, &str)]) -> PropertyValue {
        let members = members
            .iter()
            .map(|(name, text)| ((*name).to_owned(), PropertyValue::from(*text)));
        PropertyValue::Object(members.collect())
    }

    #[test]
    fn an_output_is_found_in_another_order() {
        let [a, b] = ["a", "b"].map(|host| object(&[("host", host)]));
        let [made_a, made_b, other] = [("a", "1"), ("b", "2"), ("c", "3")]
            .map(|(host, serial)| object(&[("host", host), ("serial", serial)]));
        let outputs = [made_b.clone(), made_a.clone()];
        assert_eq!(made_of(&a, 0, &outputs), Some(&made_a));
        assert_eq!(made_of(&b, 1, &outputs), Some(&made_b));
        // The element at the same place is first.
        let twice = [made_a.clone(), object(&[("host", "a"), ("serial", "4")])];
        assert_eq!(made_of(&a, 1, &twice), Some(&twice[1]));
        // No element has the host as it was given.
        let changed = [other.clone(), made_b];
        assert_eq!(made_of(&a, 0, &changed), Some(&other));
        assert_eq!(made_of(&a, 2, &changed), None);
    }
}
