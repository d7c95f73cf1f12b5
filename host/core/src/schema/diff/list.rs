//! The comparison of ordered lists.

use std::collections::HashSet;

use super::walk::Walk;
use crate::error::failure::DifferenceKind;
use crate::schema::matching::{Extras, Left, MAX_DEPTH, Matcher, Pair};
use crate::schema::model::expected::Expected;
use crate::schema::model::types::Type;
use crate::schema::rules::Comparison;
use crate::schema::values::location::Location;
use crate::value::PropertyValue;

impl Walk<'_> {
    /// Compares two lists of types with these elements.
    ///
    /// Differences are reported by index, because the engine shows them so: if an element is inserted or removed, all
    /// later elements have another index. These elements are still paired by content, so that a part that cannot change
    /// in place does not cause a replacement only because its index changed. Such a list is reported as one difference:
    /// generated SDKs also send the paths of properties that replace to the engine, and the engine would replace the
    /// resource because of such a path.
    pub(super) fn list(
        &mut self,
        expected: Expected,
        items: &Type,
        old: &[PropertyValue],
        new: &[PropertyValue],
        place: &Location,
        replace: bool,
    ) {
        let items = expected.items(items);
        if expected.rules.compare.has(Comparison::Set) {
            self.set(items, old, new, place, replace);
            return;
        }
        let mut told = self.separate(self.depth);
        for at in 0..old.len().max(new.len()) {
            told.optional(items, old.get(at), new.get(at), &place.index(at), replace);
        }
        let differences = told.differences;
        if !replace
            && self.depth < MAX_DEPTH
            && differences.iter().any(|told| told.replace)
            && !self.replacing_elements(items, old, new, place)
        {
            self.tell(DifferenceKind::Change, place, false);
            return;
        }
        for told in differences {
            self.add(told);
        }
    }

    /// Whether elements differ in parts that cannot change in place, each compared with its counterpart on the other
    /// side.
    fn replacing_elements(
        &self,
        items: Expected,
        old: &[PropertyValue],
        new: &[PropertyValue],
        place: &Location,
    ) -> bool {
        let matcher = Matcher::within(self.types, items, Extras::Computed, self.depth);
        // The new element counts as given: the server chooses the parts that the program omits.
        let forth = counterparts(&matcher, new, old);
        if !self.pairs_replace(items, (old, new), &forth, place) {
            return false;
        }
        let back = counterparts(&matcher, old, new);
        let back: Vec<Counterparts> = back.into_iter().map(|(old, new)| (new, old)).collect();
        self.missing.is_gone_within(place) || self.pairs_replace(items, (old, new), &back, place)
    }

    /// Whether the elements of some pair, a new and an old one by their places, differ in parts that cannot change in
    /// place.
    fn pairs_replace(
        &self,
        items: Expected,
        (old, new): (&[PropertyValue], &[PropertyValue]),
        pairs: &[Counterparts],
        place: &Location,
    ) -> bool {
        pairs.iter().any(|(new_at, old_at)| {
            let place = place.index(old_at.or(*new_at).unwrap_or_default());
            let old = old_at.and_then(|at| old.get(at));
            let new = new_at.and_then(|at| new.get(at));
            self.replaces_element(items, old, new, &place)
        })
    }
}

/// The indices of a pair of elements, or the index of an element without a counterpart.
type Counterparts = (Option<usize>, Option<usize>);

/// The elements of two lists: those that have something in common in the order of the lists, then those that moved,
/// then those with the same place between others.
fn counterparts(
    matcher: &Matcher,
    given: &[PropertyValue],
    found: &[PropertyValue],
) -> Vec<Counterparts> {
    let aligned = matcher.align_by_likeness(given, found);
    let (alike, others): (Vec<Pair>, Vec<Pair>) = aligned.into_iter().partition(|pair| pair.alike);
    let given_left: Vec<usize> = others.iter().filter_map(|pair| pair.given).collect();
    let found_left: Vec<usize> = others.iter().filter_map(|pair| pair.found).collect();
    let given_side = Left {
        values: given,
        places: &given_left,
    };
    let found_side = Left {
        values: found,
        places: &found_left,
    };
    let moved = matcher.most_alike(given_side, found_side);
    let moved = moved.unwrap_or_default();
    let of_given: HashSet<usize> = moved.iter().map(|(given, _)| *given).collect();
    let of_found: HashSet<usize> = moved.iter().map(|(_, found)| *found).collect();
    let mut pairs: Vec<Counterparts> = alike.iter().map(|pair| (pair.given, pair.found)).collect();
    pairs.extend(
        moved
            .into_iter()
            .map(|(given, found)| (Some(given), Some(found))),
    );
    for pair in others {
        let given = pair.given.filter(|at| !of_given.contains(at));
        let found = pair.found.filter(|at| !of_found.contains(at));
        pairs.push((given, found));
    }
    pairs
}
