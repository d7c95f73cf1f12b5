//! Reads the named resources out of a schema.

use anyhow::bail;
use pulumi_wasm_core::schema::nearest;
use pulumi_wasm_core::text::Excerpt;
use serde_json::Value;

use super::names::{is_token, is_usable};
use super::package::{Package, Parameter, Resource};
use super::text::description;
use super::types::{Side, Types, last_part, word};

/// More resources than this are not asked for at once.
const MOST_RESOURCES: usize = 200;

/// The resources that the words name, with all that a module needs to know.
///
/// # Errors
/// When a word names no resource or several, or the schema has names that no module can have.
pub(super) fn package(schema: &Value, wanted: &[String]) -> anyhow::Result<Package> {
    let name = word(schema, "name");
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if name.len() > 100
        || !name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        || !name.chars().all(fits)
    {
        bail!(
            "the schema has no usable name of a package: `{}`",
            Excerpt::name(name)
        );
    }
    if wanted.len() > MOST_RESOURCES {
        bail!(
            "more than {MOST_RESOURCES} resources are named\nhint: name those that the component declares"
        );
    }
    let mut tokens: Vec<&str> = Vec::new();
    for word in wanted {
        tokens.push(token(schema, name, word.trim())?);
    }
    tokens.sort_unstable();
    tokens.dedup();
    let mut types = Types::of(schema);
    let mut resources = Vec::new();
    for token in tokens {
        let Some(spec) = schema.get("resources").and_then(|all| all.get(token)) else {
            continue;
        };
        if spec.get("isOverlay").and_then(Value::as_bool) == Some(true) {
            bail!(
                "`{token}` is code of Pulumi's SDKs, and not a resource of the provider\nhint: declare the resources that it makes"
            );
        }
        resources.push(Resource {
            token: token.to_owned(),
            name: last_part(token).to_owned(),
            description: description(word(spec, "description")),
            is_component: spec.get("isComponent").and_then(Value::as_bool) == Some(true),
            inputs: types.properties(
                token,
                spec.get("inputProperties"),
                spec.get("requiredInputs"),
                Side::Input,
            ),
            outputs: types.properties(
                token,
                spec.get("properties"),
                spec.get("required"),
                Side::Output,
            ),
        });
    }
    let (download_url, parameter) = plugin(schema, &mut types);
    let found = types.into_found();
    Ok(Package {
        name: name.to_owned(),
        version: version(word(schema, "version")),
        download_url,
        parameter,
        resources,
        types: found.in_inputs,
        output_types: found.in_outputs,
        notes: found.notes,
    })
}

/// A whole version, or nothing.
fn version(text: &str) -> String {
    match semver::Version::parse(text) {
        Ok(version) => version.to_string(),
        Err(_) => String::new(),
    }
}

/// The address of the plugin, and the parameter that makes it the package.
fn plugin(schema: &Value, types: &mut Types<'_>) -> (String, Option<Parameter>) {
    // They stand in a source between quotation marks, and a schema may have any text.
    let mut usable = |text: &str, called: &str| {
        let fits = |letter: char| letter.is_ascii_graphic() && !"\"\\".contains(letter);
        if text.chars().all(fits) {
            return text.to_owned();
        }
        types.note(format!(
            "the {called} of the schema has letters that `uses` does not allow: it is left out there"
        ));
        String::new()
    };
    let address = usable(word(schema, "pluginDownloadURL"), "`pluginDownloadURL`");
    let Some(parameterization) = schema.get("parameterization") else {
        return (address, None);
    };
    let base = parameterization.get("baseProvider");
    let of_base = |key: &str| base.map(|base| word(base, key)).unwrap_or_default();
    let parameter = Parameter {
        plugin: usable(of_base("name"), "`parameterization`"),
        version: version(of_base("version")),
        value: usable(word(parameterization, "parameter"), "`parameterization`"),
    };
    let is_whole = !parameter.plugin.is_empty() && !parameter.value.is_empty();
    (address, is_whole.then_some(parameter))
}

/// The token that a word names: itself, without the package, or its last part.
fn token<'a>(schema: &'a Value, package: &str, wanted: &str) -> anyhow::Result<&'a str> {
    let all = schema.get("resources").and_then(Value::as_object);
    let tokens = || all.into_iter().flatten().map(|(token, _)| token.as_str());
    let whole = format!("{package}:{wanted}");
    let exact = tokens().find(|token| *token == wanted || *token == whole);
    let named: Vec<&str> = match exact {
        Some(token) => vec![token],
        None => tokens()
            .filter(|token| last_part(token) == wanted)
            .collect(),
    };
    let shown = |tokens: &[&str]| {
        let tokens: Vec<String> = tokens
            .iter()
            .map(|token| format!("`{}`", Excerpt::name(token)))
            .collect();
        tokens.join(", ")
    };
    match named[..] {
        [token] => {
            if !is_token(token) || !is_usable(last_part(token)) {
                bail!(
                    "`{}` is not a token that a module can have",
                    Excerpt::name(token)
                );
            }
            Ok(token)
        }
        [] => {
            let names = tokens().map(last_part);
            let hint = match nearest(wanted, names) {
                Some(near) => format!("did you mean `{}`?", Excerpt::name(near)),
                None => "`pulumi package get-schema` prints all of them".to_owned(),
            };
            bail!(
                "`{package}` has no resource `{}`\nhint: {hint}",
                Excerpt::name(wanted)
            )
        }
        _ => {
            let some = named.get(..named.len().min(10)).unwrap_or_default();
            bail!(
                "`{}` may be one of {}\nhint: give the whole token",
                Excerpt::name(wanted),
                shown(some)
            )
        }
    }
}
