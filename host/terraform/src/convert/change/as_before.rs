//! Arguments that are as the state has them, and that were never recorded as inputs.
//!
//! A core that ignores changes puts the values of the state into the configuration, also values that the server chose or that others
//! set. Alone they change nothing. With another change they are inputs, because the plan promises that they stay.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use crate::convert::elements::present;
use crate::convert::value::Value;
use crate::schema::block::{Block, Source};
use crate::schema::shape::{Field, Shape};

/// Adds to recorded inputs the parts of the new inputs that the configuration and the state have alike.
pub(crate) fn add(
    recorded: &mut PropertyMap,
    inputs: &PropertyMap,
    (config, prior): (&Value, &Value),
    block: &Block,
) {
    let (Value::Map(config), Value::Map(prior)) = (config, prior) else {
        return;
    };
    for (name, attribute) in &block.attributes {
        if let (
            Source::Property {
                name: property,
                is_input: true,
                ..
            },
            Some(config),
            Some(prior),
        ) = (&attribute.source, config.get(name), prior.get(name))
        {
            add_member(
                recorded,
                inputs,
                property,
                (config, prior),
                &attribute.shape,
            );
        }
    }
}

fn add_member(
    recorded: &mut PropertyMap,
    inputs: &PropertyMap,
    name: &str,
    (config, prior): (&Value, &Value),
    shape: &Shape,
) {
    if config.is_null() || prior.is_null() {
        return;
    }
    let Some(input) = present(inputs, name) else {
        return;
    };
    if present(recorded, name).is_none() {
        if config == prior {
            recorded.insert(name.to_owned(), input.clone());
        }
    } else if let Some(recorded) = recorded.get_mut(name) {
        add_within(recorded, input, (config, prior), shape);
    }
}

fn add_within(
    recorded: &mut PropertyValue,
    input: &PropertyValue,
    (config, prior): (&Value, &Value),
    shape: &Shape,
) {
    match (recorded, input.reveal(), config, prior, shape) {
        (PropertyValue::Secret(recorded), input, config, prior, shape) => {
            add_within(recorded, input, (config, prior), shape);
        }
        (
            PropertyValue::Object(recorded),
            PropertyValue::Object(inputs),
            Value::Map(config),
            Value::Map(prior),
            Shape::Nested(fields) | Shape::Object(fields),
        ) => {
            for Field {
                name,
                property,
                shape,
                ..
            } in fields
            {
                if let (Some(config), Some(prior)) = (config.get(name), prior.get(name)) {
                    add_member(recorded, inputs, property, (config, prior), shape);
                }
            }
        }
        (
            PropertyValue::Object(recorded),
            PropertyValue::Object(inputs),
            Value::Map(config),
            Value::Map(prior),
            Shape::Map(element),
        ) => {
            for (name, config) in config {
                if let Some(prior) = prior.get(name) {
                    add_member(recorded, inputs, name, (config, prior), element);
                }
            }
        }
        (
            PropertyValue::Array(recorded),
            PropertyValue::Array(inputs),
            Value::List(config),
            Value::List(prior),
            Shape::List(element),
        ) if recorded.len() == prior.len() && inputs.len() == config.len() => {
            let new = inputs.iter().zip(config);
            for ((recorded, prior), (input, config)) in recorded.iter_mut().zip(prior).zip(new) {
                add_within(recorded, input, (config, prior), element);
            }
        }
        _ => {}
    }
}
