//! The configuration of an apply with the changes that the user ignores left out.
//!
//! A core leaves out ignored changes when it plans, and sends the whole configuration when it applies. The planned state shows which values count.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::PropertyMap;

use super::properties::from_property;
use super::value::Value;
use crate::schema::block::{Block, Source};
use crate::schema::shape::{Field, Shape};

/// The configuration that the plan was made of. An argument that stays as it was keeps its recorded input.
pub(crate) fn leave_out(
    config: Value,
    (prior, planned): (&Value, &Value),
    inputs: Option<&PropertyMap>,
    block: &Block,
) -> Value {
    let (Value::Map(mut members), Value::Map(planned)) = (config.clone(), planned) else {
        return config;
    };
    for (name, attribute) in &block.attributes {
        let Source::Property {
            name: property,
            is_input: true,
            ..
        } = &attribute.source
        else {
            continue;
        };
        let Some(planned) = planned.get(name) else {
            continue;
        };
        let shape = &attribute.shape;
        if attribute.write_only || has_write_only(shape) {
            continue;
        }
        let before = match prior {
            Value::Map(prior) => prior.get(name),
            _ => None,
        };
        let recorded = inputs.and_then(|inputs| inputs.get(property));
        let recorded = recorded.filter(|_| before == Some(planned));
        let kept = recorded.and_then(|value| from_property(value, shape).ok());
        let given = members.remove(name).unwrap_or(Value::Null);
        let value = kept.unwrap_or_else(|| of_plan(given, planned, shape));
        members.insert(name.clone(), value);
    }
    Value::Map(members)
}

/// The planned value of something that the configuration gives; values of the provider stay away.
fn of_plan(given: Value, planned: &Value, shape: &Shape) -> Value {
    if given.is_null() {
        return given;
    }
    if planned.is_null() {
        return Value::Null;
    }
    match (given, planned, shape) {
        (given, Value::Unknown, _) => given,
        (Value::Map(given), Value::Map(planned), Shape::Nested(fields)) => {
            Value::Map(of_fields(given, planned, fields))
        }
        (Value::Map(mut given), Value::Map(planned), Shape::Map(element)) => {
            let member = |(key, planned): (&String, &Value)| {
                let value = match given.remove(key) {
                    Some(given) => of_plan(given, planned, element),
                    None => planned.clone(),
                };
                (key.clone(), value)
            };
            Value::Map(planned.iter().map(member).collect())
        }
        (Value::List(given), Value::List(planned), Shape::List(element))
            if given.len() == planned.len() =>
        {
            let pairs = given.into_iter().zip(planned);
            Value::List(
                pairs
                    .map(|(given, planned)| of_plan(given, planned, element))
                    .collect(),
            )
        }
        (given, planned, _) if planned.contains_unknown() => given,
        (_, planned, _) => planned.clone(),
    }
}

fn of_fields(
    mut given: BTreeMap<String, Value>,
    planned: &BTreeMap<String, Value>,
    fields: &[Field],
) -> BTreeMap<String, Value> {
    for field in fields {
        if let (Some(value), Some(planned)) = (given.get_mut(&field.name), planned.get(&field.name))
        {
            *value = of_plan(std::mem::replace(value, Value::Null), planned, &field.shape);
        }
    }
    given
}

/// Whether a part of a value is in no state.
fn has_write_only(shape: &Shape) -> bool {
    match shape {
        Shape::Nested(fields) | Shape::Object(fields) => fields
            .iter()
            .any(|field| field.write_only || has_write_only(&field.shape)),
        Shape::List(element) | Shape::Map(element) | Shape::Dynamic(element) => {
            has_write_only(element)
        }
        _ => false,
    }
}
