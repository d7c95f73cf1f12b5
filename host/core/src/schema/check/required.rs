//! Absent properties: defaults, and required properties.

use super::checker::Checker;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::{Primitive, Type};
use crate::schema::secrets::mark;
use crate::schema::values::decode;
use crate::schema::values::location::Location;
use crate::value::{PropertyMap, PropertyValue};

/// Spellings of true in environment variables.
const TRUE: [&str; 6] = ["1", "t", "T", "true", "TRUE", "True"];
const FALSE: [&str; 6] = ["0", "f", "F", "false", "FALSE", "False"];

impl Checker<'_> {
    /// Sets absent properties to their defaults.
    pub(in crate::schema) fn absent(
        &mut self,
        object: &ObjectSchema,
        map: &mut PropertyMap,
        place: &Location,
    ) {
        for (name, property) in &object.properties {
            if map.contains_key(name) {
                continue;
            }
            let value = match self.read_environment(name, property, place) {
                Some(value) => value,
                None => match object.implied(name, property) {
                    Some(value) if property.secret => value.clone().into_secret(),
                    Some(value) => value.clone(),
                    None => continue,
                },
            };
            map.insert(name.clone(), value);
        }
    }

    /// Reports required properties that are missing.
    pub(in crate::schema) fn required(
        &mut self,
        object: &ObjectSchema,
        map: &PropertyMap,
        place: &Location,
    ) {
        let is_hidden = |name: &&String| {
            let property = object.properties.get(*name);
            let is_unseen = self.are_outputs || self.is_import;
            is_unseen && property.is_some_and(|property| property.write_only)
        };
        let absent: Vec<&String> = object
            .required
            .iter()
            .filter(|name| !map.contains_key(*name) && !is_hidden(name))
            .collect();
        for name in absent {
            self.fail(
                &place.property(name),
                format!("missing required property `{name}`"),
            );
        }
    }

    /// The default from the first variable that is set, as a secret: its value was never part of a program.
    fn read_environment(
        &mut self,
        name: &str,
        property: &PropertySchema,
        place: &Location,
    ) -> Option<PropertyValue> {
        let (variable, text) = property.environment.iter().find_map(|variable| {
            let text = (self.environment)(variable)?;
            // As in the SDKs, an empty variable is not a variable.
            (!text.is_empty()).then_some((variable, text))
        })?;
        let here = place.property(name);
        let place = here.hide(true);
        let told = self.failures.len();
        let value = match &property.value_type {
            Type::Primitive(Primitive::Boolean) if TRUE.contains(&text.as_str()) => Ok(true.into()),
            Type::Primitive(Primitive::Boolean) if FALSE.contains(&text.as_str()) => {
                Ok(false.into())
            }
            value_type => decode::text(self.types, value_type, text),
        };
        let mut value = match value {
            Ok(value) => value,
            Err(reason) => {
                self.fail(&place, reason);
                PropertyValue::Null
            }
        };
        if self.failures.len() == told {
            self.value(&property.value_type, &mut value, &place);
        }
        if self.failures.len() == told {
            self.rules(&property.value_type, &property.rules, &value, &place);
        }
        for failure in self.failures.iter_mut().skip(told) {
            failure.reason = format!("the environment variable `{variable}`: {}", failure.reason);
        }
        mark::wrap(&mut value);
        Some(value)
    }
}
