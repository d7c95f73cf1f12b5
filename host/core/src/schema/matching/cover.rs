//! Restricts an element to the parts that another element also has. Sets inside both are restricted to each other,
//! after their elements are paired by the restricted values.

use std::fmt::Write as _;

use std::collections::{HashMap, HashSet};

use super::effort::{self, is_affordable};
use super::matcher::{Extras, MAX_DEPTH, Matcher};
use super::partners::{Partners, is_free, same_as_partners, set};
use crate::schema::diff;
use crate::schema::model::expected::Expected;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::rules::Comparison;
use crate::schema::values::fingerprint;
use crate::schema::values::member::{self, Choice};
use crate::value::{PropertyMap, PropertyValue};

/// The maximum number of values that are looked up by content, for all forms together. Elements of forms that are rarer
/// are only compared one by one.
const MAX_VIEWS: usize = 2_000_000;

/// A found element without the parts that it may have in addition to the given element.
fn restrict(matcher: &Matcher, found: &PropertyValue, given: &PropertyValue) -> PropertyValue {
    if matcher.sees_all() {
        return found.clone();
    }
    match (matcher.items.value_type, found.reveal(), given.reveal()) {
        (Type::Object(id), PropertyValue::Object(found), PropertyValue::Object(given)) => {
            let object = &matcher.types.object(*id).schema;
            PropertyValue::Object(restrict_object(matcher, object, found, given))
        }
        (Type::Map(items), PropertyValue::Object(found), PropertyValue::Object(given)) => {
            let inner = matcher.of(matcher.items.items(items));
            let entries = found.iter().map(|(key, found)| {
                let seen = given.get(key).map(|given| restrict(&inner, found, given));
                (key.clone(), seen.unwrap_or_else(|| found.clone()))
            });
            PropertyValue::Object(entries.collect())
        }
        (Type::Array(items), PropertyValue::Array(found), PropertyValue::Array(given)) => {
            let mut inner = matcher.of(matcher.items.items(items));
            if matcher.items.rules.compare.has(Comparison::Set) {
                inner.depth += 1;
                if inner.depth > MAX_DEPTH {
                    return PropertyValue::Array(found.clone());
                }
                let partners = inner.pair(given, found, &[]);
                let seen = found.iter().zip(partners.of_found).map(|(found, partner)| {
                    let given = partner.and_then(|at| given.get(at));
                    given.map_or_else(|| found.clone(), |given| restrict(&inner, found, given))
                });
                return PropertyValue::Array(seen.collect());
            }
            let seen = found.iter().enumerate().map(|(at, found)| {
                let given = given.get(at);
                given.map_or_else(|| found.clone(), |given| restrict(&inner, found, given))
            });
            PropertyValue::Array(seen.collect())
        }
        (Type::Union(union), found, given) => match member::choose(matcher.types, union, given) {
            Choice::Member(chosen) => {
                restrict(&matcher.of(matcher.items.as_type(chosen)), found, given)
            }
            _ => found.clone(),
        },
        (_, found, _) => found.clone(),
    }
}

fn restrict_object(
    matcher: &Matcher,
    object: &ObjectSchema,
    found: &PropertyMap,
    given: &PropertyMap,
) -> PropertyMap {
    let mut seen = PropertyMap::new();
    for (name, value) in found {
        let given = member::present(given.get(name));
        let value = match (object.properties.get(name), given) {
            (Some(property), Some(given)) => {
                restrict(&matcher.of(Expected::of(property)), value, given)
            }
            (Some(property), None) if !matcher.may_have(property) => value.clone(),
            // Properties that are not in the schema count only between inputs.
            (None, _) if matcher.extras == Extras::Computed => value.clone(),
            _ => continue,
        };
        seen.insert(name.clone(), value);
    }
    seen
}

impl Matcher<'_> {
    /// Whether an element equals the given element, apart from further parts.
    pub(in crate::schema) fn covers(&self, given: &PropertyValue, found: &PropertyValue) -> bool {
        let seen = restrict(self, found, given);
        diff::is_same_within(
            self.types,
            self.items,
            &seen,
            given,
            self.depth.saturating_add(1),
        )
    }

    /// The indices of equal given and found elements of lists whose order does not count.
    pub(in crate::schema) fn couples_of_sets(
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

    /// The elements of lists whose order does not count. Among several candidates for the given element, candidates
    /// that also occur in `known` come first. Equal given elements count once, and so do equal found elements.
    pub(in crate::schema) fn pair(
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
        // Elements with few candidates come first, so that no other element takes their only candidate.
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

    /// For each given element, the possible indices in order, by content.
    pub(in crate::schema) fn candidates(
        &self,
        given: &[PropertyValue],
        found: &[PropertyValue],
    ) -> Vec<Vec<usize>> {
        let mut forms: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, value) in given.iter().enumerate() {
            forms.entry(form(self, value)).or_default().push(at);
        }
        let mut forms: Vec<Vec<usize>> = forms.into_values().collect();
        forms.sort_by_key(|places| (std::cmp::Reverse(places.len()), places.first().copied()));
        let parts = found.iter().map(effort::parts).sum::<usize>();
        forms.truncate((MAX_VIEWS / parts.max(1)).max(1));

        let mut candidates = vec![Vec::new(); given.len()];
        for places in forms {
            let Some(example) = places.first().and_then(|at| given.get(*at)) else {
                continue;
            };
            let mut by_print: HashMap<String, Vec<usize>> = HashMap::new();
            for (place, value) in found.iter().enumerate() {
                let seen = restrict(self, value, example);
                if let Some(print) = fingerprint::of(self.types, self.items, &seen) {
                    by_print.entry(print).or_default().push(place);
                }
            }
            for at in places {
                let print = given.get(at).and_then(|given| {
                    fingerprint::of(self.types, self.items, &restrict(self, given, given))
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

/// The names of the parts of a given element, as one text: elements of the same form are compared by the same parts.
fn form(matcher: &Matcher, given: &PropertyValue) -> String {
    let mut text = String::new();
    write_form(matcher, given, &mut text);
    text
}

fn write_form(matcher: &Matcher, given: &PropertyValue, text: &mut String) {
    if matcher.sees_all() {
        return;
    }
    match (matcher.items.value_type, given.reveal()) {
        (Type::Object(id), PropertyValue::Object(given)) => {
            let object = &matcher.types.object(*id).schema;
            text.push('{');
            for (name, property) in &object.properties {
                let value = member::present(given.get(name));
                let Some(value) = value else {
                    continue;
                };
                if matcher.may_have(property) {
                    // Writing to a `String` cannot fail.
                    let _ = write!(text, "{name:?}");
                }
                write_form(&matcher.of(Expected::of(property)), value, text);
            }
            text.push('}');
        }
        (Type::Map(items), PropertyValue::Object(given)) => {
            let inner = matcher.of(matcher.items.items(items));
            for (key, value) in given {
                let _ = write!(text, "{key:?}:");
                write_form(&inner, value, text);
            }
        }
        (Type::Array(items), PropertyValue::Array(given)) => {
            let inner = matcher.of(matcher.items.items(items));
            text.push('[');
            for value in given {
                write_form(&inner, value, text);
            }
            text.push(']');
        }
        (Type::Union(union), given) => {
            if let Choice::Member(chosen) = member::choose(matcher.types, union, given) {
                write_form(&matcher.of(matcher.items.as_type(chosen)), given, text);
            }
        }
        _ => {}
    }
}
