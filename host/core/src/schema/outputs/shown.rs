//! Inputs as the outputs that they will be.

use crate::schema::expected::Expected;
use crate::schema::matching::{Extras, Matcher};
use crate::schema::member;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::named_types::Types;
use crate::schema::object::ObjectSchema;
use crate::schema::rules::Comparison;
use crate::schema::types::Type;
use crate::value::{PropertyMap, PropertyValue};

/// The input of an output's name, as the output will be, or `None` without such an input or if the output is another
/// thing. `old` is the output before an update.
///
/// Parts that only the output has are unknown. So are those that the server chooses and the input does not give, unless
/// the old output has them.
pub(super) fn input(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    name: &str,
    old: Option<&PropertyValue>,
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
        filling.value(expected, &input.value_type, &mut value, old);
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
    filling.value(Expected::of(output), &input.value_type, &mut answer, shown);
    Some(answer)
}

/// Adds the parts that an input leaves to the server.
struct Filling<'t> {
    types: &'t Types,
    /// Whether those are left alone that only an output can have.
    computed_alone: bool,
}

impl Filling<'_> {
    fn value(
        &self,
        output: Expected,
        input: &Type,
        value: &mut PropertyValue,
        old: Option<&PropertyValue>,
    ) {
        let is_whole = output.value_type == input && !self.types.has_computed();
        if is_whole || output.value_type.is_plain() {
            return;
        }
        // A part of a secret is one, at any place.
        let old = old.filter(|old| !old.is_secret() || value.is_secret());
        let old = old.map(PropertyValue::reveal);
        match (output.value_type, input, value) {
            (_, _, PropertyValue::Secret(inner)) => self.value(output, input, inner, old),
            (Type::Array(items), Type::Array(input), PropertyValue::Array(values)) => {
                let olds = match old {
                    Some(PropertyValue::Array(olds)) => olds.as_slice(),
                    _ => &[],
                };
                let partners = self.partners(output, items, values, olds);
                for (value, partner) in values.iter_mut().zip(partners) {
                    let old = partner.and_then(|at| olds.get(at));
                    self.value(output.items(items), input, value, old);
                }
            }
            (Type::Map(items), Type::Map(input), PropertyValue::Object(map)) => {
                for (key, value) in map {
                    let old = old.and_then(|old| part(old, key));
                    self.value(output.items(items), input, value, old);
                }
            }
            (Type::Object(output), Type::Object(input), PropertyValue::Object(map)) => {
                let output = &self.types.object(*output).schema;
                self.object(output, &self.types.object(*input).schema, map, old);
            }
            _ => {}
        }
    }

    fn object(
        &self,
        output: &ObjectSchema,
        input: &ObjectSchema,
        map: &mut PropertyMap,
        old: Option<&PropertyValue>,
    ) {
        for (name, property) in &output.properties {
            let old = old.and_then(|old| part(old, name));
            let is_there = map.contains_key(name);
            let given = map.get_mut(name).filter(|value| !member::is_null(value));
            match (input.properties.get(name), given) {
                (Some(input), Some(value)) => {
                    self.value(Expected::of(property), &input.value_type, value, old);
                }
                (Some(input), None) if input.computed => {
                    let chosen = old.filter(|old| !member::is_null(old)).cloned();
                    map.insert(name.clone(), chosen.unwrap_or(PropertyValue::Unknown));
                }
                (None, None) if !is_there && !self.computed_alone => {
                    map.insert(name.clone(), PropertyValue::Unknown);
                }
                _ => {}
            }
        }
    }

    /// For each element the one of the old output that it is.
    fn partners(
        &self,
        output: Expected,
        items: &Type,
        values: &[PropertyValue],
        olds: &[PropertyValue],
    ) -> Vec<Option<usize>> {
        if olds.is_empty() || !self.types.has_computed() {
            return vec![None; values.len()];
        }
        let matcher = Matcher::new(self.types, output.items(items), Extras::Any);
        let is_set = output.rules.compare.has(Comparison::Set);
        matcher.partners(values, olds, is_set, &|pair| pair.alike)
    }
}

fn part<'v>(value: &'v PropertyValue, name: &str) -> Option<&'v PropertyValue> {
    match value.reveal() {
        PropertyValue::Object(map) => map.get(name),
        _ => None,
    }
}
