//! An example of a resource or a call, made of the schema and held against it.

use pulumi_wasm_host::driver::{from_value, to_value};
use pulumi_wasm_host::provider::schema::{
    Format, ObjectSchema, PackageSchema, Primitive, PropertySchema, Rules, Type, check,
    no_environment,
};
use pulumi_wasm_host::provider::value::{PropertyMap, PropertyValue};
use serde_json::{Value, json};

/// How deep types may contain each other.
const DEEPEST: usize = 5;
/// No text is made longer than this.
const LONGEST: usize = 100;
/// Texts for rules that do not say what fits them.
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

/// Properties that are accepted: those that have to be there, and what else is asked for. None where no guess fits.
pub(super) fn of(package: &PackageSchema, object: &ObjectSchema) -> Option<PropertyMap> {
    let maker = Maker { package };
    let mut example = PropertyMap::new();
    for (name, property) in &object.properties {
        if object.required.contains(name) && property.default.is_none() {
            example.insert(
                name.clone(),
                maker.property(object, name, property, &example),
            );
        }
    }
    // Rules between properties may ask for one that is optional by itself.
    while maker.failures(object, &example) > 0 {
        let known = maker.failures(object, &example);
        let better = object.properties.iter().find_map(|(name, property)| {
            let mut wider = example.clone();
            if wider.contains_key(name) {
                return None;
            }
            let value = maker.property(object, name, property, &example);
            wider.insert(name.clone(), value);
            (maker.failures(object, &wider) < known).then_some(wider)
        });
        example = better?;
    }
    Some(example)
}

struct Maker<'a> {
    package: &'a PackageSchema,
}

impl Maker<'_> {
    fn failures(&self, object: &ObjectSchema, inputs: &PropertyMap) -> usize {
        check(self.package, object, inputs.clone(), &no_environment)
            .failures
            .len()
    }

    /// A value for a property: the first guess with which the least is wrong.
    fn property(
        &self,
        object: &ObjectSchema,
        name: &str,
        property: &PropertySchema,
        others: &PropertyMap,
    ) -> PropertyValue {
        if let Some(constant) = &property.constant {
            return constant.clone();
        }
        let guesses = self.guesses(&property.value_type, &property.rules, 0);
        let wrong = |guess: &PropertyValue| {
            let mut inputs = others.clone();
            inputs.insert(name.to_owned(), guess.clone());
            self.failures(object, &inputs)
        };
        guesses
            .into_iter()
            .min_by_key(wrong)
            .unwrap_or(PropertyValue::Null)
    }

    fn guesses(&self, value_type: &Type, rules: &Rules, depth: usize) -> Vec<PropertyValue> {
        let number = |number: i32| PropertyValue::Number(f64::from(number));
        let free = Rules::default();
        let of_items = rules.items.as_deref().unwrap_or(&free);
        if depth > DEEPEST {
            return vec![PropertyValue::Null];
        }
        match value_type {
            Type::Primitive(Primitive::String) => {
                let fitting = rules.format.and_then(of_format).into_iter();
                let long = rules
                    .min_length
                    .and_then(|length| usize::try_from(length).ok());
                let long = long.map(|length| "x".repeat(length.min(LONGEST)));
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
            Type::Enum(id) => self.package.types.enumeration(*id).values.clone(),
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
                        let value = self.member(schema, name, property, &made, depth);
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
        let wrong = |guess: &PropertyValue| {
            let mut inputs = others.clone();
            inputs.insert(name.to_owned(), guess.clone());
            self.failures(schema, &inputs)
        };
        self.guesses(&property.value_type, &property.rules, depth + 1)
            .into_iter()
            .min_by_key(wrong)
            .unwrap_or(PropertyValue::Null)
    }
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

/// Properties in YAML, one a line where they are simple.
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
        // JSON is YAML, and one that nobody reads otherwise.
        other => text.push_str(&format!("{space}{key}: {other}\n")),
    }
}

/// A key, in quotes where YAML would take it for something else.
fn key(name: &str) -> String {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_:".contains(letter))
        && !name.ends_with(':')
        && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
            .contains(&name.to_lowercase().as_str());
    match is_plain {
        true => name.to_owned(),
        false => Value::from(name).to_string(),
    }
}
