//! The properties behind an attribute, and its value in each operation.
//!
//! In protocol 6 the members of objects are attributes, so a value can have parts of the user and parts of the provider.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use crate::convert::elements::{self, made_of};
use crate::convert::properties::{OtherShape, from_property};
use crate::convert::value::Value;
use crate::schema::presence::Presence;
use crate::schema::shape::{Field, Shape};

/// The properties of one name in the inputs and in the outputs.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Known<'a> {
    pub(crate) input: Option<&'a PropertyValue>,
    pub(crate) output: Option<&'a PropertyValue>,
}

impl<'a> Known<'a> {
    /// The properties of this name.
    pub(crate) fn of(
        name: &str,
        inputs: Option<&'a PropertyMap>,
        outputs: Option<&'a PropertyMap>,
    ) -> Self {
        let find = |map: Option<&'a PropertyMap>| map.and_then(|map| map.get(name)).and_then(some);
        Self {
            input: find(inputs),
            output: find(outputs),
        }
    }

    fn member(self, name: &str) -> Self {
        Self {
            input: elements::member(self.input, name),
            output: elements::member(self.output, name),
        }
    }

    /// The element at a place of lists of this length, with the output that was made of it.
    fn element(self, index: usize, length: usize) -> Self {
        let elements = |value: Option<&'a PropertyValue>| match value?.reveal() {
            PropertyValue::Array(items) if items.len() == length => Some(items.as_slice()),
            _ => None,
        };
        let input = elements(self.input).and_then(|items| some(items.get(index)?));
        let output = elements(self.output).and_then(|items| match input {
            Some(input) => made_of(input, index, items),
            None => items.get(index),
        });
        Self {
            input,
            output: output.and_then(some),
        }
    }

    fn output_alone(self) -> Self {
        Self {
            input: None,
            ..self
        }
    }

    fn input_alone(self) -> Self {
        Self {
            output: None,
            ..self
        }
    }

    fn any(self) -> Option<&'a PropertyValue> {
        self.input.or(self.output)
    }
}

/// A value that is there.
fn some(value: &PropertyValue) -> Option<&PropertyValue> {
    (*value.reveal() != PropertyValue::Null).then_some(value)
}

/// The value that a plan promises. The user's values stay as they are, and the provider's values are unknown unless they are known.
pub(crate) fn planned(
    configured: &Value,
    shape: &Shape,
    presence: Presence,
    known: Known<'_>,
) -> Result<Value, OtherShape> {
    if configured.is_null() {
        return match known.any() {
            _ if !presence.is_computed() => Ok(configured.clone()),
            Some(value) if !value.contains_unknown() => from_property(value, shape),
            // The result may have a value: only a known one is promised.
            _ => Ok(Value::Unknown),
        };
    }
    parts(configured, shape, &mut |value, part, field, at| {
        let presence = field.map_or(Presence::Optional, |field| field.presence);
        planned(value, part, presence, at(known))
    })
}

/// The value after a change: as it was planned, with the provider's values.
pub(crate) fn applied(
    planned: &Value,
    shape: &Shape,
    known: Known<'_>,
) -> Result<Value, OtherShape> {
    if !planned.contains_unknown() {
        return Ok(planned.clone());
    }
    if matches!(planned, Value::Map(_) | Value::List(_)) && has_parts(shape) {
        return parts(planned, shape, &mut |value, part, _, at| {
            applied(value, part, at(known))
        });
    }
    match known.output.or(known.input) {
        Some(value) if !value.contains_unknown() => from_property(value, shape),
        _ => Ok(Value::Null),
    }
}

/// The value of a resource that needs no change: as it was. The core insists on an argument as it is configured where the state has
/// nothing, and on its absence where the provider may not fill it in.
pub(crate) fn unchanged(
    prior: &Value,
    configured: &Value,
    shape: &Shape,
    presence: Presence,
) -> Value {
    if configured.is_null() {
        let kept = if presence.is_computed() {
            prior
        } else {
            configured
        };
        return kept.clone();
    }
    match (configured, prior) {
        _ if prior.is_null() => configured.clone(),
        (Value::Map(members), Value::Map(old)) => {
            let keeps = |name: &String, part: &Shape, presence| {
                let old = old.get(name).unwrap_or(&Value::Null);
                let member = members.get(name).unwrap_or(&Value::Null);
                (name.clone(), unchanged(old, member, part, presence))
            };
            match shape {
                Shape::Nested(fields) => Value::Map(
                    fields
                        .iter()
                        .map(|field| keeps(&field.name, &field.shape, field.presence))
                        .collect(),
                ),
                Shape::Map(element) if has_parts(element) && old.keys().eq(members.keys()) => {
                    let names = members.keys();
                    Value::Map(
                        names
                            .map(|name| keeps(name, element, Presence::Optional))
                            .collect(),
                    )
                }
                _ => prior.clone(),
            }
        }
        (Value::List(items), Value::List(old)) => match shape {
            Shape::List(element)
                if has_parts(element)
                    && old.len() == items.len()
                    && old.iter().zip(items).all(|(old, item)| agree(old, item)) =>
            {
                let pairs = old.iter().zip(items);
                Value::List(
                    pairs
                        .map(|(old, item)| unchanged(old, item, element, Presence::Optional))
                        .collect(),
                )
            }
            // The host compared the lists without their order, or the elements by rules.
            _ => prior.clone(),
        },
        _ => prior.clone(),
    }
}

/// Whether two elements of lists have no part that both give and that differs.
fn agree(old: &Value, item: &Value) -> bool {
    match (old, item) {
        (Value::Null, _) | (_, Value::Null) => true,
        (Value::Map(old), Value::Map(members)) => members
            .iter()
            .all(|(name, item)| old.get(name).is_none_or(|old| agree(old, item))),
        (Value::List(old), Value::List(items)) => {
            old.len() == items.len() && old.iter().zip(items).all(|(old, item)| agree(old, item))
        }
        (old, item) => old == item,
    }
}

/// The value of a resource as it is now.
pub(crate) fn current(known: Known<'_>, shape: &Shape) -> Result<Value, OtherShape> {
    let Some(value) = known.any() else {
        return Ok(Value::Null);
    };
    match (value.reveal(), shape) {
        (PropertyValue::Object(_), Shape::Nested(fields)) => {
            let members = fields.iter().map(|field| {
                let member = known.member(&field.property);
                let member = match field.presence {
                    Presence::Computed => member.output_alone(),
                    // A member that the user may leave out and that the provider does not fill in.
                    Presence::Optional | Presence::Required if known.input.is_some() => {
                        member.input_alone()
                    }
                    _ => member,
                };
                let value = if field.write_only {
                    Value::Null
                } else {
                    current(member, &field.shape)?
                };
                Ok((field.name.clone(), value))
            });
            Ok(Value::Map(members.collect::<Result<_, _>>()?))
        }
        (PropertyValue::Object(members), Shape::Map(element)) if has_parts(element) => {
            let members = members
                .keys()
                .map(|name| Ok((name.clone(), current(known.member(name), element)?)));
            Ok(Value::Map(members.collect::<Result<_, _>>()?))
        }
        (PropertyValue::Array(items), Shape::List(element)) if has_parts(element) => {
            let length = items.len();
            let items = (0..length).map(|index| current(known.element(index, length), element));
            Ok(Value::List(items.collect::<Result<_, _>>()?))
        }
        _ => from_property(value, shape),
    }
}

/// The value of a state whose record is as it was, with each part that the provider gives as the record has it. A plan can have
/// promised another value for such a part.
pub(crate) fn mended(
    old: &Value,
    shape: &Shape,
    presence: Presence,
    known: Known<'_>,
) -> Result<Value, OtherShape> {
    if presence == Presence::Computed || known.input.is_none() {
        return if presence.is_computed() {
            current(known.output_alone(), shape)
        } else {
            Ok(old.clone())
        };
    }
    parts(old, shape, &mut |part, shape, field, at| {
        let known = at(known);
        let presence = field.map_or(Presence::Optional, |field| field.presence);
        // A state can have the elements of a set in another order than the record.
        let is_other = field.is_none()
            && current(known.input_alone(), shape).is_ok_and(|input| !agree(part, &input));
        if is_other {
            Ok(part.clone())
        } else {
            mended(part, shape, presence, known)
        }
    })
}

/// Whether a value of the shape has parts that are attributes.
fn has_parts(shape: &Shape) -> bool {
    match shape {
        Shape::Nested(_) => true,
        Shape::List(element) | Shape::Map(element) => has_parts(element),
        _ => false,
    }
}

/// Steps from the properties of a value to the properties of a part.
type Steps<'s> = &'s dyn for<'a> Fn(Known<'a>) -> Known<'a>;
/// Makes a part of a value: from the part, its shape, its field if it is a member of an object, and the steps to its properties.
type MakePart<'m> =
    dyn FnMut(&Value, &Shape, Option<&Field>, Steps<'_>) -> Result<Value, OtherShape> + 'm;

/// A value with each part made anew. A value without parts stays as it is.
fn parts(value: &Value, shape: &Shape, make: &mut MakePart<'_>) -> Result<Value, OtherShape> {
    match (value, shape) {
        (Value::Map(members), Shape::Nested(fields)) => {
            let mut found = BTreeMap::new();
            for field in fields {
                let member = members.get(&field.name).unwrap_or(&Value::Null);
                let member = if field.write_only {
                    Value::Null
                } else {
                    let steps: Steps<'_> = &|known| known.member(&field.property);
                    make(member, &field.shape, Some(field), steps)?
                };
                found.insert(field.name.clone(), member);
            }
            Ok(Value::Map(found))
        }
        (Value::Map(members), Shape::Map(element)) if has_parts(element) => {
            let mut found = BTreeMap::new();
            for (name, member) in members {
                let steps: Steps<'_> = &|known| known.member(name);
                found.insert(name.clone(), make(member, element, None, steps)?);
            }
            Ok(Value::Map(found))
        }
        (Value::List(items), Shape::List(element)) if has_parts(element) => {
            let mut found = Vec::new();
            for (index, item) in items.iter().enumerate() {
                let steps: Steps<'_> = &|known| known.element(index, items.len());
                found.push(make(item, element, None, steps)?);
            }
            Ok(Value::List(found))
        }
        (value, _) => Ok(value.clone()),
    }
}

#[cfg(test)]
mod tests;
