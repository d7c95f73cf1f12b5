//! The types of properties, and the object types that they lead to.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::text::Excerpt;
use serde_json::{Map, Value};

use super::names::{is_token, is_usable};
use super::package::{Kind, ObjectType, Property};
use super::text::description;

/// Lists and maps in each other, to this depth.
const MAX_DEPTH: usize = 8;
/// Further object types accept any value, so that a module stays small.
const MAX_TYPES: usize = 300;
/// The maximum number of properties of one object; further ones are left out.
const MAX_PROPERTIES: usize = 1000;
/// The maximum number of notes; further ones are counted.
const MAX_NOTES: usize = 100;

/// The maximum number of types in one choice. With more, every value is accepted.
const MAX_KINDS: usize = 8;
/// An enum with more values than this accepts every value of its type.
const MAX_VALUES: usize = 100;
/// The longest text of an enum.
const MAX_VALUE_BYTES: usize = 100;

/// The place of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
    /// One of the alternatives of a union. An object there counts as a value of any kind.
    Choice,
}

/// Reads types, and notes the object types that were met.
pub(super) struct Types<'a> {
    declared: Option<&'a Map<String, Value>>,
    /// The object types that occur in inputs.
    in_inputs: BTreeSet<&'a str>,
    /// The object types that occur in outputs.
    in_outputs: BTreeSet<&'a str>,
    /// Without duplicates, because a type in both directions has the same notes twice.
    notes: BTreeSet<String>,
}

/// The object types of a module.
pub(super) struct Found {
    pub(super) in_inputs: Vec<ObjectType>,
    pub(super) in_outputs: Vec<ObjectType>,
    /// The limits of the module, a sentence each.
    pub(super) notes: Vec<String>,
}

impl<'a> Types<'a> {
    pub(super) fn of(schema: &'a Value) -> Self {
        Self {
            declared: schema.get("types").and_then(Value::as_object),
            in_inputs: BTreeSet::new(),
            in_outputs: BTreeSet::new(),
            notes: BTreeSet::new(),
        }
    }

    /// Notes a sentence for the user.
    pub(super) fn note(&mut self, note: String) {
        self.notes.insert(note);
    }

    /// The properties of an object.
    pub(super) fn properties(
        &mut self,
        whose: &str,
        properties: Option<&'a Value>,
        required: Option<&'a Value>,
        side: Side,
    ) -> Vec<Property> {
        let required: BTreeSet<&str> = required
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut found = BTreeMap::new();
        for (name, spec) in properties.and_then(Value::as_object).into_iter().flatten() {
            if found.len() >= MAX_PROPERTIES {
                self.note(format!(
                    "`{whose}` has more than {MAX_PROPERTIES} properties: the others are left out"
                ));
                break;
            }
            if !is_usable(name) || name == "pulumi" {
                self.note(format!(
                    "a property of `{whose}` has a name that a module cannot have: `{}`",
                    Excerpt::name(name)
                ));
                continue;
            }
            let constant = spec.get("const");
            if side == Side::Input && constant.is_some() {
                self.note(format!(
                    "`{whose}` has the constant `{name}`, which is not added automatically: give it"
                ));
            }
            let property = Property {
                name: name.clone(),
                description: description(word(spec, "description")),
                kind: constant_or(self.kind(spec, side, 0), constant),
                is_required: required.contains(name.as_str()),
                is_secret: spec.get("secret").and_then(Value::as_bool) == Some(true),
            };
            found.insert(name, property);
        }
        found.into_values().collect()
    }

    fn kind(&mut self, spec: &'a Value, side: Side, depth: usize) -> Kind {
        if depth > MAX_DEPTH {
            return Kind::Any;
        }
        if let Some(reference) = spec.get("$ref").and_then(Value::as_str) {
            return self.referred(reference, side);
        }
        if let Some(choices) = spec.get("oneOf").and_then(Value::as_array) {
            let kinds = choices
                .iter()
                .map(|choice| self.kind(choice, Side::Choice, depth + 1));
            return one_of(kinds.collect());
        }
        let mut inner = |key: &str, missing: Kind| match spec.get(key) {
            Some(spec) => self.kind(spec, side, depth + 1),
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

    fn referred(&mut self, reference: &str, side: Side) -> Kind {
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
        if let Some(values) = spec.get("enum") {
            return choice(spec, values);
        }
        let met = match side {
            Side::Input => &mut self.in_inputs,
            Side::Output => &mut self.in_outputs,
            Side::Choice => return Kind::Any,
        };
        if !is_token(token) || !is_usable(last_part(token)) {
            return Kind::Any;
        }
        if !met.contains(token.as_str()) && met.len() >= MAX_TYPES {
            return Kind::Any;
        }
        met.insert(token);
        Kind::Object(token.clone())
    }

    /// All object types that were found, with the types that they refer to.
    pub(super) fn into_types(mut self) -> Found {
        let in_inputs = self.objects(Side::Input);
        let in_outputs = self.objects(Side::Output);
        let mut notes: Vec<String> = self.notes.into_iter().collect();
        if notes.len() > MAX_NOTES {
            let others = notes.split_off(MAX_NOTES - 1).len();
            notes.push(format!("and {others} notes more"));
        }
        Found {
            in_inputs,
            in_outputs,
            notes,
        }
    }

    /// The object types of a side, sorted by token. A recursive type is read once.
    fn objects(&mut self, side: Side) -> Vec<ObjectType> {
        let mut found: BTreeMap<&str, ObjectType> = BTreeMap::new();
        loop {
            let met = match side {
                Side::Output => &self.in_outputs,
                Side::Input | Side::Choice => &self.in_inputs,
            };
            let mut met = met.iter().copied();
            let Some(token) = met.find(|token| !found.contains_key(token)) else {
                break;
            };
            let spec = self.declared.and_then(|declared| declared.get(token));
            let part = |key: &str| spec.and_then(|spec| spec.get(key));
            let object = ObjectType {
                token: token.to_owned(),
                name: last_part(token).to_owned(),
                description: description(
                    spec.map(|spec| word(spec, "description"))
                        .unwrap_or_default(),
                ),
                properties: self.properties(token, part("properties"), part("required"), side),
            };
            found.insert(token, object);
        }
        found.into_values().collect()
    }
}

/// One of several types, such as a string or a number.
fn one_of(kinds: Vec<Kind>) -> Kind {
    let mut different: Vec<Kind> = Vec::new();
    for kind in kinds {
        if !different.contains(&kind) {
            different.push(kind);
        }
    }
    // A string, or one of some strings: any string.
    let whole = different.clone();
    different.retain(|kind| match kind {
        Kind::Choice(of, _) => !whole.contains(of),
        Kind::Integer => !whole.contains(&Kind::Number),
        _ => true,
    });
    match different.as_slice() {
        [kind] => kind.clone(),
        kinds if kinds.is_empty() || kinds.len() > MAX_KINDS || kinds.contains(&Kind::Any) => {
            Kind::Any
        }
        _ => Kind::OneOf(different),
    }
}

/// One of the values of an enum; any value of its type if the enum has too many or unsuitable values for a module.
fn choice(spec: &Value, values: &Value) -> Kind {
    let kind = match word(spec, "type") {
        "string" => Kind::Text,
        "integer" => Kind::Integer,
        "number" => return Kind::Number,
        "boolean" => return Kind::Bool,
        _ => return Kind::Any,
    };
    let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
    let listed: Option<Vec<Value>> = values
        .iter()
        .map(|one| one.get("value").filter(|value| is_plain(value, &kind)))
        .map(|value| value.cloned())
        .collect();
    match listed {
        Some(values) if (1..=MAX_VALUES).contains(&values.len()) => {
            Kind::Choice(Box::new(kind), values)
        }
        _ => kind,
    }
}

/// The only value of a constant, if a module can contain it.
fn constant_or(kind: Kind, constant: Option<&Value>) -> Kind {
    match constant {
        Some(value) if is_plain(value, &kind) => Kind::Choice(Box::new(kind), vec![value.clone()]),
        _ => kind,
    }
}

/// Whether a value of an enum may stand in a source in every language.
fn is_plain(value: &Value, kind: &Kind) -> bool {
    match value {
        Value::String(text) => {
            let fits = |letter: char| letter.is_ascii_graphic() || letter == ' ';
            *kind == Kind::Text && text.len() <= MAX_VALUE_BYTES && text.chars().all(fits)
        }
        Value::Number(number) => *kind == Kind::Integer && number.is_i64(),
        _ => false,
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
