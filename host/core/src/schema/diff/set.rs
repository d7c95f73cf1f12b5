//! The comparison of unordered lists.

use std::collections::HashSet;

use super::walk::{Missing, Walk};
use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::schema::matching::{Extras, Left, MAX_DEPTH, Matcher, is_affordable};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::types::Type;
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, Choice, present};
use crate::value::PropertyValue;

/// Two lists whose order does not count.
#[derive(Clone, Copy)]
struct Sets<'v> {
    items: Expected<'v>,
    old: &'v [PropertyValue],
    new: &'v [PropertyValue],
}

/// The places of elements that the other side does not have, in order.
struct Unmatched {
    old: Vec<usize>,
    new: Vec<usize>,
}

impl Walk<'_> {
    /// Two lists as sets.
    ///
    /// An element that only one side has is reported at its place there: a removed one at its place in the old list, an
    /// added one at its place in the new one. If both have the same place, the element has changed.
    ///
    /// Places do not decide whether the resource is replaced: that depends on the elements with the most in common. If
    /// a part replaces only because of its place, the list is reported as a whole.
    pub(super) fn set(
        &mut self,
        items: Expected,
        old: &[PropertyValue],
        new: &[PropertyValue],
        place: &Location,
        replace: bool,
    ) {
        let sets = Sets { items, old, new };
        let unmatched = self.unmatched(sets, place);
        let mut told = Vec::new();
        for index in 0..old.len().max(new.len()) {
            let has = |places: &[usize]| places.binary_search(&index).is_ok();
            let old = old.get(index).filter(|_| has(&unmatched.old));
            let new = new.get(index).filter(|_| has(&unmatched.new));
            let mut of_index = self.separate(self.depth);
            of_index.optional(items, old, new, &place.index(index), replace);
            told.extend(of_index.differences.into_iter().map(|told| (index, told)));
        }
        let is_judged = replace || told.is_empty() || self.depth >= MAX_DEPTH;
        let replacing = if is_judged {
            None
        } else {
            self.replacing_pairs(sets, &unmatched, place)
        };
        if let Some(places) = replacing {
            let replaces = |(_, told): &(usize, PropertyDifference)| told.replace;
            if places.is_empty() && told.iter().any(replaces) {
                self.tell(DifferenceKind::Change, place, false);
                return;
            }
            if !places.is_empty() && !told.iter().any(replaces) {
                for (_, told) in told.iter_mut().filter(|(at, _)| places.contains(at)) {
                    told.replace = true;
                }
            }
        }
        for (_, told) in told {
            self.add(told);
        }
    }

    /// The places, on either side, of elements that differ from their counterparts in parts that cannot change in
    /// place. `None` if there are too many elements to find the counterparts.
    fn replacing_pairs(
        &self,
        sets: Sets,
        unmatched: &Unmatched,
        place: &Location,
    ) -> Option<HashSet<usize>> {
        let matcher = Matcher::within(self.types, sets.items, Extras::Computed, self.depth);
        let (old, new) = (
            Left {
                values: sets.old,
                places: &unmatched.old,
            },
            Left {
                values: sets.new,
                places: &unmatched.new,
            },
        );
        let forth = matcher.most_alike(new, old)?.into_iter();
        let forth = forth.map(|(new, old)| (old, new)).collect();
        let forth = self.replacing(sets, unmatched, forth, place);
        if forth.is_empty() || self.missing.is_gone_within(place) {
            return Some(forth);
        }
        let back = matcher.most_alike(old, new)?;
        let back = self.replacing(sets, unmatched, back, place);
        Some(if back.is_empty() { back } else { forth })
    }

    /// Like [`Self::replacing_pairs`], for these pairs of old and new elements and for elements without a counterpart.
    fn replacing(
        &self,
        sets: Sets,
        unmatched: &Unmatched,
        couples: Vec<(usize, usize)>,
        place: &Location,
    ) -> HashSet<usize> {
        let paired: [HashSet<usize>; 2] = [
            couples.iter().map(|(old, _)| *old).collect(),
            couples.iter().map(|(_, new)| *new).collect(),
        ];
        let couples = couples.into_iter();
        let couples = couples.map(|(old, new)| (Some(old), Some(new)));
        let gone = unmatched.old.iter().filter(|at| !paired[0].contains(at));
        let come = unmatched.new.iter().filter(|at| !paired[1].contains(at));
        let gone = gone.map(|old| (Some(*old), None));
        let come = come.map(|new| (None, Some(*new)));
        let mut replacing = HashSet::new();
        for (old_at, new_at) in couples.chain(gone).chain(come) {
            let place = place.index(old_at.or(new_at).unwrap_or_default());
            let old = old_at.and_then(|at| sets.old.get(at));
            let new = new_at.and_then(|at| sets.new.get(at));
            if self.replaces_element(sets.items, old, new, &place) {
                replacing.extend(old_at.into_iter().chain(new_at));
            }
        }
        replacing
    }

    /// The elements without a counterpart on the other side.
    fn unmatched(&self, sets: Sets, place: &Location) -> Unmatched {
        let Sets { items, old, new } = sets;
        let matcher = Matcher::within(self.types, items, Extras::Computed, self.depth);
        // Elements without their former defaults are matched one by one.
        let is_whole: Vec<bool> = old
            .iter()
            .enumerate()
            .map(|(at, old)| !self.has_gone(items, old, &place.index(at)))
            .collect();
        let is_whole = |place: &usize| is_whole.get(*place).copied().unwrap_or_default();
        let candidates = matcher.candidates(new, old);
        let found: HashSet<usize> = candidates
            .iter()
            .flatten()
            .copied()
            .filter(is_whole)
            .collect();
        let mut gone: Vec<usize> = (0..old.len()).filter(|at| !found.contains(at)).collect();
        let alone = candidates.iter().enumerate();
        let alone = alone.filter(|(_, places)| !places.iter().any(is_whole));
        let mut come: Vec<usize> = alone.map(|(at, _)| at).collect();
        let left = gone.iter().filter_map(|at| old.get(*at));
        let others = come.iter().filter_map(|at| new.get(*at));
        if is_affordable(self.depth, left, others) {
            let same = |old_at: usize, new_at: usize| {
                let (Some(old), Some(new)) = (old.get(old_at), new.get(new_at)) else {
                    return false;
                };
                let mut walk = self.separate(self.depth.saturating_add(1));
                walk.value(items, old, new, &place.index(old_at), false);
                walk.differences.is_empty()
            };
            let all_come = come.clone();
            come.retain(|new| !gone.iter().any(|old| same(*old, *new)));
            gone.retain(|old| !all_come.iter().any(|new| same(*old, *new)));
        }
        Unmatched {
            old: gone,
            new: come,
        }
    }

    /// Whether a part of an old value is missing that has a default, which is not its value.
    fn has_gone(&self, expected: Expected, old: &PropertyValue, place: &Location) -> bool {
        match self.missing {
            Missing::Nowhere => false,
            Missing::At(_) => self.missing.is_gone_within(place),
            Missing::Everywhere => lacks_default(self.types, expected.value_type, old),
        }
    }
}

/// Whether an object, at any depth of a value, lacks a property that has a default.
fn lacks_default(types: &Types, expected: &Type, value: &PropertyValue) -> bool {
    match (expected, value.reveal()) {
        (expected, _) if expected.is_plain() => false,
        (Type::Array(items), PropertyValue::Array(values)) => {
            let mut values = values.iter();
            values.any(|value| lacks_default(types, items, value))
        }
        (Type::Map(items), PropertyValue::Object(map)) => {
            let mut values = map.values();
            values.any(|value| lacks_default(types, items, value))
        }
        (Type::Object(id), PropertyValue::Object(map)) => {
            let object = &types.object(*id).schema;
            let mut properties = object.properties.iter();
            properties.any(|(name, property)| match present(map.get(name)) {
                Some(value) => lacks_default(types, &property.value_type, value),
                None => object.implied(name, property).is_some(),
            })
        }
        (Type::Union(union), value) => match member::choose(types, union, value) {
            Choice::Member(member) => lacks_default(types, member, value),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::schema::diff::is_same;
    use crate::schema::model::expected::Expected;
    use crate::schema::model::named_types::Types;
    use crate::schema::model::types::{Primitive, Type};
    use crate::schema::rules::{Comparison, Comparisons, Rules};
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
