//! The values that a place accepts, and the literal values of a schema.

use serde_json::Value;

use super::names::Owner;
use super::{Members, Parser, member};
use crate::schema::model::types::{Discriminator, Primitive, Type, UnionType};
use crate::schema::parse::reader::kind;
use crate::value::PropertyValue;

/// Keys of properties that change what the host does with a value. In a part of a type, they would be lost.
const OF_PROPERTIES: [&str; 6] = [
    "secret",
    "replaceOnChanges",
    "willReplaceOnChanges",
    "const",
    "default",
    "defaultInfo",
];

/// Each member of a union is compared with the value.
const MAX_MEMBERS: usize = 1000;

impl Primitive {
    pub(super) fn named(name: &str) -> Option<Primitive> {
        match name {
            "boolean" => Some(Primitive::Boolean),
            "integer" => Some(Primitive::Integer),
            "number" => Some(Primitive::Number),
            "string" => Some(Primitive::String),
            _ => None,
        }
    }
}

impl Parser<'_> {
    /// The type that a property, an item or a member of a union has; any type after a mistake.
    pub(super) fn type_spec(&mut self, spec: &Members, place: &str) -> Type {
        if let Some(reference) = self.reader.text(spec, "$ref", place) {
            return self.reference(reference, &member(place, "$ref"));
        }
        if let Some(members) = spec.get("oneOf") {
            return self.union(spec, members, place);
        }
        match self.reader.text(spec, "type", place) {
            Some("array") => match spec.get("items") {
                Some(items) => Type::Array(Box::new(self.inner(items, &member(place, "items")))),
                None => {
                    self.reader.mistake(place, "an `array` must have `items`");
                    Type::Any
                }
            },
            Some("object") => {
                if spec.contains_key("properties") {
                    let message = "an object with properties of its own must be one of `/types`, and be referred to by `$ref`";
                    self.reader.mistake(&member(place, "properties"), message);
                }
                let values = match spec.get("additionalProperties") {
                    Some(values) => self.inner(values, &member(place, "additionalProperties")),
                    None => Type::Primitive(Primitive::String),
                };
                Type::Map(Box::new(values))
            }
            Some(name) => match Primitive::named(name) {
                Some(primitive) => Type::Primitive(primitive),
                None => {
                    let message = format!(
                        "`{name}` is not a type; the types are `boolean`, `integer`, `number`, `string`, `array` and `object`"
                    );
                    self.reader.mistake(&member(place, "type"), message);
                    Type::Any
                }
            },
            None if spec.contains_key("type") || spec.contains_key("$ref") => Type::Any,
            None => {
                self.reader.mistake(
                    place,
                    "the type is missing: expected `type`, `$ref` or `oneOf`",
                );
                Type::Any
            }
        }
    }

    fn inner(&mut self, spec: &Value, place: &str) -> Type {
        match self.reader.members(spec, place) {
            Some(spec) => self.part(spec, place),
            None => Type::Any,
        }
    }

    /// The type of a value that is not a property: an item, a member of a union, or a single result.
    pub(super) fn part(&mut self, spec: &Members, place: &str) -> Type {
        for key in OF_PROPERTIES.iter().filter(|key| spec.contains_key(**key)) {
            self.reader.mistake(
                &member(place, key),
                "only a whole property has this key: write it there",
            );
        }
        self.type_spec(spec, place)
    }

    fn union(&mut self, spec: &Members, members: &Value, place: &str) -> Type {
        let at = member(place, "oneOf");
        let Value::Array(items) = members else {
            self.reader
                .mistake(&at, format!("expected a list, found {}", kind(members)));
            return Type::Any;
        };
        if items.len() > MAX_MEMBERS {
            let message = format!("a union has at most {MAX_MEMBERS} members");
            self.reader.mistake(&at, message);
            return Type::Any;
        }
        if items.len() < 2 {
            self.reader.mistake(&at, "a union has at least two members");
        }
        let members: Vec<Type> = items
            .iter()
            .enumerate()
            .map(|(index, item)| self.inner(item, &format!("{at}/{index}")))
            .collect();
        let discriminator = self.discriminator(spec, &members, place);
        Type::Union(Box::new(UnionType {
            members,
            discriminator,
        }))
    }

    fn discriminator(
        &mut self,
        spec: &Members,
        members: &[Type],
        place: &str,
    ) -> Option<Discriminator> {
        let discriminator = self.reader.object_member(spec, "discriminator", place)?;
        let place = member(place, "discriminator");
        let property = self
            .reader
            .text(discriminator, "propertyName", &place)
            .unwrap_or_default();
        if property.is_empty() {
            self.reader
                .mistake(&place, "`propertyName` must name a property");
            return None;
        }
        self.check_property_name(
            property,
            Owner::Discriminator,
            &member(&place, "propertyName"),
        );
        let mut found = Discriminator {
            property: property.to_owned(),
            mapping: [].into(),
        };
        if let Some(mapping) = self.reader.object_member(discriminator, "mapping", &place) {
            let place = member(&place, "mapping");
            for (value, target) in mapping {
                let place = member(&place, value);
                let Some(target) = target.as_str() else {
                    self.reader
                        .mistake(&place, format!("expected a string, found {}", kind(target)));
                    continue;
                };
                // Documents have both, references and bare tokens.
                let target = if target.contains('#') {
                    self.reference(target, &place)
                } else {
                    self.reference(&format!("#/types/{target}"), &place)
                };
                match members.iter().position(|candidate| *candidate == target) {
                    Some(position) => {
                        found.mapping.insert(value.clone(), position);
                    }
                    // A reference that does not resolve was already reported.
                    None if target == Type::Any => {}
                    None => self
                        .reader
                        .mistake(&place, "this type is not a member of the union"),
                }
            }
        }
        Some(found)
    }

    /// A value of a primitive type.
    pub(super) fn literal(
        &mut self,
        expected: Primitive,
        value: &Value,
        place: &str,
    ) -> Option<PropertyValue> {
        let converted = as_literal(expected, value);
        if converted.is_none() {
            let message = match (expected, value) {
                (Primitive::Integer, Value::Number(number)) => format!(
                    "expected {} of at most 32 bits, because generated SDKs have no more for it, found {number}",
                    expected.describe()
                ),
                _ => format!("expected {}, found {}", expected.describe(), kind(value)),
            };
            self.reader.mistake(place, message);
        }
        converted
    }

    /// A constant, which only primitive types have.
    pub(super) fn constant(
        &mut self,
        expected: &Type,
        value: &Value,
        place: &str,
    ) -> Option<PropertyValue> {
        if let Type::Primitive(primitive) = expected {
            return self.literal(*primitive, value, place);
        }
        self.reader.mistake(
            place,
            "only booleans, numbers and strings can have a constant",
        );
        None
    }

    /// A default, which primitive types, enums and unions of them have. A union may name the type of its default.
    pub(super) fn default_value(
        &mut self,
        expected: &Type,
        default_type: Option<&str>,
        value: &Value,
        place: &str,
    ) -> Option<PropertyValue> {
        match expected {
            Type::Primitive(primitive) => self.literal(*primitive, value, place),
            Type::Enum(id) => {
                let element = self.types.enumeration(*id).element;
                let default = self.literal(element, value, place)?;
                if !self.types.enumeration(*id).values.contains(&default) {
                    self.reader
                        .mistake(place, "the default is not one of the enum's values");
                }
                Some(default)
            }
            Type::Union(union) => {
                let default = match default_type.and_then(Primitive::named) {
                    Some(primitive) => as_literal(primitive, value),
                    None => union.members.iter().find_map(|candidate| match candidate {
                        Type::Primitive(primitive) => as_literal(*primitive, value),
                        Type::Enum(id) => as_literal(self.types.enumeration(*id).element, value),
                        _ => None,
                    }),
                };
                if default.is_none() {
                    self.reader.mistake(
                        place,
                        format!("{} fits no member of the union", kind(value)),
                    );
                }
                default
            }
            _ => {
                self.reader.mistake(
                    place,
                    "only booleans, numbers, strings and enums can have a default",
                );
                None
            }
        }
    }
}

/// The value, if it has the type. Integers in schemas have 32 bits, because generated code has.
fn as_literal(expected: Primitive, value: &Value) -> Option<PropertyValue> {
    match (expected, value) {
        (Primitive::Boolean, Value::Bool(flag)) => Some(PropertyValue::Bool(*flag)),
        (Primitive::String, Value::String(text)) => Some(PropertyValue::String(text.clone())),
        (Primitive::Number, Value::Number(number)) => number.as_f64().map(PropertyValue::Number),
        (Primitive::Integer, Value::Number(number)) => number
            .as_f64()
            .filter(|number| number.fract() == 0.0)
            .filter(|number| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(number))
            .map(PropertyValue::Number),
        _ => None,
    }
}
