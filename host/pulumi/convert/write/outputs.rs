//! Output values in an answer: a value with its dependencies.

use prost::bytes::Bytes;
use pulumi_wasm_core::value::output_values::{OutputTree, OutputValues};
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use crate::pulumi::convert::accepted::Accepted;

use super::{ELEMENT, LIST, OBJECT, STRING, Writer};

/// Writes properties for a response. Values at the places of earlier output values become output values again.
#[must_use]
pub fn map_with_outputs_to_proto(properties: &PropertyMap, outputs: &OutputValues) -> Bytes {
    Writer::written(Accepted::default(), |writer| {
        writer.map_with_outputs(properties, outputs)
    })
}

/// Leaves out unknown values for an engine that does not accept them there.
pub(in crate::pulumi) fn without_unknown(mut answer: PropertyMap) -> PropertyMap {
    answer.retain(|_, value| !value.is_unknown());
    answer
}

impl Writer {
    fn map_with_outputs(&mut self, map: &PropertyMap, outputs: &OutputValues) {
        if outputs.is_empty() {
            return self.map(map);
        }
        for (key, value) in map.iter().rev() {
            self.member(key, |writer| {
                writer.value_with_outputs(value, outputs.get(key));
            });
        }
    }

    /// The content of a `Value`.
    fn value_with_outputs(&mut self, value: &PropertyValue, outputs: Option<&OutputTree>) {
        let Some(outputs) = outputs else {
            return self.value(value);
        };
        match (outputs, value) {
            (
                OutputTree::Output {
                    dependencies,
                    is_secret,
                    inside,
                },
                value,
            ) => {
                let is_secret = *is_secret || value.is_secret();
                self.output(value.reveal(), is_secret, dependencies, inside.as_deref());
            }
            // The answer decides whether the value is still a secret.
            (OutputTree::Secret(inside), PropertyValue::Secret(_)) => {
                self.secret(|writer| writer.value_with_outputs(value.reveal(), Some(inside)));
            }
            (OutputTree::Secret(inside), value) => self.value_with_outputs(value, Some(inside)),
            (OutputTree::Members(members), PropertyValue::Object(map)) => {
                self.message(OBJECT, |writer| writer.map_with_outputs(map, members));
            }
            (OutputTree::Elements { length, found }, PropertyValue::Array(values))
                if values.len() == *length =>
            {
                self.message(LIST, |writer| {
                    for (index, value) in values.iter().enumerate().rev() {
                        writer.message(ELEMENT, |writer| {
                            writer.value_with_outputs(value, found.get(&index));
                        });
                    }
                });
            }
            (OutputTree::Elements { .. }, _)
            | (OutputTree::Members(_), PropertyValue::Array(_)) => {
                self.value(value);
            }
            (OutputTree::Members(members), special) => {
                match special_values::encode(special.clone()) {
                    PropertyValue::Object(map) => {
                        self.message(OBJECT, |writer| writer.map_with_outputs(&map, members));
                    }
                    plain => self.value(&plain),
                }
            }
        }
    }

    /// An output value. Its members are written from the last to the first, as everything is.
    fn output(
        &mut self,
        plain: &PropertyValue,
        is_secret: bool,
        dependencies: &[String],
        inside: Option<&OutputTree>,
    ) {
        self.message(OBJECT, |writer| {
            if !plain.is_unknown() {
                writer.member("value", |writer| writer.value_with_outputs(plain, inside));
            }
            if is_secret {
                writer.member("secret", |writer| writer.value(&PropertyValue::Bool(true)));
            }
            if !dependencies.is_empty() {
                writer.member("dependencies", |writer| {
                    writer.message(LIST, |writer| {
                        for urn in dependencies.iter().rev() {
                            writer.message(ELEMENT, |writer| writer.bytes(STRING, urn.as_bytes()));
                        }
                    });
                });
            }
            writer.member(special_values::KEY, |writer| {
                writer.bytes(STRING, special_values::OUTPUT.as_bytes());
            });
        });
    }
}

#[cfg(test)]
mod tests;
