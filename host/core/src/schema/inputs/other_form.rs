//! Lists and maps that a server keeps in another form than the program's: sorted, in lower case, without duplicates.
//!
//! First each element of the program is paired with an element of the recorded outputs, then each recorded element with an
//! element that was read: both are in the server's form. So the program's elements keep their form, and follow the changes
//! of the server's elements. The first pairing may be a guess. A change is visible all the same, in an element of the
//! list, and the next update gives the server the program's list.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::elements::Element;
use super::project::{Computed, project};
use crate::schema::expected::Expected;
use crate::schema::fingerprint;
use crate::schema::matching::{Extras, Matcher};
use crate::schema::member::is_null;
use crate::schema::named_types::Types;
use crate::value::{PropertyMap, PropertyValue};

/// Elements of two lists that stand for each other, by their places.
pub(super) struct Counterparts {
    pub(super) of_given: Vec<Option<usize>>,
    of_found: Vec<Option<usize>>,
}

impl Counterparts {
    fn none(given: &[PropertyValue], found: &[PropertyValue]) -> Self {
        Self {
            of_given: vec![None; given.len()],
            of_found: vec![None; found.len()],
        }
    }

    /// Pairs two elements that have no counterpart yet.
    fn pair(&mut self, given: usize, found: usize) {
        if let (Some(of_given), Some(of_found)) =
            (self.of_given.get_mut(given), self.of_found.get_mut(found))
            && of_given.is_none()
            && of_found.is_none()
        {
            *of_given = Some(found);
            *of_found = Some(given);
        }
    }

    fn pair_all(&mut self, couples: Vec<(usize, usize)>) {
        for (given, found) in couples {
            self.pair(given, found);
        }
    }

    /// Pairs elements that have no counterpart yet and the same key, in order, and says whether there were any.
    fn pair_by_key(
        &mut self,
        given: &[PropertyValue],
        found: &[PropertyValue],
        key: &dyn Fn(&PropertyValue) -> Option<String>,
    ) -> bool {
        let (given_left, found_left) = self.left();
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for place in given_left.into_iter().rev() {
            if let Some(key) = given.get(place).and_then(key) {
                places.entry(key).or_default().push(place);
            }
        }
        let mut has_pairs = false;
        for place in found_left {
            let key = found.get(place).and_then(key);
            if let Some(partner) = key.and_then(|key| places.get_mut(&key)?.pop()) {
                self.pair(partner, place);
                has_pairs = true;
            }
        }
        has_pairs
    }

    /// Pairs elements that have no counterpart yet if the found element has all parts of the given element.
    fn pair_shown(&mut self, matcher: &Matcher, given: &[PropertyValue], found: &[PropertyValue]) {
        let of = |side: &[PropertyValue], places: &[usize]| -> Vec<PropertyValue> {
            let values = places.iter().filter_map(|place| side.get(*place));
            values.cloned().collect()
        };
        let (given_left, found_left) = self.left();
        let couples = matcher.couples_of_sets(&of(given, &given_left), &of(found, &found_left));
        for (one, other) in couples {
            if let (Some(one), Some(other)) = (given_left.get(one), found_left.get(other)) {
                self.pair(*one, *other);
            }
        }
    }

    /// The places on both sides that have no counterpart yet.
    fn left(&self) -> (Vec<usize>, Vec<usize>) {
        let left = |side: &[Option<usize>]| {
            let places = side.iter().enumerate();
            let left = places.filter(|(_, partner)| partner.is_none());
            left.map(|(place, _)| place).collect()
        };
        (left(&self.of_given), left(&self.of_found))
    }
}

/// Which element of the record stands for which of the program's: those that are alike, then texts that are the same
/// apart from case and spaces, then the rest in order.
pub(super) fn in_record(
    matcher: &Matcher,
    inputs: &[PropertyValue],
    before: &[PropertyValue],
) -> Counterparts {
    let mut pairs = Counterparts::none(inputs, before);
    pairs.pair_all(matcher.couples_alike(inputs, before));
    pairs.pair_by_key(inputs, before, &plain_text);
    let (inputs_left, before_left) = pairs.left();
    for (input, place) in inputs_left.into_iter().zip(before_left) {
        pairs.pair(input, place);
    }
    pairs
}

/// A text without its case and the spaces around it.
fn plain_text(value: &PropertyValue) -> Option<String> {
    value.as_str().map(|text| text.trim().to_lowercase())
}

/// Which element that was read is which of the record, and whether elements of a list were moved.
fn in_outputs(
    matcher: &Matcher,
    set: bool,
    before: &[PropertyValue],
    outputs: &[PropertyValue],
    print: &dyn Fn(&PropertyValue) -> Option<String>,
) -> (Counterparts, bool) {
    let mut pairs = Counterparts::none(before, outputs);
    if set {
        pairs.pair_all(matcher.couples_alike(before, outputs));
        return (pairs, false);
    }
    for pair in matcher.align_by_likeness(before, outputs) {
        if let (Some(given), Some(found), true) = (pair.given, pair.found, pair.alike) {
            pairs.pair(given, found);
        }
    }
    let is_moved = pairs.pair_by_key(before, outputs, print);
    (pairs, is_moved)
}

/// The elements of a list or set. The program's order stays, unless elements of a list were moved outside.
pub(super) fn elements<'v>(
    types: &Types,
    items: Expected,
    set: bool,
    inputs: &'v [PropertyValue],
    before: &'v [PropertyValue],
    outputs: &'v [PropertyValue],
) -> Vec<Element<'v>> {
    let matcher = &Matcher::new(types, items, Extras::Any);
    let seen = |value: &PropertyValue| project(types, items.value_type, Computed::LeftOut, value);
    let print = |value: &PropertyValue| fingerprint::of(types, items, &seen(value));
    let in_record = in_record(matcher, inputs, before);
    let (in_outputs, is_moved) = in_outputs(matcher, set, before, outputs, &print);
    let known: HashSet<String> = before.iter().filter_map(print).collect();
    // Elements of the program that the record lacks and that came back, beside those that were paired by the record.
    let mut returned = Counterparts {
        of_given: in_record.of_given.clone(),
        of_found: in_outputs.of_found.clone(),
    };
    returned.pair_by_key(inputs, outputs, &print);
    returned.pair_shown(matcher, inputs, outputs);

    // In the order that was read: elements, each with the place of the program's element that it is.
    let mut now: Vec<(Option<usize>, Element)> = Vec::with_capacity(outputs.len());
    let partners = in_outputs.of_found.iter().zip(&returned.of_found);
    for (output, (at, returned)) in outputs.iter().zip(partners) {
        let recorded = at.and_then(|at| before.get(at));
        let given = match at {
            Some(at) => in_record.of_found.get(*at).copied().flatten(),
            None => *returned,
        };
        if let Some((at, input)) = given.and_then(|at| Some((at, inputs.get(at)?))) {
            let element = Element::Given {
                input,
                before: recorded,
                output,
            };
            now.push((Some(at), element));
            continue;
        }
        // An element that the server added and that has not changed, or a duplicate in a set.
        let is_known = |output| match (recorded, set) {
            (Some(recorded), _) => print(recorded) == print(output),
            (None, true) => print(output).is_some_and(|print| known.contains(&print)),
            (None, false) => false,
        };
        if !is_known(output) {
            now.push((None, Element::Taken(seen(output))));
        }
    }
    // Elements of the program without a recorded counterpart stay, except as many as the record has lost.
    let is_gone = |at: &usize| in_outputs.of_given.get(*at).copied().flatten().is_none();
    let (unseen, _) = returned.left();
    let (_, others) = in_record.left();
    let gone = others.iter().filter(|at| is_gone(at)).count();
    // Duplicates in a set are one element.
    let seen_inputs: HashSet<String> = if set {
        let paired = inputs.iter().zip(&in_record.of_given);
        let paired = paired.filter(|(_, partner)| partner.is_some());
        paired.filter_map(|(input, _)| print(input)).collect()
    } else {
        HashSet::new()
    };
    let is_other =
        |input: &PropertyValue| print(input).is_none_or(|print| !seen_inputs.contains(&print));
    let unseen = unseen.into_iter().skip(gone).filter_map(|at| {
        let input = inputs.get(at).filter(|input| is_other(input))?;
        Some((at, Element::Taken(input.clone())))
    });
    if is_moved {
        return now
            .into_iter()
            .chain(unseen.map(|(at, element)| (Some(at), element)))
            .map(|(_, element)| element)
            .collect();
    }
    let mut first = Vec::new();
    let mut by_input: BTreeMap<usize, Vec<Element>> = BTreeMap::new();
    let mut last = None;
    for (at, element) in now.into_iter() {
        last = at.or(last);
        match last {
            Some(last) => by_input.entry(last).or_default().push(element),
            None => first.push(element),
        }
    }
    for (at, element) in unseen {
        by_input.entry(at).or_default().push(element);
    }
    first.extend(by_input.into_values().flatten());
    first
}

/// A text that two entries share if they stand for each other.
type SortOf<'f> = &'f dyn Fn(&str, &PropertyValue) -> Option<String>;

/// For keys of the program's map those of the record: the same ones, then those that are the same apart from case and
/// spaces, then those with the same values.
pub(super) fn keys<'v>(
    types: &Types,
    items: Expected,
    inputs: &'v PropertyMap,
    before: &'v PropertyMap,
) -> HashMap<&'v str, &'v str> {
    let is_there = |(_, value): &(&String, &PropertyValue)| !is_null(value);
    let same = inputs.keys().filter(|key| before.contains_key(*key));
    let mut found: HashMap<&str, &str> = same.map(|key| (key.as_str(), key.as_str())).collect();
    let plain = |key: &str, _: &PropertyValue| Some(key.trim().to_lowercase());
    let print = |_: &str, value: &PropertyValue| fingerprint::of(types, items, value);
    let sorts: [SortOf; 2] = [&plain, &print];
    for sort in sorts {
        let taken: HashSet<&str> = found.values().copied().collect();
        let mut free: HashMap<String, Vec<&str>> = HashMap::new();
        for (key, value) in before.iter().filter(is_there).rev() {
            if let (false, Some(sort)) = (taken.contains(key.as_str()), sort(key, value)) {
                free.entry(sort).or_default().push(key);
            }
        }
        if free.is_empty() {
            break;
        }
        for (key, value) in inputs {
            if found.contains_key(key.as_str()) {
                continue;
            }
            if let Some(recorded) = sort(key, value).and_then(|sort| free.get_mut(&sort)?.pop()) {
                found.insert(key, recorded);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
