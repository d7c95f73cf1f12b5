//! Properties, and objects that have them.

use serde_json::Value;

use super::names::Owner;
use super::{Members, Parser, member};
use crate::schema::model::object::{ObjectSchema, PropertySchema};

const KNOWN_IN_PROPERTY: [&str; 17] = [
    "type",
    "items",
    "additionalProperties",
    "$ref",
    "oneOf",
    "discriminator",
    "plain",
    "description",
    "const",
    "default",
    "defaultInfo",
    "deprecationMessage",
    "language",
    "secret",
    "replaceOnChanges",
    "willReplaceOnChanges",
    "properties",
];

/// An example, a page and a check have all properties of an object in hand at once.
const MAX_PROPERTIES: usize = 10_000;

impl Parser<'_> {
    /// Properties and the list of those that are required, each under the key given.
    pub(super) fn object(
        &mut self,
        spec: &Members,
        properties_key: &str,
        required_key: &str,
        owner: Owner,
        place: &str,
    ) -> ObjectSchema {
        let mut object = ObjectSchema::default();
        if let Some(properties) = self.reader.object_member(spec, properties_key, place) {
            let place = member(place, properties_key);
            if properties.len() > MAX_PROPERTIES {
                let message = format!("an object has at most {MAX_PROPERTIES} properties");
                self.reader.mistake(&place, message);
                return object;
            }
            for (name, property) in properties {
                let place = member(&place, name);
                self.check_property_name(name, owner, &place);
                if let Some(property) = self.reader.members(property, &place) {
                    object
                        .properties
                        .insert(name.clone(), self.property(property, &place));
                }
            }
        }
        for (index, name) in self
            .reader
            .texts(spec, required_key, place)
            .into_iter()
            .enumerate()
        {
            // Checked against the parsed properties: if another property has a mistake already, no second message is
            // needed.
            if object.properties.contains_key(name) {
                object.required.insert(name.to_owned());
            } else if !declares(spec, properties_key, name) {
                let message = format!("`{name}` is required, but is not a property");
                self.reader
                    .mistake(&format!("{place}/{required_key}/{index}"), message);
            }
        }
        object
    }

    fn property(&mut self, spec: &Members, place: &str) -> PropertySchema {
        self.reader.slips(spec, &KNOWN_IN_PROPERTY, place);
        let told = self.reader.mistakes.len();
        let value_type = self.type_spec(spec, place);
        let mut property = PropertySchema {
            description: self
                .reader
                .text(spec, "description", place)
                .unwrap_or_default()
                .to_owned(),
            secret: self.reader.flag(spec, "secret", place),
            plain: self.reader.flag(spec, "plain", place),
            replace_on_changes: self.reader.flag(spec, "replaceOnChanges", place)
                | self.reader.flag(spec, "willReplaceOnChanges", place),
            deprecation: self
                .reader
                .text(spec, "deprecationMessage", place)
                .map(str::to_owned),
            ..PropertySchema::default()
        };
        // If the type could not be parsed, its values cannot be checked.
        if self.reader.mistakes.len() == told {
            if let Some(value) = spec.get("const") {
                property.constant = self.constant(&value_type, value, &member(place, "const"));
            }
            if let Some(value) = spec.get("default") {
                let default_type = spec.get("type").and_then(Value::as_str);
                let place = member(place, "default");
                property.default = self.default_value(&value_type, default_type, value, &place);
                let is_other = |default| {
                    property
                        .constant
                        .as_ref()
                        .is_some_and(|only| only != default)
                };
                if property.default.as_ref().is_some_and(is_other) {
                    self.reader
                        .mistake(&place, "differs from `const`, the only value");
                }
            }
        }
        if let Some(info) = self.reader.object_member(spec, "defaultInfo", place) {
            let place = member(place, "defaultInfo");
            let names = self.reader.texts(info, "environment", &place);
            for (index, name) in names.iter().enumerate() {
                self.check_variable(name, &format!("{place}/environment/{index}"));
            }
            property.environment = names.into_iter().map(str::to_owned).collect();
            if property.environment.is_empty() {
                self.reader
                    .mistake(&place, "`environment` must name a variable");
            }
        }
        property.value_type = value_type;
        property
    }
}

/// Whether the document has a property of that name, readable or not.
fn declares(spec: &Members, properties_key: &str, name: &str) -> bool {
    spec.get(properties_key)
        .and_then(|properties| properties.get(name))
        .is_some()
}
