//! The configuration of an apply with the changes that the user ignores left out.
//!
//! A core leaves out ignored changes when it plans, and sends the whole configuration when it applies. The planned state shows which values count.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::moved_elements::partner;
use super::unknown_places::{Place, UnknownPlaces};
use crate::convert::elements::{member, present};
use crate::convert::properties::from_property;
use crate::convert::value::Value;
use crate::schema::block::{Block, Source};
use crate::schema::shape::{Field, Shape};

/// The plan of a resource, and the resource before it.
pub(crate) struct Planned<'p> {
    pub(crate) prior: &'p Value,
    pub(crate) state: &'p Value,
    /// The recorded inputs.
    pub(crate) inputs: Option<&'p PropertyMap>,
    /// The places that were unknown in the configuration; `None` if each place could have been.
    pub(crate) unknown: Option<&'p UnknownPlaces>,
}

/// The configuration that the plan was made of. An argument that stays as it was keeps its recorded input.
pub(crate) fn leave_out(config: Value, plan: &Planned<'_>, block: &Block) -> Value {
    let Value::Map(planned) = plan.state else {
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
        let part = Part {
            before: plan.prior.member(name),
            planned,
            recorded: plan.inputs.and_then(|inputs| present(inputs, property)),
            unknown: plan.unknown,
            place: Place::Member(&Place::Whole, name),
        };
        let given = members.remove(name).unwrap_or(Value::Null);
        let value = of_plan(given, &part, shape);
        members.insert(name.clone(), value);
    }
    Value::Map(members)
}

/// A part of a plan.
#[derive(Clone, Copy)]
struct Part<'p> {
    before: Option<&'p Value>,
    planned: &'p Value,
    recorded: Option<&'p PropertyValue>,
    unknown: Option<&'p UnknownPlaces>,
    place: Place<'p>,
}

impl<'p> Part<'p> {
    /// The member of this name, which the plan gives this value.
    fn member(&'p self, name: &'p str, property: &str, planned: &'p Value) -> Self {
        Self {
            before: self.before.and_then(|before| before.member(name)),
            planned,
            recorded: member(self.recorded, property),
            place: Place::Member(&self.place, name),
            ..*self
        }
    }

    /// Whether the part, or a part of it, could have been unknown in the configuration.
    fn was_unknown(&self) -> bool {
        self.unknown.is_none_or(|unknown| unknown.touch(self.place))
    }

    /// The map that stays if the user ignores some of its keys and the configuration does not have the map.
    fn ignored_entries(&self) -> Option<Value> {
        let (Value::Map(planned), Some(Value::Map(before))) = (self.planned, self.before) else {
            return None;
        };
        let is_part = planned.len() < before.len()
            && planned
                .iter()
                .all(|(key, value)| before.get(key) == Some(value));
        (is_part && !planned.is_empty()).then(|| self.planned.clone())
    }
}

/// The value that the plan was made of. A part that stays as it was keeps its recorded input; values of the provider stay away.
fn of_plan(given: Value, part: &Part<'_>, shape: &Shape) -> Value {
    if let Some(recorded) = part.recorded.filter(|_| part.before == Some(part.planned))
        && let Ok(kept) = from_property(recorded, shape)
    {
        return kept;
    }
    if given.is_null() {
        return part.ignored_entries().unwrap_or(given);
    }
    if part.planned.is_null() {
        return Value::Null;
    }
    match (given, part.planned, shape) {
        (given, Value::Unknown, _) if part.was_unknown() => given,
        // The provider gives the value: the plan saw no argument here.
        (_, Value::Unknown, _) => Value::Null,
        (Value::Map(given), Value::Map(planned), Shape::Nested(fields)) => {
            Value::Map(of_fields(given, part, planned, fields))
        }
        (Value::Map(mut given), Value::Map(planned), Shape::Map(element)) => {
            let member = |(key, planned): (&String, &Value)| {
                let value = match given.remove(key) {
                    Some(given) => of_plan(given, &part.member(key, key, planned), element),
                    None => planned.clone(),
                };
                (key.clone(), value)
            };
            Value::Map(planned.iter().map(member).collect())
        }
        (Value::List(given), Value::List(planned), Shape::List(element))
            if given.len() == planned.len() =>
        {
            Value::List(of_items(given, part, planned, element))
        }
        (given, planned, _) if planned.contains_unknown() && part.was_unknown() => given,
        (_, planned, _) => planned.without_unknown(),
    }
}

fn of_fields(
    mut given: BTreeMap<String, Value>,
    part: &Part<'_>,
    planned: &BTreeMap<String, Value>,
    fields: &[Field],
) -> BTreeMap<String, Value> {
    for field in fields {
        if let (Some(value), Some(planned)) = (given.get_mut(&field.name), planned.get(&field.name))
        {
            let inner = part.member(&field.name, &field.property, planned);
            let given = std::mem::replace(value, Value::Null);
            *value = of_plan(given, &inner, &field.shape);
        }
    }
    given
}

fn of_items(given: Vec<Value>, part: &Part<'_>, planned: &[Value], element: &Shape) -> Vec<Value> {
    let before = match part.before {
        Some(Value::List(items)) => items.as_slice(),
        _ => &[],
    };
    let recorded = match part.recorded.map(PropertyValue::reveal) {
        Some(PropertyValue::Array(items)) if items.len() == before.len() => items.as_slice(),
        _ => &[],
    };
    let items = given.into_iter().zip(planned).enumerate();
    let items = items.map(|(index, (given, item))| {
        let place = partner(index, planned, before);
        let inner = Part {
            before: place.and_then(|at| before.get(at)),
            planned: item,
            recorded: place.and_then(|at| recorded.get(at)),
            place: Place::Element(&part.place, index),
            ..*part
        };
        of_plan(given, &inner, element)
    });
    items.collect()
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
