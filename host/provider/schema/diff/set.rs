//! Lists whose order does not count.

use std::cell::Cell;
use std::collections::HashSet;

use super::walk::Walk;
use crate::provider::schema::expected::Expected;
use crate::provider::schema::fingerprint;
use crate::provider::schema::place::Place;
use crate::provider::schema::types::Types;
use crate::provider::value::PropertyValue;

/// How many pairs of elements are compared one by one, after all that are written alike have found each other.
const MOST_PAIRS: usize = 10_000;
/// What one comparison of properties may spend on pairs, in values that are looked at. Sets of sets of sets have pairs of
/// pairs of pairs.
pub(in crate::provider::schema) const MOST_EFFORT: usize = 4_000_000;

impl Walk<'_> {
    /// Two lists as sets.
    ///
    /// An element that only one side has is told of at its place there: one that goes at its place in the old list, one
    /// that comes at its place in the new one, and where both have the same place it has changed.
    pub(super) fn set(
        &mut self,
        items: Expected,
        old: &[PropertyValue],
        new: &[PropertyValue],
        place: &Place,
        replace: bool,
    ) {
        let (gone, come) = unmatched(self.types, items, old, new, self.effort);
        for index in 0..old.len().max(new.len()) {
            let old = old.get(index).filter(|_| gone.contains(&index));
            let new = new.get(index).filter(|_| come.contains(&index));
            self.optional(items, old, new, &place.index(index), replace);
        }
    }
}

/// The positions of elements that the other side does not have, as far as what is left of the effort suffices to tell.
pub(in crate::provider::schema) fn unmatched(
    types: &Types,
    items: Expected,
    old: &[PropertyValue],
    new: &[PropertyValue],
    effort: &Cell<usize>,
) -> (HashSet<usize>, HashSet<usize>) {
    let prints = |values: &[PropertyValue]| -> Vec<Option<String>> {
        let prints = values
            .iter()
            .map(|value| fingerprint::of(types, items, value));
        prints.collect()
    };
    let (old_prints, new_prints) = (prints(old), prints(new));
    let without = |prints: &[Option<String>], others: &[Option<String>]| -> Vec<usize> {
        let others: HashSet<&String> = others.iter().flatten().collect();
        let is_alone =
            |print: &Option<String>| print.as_ref().is_none_or(|print| !others.contains(print));
        let alone = prints
            .iter()
            .enumerate()
            .filter(|(_, print)| is_alone(print));
        alone.map(|(index, _)| index).collect()
    };
    let mut gone = without(&old_prints, &new_prints);
    let mut come = without(&new_prints, &old_prints);
    let parts_of = |all: &[PropertyValue], chosen: &[usize]| -> usize {
        let chosen = chosen.iter().filter_map(|index| all.get(*index));
        chosen.map(parts).fold(0, usize::saturating_add)
    };
    // Each pair may be looked at from both sides.
    let cost = gone
        .len()
        .saturating_mul(parts_of(new, &come))
        .saturating_add(come.len().saturating_mul(parts_of(old, &gone)))
        .saturating_mul(2);
    let pairs = gone.len().saturating_mul(come.len());
    if pairs <= MOST_PAIRS
        && let Some(left) = effort.get().checked_sub(cost)
    {
        effort.set(left);
        let same = |old_index: usize, new_index: usize| {
            let (Some(old), Some(new)) = (old.get(old_index), new.get(new_index)) else {
                return false;
            };
            super::is_same(types, items, old, new, effort)
        };
        let all_come = come.clone();
        come.retain(|new| !gone.iter().any(|old| same(*old, *new)));
        gone.retain(|old| !all_come.iter().any(|new| same(*old, *new)));
    }
    (gone.into_iter().collect(), come.into_iter().collect())
}

/// How many values there are in a value, itself included.
fn parts(value: &PropertyValue) -> usize {
    match value {
        PropertyValue::Array(items) => 1 + items.iter().map(parts).sum::<usize>(),
        PropertyValue::Object(map) => 1 + map.values().map(parts).sum::<usize>(),
        PropertyValue::Secret(inner) => parts(inner),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::MOST_EFFORT;
    use crate::provider::schema::diff::is_same;
    use crate::provider::schema::expected::Expected;
    use crate::provider::schema::rules::{Comparison, Comparisons, Rules};
    use crate::provider::schema::types::{Primitive, Type, Types};
    use crate::provider::value::PropertyValue;

    /// A component chooses both, how its values are compared and what they are.
    #[test]
    fn sets_of_sets_are_compared_in_time() {
        const MANY: usize = 40;
        fn sets(depth: usize, name: &str) -> PropertyValue {
            let inner = |number: usize| match depth {
                1 => PropertyValue::from(format!("{name}-{number}")),
                _ => sets(depth - 1, &format!("{name}-{number}")),
            };
            PropertyValue::Array((0..MANY).map(inner).collect())
        }
        let (done, is_done) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let (mut rules, mut value_type) =
                (Rules::default(), Type::Primitive(Primitive::String));
            for _ in 0..3 {
                rules = Rules {
                    compare: Comparisons::default().with(Comparison::Set),
                    items: Some(Box::new(rules)),
                    ..Rules::default()
                };
                value_type = Type::Array(Box::new(value_type));
            }
            let expected = Expected {
                value_type: &value_type,
                rules: &rules,
            };
            let (old, new) = (sets(3, "old"), sets(3, "new"));
            let same = is_same(
                &Types::default(),
                expected,
                &old,
                &old,
                &Cell::new(MOST_EFFORT),
            );
            done.send((
                same,
                is_same(
                    &Types::default(),
                    expected,
                    &old,
                    &new,
                    &Cell::new(MOST_EFFORT),
                ),
            ))
        });
        let compared = is_done.recv_timeout(Duration::from_secs(60));
        assert_eq!(compared, Ok((true, false)));
    }
}
