//! An example of a resource or a call, generated from the schema and checked against it.

use std::cell::Cell;

use pulumi_wasm_core::schema::{
    Format, ObjectSchema, PackageSchema, Primitive, PropertySchema, Rules, Type, check,
    no_environment,
};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use pulumi_wasm_simulator::{from_value, to_value};
use serde_json::{Value, json};

/// The maximum nesting of types.
const MAX_DEPTH: usize = 5;
/// The maximum number of values of an enum that are tried.
const MAX_VALUES: usize = 100;
/// The maximum length of a generated text.
const MAX_TEXT_LENGTH: usize = 100;
/// Texts to try for rules that do not show which texts they accept.
const TEXTS: [&str; 12] = [
    "example",
    "Example",
    "example.com",
    "example.com.",
    "example-1",
    "a",
    "A",
    "1",
    "10",
    "192.0.2.1",
    "https://example.com",
    "00000000-0000-4000-8000-000000000000",
];

/// The maximum effort for the examples of one package, and for one example: the number of values that are generated or
/// checked.
const MAX_EFFORT: usize = 20_000_000;
const MAX_EFFORT_OF_ONE: usize = 200_000;

/// Generates examples of a package's resources and functions.
pub(crate) struct Maker<'a> {
    package: &'a PackageSchema,
    /// The remaining effort for all examples.
    left: Cell<usize>,
    /// The remaining effort for this example.
    left_for_one: Cell<usize>,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(package: &'a PackageSchema) -> Self {
        Self {
            package,
            left: Cell::new(MAX_EFFORT),
            left_for_one: Cell::new(0),
        }
    }

    /// Valid properties: the required ones, and those that other rules require. `None` if no candidate is valid, or if
    /// it takes too long to find one.
    pub(crate) fn example(&self, object: &ObjectSchema) -> Option<PropertyMap> {
        let effort = self.left.get().min(MAX_EFFORT_OF_ONE);
        self.left_for_one.set(effort);
        let example = self.accepted(object);
        let spent = effort - self.left_for_one.get();
        self.left.set(self.left.get().saturating_sub(spent));
        example.filter(|_| !self.is_exhausted())
    }

    fn accepted(&self, object: &ObjectSchema) -> Option<PropertyMap> {
        let mut example = PropertyMap::new();
        for (name, property) in &object.properties {
            if object.required.contains(name) && property.default.is_none() {
                let value = self.member(object, name, property, &example, 0);
                example.insert(name.clone(), value);
            }
        }
        // Rules between properties may require one that is otherwise optional.
        while self.failures(object, &example) > 0 {
            let known = self.failures(object, &example);
            let better = object.properties.iter().find_map(|(name, property)| {
                if self.is_exhausted() || example.contains_key(name) {
                    return None;
                }
                let mut wider = example.clone();
                let value = self.member(object, name, property, &example, 0);
                wider.insert(name.clone(), value);
                (self.failures(object, &wider) < known).then_some(wider)
            });
            example = better?;
        }
        Some(example)
    }

    /// Counts values; true while there may be more.
    fn spend(&self, values: usize) -> bool {
        let left = self.left_for_one.get().saturating_sub(values);
        self.left_for_one.set(left);
        left > 0
    }

    fn is_exhausted(&self) -> bool {
        self.left_for_one.get() == 0
    }

    fn failures(&self, object: &ObjectSchema, inputs: &PropertyMap) -> usize {
        let looked_at = object.properties.len() + size_of_all(inputs.values());
        if !self.spend(looked_at + 1) {
            return 0;
        }
        check(self.package, object, inputs.clone(), &no_environment)
            .failures
            .len()
    }

    fn guesses(&self, value_type: &Type, rules: &Rules, depth: usize) -> Vec<PropertyValue> {
        let number = |number: i32| PropertyValue::Number(f64::from(number));
        let free = Rules::default();
        let of_items = rules.items.as_deref().unwrap_or(&free);
        if depth > MAX_DEPTH || !self.spend(TEXTS.len()) {
            return vec![PropertyValue::Null];
        }
        match value_type {
            Type::Primitive(Primitive::String) => {
                let fitting = rules.format.and_then(of_format).into_iter();
                let long = rules
                    .min_length
                    .and_then(|length| usize::try_from(length).ok());
                let long = long.map(|length| "x".repeat(length.min(MAX_TEXT_LENGTH)));
                let texts = fitting.chain(TEXTS).map(PropertyValue::from);
                texts.chain(long.map(PropertyValue::String)).collect()
            }
            Type::Primitive(Primitive::Boolean) => vec![true.into(), false.into()],
            Type::Primitive(Primitive::Integer | Primitive::Number) => {
                [1, 10, 2, 100, 8, 16, 60, 3600, 8080, 0]
                    .map(number)
                    .to_vec()
            }
            Type::Any => vec!["example".into()],
            Type::Json => vec!["{}".into()],
            Type::Enum(id) => {
                let values = &self.package.types.enumeration(*id).values;
                values.iter().take(MAX_VALUES).cloned().collect()
            }
            Type::Array(items) => {
                let items = self.guesses(items, of_items, depth + 1);
                let lists = items
                    .into_iter()
                    .map(|item| PropertyValue::Array(vec![item]));
                lists.chain([PropertyValue::Array(Vec::new())]).collect()
            }
            Type::Map(items) => {
                let items = self.guesses(items, of_items, depth + 1).into_iter();
                let of = |item| PropertyMap::from([("key".to_owned(), item)]);
                items.map(|item| PropertyValue::Object(of(item))).collect()
            }
            Type::Object(id) => {
                let schema = &self.package.types.object(*id).schema;
                let mut made = PropertyMap::new();
                for (name, property) in &schema.properties {
                    if schema.required.contains(name) && property.default.is_none() {
                        let value = self.member(schema, name, property, &made, depth + 1);
                        made.insert(name.clone(), value);
                    }
                }
                vec![PropertyValue::Object(made)]
            }
            Type::Union(union) => union
                .members
                .iter()
                .flat_map(|member| self.guesses(member, rules, depth + 1))
                .collect(),
            Type::Asset => to_value(&json!({
                "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
                "text": "example",
            }))
            .into_iter()
            .collect(),
            Type::Archive | Type::ResourceReference => vec![PropertyValue::Null],
        }
    }

    /// A value for a property: the first guess with the fewest mistakes.
    fn member(
        &self,
        schema: &ObjectSchema,
        name: &str,
        property: &PropertySchema,
        others: &PropertyMap,
        depth: usize,
    ) -> PropertyValue {
        if let Some(constant) = &property.constant {
            return constant.clone();
        }
        let mut inputs = others.clone();
        let mut best = (usize::MAX, PropertyValue::Null);
        for guess in self.guesses(&property.value_type, &property.rules, depth) {
            inputs.insert(name.to_owned(), guess.clone());
            let wrong = self.failures(schema, &inputs);
            if wrong < best.0 {
                best = (wrong, guess);
            }
            if wrong == 0 {
                break;
            }
        }
        best.1
    }
}

/// The number of values, including nested values.
fn size_of_all<'v>(values: impl Iterator<Item = &'v PropertyValue>) -> usize {
    values
        .map(|value| match value {
            PropertyValue::Array(items) => 1 + size_of_all(items.iter()),
            PropertyValue::Object(members) => 1 + size_of_all(members.values()),
            _ => 1,
        })
        .sum()
}

fn of_format(format: Format) -> Option<&'static str> {
    Some(match format {
        Format::Ipv4 | Format::Ip => "192.0.2.1",
        Format::Ipv6 => "2001:db8::1",
        Format::Cidr => "192.0.2.0/24",
        Format::Hostname => "example.com",
        Format::Url => "https://example.com",
        Format::Email => "ada@example.com",
        Format::Uuid => "00000000-0000-4000-8000-000000000000",
        Format::DateTime => "2030-01-01T00:00:00Z",
        Format::Duration => "1h",
        Format::Base64 => "ZXhhbXBsZQ==",
    })
}

/// Properties in YAML, one a line if they are simple.
pub(super) fn yaml(properties: &PropertyMap, indent: usize) -> String {
    let mut text = String::new();
    for (name, value) in properties {
        write(
            &mut text,
            &key(name),
            &plain(from_value(value.clone())),
            indent,
        );
    }
    text
}

/// Assets as Pulumi's YAML has them.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(members) if members.contains_key("4dabf18193072939515e22adb298388d") => {
            json!({ "fn::stringAsset": members.get("text").cloned().unwrap_or_default() })
        }
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, plain(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        other => other,
    }
}

fn write(text: &mut String, key: &str, value: &Value, indent: usize) {
    let space = " ".repeat(indent);
    match value {
        Value::Object(members) if !members.is_empty() => {
            text.push_str(&format!("{space}{key}:\n"));
            for (name, value) in members {
                write(text, &self::key(name), value, indent + 2);
            }
        }
        // JSON is valid YAML with only one meaning.
        other => text.push_str(&format!("{space}{key}: {other}\n")),
    }
}

/// A key, in quotes if YAML would read it as something else.
fn key(name: &str) -> String {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_:".contains(letter))
        && !name.ends_with(':')
        && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
            .contains(&name.to_lowercase().as_str());
    if is_plain {
        name.to_owned()
    } else {
        Value::from(name).to_string()
    }
}
