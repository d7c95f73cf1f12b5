//! Iterates over two maps side by side.

use std::cmp::Ordering;
use std::iter::Peekable;

use crate::value::PropertyValue;

type Member<'a> = (&'a String, &'a PropertyValue);

/// Every key of either map with the values of both, in the order of the keys. Both are visited once.
pub(crate) fn pairs<'a>(
    old: impl Iterator<Item = Member<'a>>,
    new: impl Iterator<Item = Member<'a>>,
) -> impl Iterator<
    Item = (
        &'a String,
        Option<&'a PropertyValue>,
        Option<&'a PropertyValue>,
    ),
> {
    let (mut old, mut new) = (old.peekable(), new.peekable());
    std::iter::from_fn(move || {
        let order = match (old.peek(), new.peek()) {
            (Some((old, _)), Some((new, _))) => old.cmp(new),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        let (old, new) = (
            next_if(order.is_le(), &mut old),
            next_if(order.is_ge(), &mut new),
        );
        let key = old.or(new)?.0;
        Some((
            key,
            old.map(|(_, value)| value),
            new.map(|(_, value)| value),
        ))
    })
}

fn next_if<I: Iterator>(is_wanted: bool, items: &mut Peekable<I>) -> Option<I::Item> {
    if is_wanted { items.next() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::map;

    #[test]
    fn every_key_comes_once_with_both_sides() {
        let old = map([("a", 1.0.into()), ("c", 2.0.into()), ("d", 3.0.into())]);
        let new = map([("b", 4.0.into()), ("c", 5.0.into())]);
        let found: Vec<_> = pairs(old.iter(), new.iter())
            .map(|(key, old, new)| (key.as_str(), old.is_some(), new.is_some()))
            .collect();
        let expected = [
            ("a", true, false),
            ("b", false, true),
            ("c", true, true),
            ("d", true, false),
        ];
        assert_eq!(found, expected);
    }
}
