//! Provider configuration: text that becomes values, and the keys that are missing.
//!
//! In the order of a provider's life: [`decode`], [`apply_defaults`], and, when it is configured, [`missing`]. A
//! missing key is not a failure of the check, because the engine has a better message for it later.

mod hidden;
mod texts;

pub use hidden::{hide_in_text, secrets_in_text};
pub use texts::as_texts;

use super::check::{CheckedInputs, Checker, no_environment};
use super::model::PackageSchema;
use super::model::object::PropertySchema;
use super::values::decode;
use super::values::location::Location;
use crate::error::failure::PropertyFailure;
use crate::value::{PropertyMap, PropertyValue};

/// Keys that engines add to the configuration for their own use.
const FOREIGN: [&str; 2] = ["version", "pluginDownloadURL"];

/// Configuration as the schema declares it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decoded {
    /// Values of the declared types.
    pub values: PropertyMap,
    /// The values for the engine and not for the provider, as they came: `version`, `pluginDownloadURL`, `__*`.
    pub ignored: PropertyMap,
    /// Keys that are not known and values that are not of their type.
    pub failures: Vec<PropertyFailure>,
}

/// A key that must be set and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingKey {
    /// The key as a user sets it: `acme:serverUrl`.
    pub name: String,
    /// The schema's description of it; may be empty.
    pub description: String,
    /// The environment variables that its value is taken from, if the package may read them.
    pub variables: Vec<String>,
}

/// Decodes configuration in which any value may be JSON text, and checks the values that are present.
///
/// A value that is declared as text stays as it is, unless it is the JSON of a secret or unknown one. Values that are
/// not text are taken as they are. Secrets are kept, in the text and around it, and marked if the schema says so.
/// Absent keys stay absent.
#[must_use]
pub fn decode(schema: &PackageSchema, raw: PropertyMap) -> Decoded {
    let mut decoded = Decoded::default();
    let mut checker = Checker::new(&schema.types, &no_environment);
    for (key, value) in raw {
        let property = schema.config.properties.get(&key);
        if property.is_none() && (key.starts_with("__") || FOREIGN.contains(&key.as_str())) {
            decoded.ignored.insert(key, value);
            continue;
        }
        let value = match property {
            // The check reports the unknown key.
            None => Ok(value),
            Some(property) => decode_value(value, &mut |text| {
                decode::text(&schema.types, &property.value_type, text)
            }),
        };
        match value {
            Ok(value) => {
                decoded.values.insert(key, value);
            }
            Err(reason) => checker.fail(&Location::TOP.property(&key), reason),
        }
    }
    checker.properties(&schema.config, &mut decoded.values, &Location::TOP);
    checker.excess(&schema.config, &decoded.values, &Location::TOP);
    decoded.failures = checker.failures;
    decoded
}

/// Decodes a string, also inside secrets.
fn decode_value(
    value: PropertyValue,
    decode: &mut dyn FnMut(String) -> Result<PropertyValue, String>,
) -> Result<PropertyValue, String> {
    match value {
        PropertyValue::String(text) => decode(text),
        PropertyValue::Secret(inner) => Ok(decode_value(*inner, decode)?.into_secret()),
        other => Ok(other),
    }
}

/// Sets absent keys to their defaults, from the environment and the schema.
///
/// The only failures are variables whose text does not have the key's type, and missing keys that other keys require.
#[must_use]
pub fn apply_defaults(
    schema: &PackageSchema,
    values: PropertyMap,
    environment: &dyn Fn(&str) -> Option<String>,
) -> CheckedInputs {
    let mut inputs = values;
    let mut checker = Checker::new(&schema.types, environment);
    checker.absent(&schema.config, &mut inputs, &Location::TOP);
    checker.lack(&schema.config, &inputs, &Location::TOP);
    CheckedInputs {
        inputs,
        failures: checker.failures,
    }
}

/// The required keys without a value. An unknown value counts as a value.
#[must_use]
pub fn missing(schema: &PackageSchema, values: &PropertyMap) -> Vec<MissingKey> {
    let is_missing = |name: &&String| {
        values
            .get(*name)
            .is_none_or(|value| matches!(value.reveal(), PropertyValue::Null))
    };
    let required = schema.config.required.iter().filter(is_missing);
    required
        .map(|name| MissingKey {
            name: format!("{}:{name}", schema.name),
            description: schema
                .config
                .properties
                .get(name)
                .map(description)
                .unwrap_or_default(),
            variables: schema
                .config
                .properties
                .get(name)
                .map(|property| property.environment.clone())
                .unwrap_or_default(),
        })
        .collect()
}

/// The schema's description of a key, and the other sources of its value.
fn description(property: &PropertySchema) -> String {
    let mut text = property.description.clone();
    let untold = |variable: &&String| !text.contains(variable.as_str());
    let variables: Vec<String> = property
        .environment
        .iter()
        .filter(untold)
        .map(|variable| format!("`{variable}`"))
        .collect();
    if !variables.is_empty() {
        let variables = variables.join(" or ");
        let space = if text.is_empty() { "" } else { " " };
        text.push_str(&format!(
            "{space}Also taken from the environment variable {variables}, where the package may read it."
        ));
    }
    text
}

#[cfg(test)]
mod tests;
