//! Pairs elements that have something in common, independent of their places.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::effort::is_affordable;
use super::likeness::Likeness;
use super::matcher::Matcher;
use crate::schema::values::fingerprint;
use crate::value::PropertyValue;

/// The elements of a list, some still without a counterpart.
#[derive(Clone, Copy)]
pub(in crate::schema) struct Left<'v> {
    pub(in crate::schema) values: &'v [PropertyValue],
    /// The places of the elements without a counterpart.
    pub(in crate::schema) places: &'v [usize],
}

impl<'v> Left<'v> {
    /// The elements with their indices.
    fn elements(self) -> impl Iterator<Item = (usize, &'v PropertyValue)> {
        let places = self.places.iter();
        places.filter_map(move |place| Some((*place, self.values.get(*place)?)))
    }
}

impl Matcher<'_> {
    /// The indices of matching given and found elements of lists whose order does not count: first equal elements, then
    /// the most similar ones.
    pub(in crate::schema) fn couples_alike(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
    ) -> Vec<(usize, usize)> {
        let partners = self.pair(given, found, &[]);
        let of_found = partners.of_found.iter().enumerate();
        let mut couples: Vec<(usize, usize)> = of_found
            .clone()
            .filter_map(|(found, given)| Some(((*given)?, found)))
            .collect();
        let found_left: Vec<usize> = of_found
            .filter(|(_, given)| given.is_none())
            .map(|(place, _)| place)
            .collect();
        let given = Left {
            values: given,
            places: &partners.missing,
        };
        let found = Left {
            values: found,
            places: &found_left,
        };
        couples.extend(self.most_alike(given, found).unwrap_or_default());
        couples
    }

    /// The elements that have the most in common, by their places; `None` if there are too many to compare. The places
    /// themselves decide only between elements with the same content.
    pub(in crate::schema) fn most_alike(
        &self,
        given: Left,
        found: Left,
    ) -> Option<Vec<(usize, usize)>> {
        self.most_alike_by(given, found, &|_, given, found| {
            Likeness::of(self, given, found)
        })
    }

    /// Like [`Self::most_alike`], with this measure of a given element, its index, and a found element.
    pub(in crate::schema) fn most_alike_by(
        &self,
        given: Left,
        found: Left,
        measure: &dyn Fn(usize, &PropertyValue, &PropertyValue) -> Likeness,
    ) -> Option<Vec<(usize, usize)>> {
        let [one, other] = [given, found].map(|side| side.elements().map(|(_, value)| value));
        if !is_affordable(self.depth, one, other) {
            return None;
        }
        let [given, found] = [given, found].map(|side| {
            let print = |value| fingerprint::of(self.types, self.items, value);
            let prints = side
                .elements()
                .map(|(place, value)| (print(value), place, value));
            prints.collect::<Vec<_>>()
        });
        let mut alike = Vec::new();
        for (given_print, one, given) in &given {
            for (found_print, other, found) in &found {
                let likeness = measure(*one, given, found);
                if likeness > Likeness::default() {
                    // Sorted, so that the order of the lists does not matter.
                    let first = given_print.min(found_print);
                    let second = given_print.max(found_print);
                    alike.push((Reverse(likeness), first, second, *one, *other));
                }
            }
        }
        alike.sort_unstable();
        let mut couples: Vec<(usize, usize)> = Vec::new();
        let (mut of_given, mut of_found) = (HashSet::new(), HashSet::new());
        for (_, _, _, one, other) in alike {
            if !of_given.contains(&one) && !of_found.contains(&other) {
                of_given.insert(one);
                of_found.insert(other);
                couples.push((one, other));
            }
        }
        Some(couples)
    }
}
