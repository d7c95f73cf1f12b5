//! Lists whose order does not count.

use std::collections::HashSet;

use super::walk::Walk;
use crate::schema::expected::Expected;
use crate::schema::location::Location;
use crate::schema::matching::{Extras, Matcher, is_affordable};
use crate::schema::named_types::Types;
use crate::value::PropertyValue;

impl Walk<'_> {
    /// Two lists as sets.
    ///
    /// An element that only one side has is reported at its place there: a removed one at its place in the old list, an
    /// added one at its place in the new one. If both have the same place, the element has changed.
    pub(super) fn set(
        &mut self,
        items: Expected,
        old: &[PropertyValue],
        new: &[PropertyValue],
        place: &Location,
        replace: bool,
    ) {
        let (gone, come) = unmatched(self.types, items, old, new, self.depth);
        for index in 0..old.len().max(new.len()) {
            let old = old.get(index).filter(|_| gone.contains(&index));
            let new = new.get(index).filter(|_| come.contains(&index));
            self.optional(items, old, new, &place.index(index), replace);
        }
    }
}

/// The positions of elements that the other side does not have.
fn unmatched(
    types: &Types,
    items: Expected,
    old: &[PropertyValue],
    new: &[PropertyValue],
    depth: u8,
) -> (HashSet<usize>, HashSet<usize>) {
    let matcher = Matcher::within(types, items, Extras::Computed, depth);
    let candidates = matcher.candidates(new, old);
    let found: HashSet<usize> = candidates.iter().flatten().copied().collect();
    let mut gone: Vec<usize> = (0..old.len()).filter(|at| !found.contains(at)).collect();
    let alone = candidates.iter().enumerate();
    let alone = alone.filter(|(_, places)| places.is_empty());
    let mut come: Vec<usize> = alone.map(|(at, _)| at).collect();
    let left = gone.iter().filter_map(|at| old.get(*at));
    let others = come.iter().filter_map(|at| new.get(*at));
    if is_affordable(depth, left, others) {
        let same = |old_index: usize, new_index: usize| {
            let (Some(old), Some(new)) = (old.get(old_index), new.get(new_index)) else {
                return false;
            };
            super::is_same_within(types, items, old, new, depth.saturating_add(1))
        };
        let all_come = come.clone();
        come.retain(|new| !gone.iter().any(|old| same(*old, *new)));
        gone.retain(|old| !all_come.iter().any(|new| same(*old, *new)));
    }
    (gone.into_iter().collect(), come.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::schema::diff::is_same;
    use crate::schema::expected::Expected;
    use crate::schema::named_types::Types;
    use crate::schema::rules::{Comparison, Comparisons, Rules};
    use crate::schema::types::{Primitive, Type};
    use crate::value::PropertyValue;

    /// A component chooses both, how its values are compared and what they are.
    #[test]
    fn sets_of_sets_are_compared_in_time() {
        const MANY: usize = 20;
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
            let same = is_same(&Types::default(), expected, &old, &old);
            done.send((same, is_same(&Types::default(), expected, &old, &new)))
        });
        let compared = is_done.recv_timeout(Duration::from_secs(60));
        assert_eq!(compared, Ok((true, false)));
    }
}
