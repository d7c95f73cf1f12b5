//! The properties behind an attribute, and its value in each operation.
//!
//! In protocol 6 the members of objects are attributes, so a value can have parts of the user and parts of the provider.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::properties::{OtherShape, from_property};
use super::value::Value;
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

    fn part(self, find: impl Fn(&'a PropertyValue) -> Option<&'a PropertyValue>) -> Self {
        let find = |value: Option<&'a PropertyValue>| find(value?.reveal()).and_then(some);
        Self {
            input: find(self.input),
            output: find(self.output),
        }
    }

    fn member(self, name: &str) -> Self {
        self.part(|value| match value {
            PropertyValue::Object(members) => members.get(name),
            _ => None,
        })
    }

    /// The element at a place of lists of this length.
    fn element(self, index: usize, length: usize) -> Self {
        self.part(|value| match value {
            PropertyValue::Array(items) if items.len() == length => items.get(index),
            _ => None,
        })
    }

    fn output_alone(self) -> Self {
        Self {
            input: None,
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
            _ if !presence.is_computed() => Ok(Value::Null),
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
    match (configured, prior) {
        (Value::Null, _) if presence.is_computed() => prior.clone(),
        (Value::Null, _) => Value::Null,
        (_, Value::Null) => configured.clone(),
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
            Shape::List(element) if has_parts(element) && old.len() == items.len() => {
                let pairs = old.iter().zip(items);
                Value::List(
                    pairs
                        .map(|(old, item)| unchanged(old, item, element, Presence::Optional))
                        .collect(),
                )
            }
            _ => prior.clone(),
        },
        _ => prior.clone(),
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
                    Presence::Optional | Presence::Required if known.input.is_some() => Known {
                        output: None,
                        ..member
                    },
                    _ => member,
                };
                let value = match field.write_only {
                    true => Value::Null,
                    false => current(member, &field.shape)?,
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
mod tests {
    use super::*;

    fn field(name: &str, presence: Presence) -> Field {
        Field {
            name: name.to_owned(),
            property: name.to_owned(),
            shape: Shape::String,
            presence,
            secret: false,
            write_only: false,
            replaces: false,
            description: String::new(),
            deprecation: None,
        }
    }

    /// An object with an argument, an argument with a default, a result, and a plain optional argument.
    fn shape() -> Shape {
        Shape::Nested(vec![
            field("argument", Presence::Required),
            field("default", Presence::OptionalComputed),
            field("result", Presence::Computed),
            field("option", Presence::Optional),
            Field {
                write_only: true,
                ..field("password", Presence::Optional)
            },
        ])
    }

    fn object(members: &[(&str, &str)]) -> PropertyValue {
        let members = members
            .iter()
            .map(|(name, text)| ((*name).to_owned(), PropertyValue::from(*text)));
        PropertyValue::Object(members.collect())
    }

    /// The members of the object, in the order of their names: argument, default, option, password, result.
    fn value(members: [Value; 5]) -> Value {
        let names = ["argument", "default", "option", "password", "result"];
        Value::Map(names.map(str::to_owned).into_iter().zip(members).collect())
    }

    #[test]
    fn a_plan_keeps_what_is_configured_and_promises_only_what_is_known() {
        let configured = value([
            "a".into(),
            Value::Null,
            Value::Null,
            "secret".into(),
            Value::Null,
        ]);
        let input = object(&[
            ("argument", "normal"),
            ("default", "d"),
            ("password", "secret"),
        ]);
        let known = Known {
            input: Some(&input),
            output: Some(&input),
        };
        let expected = [
            "a".into(),
            "d".into(),
            Value::Null,
            Value::Null,
            Value::Unknown,
        ];
        for (wrap_value, wrap_shape, wrap_property) in wrappers() {
            let (input, shape) = (wrap_property(input.clone()), wrap_shape(shape()));
            let known = Known {
                input: Some(&input),
                output: Some(&input),
            };
            let found = planned(
                &wrap_value(configured.clone()),
                &shape,
                Presence::Required,
                known,
            );
            assert_eq!(found, Ok(wrap_value(value(expected.clone()))));
            // After the change, the result is there, and the promises hold.
            let output = wrap_property(object(&[("default", "other"), ("result", "r")]));
            let known = Known {
                output: Some(&output),
                ..known
            };
            let found = applied(&found.expect("planned"), &shape, known);
            let [argument, default, option, password, _] = expected.clone();
            let after = value([argument, default, option, password, "r".into()]);
            assert_eq!(found, Ok(wrap_value(after)));
        }
        // An absent object that the provider fills in is known from its outputs.
        let whole = planned(&Value::Null, &shape(), Presence::OptionalComputed, known);
        assert!(matches!(whole, Ok(Value::Map(_))));
        let whole = planned(&Value::Null, &shape(), Presence::Optional, known);
        assert_eq!(whole, Ok(Value::Null));
    }

    type Wrapper = (
        fn(Value) -> Value,
        fn(Shape) -> Shape,
        fn(PropertyValue) -> PropertyValue,
    );

    /// An object, a list of it, and a map of it.
    fn wrappers() -> [Wrapper; 3] {
        [
            (|value| value, |shape| shape, |property| property),
            (
                |value| Value::List(vec![value]),
                |shape| Shape::List(Box::new(shape)),
                |property| PropertyValue::Array(vec![property]),
            ),
            (
                |value| Value::Map(BTreeMap::from([("k".to_owned(), value)])),
                |shape| Shape::Map(Box::new(shape)),
                |property| PropertyValue::Object(BTreeMap::from([("k".to_owned(), property)])),
            ),
        ]
    }

    #[test]
    fn a_resource_without_a_change_stays_as_it_was() {
        let prior = value([
            "a".into(),
            "d".into(),
            "old".into(),
            Value::Null,
            "r".into(),
        ]);
        let configured = value([
            "A".into(),
            Value::Null,
            Value::Null,
            Value::Null,
            Value::Null,
        ]);
        let expected = value(["a".into(), "d".into(), Value::Null, Value::Null, "r".into()]);
        for (wrap_value, wrap_shape, _) in wrappers() {
            let found = unchanged(
                &wrap_value(prior.clone()),
                &wrap_value(configured.clone()),
                &wrap_shape(shape()),
                Presence::Required,
            );
            assert_eq!(found, wrap_value(expected.clone()));
        }
        let shape = shape();
        let added = unchanged(
            &Value::Null,
            &configured,
            &shape,
            Presence::OptionalComputed,
        );
        assert_eq!(added, configured);
        let computed = unchanged(&prior, &Value::Null, &shape, Presence::OptionalComputed);
        assert_eq!(computed, prior);
    }

    #[test]
    fn the_current_value_has_the_inputs_and_the_results() {
        let input = object(&[("argument", "a"), ("default", "d"), ("password", "p")]);
        let output = object(&[("argument", "A"), ("option", "o"), ("result", "r")]);
        let known = Known {
            input: Some(&input),
            output: Some(&output),
        };
        let expected = value(["a".into(), "d".into(), Value::Null, Value::Null, "r".into()]);
        assert_eq!(current(known, &shape()), Ok(expected));
        let expected = value(["A".into(), Value::Null, "o".into(), Value::Null, "r".into()]);
        assert_eq!(current(known.output_alone(), &shape()), Ok(expected));
    }
}
