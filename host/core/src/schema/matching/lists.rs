//! Lists aligned in their order.

use super::gaps::{self, Pair};
use super::likeness::likeness;
use super::matcher::Matcher;
use super::partners::by_first;
use super::{effort, sequence};
use crate::value::PropertyValue;

impl Matcher<'_> {
    /// Aligns two lists in the order of the found list. Each element occurs once, and elements without a counterpart
    /// keep their position among the others. `likeness` returns the similarity of two different elements, given by
    /// their indices; 0 means that they have nothing in common.
    pub(in crate::schema) fn align(
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
    pub(in crate::schema) fn align_by_likeness(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
    ) -> Vec<Pair> {
        self.align(given, found, &|at, place| {
            let pair = given.get(at).zip(found.get(place));
            pair.map_or(0, |(given, found)| likeness(self, given, found))
        })
    }

    /// For each given element the index of its counterpart, in lists whose order counts, or in sets if `set` is true.
    /// Only aligned pairs that are `wanted` count. In sets, elements without a common part are not paired.
    pub(in crate::schema) fn partners(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
        set: bool,
        wanted: &dyn Fn(&Pair) -> bool,
    ) -> Vec<Option<usize>> {
        let couples: Vec<(usize, usize)> = if set {
            self.couples_alike(given, found)
        } else {
            let pairs = self.align_by_likeness(given, found).into_iter();
            let wanted = pairs.filter(wanted);
            wanted
                .filter_map(|pair| pair.given.zip(pair.found))
                .collect()
        };
        by_first(couples, given.len())
    }
}

/// All elements after the first `count`.
fn tail(values: &[PropertyValue], count: usize) -> &[PropertyValue] {
    values.get(count..).unwrap_or_default()
}

/// All elements before the last `count`.
fn head(values: &[PropertyValue], count: usize) -> &[PropertyValue] {
    let length = values.len().saturating_sub(count);
    values.get(..length).unwrap_or_default()
}
