//! Addresses in the configuration: a value of it, or a text inside of an object, a list or a map.

use crate::schema::{PackageSchema, PropertySchema, Type};
use crate::value::{PropertyMap, PropertyValue};

/// The part of a path that stands for each element of a list or each member of a map.
const EACH: &str = "[*]";

/// The way to addresses in a configuration, such as `serverUrl`, `api.endpoint`, `servers[*].url`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfiguredPath<'p>(&'p str);

/// A step of such a way inside of a configuration value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'p> {
    /// To each element of a list or each member of a map.
    Each,
    /// To a member of an object.
    Member(&'p str),
}

/// A declaration that a path leads to: a property, or the element of a list or map.
enum Declared<'s> {
    Property(&'s PropertySchema),
    Element(&'s Type),
}

impl<'p> ConfiguredPath<'p> {
    pub(super) fn new(path: &'p str) -> Self {
        Self(path)
    }

    /// The path as it is written.
    #[must_use]
    pub fn as_str(self) -> &'p str {
        self.0
    }

    /// The key of the configuration value.
    #[must_use]
    pub fn key(self) -> &'p str {
        self.split().0
    }

    /// The steps inside of the configuration value.
    pub fn steps(self) -> impl Iterator<Item = Step<'p>> {
        steps(self.split().1)
    }

    /// The texts in a configuration.
    #[must_use]
    pub fn texts(self, configuration: &PropertyMap) -> Vec<&str> {
        let (key, inside) = self.split();
        let mut found: Vec<&PropertyValue> = configuration.get(key).into_iter().collect();
        for step in steps(inside) {
            found = found
                .into_iter()
                .flat_map(|value| below(value, step))
                .collect();
        }
        found
            .into_iter()
            .filter_map(PropertyValue::as_str)
            .collect()
    }

    /// The property with the address. `None` for elements of lists and maps, and for a path that leads nowhere.
    #[must_use]
    pub fn property(self, schema: &PackageSchema) -> Option<&PropertySchema> {
        match self.declared(schema)? {
            Declared::Property(property) => Some(property),
            Declared::Element(_) => None,
        }
    }

    /// Whether the path leads to something that the schema declares.
    pub(super) fn is_declared(self, schema: &PackageSchema) -> bool {
        self.declared(schema).is_some()
    }

    fn declared(self, schema: &PackageSchema) -> Option<Declared<'_>> {
        let properties = &schema.config.properties;
        let (key, inside) = self.split();
        let mut found = Declared::Property(properties.get(key)?);
        for step in steps(inside) {
            let value_type = match found {
                Declared::Property(property) => &property.value_type,
                Declared::Element(element) => element,
            };
            found = match (value_type, step) {
                (Type::Array(element) | Type::Map(element), Step::Each) => {
                    Declared::Element(element)
                }
                (Type::Object(id), Step::Member(name)) => {
                    let object = &schema.types.object(*id).schema;
                    Declared::Property(object.properties.get(name)?)
                }
                _ => return None,
            };
        }
        Some(found)
    }

    /// The key, and the way inside of its value. No key has the signs of a way in it.
    fn split(self) -> (&'p str, &'p str) {
        let end = self.0.find(['.', '[']).unwrap_or(self.0.len());
        self.0.split_at(end)
    }
}

impl std::fmt::Display for ConfiguredPath<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0)
    }
}

/// The steps of a way such as `.api[*].url`.
fn steps(mut way: &str) -> impl Iterator<Item = Step<'_>> {
    std::iter::from_fn(move || {
        if way.is_empty() {
            return None;
        }
        if let Some(rest) = way.strip_prefix(EACH) {
            way = rest;
            return Some(Step::Each);
        }
        // Without a dot, as in `servers[0]`, and at the end of `server.` the step names no member.
        let name = way.strip_prefix('.').unwrap_or(way);
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (member, rest) = name.split_at(end.max(1).min(name.len()));
        way = rest;
        Some(Step::Member(member))
    })
}

/// The values of a step inside of a value.
fn below<'v>(value: &'v PropertyValue, step: Step<'_>) -> Vec<&'v PropertyValue> {
    match (value.reveal(), step) {
        (PropertyValue::Array(elements), Step::Each) => elements.iter().collect(),
        (PropertyValue::Object(members), Step::Each) => members.values().collect(),
        (PropertyValue::Object(members), Step::Member(name)) => {
            members.get(name).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::manifest::Manifest;

    fn manifest(host: &str) -> Result<Manifest, String> {
        let document = json!({
            "manifest": 1,
            "schema": {
                "name": "acme", "version": "1.0.0",
                "config": { "variables": {
                    "server": { "type": "string" },
                    "api": { "$ref": "#/types/acme:index:Api" },
                    "apis": { "type": "array", "items": { "$ref": "#/types/acme:index:Api" } },
                    "regions": { "type": "object", "additionalProperties": { "type": "array", "items": { "type": "string" } } },
                } },
                "types": { "acme:index:Api": { "type": "object", "properties": {
                    "url": { "type": "string", "default": "https://api.acme.example" },
                    "inner": { "$ref": "#/types/acme:index:Api" },
                } } },
            },
            "permissions": { "net": [{ "host": host }] },
        });
        Manifest::parse(&document.to_string()).map_err(|error| error.to_string())
    }

    fn map(members: &serde_json::Map<String, Value>) -> PropertyMap {
        let members = members.iter();
        members
            .map(|(key, member)| (key.clone(), value(member)))
            .collect()
    }

    fn value(json: &Value) -> PropertyValue {
        match json {
            Value::String(text) => text.as_str().into(),
            Value::Array(elements) => PropertyValue::Array(elements.iter().map(value).collect()),
            Value::Object(members) => PropertyValue::Object(map(members)).into_secret(),
            _ => PropertyValue::Null,
        }
    }

    #[test]
    fn texts_are_found_in_values_of_each_form() {
        let configuration = json!({
            "server": "s", "api": { "url": "u", "inner": { "url": "i" } },
            "apis": [{ "url": "u0" }, {}, { "url": "u2" }, { "url": 5 }], "regions": { "eu": ["e"], "us": ["u", "v"] },
        });
        let configuration = map(configuration.as_object().unwrap());
        for (path, key, texts) in [
            ("server", "server", vec!["s"]),
            ("api.url", "api", vec!["u"]),
            ("api.inner.url", "api", vec!["i"]),
            ("apis[*].url", "apis", vec!["u0", "u2"]),
            ("regions[*][*]", "regions", vec!["e", "u", "v"]),
        ] {
            let manifest = manifest(&format!("config:{path}")).unwrap();
            let found = manifest.permissions.net[0].configured().unwrap();
            assert_eq!(found.texts(&configuration), texts, "{path}");
            assert_eq!(found.key(), key, "{path}");
            assert!(found.texts(&PropertyMap::new()).is_empty(), "{path}");
        }
    }

    #[test]
    fn a_path_that_leads_nowhere_is_a_mistake() {
        for path in [
            "url",
            "server.url",
            "api.host",
            "api[*].url",
            "apis.url",
            "apis[0].url",
            "regions.eu",
            "api.",
            "[*]",
            "api..url",
            "apis[*]url.x",
        ] {
            let told = manifest(&format!("config:{path}")).unwrap_err();
            let expected =
                format!("the configuration has no `{path}`, which `config:{path}` names");
            assert!(told.contains(&expected), "{path}: {told}");
        }
    }

    #[test]
    fn the_property_of_an_address_has_its_default() {
        let manifest = manifest("config:apis[*].inner.url").unwrap();
        let path = manifest.permissions.net[0].configured().unwrap();
        let property = path.property(&manifest.schema).unwrap();
        assert_eq!(property.default, Some("https://api.acme.example".into()));
    }
}
