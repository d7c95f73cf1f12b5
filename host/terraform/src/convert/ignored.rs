//! The configuration of an apply with the changes that the user ignores left out.
//!
//! A core leaves out ignored changes when it plans, and sends the whole configuration when it applies. The planned state shows which values count.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::elements::present;
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
    let Value::Map(planned) = planned else {
        return config;
    };
    let mut members = match config {
        Value::Map(members) => members,
        other => return other,
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
        let before = member(Some(prior), name);
        let recorded = inputs.and_then(|inputs| present(inputs, property));
        let given = members.remove(name).unwrap_or(Value::Null);
        let value = of_plan(given, (before, planned), recorded, shape);
        members.insert(name.clone(), value);
    }
    Value::Map(members)
}

/// The value that the plan was made of. A part that stays as it was keeps its recorded input; values of the provider stay away.
fn of_plan(
    given: Value,
    (before, planned): (Option<&Value>, &Value),
    recorded: Option<&PropertyValue>,
    shape: &Shape,
) -> Value {
    if let Some(recorded) = recorded.filter(|_| before == Some(planned))
        && let Ok(kept) = from_property(recorded, shape)
    {
        return kept;
    }
    if given.is_null() {
        return given;
    }
    if planned.is_null() {
        return Value::Null;
    }
    let recorded = recorded.map(PropertyValue::reveal);
    match (given, planned, shape) {
        (given, Value::Unknown, _) => given,
        (Value::Map(given), Value::Map(planned), Shape::Nested(fields)) => {
            Value::Map(of_fields(given, (before, planned), recorded, fields))
        }
        (Value::Map(mut given), Value::Map(planned), Shape::Map(element)) => {
            let member = |(key, planned): (&String, &Value)| {
                let value = match given.remove(key) {
                    Some(given) => {
                        let values = (member(before, key), planned);
                        of_plan(given, values, recorded_member(recorded, key), element)
                    }
                    None => planned.clone(),
                };
                (key.clone(), value)
            };
            Value::Map(planned.iter().map(member).collect())
        }
        (Value::List(given), Value::List(planned), Shape::List(element))
            if given.len() == planned.len() =>
        {
            let length = planned.len();
            let before = before.and_then(|before| match before {
                Value::List(items) if items.len() == length => Some(items),
                _ => None,
            });
            let recorded = recorded.and_then(|recorded| match recorded {
                PropertyValue::Array(items) if items.len() == length => Some(items),
                _ => None,
            });
            let items = given.into_iter().zip(planned).enumerate();
            let items = items.map(|(index, (given, planned))| {
                let before = before.and_then(|items| items.get(index));
                let recorded = recorded.and_then(|items| items.get(index));
                of_plan(given, (before, planned), recorded, element)
            });
            Value::List(items.collect())
        }
        (given, planned, _) if planned.contains_unknown() => given,
        (_, planned, _) => planned.clone(),
    }
}

fn of_fields(
    mut given: BTreeMap<String, Value>,
    (before, planned): (Option<&Value>, &BTreeMap<String, Value>),
    recorded: Option<&PropertyValue>,
    fields: &[Field],
) -> BTreeMap<String, Value> {
    for field in fields {
        if let (Some(value), Some(planned)) = (given.get_mut(&field.name), planned.get(&field.name))
        {
            let values = (member(before, &field.name), planned);
            let recorded = recorded_member(recorded, &field.property);
            let given = std::mem::replace(value, Value::Null);
            *value = of_plan(given, values, recorded, &field.shape);
        }
    }
    given
}

fn member<'a>(value: Option<&'a Value>, name: &str) -> Option<&'a Value> {
    match value? {
        Value::Map(members) => members.get(name),
        _ => None,
    }
}

fn recorded_member<'a>(value: Option<&'a PropertyValue>, name: &str) -> Option<&'a PropertyValue> {
    match value? {
        PropertyValue::Object(members) => present(members, name),
        _ => None,
    }
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
