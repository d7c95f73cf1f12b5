//! Inputs that a component's read returned, reconciled with the record.

use std::collections::BTreeSet;

use super::project::{Computed, project};
use super::refresh::Refresh;
use super::{Refreshed, absent_with_defaults, refreshed_inputs};
use crate::schema::diff;
use crate::schema::matching::{Extras, Matcher};
use crate::schema::model::expected::Expected;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::Type;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::values::member::{self, present};
use crate::value::{PropertyMap, PropertyValue};

/// Reconciles inputs that a component read with the record: where the component read the recorded output of the same
/// name, the recorded input stays. If its input equals its output, only parts that drifted change. Both rules also
/// apply to parts of objects and entries of maps.
///
/// With the paths of inputs with defaults that are missing now: the record had them, and the component has not.
#[must_use]
pub fn reconcile_with_record(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    question: &Refreshed<'_>,
    found: PropertyMap,
) -> (PropertyMap, BTreeSet<String>) {
    let (refreshed, mut vanished) = refreshed_inputs(schema, resource, question);
    let mut held = Held {
        refresh: Refresh::new(schema, question),
    };
    let sides = Sides {
        before: question.recorded_outputs,
        output: question.outputs,
        refreshed: &refreshed,
    };
    let inputs = held.object(&resource.inputs, sides, found, true);
    let absent = absent_with_defaults(schema, resource, &inputs);
    let recorded = absent_with_defaults(schema, resource, question.recorded_inputs);
    vanished.retain(|path| absent.contains(path));
    vanished.extend(absent.difference(&recorded).cloned());
    let known = question.vanished.intersection(&absent);
    vanished.extend(known.cloned());
    (inputs, vanished)
}

/// The recorded and the read outputs, beside the inputs that the component returned.
#[derive(Clone, Copy)]
struct Sides<T> {
    before: T,
    output: T,
    /// The inputs, determined only from the outputs.
    refreshed: T,
}

impl<'a> Sides<&'a PropertyMap> {
    fn part(self, name: &str) -> Sides<Option<&'a PropertyValue>> {
        Sides {
            before: present(self.before.get(name)),
            output: present(self.output.get(name)),
            refreshed: self.refreshed.get(name),
        }
    }
}

impl<'a> Sides<Option<&'a PropertyValue>> {
    /// The sides as objects, if the output is an object.
    fn objects(self, nothing: &'a PropertyMap) -> Option<Sides<&'a PropertyMap>> {
        let entries = |side: Option<&'a PropertyValue>| match side.map(PropertyValue::reveal) {
            Some(PropertyValue::Object(entries)) => Some(entries),
            _ => None,
        };
        Some(Sides {
            before: entries(self.before).unwrap_or(nothing),
            output: entries(self.output)?,
            refreshed: entries(self.refreshed).unwrap_or(nothing),
        })
    }
}

struct Held<'a> {
    refresh: Refresh<'a>,
}

impl Held<'_> {
    fn object(
        &mut self,
        object: &ObjectSchema,
        sides: Sides<&PropertyMap>,
        mut found: PropertyMap,
        is_top: bool,
    ) -> PropertyMap {
        for (name, property) in &object.properties {
            let around = self.refresh.is_trusted_here;
            if is_top {
                self.refresh.is_trusted_here = (self.refresh.is_trusted)(name);
            }
            self.refresh.is_trusted_here |=
                property.replace_on_changes && self.refresh.trusts_replacing;
            let input = self.property(property, sides.part(name), found.remove(name));
            found.extend(input.map(|input| (name.clone(), input)));
            self.refresh.is_trusted_here = around;
        }
        found
    }

    fn property(
        &mut self,
        property: &PropertySchema,
        sides: Sides<Option<&PropertyValue>>,
        found: Option<PropertyValue>,
    ) -> Option<PropertyValue> {
        let expected = Expected::of(property);
        let Some(output) = sides.output else {
            return found;
        };
        match present(found.as_ref()) {
            Some(found) => self.value(expected, sides, output, found),
            None if self.is_as_recorded(expected, sides.before, output) => sides.refreshed.cloned(),
            None => None,
        }
    }

    fn is_as_recorded(
        &self,
        expected: Expected,
        before: Option<&PropertyValue>,
        output: &PropertyValue,
    ) -> bool {
        let is_evidence = self.refresh.is_trusted_here && before.is_some();
        is_evidence && self.refresh.is_as_recorded(expected, before, Some(output))
    }

    /// An input that the component returned and that has an output.
    fn value(
        &mut self,
        expected: Expected,
        sides: Sides<Option<&PropertyValue>>,
        output: &PropertyValue,
        found: &PropertyValue,
    ) -> Option<PropertyValue> {
        let types = self.refresh.types;
        let seen = project(types, expected.value_type, Computed::Kept, output);
        if self.is_as_recorded(expected, sides.before, output)
            || diff::is_same(types, expected, &seen, found)
        {
            return sides.refreshed.cloned();
        }
        let nothing = PropertyMap::new();
        let objects = sides.objects(&nothing);
        let held = match (expected.value_type, found.reveal(), objects) {
            (Type::Object(id), PropertyValue::Object(found), Some(sides)) => {
                let object = &types.object(*id).schema;
                PropertyValue::Object(self.object(object, sides, found.clone(), false))
            }
            (Type::Map(items), PropertyValue::Object(found), Some(sides)) => {
                let items = expected.items(items);
                PropertyValue::Object(self.map(items, sides, found))
            }
            // Each element consists only of parts of the output.
            (Type::Array(_), PropertyValue::Array(_), None)
                if Matcher::new(types, expected, Extras::Any).covers(found, &seen) =>
            {
                return sides.refreshed.cloned();
            }
            (Type::Union(union), given, _) => {
                return match member::common(types, union, given, output.reveal()) {
                    Some(member) if *member != *expected.value_type => {
                        self.value(expected.as_type(member), sides, output, found)
                    }
                    _ => Some(found.clone()),
                };
            }
            _ => return Some(found.clone()),
        };
        Some(if found.is_secret() {
            held.into_secret()
        } else {
            held
        })
    }

    fn map(
        &mut self,
        items: Expected,
        sides: Sides<&PropertyMap>,
        found: &PropertyMap,
    ) -> PropertyMap {
        let entries = found.iter().filter_map(|(key, found)| {
            let sides = sides.part(key);
            // The program may use another key for the entry.
            let held = match sides.output.filter(|_| sides.refreshed.is_some()) {
                Some(output) => self.value(items, sides, output, found)?,
                None => found.clone(),
            };
            Some((key.clone(), held))
        });
        entries.collect()
    }
}
