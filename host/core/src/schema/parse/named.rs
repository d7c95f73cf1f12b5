//! The named types: objects and enums.

use serde_json::Value;

use super::names::Owner;
use super::{Members, Parser, member};
use crate::schema::model::named_types::{EnumType, ObjectType};
use crate::schema::model::types::{EnumId, ObjectId, Primitive};

/// Each default of an enum is compared with all of its values.
const MAX_VALUES: usize = 5000;

impl<'d> Parser<'d> {
    /// The named types: first all names, so that any may refer to any, then what they are.
    pub(super) fn types(&mut self, specs: &[(&'d str, &'d Members)]) {
        let is_object = |spec: &Members| spec.get("type").and_then(Value::as_str) == Some("object");
        let (objects, enums): (Vec<_>, Vec<_>) =
            specs.iter().copied().partition(|(_, spec)| is_object(spec));
        self.objects = names(&objects)
            .map(|(at, token)| (token, ObjectId(at)))
            .collect();
        self.enums = names(&enums)
            .map(|(at, token)| (token, EnumId(at)))
            .collect();
        for (token, spec) in enums {
            let place = format!("/types{}", member("", token));
            let enumeration = self.enumeration(token, spec, &place);
            self.types.add_enumeration(enumeration);
        }
        for (token, spec) in objects {
            let place = format!("/types{}", member("", token));
            let schema = self.object(spec, "properties", "required", Owner::Plain, &place);
            self.types.add_object(ObjectType {
                token: token.to_owned(),
                schema,
            });
        }
    }

    /// An enum: a primitive type and the values of it that are allowed.
    fn enumeration(&mut self, token: &str, spec: &Members, place: &str) -> EnumType {
        let element = match self.reader.text(spec, "type", place) {
            Some(name) => match Primitive::named(name) {
                Some(element) => element,
                None => {
                    let message = format!(
                        "a named type is an `object`, or an enum of `boolean`, `integer`, `number` or `string`; not `{name}`"
                    );
                    self.reader.mistake(&member(place, "type"), message);
                    Primitive::String
                }
            },
            None => {
                self.reader
                    .mistake(&member(place, "type"), "the type is missing");
                Primitive::String
            }
        };
        let mut values = Vec::new();
        let mut deprecations = Vec::new();
        match spec.get("enum") {
            Some(Value::Array(items)) if items.len() > MAX_VALUES => {
                let message = format!("an enum has at most {MAX_VALUES} values");
                self.reader.mistake(&member(place, "enum"), message);
            }
            Some(Value::Array(items)) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    let place = format!("{place}/enum/{index}");
                    let Some(item) = self.reader.members(item, &place) else {
                        continue;
                    };
                    let at = member(&place, "value");
                    let Some(value) = item.get("value") else {
                        self.reader.mistake(&at, "the value is missing");
                        continue;
                    };
                    let value = self.literal(element, value, &at);
                    self.check_enum_value(item, value.as_ref(), &place);
                    let deprecation = self.reader.text(item, "deprecationMessage", &place);
                    if let (Some(value), Some(message)) = (&value, deprecation) {
                        deprecations.push((value.clone(), message.to_owned()));
                    }
                    values.extend(value);
                }
            }
            _ => self
                .reader
                .mistake(&member(place, "enum"), "an enum lists its values"),
        }
        EnumType {
            token: token.to_owned(),
            element,
            values,
            deprecations,
        }
    }
}

/// The tokens with their positions.
fn names<'d>(specs: &[(&'d str, &'d Members)]) -> impl Iterator<Item = (usize, &'d str)> {
    specs.iter().map(|(token, _)| *token).enumerate()
}
