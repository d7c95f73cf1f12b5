//! Inputs as the outputs that they will be.

use std::collections::{HashMap, HashSet};

use crate::schema::inputs::{elements_in_record, keys_in_record};
use crate::schema::matching::{Extras, Matcher};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::rules::Comparison;
use crate::schema::values::member;
use crate::value::{PropertyMap, PropertyValue};

/// A value before an update: the recorded input and output.
#[derive(Clone, Copy, Default)]
pub(super) struct Before<'v> {
    pub(super) input: Option<&'v PropertyValue>,
    pub(super) output: Option<&'v PropertyValue>,
}

impl<'v> Before<'v> {
    /// A member, or an entry with this key in the inputs and that key in the outputs.
    fn part(self, key: &str, key_of_output: &str) -> Self {
        Self {
            input: part(self.input, key),
            output: part(self.output, key_of_output),
        }
    }
}

/// The input of the same name in the form of the output; `None` without such an input, or if the output has another
/// meaning.
///
/// Parts that only the output has are unknown. Properties that the server chooses are also unknown if the input lacks
/// them and the old output does too.
pub(super) fn input(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    name: &str,
    before: Before,
) -> Option<PropertyValue> {
    let input = member::present(inputs.get(name))?;
    let mut value = input.clone();
    let input = resource.inputs.properties.get(name);
    let output = resource.outputs.properties.get(name);
    if let (Some(input), Some(output)) = (input, output) {
        let filling = Filling {
            types: &schema.types,
            computed_alone: false,
        };
        let expected = Expected::of(output);
        filling.value(expected, &input.value_type, &mut value, before);
        // An output of another type is not the input, even with its name.
        if input.value_type != output.value_type
            && !member::fits(&schema.types, &output.value_type, &value, true)
        {
            return None;
        }
    }
    Some(value)
}

/// A component's own preview of an output, with the parts that it left to the server as the host shows them. `None` if
/// it left all of it, as a hook does that returns the program's inputs.
pub(super) fn completed(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    (name, answer): (&str, PropertyValue),
    shown: Option<&PropertyValue>,
) -> Option<PropertyValue> {
    let mut answer = answer;
    let input = resource.inputs.properties.get(name);
    let output = resource.outputs.properties.get(name);
    let (Some(input), Some(output), true) = (input, output, resource.traits.has_computed) else {
        return Some(answer);
    };
    let is_given = member::present(inputs.get(name)).is_some();
    if input.computed && !is_given && member::is_null(&answer) {
        return None;
    }
    let filling = Filling {
        types: &schema.types,
        computed_alone: true,
    };
    let before = Before {
        input: None,
        output: shown,
    };
    filling.value(Expected::of(output), &input.value_type, &mut answer, before);
    Some(answer)
}

/// Adds the parts that an input leaves to the server.
struct Filling<'t> {
    types: &'t Types,
    /// Whether parts that only an output can have stay unchanged.
    computed_alone: bool,
}

impl Filling<'_> {
    fn value(&self, output: Expected, input: &Type, value: &mut PropertyValue, before: Before) {
        let is_whole = output.value_type == input && !self.types.has_computed();
        if is_whole || output.value_type.is_plain() {
            return;
        }
        // A part of a secret is a secret, at any depth.
        let old = before.output;
        let before = Before {
            input: before.input.map(PropertyValue::reveal),
            output: old
                .filter(|old| !old.is_secret() || value.is_secret())
                .map(PropertyValue::reveal),
        };
        match (output.value_type, input, value) {
            (_, _, PropertyValue::Secret(inner)) => self.value(output, input, inner, before),
            (Type::Array(items), Type::Array(input), PropertyValue::Array(values)) => {
                let befores = self.of_elements(output, items, values, before);
                for (value, before) in values.iter_mut().zip(befores) {
                    self.value(output.items(items), input, value, before);
                }
            }
            (Type::Map(items), Type::Map(input), PropertyValue::Object(map)) => {
                let items = output.items(items);
                let keys = match (before.input, before.output) {
                    (Some(PropertyValue::Object(inputs)), Some(PropertyValue::Object(outputs)))
                        if self.types.has_computed() =>
                    {
                        keys_in_record(self.types, items, inputs, outputs)
                    }
                    _ => HashMap::new(),
                };
                for (key, value) in map {
                    let recorded = keys.get(key.as_str()).copied().unwrap_or(key);
                    self.value(items, input, value, before.part(key, recorded));
                }
            }
            (Type::Object(output), Type::Object(input), PropertyValue::Object(map)) => {
                let output = &self.types.object(*output).schema;
                self.object(output, &self.types.object(*input).schema, map, before);
            }
            _ => {}
        }
    }

    fn object(
        &self,
        output: &ObjectSchema,
        input: &ObjectSchema,
        map: &mut PropertyMap,
        before: Before,
    ) {
        for (name, property) in &output.properties {
            let before = before.part(name, name);
            let is_there = map.contains_key(name);
            let given = map.get_mut(name).filter(|value| !member::is_null(value));
            match (input.properties.get(name), given) {
                (Some(input), Some(value)) => {
                    self.value(Expected::of(property), &input.value_type, value, before);
                }
                (Some(input), None) if input.computed => {
                    let chosen = member::present(before.output).cloned();
                    map.insert(name.clone(), chosen.unwrap_or(PropertyValue::Unknown));
                }
                (None, None) if !is_there && !self.computed_alone => {
                    map.insert(name.clone(), PropertyValue::Unknown);
                }
                _ => {}
            }
        }
    }

    /// For each element its recorded output: an output that has all its parts, or the output of the same recorded
    /// input, because the server may store it in another form.
    fn of_elements<'v>(
        &self,
        output: Expected,
        items: &Type,
        values: &[PropertyValue],
        before: Before<'v>,
    ) -> Vec<Before<'v>> {
        let [inputs, outputs] = [before.input, before.output].map(|side| match side {
            Some(PropertyValue::Array(elements)) => elements.as_slice(),
            _ => &[],
        });
        if outputs.is_empty() || !self.types.has_computed() {
            return vec![Before::default(); values.len()];
        }
        let matcher = Matcher::new(self.types, output.items(items), Extras::Any);
        let is_set = output.rules.compare.has(Comparison::Set);
        let partners = |found| matcher.partners(values, found, is_set, &|pair| pair.alike);
        let (of_outputs, of_inputs) = (partners(outputs), partners(inputs));
        let in_record = elements_in_record(self.types, output, items, inputs, outputs);
        let taken: HashSet<usize> = of_outputs.iter().copied().flatten().collect();
        let records = of_outputs.into_iter().zip(of_inputs);
        let records = records.map(|(of_output, of_input)| {
            let counterpart = of_input.and_then(|at| in_record.get(at).copied().flatten());
            let place = of_output.or(counterpart.filter(|place| !taken.contains(place)));
            Before {
                input: of_input.and_then(|at| inputs.get(at)),
                output: place.and_then(|at| outputs.get(at)),
            }
        });
        records.collect()
    }
}

fn part<'v>(value: Option<&'v PropertyValue>, name: &str) -> Option<&'v PropertyValue> {
    match value.map(PropertyValue::reveal) {
        Some(PropertyValue::Object(map)) => map.get(name),
        _ => None,
    }
}
