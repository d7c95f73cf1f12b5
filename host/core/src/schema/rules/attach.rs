//! Attaches rules and constraints to their properties.

use std::collections::BTreeSet;

use serde_json::Value;

use super::constraint::{Constraint, Quantity};
use super::read::read;
use super::soundness;
use super::value::Rules;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::parse::reader::{Members, Reader, kind, member};

/// The maximum number of constraints of an object, because each is compared with all others.
const MAX_CONSTRAINTS: usize = 100;

/// The owner of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Inputs of a resource, or an object type.
    Inputs,
    /// Arguments of a function, or configuration: no refresh reads their values from a server.
    Arguments,
}

/// Parses `properties` and `constraints` of a part of a manifest, and attaches them to their object type.
///
/// `named` is a property that always has a value because the host generates one.
pub(crate) fn attach(
    reader: &mut Reader,
    types: &Types,
    object: &mut ObjectSchema,
    target: Target,
    named: Option<&str>,
    spec: &Members,
    place: &str,
) {
    if let Some(properties) = reader.object_member(spec, "properties", place) {
        let place = member(place, "properties");
        for (name, rules) in properties {
            let place = member(&place, name);
            let Some(rules) = reader.members(rules, &place) else {
                continue;
            };
            if !object.properties.contains_key(name) {
                let hint = reader.hint(name, object.properties.keys().map(String::as_str));
                reader.mistake(&place, format!("there is no property `{name}`{hint}"));
            }
            let Some(property) = object.properties.get_mut(name) else {
                continue;
            };
            let told = reader.mistakes.len();
            let besides = ["writeOnly", "serverDefault"];
            property.rules = read(reader, types, &property.value_type, rules, &besides, &place);
            if reader.flag(rules, "writeOnly", &place) {
                if target == Target::Arguments {
                    let message = "only an input of a resource can be write-only";
                    reader.mistake(&member(&place, "writeOnly"), message);
                }
                property.write_only = true;
                property.secret = true;
            }
            if reader.flag(rules, "serverDefault", &place) {
                let is_required = object.required.contains(name);
                if let Some(problem) = against_computed(target, property, is_required) {
                    reader.mistake(&member(&place, "serverDefault"), problem);
                }
                property.computed = true;
            }
            if reader.mistakes.len() == told {
                soundness::values_keep_rules(reader, types, property, &place);
            }
        }
    }
    match spec.get("constraints") {
        None => {}
        Some(Value::Array(items)) if items.len() > MAX_CONSTRAINTS => {
            let message = format!("there are more than {MAX_CONSTRAINTS} constraints");
            reader.mistake(&member(place, "constraints"), message);
        }
        Some(Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                let place = format!("{place}/constraints/{index}");
                let found = constraint(reader, object, item, &place);
                if let Some(found) = found {
                    soundness::constraint_can_hold(reader, object, named, &found, &place);
                    object.constraints.push(found);
                }
            }
            let place = member(place, "constraints");
            soundness::constraints_agree(reader, &object.constraints, &place);
        }
        Some(other) => {
            let message = format!("expected a list, found {}", kind(other));
            reader.mistake(&member(place, "constraints"), message);
        }
    }
}

/// Why the server cannot choose a property's value.
fn against_computed(
    target: Target,
    property: &PropertySchema,
    is_required: bool,
) -> Option<&'static str> {
    if target == Target::Arguments {
        Some("only an input of a resource can be computed")
    } else if is_required {
        Some("the property is required, so the program always sets it")
    } else if property.default.is_some() || !property.environment.is_empty() {
        Some("the property has a default, so the server never chooses its value")
    } else if property.write_only {
        Some("the property is write-only, so the server's choice could not be read")
    } else {
        None
    }
}

/// Reads the rules of properties that are outputs alone. A program cannot set them, so only rules about equality are
/// allowed.
pub(crate) fn attach_to_outputs(
    reader: &mut Reader,
    types: &Types,
    outputs: &mut ObjectSchema,
    properties: &Members,
    place: &str,
) {
    let place = member(place, "properties");
    for (name, rules) in properties {
        let place = member(&place, name);
        let (Some(output), Some(spec)) = (
            outputs.properties.get_mut(name),
            reader.members(rules, &place),
        ) else {
            continue;
        };
        for key in spec
            .keys()
            .filter(|key| !["compare", "items"].contains(&key.as_str()))
        {
            let message = format!("`{key}` is for inputs, and `{name}` is an output alone");
            reader.mistake(&member(&place, key), message);
        }
        let spec = spec
            .iter()
            .filter(|(key, _)| ["compare", "items"].contains(&key.as_str()));
        let spec: Members = spec
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        output.rules = read(reader, types, &output.value_type, &spec, &[], &place).comparisons();
    }
}

fn constraint(
    reader: &mut Reader,
    object: &ObjectSchema,
    item: &Value,
    place: &str,
) -> Option<Constraint> {
    let spec = reader.members(item, place)?;
    let told = reader.mistakes.len();
    let quantities: Vec<(&str, Quantity)> = Quantity::NAMES
        .into_iter()
        .filter(|(name, _)| spec.contains_key(*name))
        .collect();
    let found = match quantities[..] {
        [(name, quantity)] => {
            reader.only(spec, &[name], place);
            let properties = properties(reader, object, spec, name, place);
            if properties.len() < 2 && reader.mistakes.len() == told {
                reader.mistake(&member(place, name), "names fewer than two properties");
            }
            Constraint::Count {
                quantity,
                properties,
            }
        }
        [] if spec.contains_key("property") || spec.contains_key("requires") => {
            reader.only(spec, &["property", "requires"], place);
            let property = reader.text(spec, "property", place).unwrap_or_default();
            if property.is_empty() {
                reader.mistake(
                    place,
                    "`property` must name the property that requires others",
                );
            } else {
                known(reader, object, property, &member(place, "property"));
            }
            let required = properties(reader, object, spec, "requires", place);
            if required.is_empty() && reader.mistakes.len() == told {
                reader.mistake(place, "`requires` must name a property");
            }
            Constraint::Requires {
                property: property.to_owned(),
                required,
            }
        }
        [] => {
            let names = Quantity::NAMES.map(|(name, _)| name);
            let all = [&names[..], &["property", "requires"]].concat();
            reader.only(spec, &all, place);
            if reader.mistakes.len() == told {
                let message = format!(
                    "a constraint is one of `{}`, or `property` with `requires`",
                    names.join("`, `")
                );
                reader.mistake(place, message);
            }
            return None;
        }
        [..] => {
            reader.mistake(
                place,
                "this is several constraints; write one object for each",
            );
            return None;
        }
    };
    (reader.mistakes.len() == told).then_some(found)
}

/// The properties that a constraint names.
fn properties(
    reader: &mut Reader,
    object: &ObjectSchema,
    spec: &Members,
    key: &str,
    place: &str,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (index, name) in reader.texts(spec, key, place).into_iter().enumerate() {
        let place = format!("{place}/{key}/{index}");
        known(reader, object, name, &place);
        if !found.insert(name.to_owned()) {
            reader.mistake(&place, format!("`{name}` occurs twice"));
        }
    }
    found
}

fn known(reader: &mut Reader, object: &ObjectSchema, name: &str, place: &str) {
    if !object.properties.contains_key(name) {
        let hint = reader.hint(name, object.properties.keys().map(String::as_str));
        reader.mistake(place, format!("there is no property `{name}`{hint}"));
    }
}

impl Rules {
    /// Only the rules about equality, which also apply to an output whose input has these rules.
    pub(crate) fn comparisons(&self) -> Rules {
        let items = self.items.as_ref();
        Rules {
            compare: self.compare,
            items: items.map(|items| Box::new(items.comparisons())),
            ..Rules::default()
        }
    }
}
