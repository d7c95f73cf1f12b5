//! A refresh: recorded inputs with the values that drifted, part by part.
//!
//! The evidence of drift is the recorded output. If a read returns the recorded output of a property, the input of the
//! same name stays, because a server may store the value in another form. If the recorded output does not come from the
//! recorded input, the input itself is compared with the output that was read.

use std::collections::BTreeSet;

use super::Refreshed;
use super::elements::{self, Element};
use super::other_form;
use super::project::{Computed, project};
use crate::schema::diff;
use crate::schema::model::PackageSchema;
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::Type;
use crate::schema::rules::Comparison;
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, present};
use crate::value::{PropertyMap, PropertyValue};

/// The two sides of the record.
#[derive(Clone, Copy)]
pub(super) struct RecordedValue<'a> {
    pub(super) inputs: &'a PropertyMap,
    pub(super) outputs: &'a PropertyMap,
}

/// The state of a running refresh.
pub(super) struct Refresh<'a> {
    pub(super) types: &'a Types,
    /// Whether the recorded output of a property comes from its recorded input.
    pub(super) is_trusted: &'a dyn Fn(&str) -> bool,
    /// Whether this holds for properties that replace the resource, after a failed update.
    pub(super) trusts_replacing: bool,
    /// Whether this holds for the current property.
    pub(super) is_trusted_here: bool,
    /// The paths of inputs with defaults that vanished in earlier refreshes.
    pub(super) known: &'a BTreeSet<String>,
    /// The vanished defaults after this refresh.
    pub(super) vanished: BTreeSet<String>,
}

impl<'a> Refresh<'a> {
    pub(super) fn new(schema: &'a PackageSchema, question: &Refreshed<'a>) -> Self {
        Refresh {
            types: &schema.types,
            is_trusted: question.is_trusted,
            trusts_replacing: question.trusts_replacing,
            is_trusted_here: true,
            known: question.vanished,
            vanished: BTreeSet::new(),
        }
    }
}

impl Refresh<'_> {
    /// The inputs of an object: the recorded ones, with the drifted values of those that are outputs.
    pub(super) fn object(
        &mut self,
        object: &ObjectSchema,
        is_output: &dyn Fn(&str) -> bool,
        recorded: RecordedValue,
        outputs: &PropertyMap,
        place: &Location,
    ) -> PropertyMap {
        // Keys that the schema does not know, such as the host's mark, are not part of a read.
        let unknown_keys = recorded
            .inputs
            .iter()
            .filter(|(key, _)| !object.properties.contains_key(*key));
        let mut inputs: PropertyMap = unknown_keys
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        for (name, property) in &object.properties {
            if place.is_top() {
                self.is_trusted_here = (self.is_trusted)(name);
            }
            let place = place.property(name);
            let is_trusted_around = self.is_trusted_here;
            // An update never changes this property, even if it fails: it keeps the value from the create.
            self.is_trusted_here |= property.replace_on_changes && self.trusts_replacing;
            let has_implied = object.implied(name, property).is_some();
            let value = self.property(
                (name, property),
                (is_output(name), has_implied),
                recorded,
                outputs.get(name),
                &place,
            );
            self.is_trusted_here = is_trusted_around;
            inputs.extend(value.map(|value| (name.clone(), value)));
        }
        inputs
    }

    /// Refreshes one property of an object, as an input.
    pub(super) fn property(
        &mut self,
        (name, property): (&str, &PropertySchema),
        (is_output, has_implied): (bool, bool),
        recorded: RecordedValue,
        output: Option<&PropertyValue>,
        place: &Location,
    ) -> Option<PropertyValue> {
        let expected = Expected::of(property);
        let input = present(recorded.inputs.get(name));
        let output = present(output);
        let before = present(recorded.outputs.get(name));
        if self.is_trusted_here && self.is_as_recorded(expected, before, output) {
            self.keep_vanished(place);
            return input.cloned();
        }
        match (input, output) {
            (Some(input), None) if !is_output || expected.counts_as_absent(input) => {
                Some(input.clone())
            }
            (None, Some(output)) if expected.counts_as_absent(output) => None,
            (Some(input), Some(output)) => Some(self.value(expected, input, before, output, place)),
            (None, Some(_)) if property.computed => None,
            (None, Some(output)) => {
                before.and_then(|before| self.drifted(expected, before, output, place))
            }
            (Some(_), None) => {
                if has_implied && !place.is_cut() {
                    self.vanished.insert(place.path().to_string());
                }
                None
            }
            (None, None) => None,
        }
    }

    /// Whether a read gave the recorded output of a property.
    pub(super) fn is_as_recorded(
        &self,
        expected: Expected,
        before: Option<&PropertyValue>,
        output: Option<&PropertyValue>,
    ) -> bool {
        let is_there = |value: &&PropertyValue| !expected.counts_as_absent(value);
        match (before.filter(is_there), output.filter(is_there)) {
            (None, None) => true,
            (Some(before), Some(output)) => {
                let seen = |value| project(self.types, expected.value_type, Computed::Kept, value);
                diff::shows_same(self.types, expected, &seen(output), &seen(before))
            }
            _ => false,
        }
    }

    /// Keeps the notes about vanished defaults at a place and below it.
    fn keep_vanished(&mut self, place: &Location) {
        if !self.known.is_empty() && !place.is_cut() {
            let kept = place.paths_within(self.known);
            self.vanished.extend(kept.cloned());
        }
    }

    /// Refreshes one input that has an output.
    pub(super) fn value(
        &mut self,
        expected: Expected,
        input: &PropertyValue,
        before: Option<&PropertyValue>,
        output: &PropertyValue,
        place: &Location,
    ) -> PropertyValue {
        let types = self.types;
        let projected = project(types, expected.value_type, Computed::Kept, output);
        // Parts that the program leaves to the server do not count as a difference.
        if diff::shows_same(types, expected, &projected, input) {
            self.keep_vanished(place);
            return input.clone();
        }
        let is_evidence = self.is_trusted_here && before.is_some();
        if is_evidence && self.is_as_recorded(expected, before, Some(output)) {
            self.keep_vanished(place);
            return input.clone();
        }
        let before_value = before;
        let before = before.map(PropertyValue::reveal);
        let place = &place.hide(input.is_secret());
        let refreshed = match (expected.value_type, input.reveal(), output.reveal()) {
            (Type::Object(id), PropertyValue::Object(input), PropertyValue::Object(output)) => {
                let nothing = PropertyMap::new();
                let before = entries(before).unwrap_or(&nothing);
                let recorded = RecordedValue {
                    inputs: input,
                    outputs: before,
                };
                let object = &types.object(*id).schema;
                // A part without a recorded output can only be an input.
                let is_output = |name: &str| before.contains_key(name) || output.contains_key(name);
                PropertyValue::Object(self.object(object, &is_output, recorded, output, place))
            }
            (Type::Map(items), PropertyValue::Object(inputs), PropertyValue::Object(outputs)) => {
                let items = expected.items(items);
                PropertyValue::Object(match entries(before) {
                    Some(before) if self.is_trusted_here => {
                        self.map_by_record(items, inputs, before, outputs, place)
                    }
                    before => self.map(items, inputs, before, outputs, place),
                })
            }
            (Type::Array(items), PropertyValue::Array(inputs), PropertyValue::Array(outputs)) => {
                let items = expected.items(items);
                let before = match before {
                    Some(PropertyValue::Array(before)) => Some(before.as_slice()),
                    _ => None,
                };
                let is_set = expected.rules.compare.has(Comparison::Set);
                let in_other_form = before.filter(|before| {
                    // A failed update left the set as it was.
                    let is_left =
                        || is_set && self.is_as_recorded(expected, before_value, Some(output));
                    (self.is_trusted_here || is_left())
                        && !elements::shows(types, items, is_set, inputs, before)
                });
                let elements = match (in_other_form, is_set) {
                    (Some(before), _) => {
                        other_form::elements(types, items, is_set, inputs, before, outputs)
                    }
                    (None, true) => elements::of_set(types, items, inputs, before, outputs),
                    (None, false) => elements::of_list(types, items, inputs, before, outputs),
                };
                PropertyValue::Array(self.elements(items, elements, place))
            }
            (Type::Union(union), given, found) => {
                match member::common(types, union, given, found) {
                    Some(member) if *member != *expected.value_type => {
                        self.value(expected.as_type(member), input, before_value, output, place)
                    }
                    _ => projected,
                }
            }
            _ => projected,
        };
        if input.is_secret() {
            refreshed.into_secret()
        } else {
            refreshed
        }
    }

    fn elements(
        &mut self,
        items: Expected,
        elements: Vec<Element>,
        place: &Location,
    ) -> Vec<PropertyValue> {
        let mut refreshed = Vec::with_capacity(elements.len());
        for element in elements {
            let place = place.index(refreshed.len());
            refreshed.push(match element {
                Element::Given {
                    input,
                    before,
                    output,
                } => self.value(items, input, before, output, &place),
                Element::Taken(input) => input,
            });
        }
        refreshed
    }

    /// The entries of a map. An entry that the record has in addition to the program's entries belongs to the server as
    /// long as it does not change.
    fn map(
        &mut self,
        items: Expected,
        inputs: &PropertyMap,
        before: Option<&PropertyMap>,
        outputs: &PropertyMap,
        place: &Location,
    ) -> PropertyMap {
        let mut refreshed = PropertyMap::new();
        for (key, output) in outputs {
            let place = place.key(key);
            let recorded = before.and_then(|before| present(before.get(key)));
            let value = match (inputs.get(key), recorded) {
                (Some(input), recorded) => self.value(items, input, recorded, output, &place),
                (None, Some(recorded)) => match self.drifted(items, recorded, output, &place) {
                    Some(input) => input,
                    None => continue,
                },
                (None, None) if before.is_none() => continue,
                (None, None) => project(self.types, items.value_type, Computed::LeftOut, output),
            };
            refreshed.insert(key.clone(), value);
        }
        refreshed
    }

    /// The entries of a map, compared with the recorded outputs. The server may store entries under other keys.
    fn map_by_record(
        &mut self,
        items: Expected,
        inputs: &PropertyMap,
        before: &PropertyMap,
        outputs: &PropertyMap,
        place: &Location,
    ) -> PropertyMap {
        let keys = other_form::keys_in_record(self.types, items, inputs, before);
        let mut refreshed = PropertyMap::new();
        // Entries of the program that the server does not store under the same key.
        let mut unseen: Vec<&String> = Vec::new();
        for (key, input) in inputs {
            let Some(recorded) = keys.get(key.as_str()) else {
                match outputs.get(key) {
                    Some(output) if !before.contains_key(key) => {
                        let value = self.value(items, input, None, output, &place.key(key));
                        refreshed.insert(key.clone(), value);
                    }
                    _ => unseen.push(key),
                }
                continue;
            };
            if let Some(output) = present(outputs.get(*recorded)) {
                let before = before.get(*recorded);
                let value = self.value(items, input, before, output, &place.key(key));
                refreshed.insert(key.clone(), value);
            }
        }
        let given: BTreeSet<&str> = keys.values().copied().collect();
        for (key, output) in outputs {
            if given.contains(key.as_str()) || inputs.contains_key(key) {
                continue;
            }
            let value = match present(before.get(key)) {
                Some(recorded) => self.drifted(items, recorded, output, &place.key(key)),
                None => Some(project(
                    self.types,
                    items.value_type,
                    Computed::LeftOut,
                    output,
                )),
            };
            refreshed.extend(value.map(|value| (key.clone(), value)));
        }
        // An entry that vanished from the record may be the counterpart of an entry without one.
        let gone = before
            .keys()
            .filter(|key| !given.contains(key.as_str()) && !outputs.contains_key(*key));
        for key in unseen.into_iter().skip(gone.count()) {
            refreshed.extend(inputs.get(key).map(|input| (key.clone(), input.clone())));
        }
        refreshed
    }

    /// A value that the program never gave, as an input, or `None` if it equals the record. For an object or a map,
    /// only the changed parts become inputs: the other parts still belong to the server.
    fn drifted(
        &mut self,
        expected: Expected,
        before: &PropertyValue,
        output: &PropertyValue,
        place: &Location,
    ) -> Option<PropertyValue> {
        let types = self.types;
        let seen = |value| project(types, expected.value_type, Computed::LeftOut, value);
        let (seen_before, seen_output) = (seen(before), seen(output));
        if agrees_with_record(types, expected, &seen_before, &seen_output) {
            return None;
        }
        let nothing = PropertyMap::new();
        let parts = match (expected.value_type, before.reveal(), output.reveal()) {
            (Type::Object(id), PropertyValue::Object(before), PropertyValue::Object(output)) => {
                let recorded = RecordedValue {
                    inputs: &nothing,
                    outputs: before,
                };
                let object = &types.object(*id).schema;
                self.object(object, &|_| true, recorded, output, place)
            }
            (Type::Map(items), PropertyValue::Object(before), PropertyValue::Object(output)) => {
                self.map(expected.items(items), &nothing, Some(before), output, place)
            }
            _ => return Some(seen_output),
        };
        let parts = (!parts.is_empty()).then_some(PropertyValue::Object(parts))?;
        Some(if output.is_secret() {
            parts.into_secret()
        } else {
            parts
        })
    }
}

/// Whether a value equals the record, perhaps with further parts: parts that a newer component tells for the first
/// time.
fn agrees_with_record(
    types: &Types,
    expected: Expected,
    before: &PropertyValue,
    output: &PropertyValue,
) -> bool {
    match (expected.value_type, before.reveal(), output.reveal()) {
        (Type::Object(id), PropertyValue::Object(before), PropertyValue::Object(output)) => {
            let object = &types.object(*id).schema;
            object.properties.iter().all(|(name, property)| {
                let sides = (present(before.get(name)), present(output.get(name)));
                match sides {
                    (Some(before), Some(output)) => {
                        agrees_with_record(types, Expected::of(property), before, output)
                    }
                    (Some(before), None) => Expected::of(property).counts_as_absent(before),
                    (None, _) => true,
                }
            })
        }
        (Type::Array(items), PropertyValue::Array(before), PropertyValue::Array(output))
            if before.len() == output.len() && !expected.rules.compare.has(Comparison::Set) =>
        {
            let items = expected.items(items);
            let mut pairs = before.iter().zip(output);
            pairs.all(|(before, output)| agrees_with_record(types, items, before, output))
        }
        _ => diff::is_same(types, expected, before, output),
    }
}

fn entries(value: Option<&PropertyValue>) -> Option<&PropertyMap> {
    match value {
        Some(PropertyValue::Object(entries)) => Some(entries),
        _ => None,
    }
}
