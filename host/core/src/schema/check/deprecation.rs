//! Warnings about deprecated resources, functions, properties and values.

use crate::error::failure::{PropertyFailure, Told};
use crate::schema::model::PackageSchema;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::{EnumId, Type};
use crate::schema::values::location::Location;
use crate::schema::values::member::{self, Choice};
use crate::schema::values::scalar;
use crate::text::indented;
use crate::value::{PropertyMap, PropertyValue};

/// The deprecated parts of a program's values: the resource or function itself, with the message in its schema, the
/// properties that are set, at any depth, and enum values.
///
/// Pass the inputs as the program sent them, because a check adds defaults. The caller logs the result. The first path
/// is empty if the resource or function itself is deprecated.
#[must_use]
pub fn deprecations(
    schema: &PackageSchema,
    whole: Option<&str>,
    object: &ObjectSchema,
    inputs: &PropertyMap,
) -> Vec<PropertyFailure> {
    let mut walk = DeprecationWalk {
        types: &schema.types,
        notes: Vec::new(),
        told: Told::default(),
    };
    if let Some(message) = whole {
        walk.note(&Location::TOP, deprecated(message));
    }
    if schema.has_deprecations {
        walk.object(object, inputs, &Location::TOP);
    }
    walk.notes
}

/// The deprecation message of the schema.
fn deprecated(message: &str) -> String {
    format!("deprecated: {}", indented(message))
}

struct DeprecationWalk<'a> {
    types: &'a Types,
    notes: Vec<PropertyFailure>,
    told: Told,
}

impl DeprecationWalk<'_> {
    fn note(&mut self, place: &Location, reason: String) {
        if self.told.is_full() {
            return;
        }
        let note = PropertyFailure::new(&place.path(), reason);
        // All entries inside a secret share one path.
        if self.notes.last() != Some(&note) {
            self.told.add(&mut self.notes, || note);
        }
    }

    fn object(&mut self, object: &ObjectSchema, map: &PropertyMap, place: &Location) {
        for (name, value) in map {
            let Some(property) = object.properties.get(name) else {
                continue;
            };
            if member::is_null(value) {
                continue;
            }
            // SDKs of some languages send what the schema has for properties that the program does not set.
            if let Some(default) = object.implied(name, property)
                && scalar::read(self.types, &property.value_type, value.reveal())
                    .is_some_and(|read| *read == *default)
            {
                continue;
            }
            let place = place.property(name).hide(property.secret);
            if let Some(message) = &property.deprecation {
                self.note(&place, deprecated(message));
            }
            self.value(&property.value_type, value, &place);
        }
    }

    fn value(&mut self, expected: &Type, value: &PropertyValue, place: &Location) {
        let place = &place.hide(value.is_secret());
        match (expected, value.reveal()) {
            (Type::Enum(id), value) => self.enumeration(*id, value, place),
            (Type::Array(items), PropertyValue::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    self.value(items, value, &place.index(index));
                }
            }
            (Type::Map(items), PropertyValue::Object(map)) => {
                for (key, value) in map {
                    self.value(items, value, &place.key(key));
                }
            }
            (Type::Object(id), PropertyValue::Object(map)) => {
                let types = self.types;
                self.object(&types.object(*id).schema, map, place);
            }
            (Type::Union(union), value) => {
                if let Choice::Member(member) = member::choose(self.types, union, value) {
                    self.value(member, value, place);
                }
            }
            _ => {}
        }
    }

    fn enumeration(&mut self, id: EnumId, value: &PropertyValue, place: &Location) {
        let enumeration = self.types.enumeration(id);
        let Some(read) = scalar::read(self.types, &Type::Enum(id), value) else {
            return;
        };
        let found = enumeration
            .deprecations
            .iter()
            .find(|(deprecated, _)| *deprecated == *read);
        if let Some((deprecated, message)) = found {
            let what = if place.is_hidden() {
                "this value".to_owned()
            } else {
                format!("the value `{}`", scalar::literal(deprecated))
            };
            self.note(
                place,
                format!("{what} is deprecated: {}", indented(message)),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::testing::{acme_document, list, map, object, secret, thing};

    fn notes(inputs: &PropertyMap) -> Vec<(String, String)> {
        let mut document = acme_document();
        document["types"]["acme:index:Rule"]["properties"]["protocol"]["deprecationMessage"] =
            json!("use `port`");
        document["types"]["acme:index:Color"]["enum"][0]["deprecationMessage"] = json!("too loud");
        document["types"]["acme:index:Dog"]["properties"]["chip"]["deprecationMessage"] =
            json!("dogs are free");
        let inputs_document = &mut document["resources"]["acme:index:Thing"]["inputProperties"];
        inputs_document["size"]["deprecationMessage"] = json!("all are large");
        inputs_document["password"] = json!({
            "$ref": "#/types/acme:index:Color", "secret": true
        });
        let schema = PackageSchema::parse(&document).unwrap();
        let thing = thing(&schema);
        let notes = deprecations(&schema, thing.deprecation.as_deref(), &thing.inputs, inputs);
        notes
            .into_iter()
            .map(|note| (note.property, note.reason))
            .collect()
    }

    #[test]
    fn what_is_set_is_noted_at_any_depth() {
        let rule = object([("port", 1.0.into()), ("protocol", "udp".into())]);
        let dog = object([("kind", "dog".into()), ("chip", "x".into())]);
        let rows = [
            (
                map([("size", 1.0.into())]),
                "size",
                "deprecated: all are large",
            ),
            (
                map([("size", PropertyValue::Unknown)]),
                "size",
                "deprecated: all are large",
            ),
            (
                map([("rules", list([rule]))]),
                "rules[0].protocol",
                "deprecated: use `port`",
            ),
            (map([("pet", dog)]), "pet.chip", "deprecated: dogs are free"),
            (
                map([("color", "red".into())]),
                "color",
                "the value `red` is deprecated: too loud",
            ),
            (
                map([("color", secret("red"))]),
                "color",
                "this value is deprecated: too loud",
            ),
            (
                map([("password", "red".into())]),
                "password",
                "this value is deprecated: too loud",
            ),
        ];
        for (inputs, property, reason) in rows {
            assert_eq!(notes(&inputs), [(property.to_owned(), reason.to_owned())]);
        }
    }

    /// As SDKs send it for a program that does not set it.
    #[test]
    fn a_default_is_not_noted() {
        let mut document = acme_document();
        let inputs = &mut document["resources"]["acme:index:Thing"]["inputProperties"];
        inputs["size"]["deprecationMessage"] = json!("all are large");
        let schema = PackageSchema::parse(&document).unwrap();
        let inputs = &thing(&schema).inputs;
        for (value, is_noted) in [
            (2.0.into(), false),
            ("2".into(), false),
            (secret(2.0), false),
            (1.0.into(), true),
            (PropertyValue::Unknown, true),
        ] {
            let notes = deprecations(&schema, None, inputs, &map([("size", value)]));
            assert_eq!(notes.len(), usize::from(is_noted), "{notes:?}");
        }
    }

    #[test]
    fn what_is_not_set_is_not_noted() {
        let inputs = map([
            ("size", PropertyValue::Null),
            ("color", "blue".into()),
            ("rules", "odd".into()),
        ]);
        assert_eq!(notes(&inputs), []);
    }

    #[test]
    fn the_whole_is_noted_first() {
        let schema = PackageSchema::parse(&acme_document()).unwrap();
        let notes = deprecations(
            &schema,
            Some("use `Other`"),
            &thing(&schema).inputs,
            &map([]),
        );
        assert_eq!(notes[0].property, "");
        assert_eq!(notes[0].reason, "deprecated: use `Other`");
    }
}
