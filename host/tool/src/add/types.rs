//! The types of properties, and the object types that they lead to.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::names::{is_token, is_usable};
use super::package::{Kind, ObjectType, Property};
use super::text::description;

/// Lists and maps in each other, to this depth.
const DEEPEST: usize = 8;
/// More object types than this are values of any kind: a module is small.
const MOST_TYPES: usize = 300;
/// More properties of one object than this are left out.
const MOST_PROPERTIES: usize = 1000;

/// Reads types, and notes the object types that were met.
pub(super) struct Types<'a> {
    declared: Option<&'a Map<String, Value>>,
    /// The object types that are met, read or not.
    met: BTreeSet<&'a str>,
    found: BTreeMap<String, ObjectType>,
    pub(super) left_out: Vec<String>,
}

impl<'a> Types<'a> {
    pub(super) fn of(schema: &'a Value) -> Self {
        Self {
            declared: schema.get("types").and_then(Value::as_object),
            met: BTreeSet::new(),
            found: BTreeMap::new(),
            left_out: Vec::new(),
        }
    }

    /// The properties of an object. Of those of outputs, objects are values of any kind.
    pub(super) fn properties(
        &mut self,
        whose: &str,
        properties: Option<&'a Value>,
        required: Option<&'a Value>,
        is_input: bool,
    ) -> Vec<Property> {
        let required: BTreeSet<&str> = required
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut found = BTreeMap::new();
        for (name, spec) in properties.and_then(Value::as_object).into_iter().flatten() {
            if !is_usable(name) || name == "pulumi" || found.len() >= MOST_PROPERTIES {
                self.left_out.push(format!(
                    "a property of `{whose}` has a name that no module can have: `{}`",
                    pulumi_wasm_core::text::Excerpt::name(name)
                ));
                continue;
            }
            let property = Property {
                name: name.clone(),
                description: description(word(spec, "description")),
                kind: self.kind(spec, is_input, 0),
                is_required: required.contains(name.as_str()),
            };
            found.insert(name, property);
        }
        found.into_values().collect()
    }

    fn kind(&mut self, spec: &'a Value, is_input: bool, depth: usize) -> Kind {
        if depth > DEEPEST {
            return Kind::Any;
        }
        if let Some(reference) = spec.get("$ref").and_then(Value::as_str) {
            return self.referred(reference, is_input);
        }
        if let Some(choices) = spec.get("oneOf").and_then(Value::as_array) {
            let kinds: Vec<Kind> = choices
                .iter()
                .map(|choice| self.kind(choice, false, depth + 1))
                .collect();
            // Such as a text, or one of some texts.
            return match kinds.split_first() {
                Some((first, rest)) if rest.iter().all(|kind| kind == first) => first.clone(),
                _ => Kind::Any,
            };
        }
        let mut inner = |key: &str, missing: Kind| match spec.get(key) {
            Some(spec) => self.kind(spec, is_input, depth + 1),
            None => missing,
        };
        match word(spec, "type") {
            "string" => Kind::Text,
            "boolean" => Kind::Bool,
            "integer" => Kind::Integer,
            "number" => Kind::Number,
            "array" => Kind::List(Box::new(inner("items", Kind::Any))),
            "object" => Kind::Map(Box::new(inner("additionalProperties", Kind::Text))),
            _ => Kind::Any,
        }
    }

    fn referred(&mut self, reference: &str, is_input: bool) -> Kind {
        match reference.rsplit_once('#') {
            Some(("pulumi.json", "/Archive")) => return Kind::Archive,
            Some(("pulumi.json", "/Asset")) => return Kind::AssetOrArchive,
            _ => {}
        }
        // Tokens have slashes and colons in them, which may be written as in addresses.
        let token = reference.strip_prefix("#/types/").map(unescaped);
        let declared = self.declared;
        let found = token.and_then(|token| declared?.get_key_value(token.as_str()));
        let Some((token, spec)) = found else {
            return Kind::Any;
        };
        if spec.get("enum").is_some() {
            return match word(spec, "type") {
                "string" => Kind::Text,
                "integer" => Kind::Integer,
                "number" => Kind::Number,
                "boolean" => Kind::Bool,
                _ => Kind::Any,
            };
        }
        let name = last_part(token);
        if !is_input || !is_token(token) || !is_usable(name) {
            return Kind::Any;
        }
        if !self.met.contains(token.as_str()) && self.met.len() >= MOST_TYPES {
            return Kind::Any;
        }
        self.met.insert(token);
        Kind::Object(token.clone())
    }

    /// All object types that were met, with those that they lead to, sorted by token. A type that leads to itself is read once.
    pub(super) fn into_found(mut self) -> (Vec<ObjectType>, Vec<String>) {
        loop {
            let found = &self.found;
            let mut met = self.met.iter();
            let Some(token) = met.find(|token| !found.contains_key(**token)).copied() else {
                break;
            };
            let spec = self.declared.and_then(|declared| declared.get(token));
            let part = |key: &str| spec.and_then(|spec| spec.get(key));
            let properties = self.properties(token, part("properties"), part("required"), true);
            let object = ObjectType {
                token: token.to_owned(),
                name: last_part(token).to_owned(),
                description: description(
                    spec.map(|spec| word(spec, "description"))
                        .unwrap_or_default(),
                ),
                properties,
            };
            self.found.insert(token.to_owned(), object);
        }
        (self.found.into_values().collect(), self.left_out)
    }
}

/// The last part of a token.
pub(super) fn last_part(token: &str) -> &str {
    token.rsplit([':', '/']).next().unwrap_or(token)
}

/// A text of a specification.
pub(super) fn word<'a>(spec: &'a Value, key: &str) -> &'a str {
    spec.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn unescaped(text: &str) -> String {
    text.replace("%2F", "/")
        .replace("%2f", "/")
        .replace("%3A", ":")
        .replace("%3a", ":")
}
