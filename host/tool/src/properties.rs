//! Properties as people write them, in YAML or JSON: with the functions of Pulumi's YAML for values that YAML and JSON
//! cannot write.

pub(super) mod mocks;
pub(super) mod named_files;
pub(super) mod receiver;

use anyhow::{Context, bail};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_packages::yaml;
use pulumi_wasm_simulator::{secret, to_map, unknown};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::files::bounded_file;
use crate::properties::named_files::NamedFiles;

/// The functions for values that JSON cannot write.
const FUNCTIONS: [&str; 10] = [
    "fn::secret",
    "fn::unknown",
    "fn::toJSON",
    "fn::readFile",
    "fn::stringAsset",
    "fn::fileAsset",
    "fn::remoteAsset",
    "fn::fileArchive",
    "fn::remoteArchive",
    "fn::assetArchive",
];

/// Reads YAML or JSON. `y`, `no`, `on` and their like are texts, as in Pulumi's YAML.
///
/// # Errors
/// With the line, if the text is neither or does not have the expected form.
pub(crate) fn from_yaml<T: DeserializeOwned>(text: &str) -> Result<T, NotYaml> {
    let options = serde_saphyr::options! { strict_booleans: true };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let message = error.to_string();
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        NotYaml(yaml::in_plain_words(message))
    })
}

/// Why a text cannot be read: the line and the column, the reason, and the lines around the mistake.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NotYaml(String);

/// Parses properties.
///
/// # Errors
/// When a function is wrong, or names a file that may not be named.
pub(crate) fn to_properties(
    members: &Map<String, Value>,
    files: &NamedFiles,
) -> anyhow::Result<PropertyMap> {
    let mut converted = Map::new();
    for (key, value) in members {
        let value = convert(value, files)
            .and_then(|value| files.judge(&value).map(|()| value))
            .with_context(|| format!("`{key}`"))?;
        converted.insert(key.clone(), value);
    }
    to_map(&Value::Object(converted)).map_err(|reason| anyhow::anyhow!(reason))
}

/// Like [`to_properties`], for a single value, in Pulumi's encoding. Matchers stay as they are.
pub(crate) fn convert(value: &Value, files: &NamedFiles) -> anyhow::Result<Value> {
    Ok(match value {
        Value::Array(items) => items
            .iter()
            .map(|item| convert(item, files))
            .collect::<anyhow::Result<_>>()?,
        Value::Object(members) => match function(members) {
            Some((name, argument)) => call(name, argument, files)?,
            None => {
                let mut converted = Map::new();
                for (key, value) in members {
                    converted.insert(key.clone(), convert(value, files)?);
                }
                Value::Object(converted)
            }
        },
        plain => plain.clone(),
    })
}

/// The only member of an object, if it is a function.
pub(crate) fn function(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let (name, argument) = members.iter().next()?;
    (members.len() == 1 && name.starts_with("fn::")).then_some((name.as_str(), argument))
}

fn call(name: &str, argument: &Value, files: &NamedFiles) -> anyhow::Result<Value> {
    let text = || {
        argument
            .as_str()
            .with_context(|| format!("`{name}` takes a text"))
    };
    let at = |path: &str| -> anyhow::Result<Value> {
        Ok(files.path(path)?.display().to_string().into())
    };
    let blob = |kind: &str, key: &str, value: Value| {
        let mut made = json!({ special_values::KEY: kind });
        made[key] = value;
        made
    };
    Ok(match name {
        "fn::secret" => secret(convert(argument, files)?),
        "fn::unknown" => unknown(),
        "fn::toJSON" => convert(argument, files)?.to_string().into(),
        "fn::readFile" => {
            let file = files.path(text()?)?;
            bounded_file::text(&file)
                .with_context(|| format!("cannot read `{}`", file.display()))?
                .into()
        }
        "fn::stringAsset" => blob(special_values::ASSET, "text", text()?.into()),
        "fn::fileAsset" => blob(special_values::ASSET, "path", at(text()?)?),
        "fn::remoteAsset" => blob(special_values::ASSET, "uri", text()?.into()),
        "fn::fileArchive" => blob(special_values::ARCHIVE, "path", at(text()?)?),
        "fn::remoteArchive" => blob(special_values::ARCHIVE, "uri", text()?.into()),
        "fn::assetArchive" => blob(special_values::ARCHIVE, "assets", convert(argument, files)?),
        // An expectation, not a value: kept for the comparison.
        "fn::matches" => {
            regex::Regex::new(text()?).with_context(|| format!("`{name}`"))?;
            json!({ name: argument })
        }
        "fn::any" => json!({ name: argument }),
        _ => bail!(
            "there is no `{name}`\nhint: use one of `{}`; expected values may also use `fn::matches` and `fn::any`",
            FUNCTIONS.join("`, `")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_stand_for_what_has_no_form_of_its_own() {
        let files = NamedFiles::any("/project/tests");
        let text = json!({
            "password": { "fn::secret": "hunter2" },
            "later": [{ "fn::unknown": null }],
            "policy": { "fn::toJSON": { "a": 1 } },
            "logo": { "fn::fileAsset": "logo.png" },
            "plain": { "fn::secret": 1, "and": 2 },
        });
        assert_eq!(
            convert(&text, &files).expect("values"),
            json!({
                "password": secret("hunter2"),
                "later": [unknown()],
                "policy": "{\"a\":1}",
                "logo": { special_values::KEY: special_values::ASSET, "path": "/project/tests/logo.png" },
                "plain": { "fn::secret": 1, "and": 2 },
            })
        );
        for (bad, expected) in [
            (json!({ "a": { "fn::sekret": 1 } }), "fn::secret"),
            (json!({ "a": { "fn::stringAsset": 1 } }), "takes a text"),
            (
                json!({ "a": { "fn::readFile": "none" } }),
                "/project/tests/none",
            ),
        ] {
            let error = to_properties(bad.as_object().expect("an object"), &files);
            let error = format!("{:#}", error.expect_err("an error"));
            assert!(error.contains(expected), "{error}");
        }
    }
}
