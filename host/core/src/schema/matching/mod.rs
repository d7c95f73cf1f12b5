//! Which elements of two lists are the same element, if one list has more parts of an element than the other.
//!
//! An element that was *given*, by the program, is found again in one that has all its parts and perhaps more: parts
//! that a server has chosen. Lists are aligned in their order ([`Matcher::align`]), sets by the contents of their
//! elements ([`Matcher::pair`]).
//!
//! The work is bounded. Elements at both ends that are the same are passed over, and the rest find each other by
//! [fingerprints](super::fingerprint). The remaining elements are compared one by one only if they are few.

mod cover;
mod effort;
mod gaps;
mod sequence;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

pub(super) use effort::is_affordable;
pub(super) use gaps::likeness;

use super::diff;
use super::expected::Expected;
use super::fingerprint;
use super::named_types::Types;
use crate::value::PropertyValue;

/// How many values are read by the content of others, for all forms that those have together. Elements of forms that
/// are rarer are only compared one by one.
const MOST_VIEWS: usize = 2_000_000;

/// The further parts that the found element may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extras {
    /// Parts that the schema calls computed: both sides are inputs.
    Computed,
    /// Any parts of objects: one side comes from a server.
    Any,
}

/// Lists within elements of lists are looked into so many times. Each of them may take part in several comparisons, of
/// which the next one would take part in several as well.
pub(super) const DEEPEST: u8 = 3;

/// Finds elements of one kind.
#[derive(Clone, Copy)]
pub(super) struct Matcher<'a> {
    types: &'a Types,
    /// The expectation for each element.
    items: Expected<'a>,
    extras: Extras,
    /// How many lists are around the one whose elements are matched, as far as they are matched at the same time.
    depth: u8,
}

/// Two elements, by their places, that stand for each other; or one that stands alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) given: Option<usize>,
    pub(super) found: Option<usize>,
    /// Whether they have anything in common. Those that do not have only the same place between others.
    pub(super) alike: bool,
}

/// The partners in two lists whose order does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Partners {
    /// For each found element the place of its given counterpart.
    pub(super) of_found: Vec<Option<usize>>,
    /// The places of given elements that were not found, in order.
    pub(super) missing: Vec<usize>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(types: &'a Types, items: Expected<'a>, extras: Extras) -> Self {
        Self::within(types, items, extras, 0)
    }

    /// As [`Self::new`], with so many lists around it that are being matched.
    pub(super) fn within(types: &'a Types, items: Expected<'a>, extras: Extras, depth: u8) -> Self {
        Self {
            types,
            items,
            extras,
            depth,
        }
    }

    /// Whether an element equals the given one, perhaps with further parts.
    pub(super) fn covers(&self, given: &PropertyValue, found: &PropertyValue) -> bool {
        let seen = cover::restrict(self, found, given);
        diff::is_same_within(
            self.types,
            self.items,
            &seen,
            given,
            self.depth.saturating_add(1),
        )
    }

    /// Aligns two lists, in the order of the found one, each element once; elements without a partner keep their places
    /// among the others. `likeness` tells how much two different elements, by their places, have in common; 0 is
    /// nothing.
    pub(super) fn align(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
        likeness: &dyn Fn(usize, usize) -> usize,
    ) -> Vec<Pair> {
        let same = |(given, found): (&PropertyValue, &PropertyValue)| self.covers(given, found);
        let pairs = given.iter().zip(found);
        let before = pairs.take_while(|pair| same(*pair)).count();
        let (given_rest, found_rest) = (tail(given, before), tail(found, before));
        let pairs = given_rest.iter().rev().zip(found_rest.iter().rev());
        let behind = pairs.take_while(|pair| same(*pair)).count();
        let (given_left, found_left) = (head(given_rest, behind), head(found_rest, behind));

        let mut anchors: Vec<(usize, usize)> = (0..before).map(|at| (at, at)).collect();
        let candidates = self.candidates(given_left, found_left);
        let common = sequence::longest_common(&candidates, found_left.len());
        let common = common.into_iter();
        anchors.extend(common.map(|(given, found)| (given + before, found + before)));
        let ends = (0..behind).rev();
        anchors.extend(ends.map(|back| (given.len() - 1 - back, found.len() - 1 - back)));
        let most = effort::affordable_pairs(self.depth, given_left, found_left);
        gaps::filled(&anchors, (given.len(), found.len()), most, likeness)
    }

    /// Aligns two lists by how much the elements themselves have in common.
    pub(super) fn align_by_likeness(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
    ) -> Vec<Pair> {
        self.align(given, found, &|at, place| {
            let pair = given.get(at).zip(found.get(place));
            pair.map_or(0, |(given, found)| likeness(self, given, found))
        })
    }

    /// For each given element the place of its counterpart, in lists whose order counts or, as a `set`, does not. Of
    /// aligned pairs, those count that are `wanted`.
    pub(super) fn partners(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
        set: bool,
        wanted: &dyn Fn(&Pair) -> bool,
    ) -> Vec<Option<usize>> {
        let couples: Vec<(usize, usize)> = match set {
            true => self.couples_of_sets(given, found),
            false => {
                let pairs = self.align_by_likeness(given, found).into_iter();
                let wanted = pairs.filter(wanted);
                wanted
                    .filter_map(|pair| pair.given.zip(pair.found))
                    .collect()
            }
        };
        by_first(couples, given.len())
    }

    /// The places of given and of found elements that are the same, of lists whose order does not count.
    pub(super) fn couples_of_sets(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
    ) -> Vec<(usize, usize)> {
        let of_found = self.pair(given, found, &[]).of_found.into_iter();
        let couples = of_found.enumerate();
        couples
            .filter_map(|(found, given)| Some((given?, found)))
            .collect()
    }

    /// The elements of lists whose order does not count. Of several that could be the given one, those that also occur
    /// among `known` come first. Given elements that say the same count as one, and so do found ones.
    pub(super) fn pair(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
        known: &[PropertyValue],
    ) -> Partners {
        let print = |value: &PropertyValue| fingerprint::of(self.types, self.items, value);
        let known: HashSet<String> = known.iter().filter_map(print).collect();
        let prints: Vec<Option<String>> = found.iter().map(print).collect();
        let is_known = |place: &&usize| {
            let print = prints.get(**place).and_then(Option::as_ref);
            print.is_some_and(|print| known.contains(print))
        };
        let candidates = self.candidates(given, found);
        let mut of_given: Vec<Option<usize>> = vec![None; given.len()];
        let mut of_found: Vec<Option<usize>> = vec![None; found.len()];
        // Those that few could be come first, lest another one takes the only one.
        let mut order: Vec<(usize, &Vec<usize>)> = candidates.iter().enumerate().collect();
        order.sort_by_key(|(_, places)| places.len());
        for (at, places) in order {
            let mut free = places.iter().filter(|place| is_free(&of_found, **place));
            let first = free.clone().find(is_known).or_else(|| free.next());
            if let Some(place) = first.copied() {
                set(&mut of_found, place, at);
                set(&mut of_given, at, place);
            }
        }
        let left = |partners: &[Option<usize>]| -> Vec<usize> {
            let places = 0..partners.len();
            places.filter(|place| is_free(partners, *place)).collect()
        };
        let (given_left, found_left) = (left(&of_given), left(&of_found));
        let given_ones = given_left.iter().filter_map(|place| given.get(*place));
        let found_ones = found_left.iter().filter_map(|place| found.get(*place));
        if is_affordable(self.depth, given_ones, found_ones) {
            for at in given_left {
                let is_it = |place: &&usize| {
                    let pair = given.get(at).zip(found.get(**place));
                    is_free(&of_found, **place)
                        && pair.is_some_and(|(given, found)| self.covers(given, found))
                };
                if let Some(place) = found_left.iter().find(is_it).copied() {
                    set(&mut of_found, place, at);
                    set(&mut of_given, at, place);
                }
            }
        }
        same_as_partners(&prints, &mut of_found);
        let given_prints: Vec<Option<String>> = given.iter().map(print).collect();
        same_as_partners(&given_prints, &mut of_given);
        Partners {
            missing: left(&of_given),
            of_found,
        }
    }

    /// For each given element the possible places, in order, by its content.
    pub(super) fn candidates(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
    ) -> Vec<Vec<usize>> {
        let mut forms: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, value) in given.iter().enumerate() {
            forms.entry(cover::form(self, value)).or_default().push(at);
        }
        let mut forms: Vec<Vec<usize>> = forms.into_values().collect();
        forms.sort_by_key(|places| (std::cmp::Reverse(places.len()), places.first().copied()));
        let parts = found.iter().map(effort::parts).sum::<usize>();
        forms.truncate((MOST_VIEWS / parts.max(1)).max(1));

        let mut candidates = vec![Vec::new(); given.len()];
        for places in forms {
            let Some(example) = places.first().and_then(|at| given.get(*at)) else {
                continue;
            };
            let mut by_print: HashMap<String, Vec<usize>> = HashMap::new();
            for (place, value) in found.iter().enumerate() {
                let seen = cover::restrict(self, value, example);
                if let Some(print) = fingerprint::of(self.types, self.items, &seen) {
                    by_print.entry(print).or_default().push(place);
                }
            }
            for at in places {
                let print = given.get(at).and_then(|given| {
                    fingerprint::of(self.types, self.items, &cover::restrict(self, given, given))
                });
                let places = print.and_then(|print| by_print.get(&print));
                if let (Some(places), Some(entry)) = (places, candidates.get_mut(at)) {
                    entry.clone_from(places);
                }
            }
        }
        candidates
    }
}

/// For each of so many places the other place of its pair.
pub(super) fn by_first(
    couples: impl IntoIterator<Item = (usize, usize)>,
    count: usize,
) -> Vec<Option<usize>> {
    let mut partners = vec![None; count];
    for (place, partner) in couples {
        set(&mut partners, place, partner);
    }
    partners
}

fn is_free(partners: &[Option<usize>], place: usize) -> bool {
    partners.get(place).is_some_and(Option::is_none)
}

/// Gives those that are written like one with a partner the same partner.
fn same_as_partners(prints: &[Option<String>], partners: &mut [Option<usize>]) {
    let mut by_print: HashMap<&String, usize> = HashMap::new();
    for (print, partner) in prints.iter().zip(partners.iter()) {
        if let (Some(print), Some(partner)) = (print, partner) {
            by_print.insert(print, *partner);
        }
    }
    for (print, partner) in prints.iter().zip(partners) {
        if partner.is_none() {
            *partner = print
                .as_ref()
                .and_then(|print| by_print.get(print))
                .copied();
        }
    }
}

fn set(partners: &mut [Option<usize>], place: usize, partner: usize) {
    if let Some(entry) = partners.get_mut(place) {
        *entry = Some(partner);
    }
}

/// All but the first elements.
fn tail(values: &[PropertyValue], count: usize) -> &[PropertyValue] {
    values.get(count..).unwrap_or_default()
}

/// All but the last elements.
fn head(values: &[PropertyValue], count: usize) -> &[PropertyValue] {
    let length = values.len().saturating_sub(count);
    values.get(..length).unwrap_or_default()
}
