//! Lists and maps that a server stores in another form than the program wrote them: sorted, in lower case, without
//! duplicates.
//!
//! First each element of the program is paired with an element of the recorded outputs, then each recorded element with
//! an element that was read: both are in the server's form. So the program's elements keep their form and follow the
//! changes of the server's elements. The first pairing may be a guess. A change is still visible in an element of the
//! list, and the next update sends the program's list to the server.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::elements::Element;
use super::project::{Computed, project};
use crate::schema::matching::{Extras, Matcher};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::values::fingerprint;
use crate::schema::values::member::is_null;
use crate::value::{PropertyMap, PropertyValue};

/// The corresponding elements of two lists, by their places.
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

    /// Pairs two elements without a counterpart.
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

    /// Pairs elements without a counterpart that have the same key, in order. Returns whether it found any.
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

    /// Pairs elements without a counterpart if the found element has all parts of the given element.
    fn pair_shown(&mut self, matcher: &Matcher, given: &[PropertyValue], found: &[PropertyValue]) {
        self.pair_left(given, found, |given, found| {
            matcher.couples_of_sets(given, found)
        });
    }

    /// Pairs elements without a counterpart that have parts in common.
    fn pair_alike(&mut self, matcher: &Matcher, given: &[PropertyValue], found: &[PropertyValue]) {
        self.pair_left(given, found, |given, found| {
            matcher.couples_alike(given, found)
        });
    }

    /// Pairs elements without a counterpart by a function that gives the couples of two lists.
    fn pair_left(
        &mut self,
        given: &[PropertyValue],
        found: &[PropertyValue],
        couples: impl Fn(&[PropertyValue], &[PropertyValue]) -> Vec<(usize, usize)>,
    ) {
        let of = |side: &[PropertyValue], places: &[usize]| -> Vec<PropertyValue> {
            let values = places.iter().filter_map(|place| side.get(*place));
            values.cloned().collect()
        };
        let (given_left, found_left) = self.left();
        if given_left.len() == given.len() && found_left.len() == found.len() {
            // Nothing is paired yet, so no element has to be copied.
            self.pair_all(couples(given, found));
            return;
        }
        for (one, other) in couples(&of(given, &given_left), &of(found, &found_left)) {
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

/// The pairs of an element of the record and an element of the program: equal elements, then those with the same plain
/// form, then those with common parts, then the rest in order. A server may merge the program's elements that have the
/// same plain form into one element.
pub(super) fn in_record(
    matcher: &Matcher,
    inputs: &[PropertyValue],
    before: &[PropertyValue],
) -> Counterparts {
    let mut pairs = Counterparts::none(inputs, before);
    pairs.pair_shown(matcher, inputs, before);
    let (inputs_left, before_left) = pairs.left();
    if inputs_left.is_empty() || before_left.is_empty() {
        return pairs;
    }
    // Common parts are a guess, so equal elements in another form come first.
    pairs.pair_by_key(inputs, before, &|value| Some(plain_form(value)));
    pairs.pair_alike(matcher, inputs, before);
    let (inputs_left, _) = pairs.left();
    let left = inputs_left.iter().filter_map(|place| inputs.get(*place));
    for parts in sets_of_parts(left) {
        pairs.pair_by_key(inputs, before, &|value| plain_form_of_parts(value, &parts));
    }
    let paired = inputs.iter().zip(&pairs.of_given);
    let paired: HashSet<String> = paired
        .filter(|(_, partner)| partner.is_some())
        .map(|(input, _)| plain_form(input))
        .collect();
    let (inputs_left, before_left) = pairs.left();
    let is_other = |place: &usize| {
        let form = inputs.get(*place).map(plain_form);
        form.is_some_and(|form| !paired.contains(&form))
    };
    let others = inputs_left.into_iter().filter(is_other);
    for (input, place) in others.zip(before_left) {
        pairs.pair(input, place);
    }
    pairs
}

/// A text that values share if they differ only in the case of texts, in spaces around them, and in the order and
/// number of elements.
fn plain_form(value: &PropertyValue) -> String {
    match value.reveal() {
        PropertyValue::String(text) => format!("{:?}", plain_text(text)),
        PropertyValue::Array(elements) => {
            let mut forms: Vec<String> = elements.iter().map(plain_form).collect();
            forms.sort_unstable();
            forms.dedup();
            format!("[{}]", forms.join(","))
        }
        PropertyValue::Object(entries) => {
            let entries = entries.iter().filter(|(_, value)| !is_null(value));
            let forms =
                entries.map(|(key, value)| format!("{:?}:{}", plain_text(key), plain_form(value)));
            let mut forms: Vec<String> = forms.collect();
            forms.sort_unstable();
            format!("{{{}}}", forms.join(","))
        }
        other => format!("{other:?}"),
    }
}

/// The maximum number of sets of parts that are tried.
const MAX_SETS_OF_PARTS: usize = 16;

/// The names of the parts that objects have: each set once, the largest first.
fn sets_of_parts<'v>(
    values: impl Iterator<Item = &'v PropertyValue>,
) -> impl Iterator<Item = BTreeSet<&'v str>> {
    let names = values.filter_map(|value| match value.reveal() {
        PropertyValue::Object(parts) => {
            let given = parts.iter().filter(|(_, part)| !is_null(part));
            Some(given.map(|(name, _)| name.as_str()).collect())
        }
        _ => None,
    });
    let sets: BTreeSet<BTreeSet<&str>> = names.collect();
    let mut sets: Vec<BTreeSet<&str>> = sets.into_iter().collect();
    sets.sort_by_key(|set| Reverse(set.len()));
    sets.into_iter().take(MAX_SETS_OF_PARTS)
}

/// The plain form of these parts of an object, or `None` if the object lacks one of them.
fn plain_form_of_parts(value: &PropertyValue, parts: &BTreeSet<&str>) -> Option<String> {
    let PropertyValue::Object(entries) = value.reveal() else {
        return None;
    };
    let forms = parts
        .iter()
        .map(|name| Some(plain_form(entries.get(*name)?)));
    let forms: Option<Vec<String>> = forms.collect();
    Some(forms?.join(","))
}

/// A text without its case and the spaces around it.
fn plain_text(text: &str) -> String {
    text.trim().to_lowercase()
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

    // The elements in the order of the read outputs, each with the index of the program's element that it matches.
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
    // Duplicates in a set count as one element.
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

/// The comparison key: two entries with the same key correspond to each other.
type SortOf<'f> = &'f dyn Fn(&str, &PropertyValue) -> Option<String>;

/// The keys of the record for keys of the program's map: the same ones, then those that are the same apart from case
/// and spaces, then those with the same values.
pub(in crate::schema) fn keys_in_record<'v>(
    types: &Types,
    items: Expected,
    inputs: &'v PropertyMap,
    before: &'v PropertyMap,
) -> HashMap<&'v str, &'v str> {
    let is_there = |(_, value): &(&String, &PropertyValue)| !is_null(value);
    let same = inputs.keys().filter(|key| before.contains_key(*key));
    let mut found: HashMap<&str, &str> = same.map(|key| (key.as_str(), key.as_str())).collect();
    let plain = |key: &str, _: &PropertyValue| Some(plain_text(key));
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
