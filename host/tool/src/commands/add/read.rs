//! Reads the named resources out of a schema.

use anyhow::bail;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::schema::nearest;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::{PLUGIN, ParameterValue};
use serde_json::Value;

use super::names::{is_token, is_usable};
use super::package::{Package, Parameter, Resource};
use super::text::description;
use super::types::{Side, Types, last_part, word};

/// The maximum number of resources in one request.
const MAX_RESOURCES: usize = 200;

/// The resources that the words name, with all that a module needs to know.
///
/// # Errors
/// If a word names no resource or several, or the schema has names that a module cannot have.
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
    if wanted.len() > MAX_RESOURCES {
        bail!(
            "more than {MAX_RESOURCES} resources are named\nhint: name those that the component declares"
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
    let parameter = parameter(schema, &mut types);
    let found = types.into_types();
    Ok(Package {
        name: name.to_owned(),
        version: version(word(schema, "version")),
        parameter,
        resources,
        types: found.in_inputs,
        output_types: found.in_outputs,
        notes: found.notes,
    })
}

/// A complete version, or empty.
fn version(text: &str) -> String {
    match semver::Version::parse(text) {
        Ok(version) => version.to_string(),
        Err(_) => String::new(),
    }
}

/// The parameter that makes the plugin a package. A component names no plugin with a parameter except `wasm`. The
/// parameter grants nothing and does not say where a plugin is.
fn parameter(schema: &Value, types: &mut Types<'_>) -> Option<Parameter> {
    let address = word(schema, "pluginDownloadURL");
    let Some(parameterization) = schema.get("parameterization") else {
        if !address.is_empty() {
            types.note(format!(
                "the plugin is at `{}`, which `packages` cannot name: users of the component install the plugin from there, with `--server`",
                Excerpt::name(address)
            ));
        }
        return None;
    };
    // The text becomes a string literal of the module, and a schema may contain any text.
    let mut usable = |text: &str| {
        let fits = |letter: char| letter.is_ascii_graphic() && !"\"\\".contains(letter);
        if text.chars().all(fits) {
            return text.to_owned();
        }
        let note = "the `parameterization` of the schema has letters that `packages` does not allow: it is left out there";
        types.note(note.to_owned());
        String::new()
    };
    let base = parameterization.get("baseProvider");
    let of_base = |key: &str| base.map(|base| word(base, key)).unwrap_or_default();
    let plugin = usable(of_base("name"));
    let value = usable(word(parameterization, "parameter"));
    if plugin.is_empty() || value.is_empty() {
        return None;
    }
    if plugin != PLUGIN {
        types.note(format!(
            "the package is served by the plugin `{plugin}` with a parameter, which `packages` cannot name: programs declare its provider, and give it \
             to the component"
        ));
        return None;
    }
    Some(Parameter {
        plugin,
        version: version(of_base("version")),
        value: without_grants(value, types),
    })
}

/// The same parameter without the grants and limits that its user gave.
fn without_grants(text: String, types: &mut Types<'_>) -> String {
    let read = BASE64_STANDARD.decode(&text).ok();
    let Some(value) = read.and_then(|bytes| ParameterValue::parse(&bytes).ok()) else {
        return text;
    };
    let bare = ParameterValue {
        grants: Grants::default(),
        limits: Limits::default(),
        ..value.clone()
    };
    if bare == value {
        return text;
    }
    types.note(
        "the parameter has grants or limits, which are left out: a program that grants the package more adds it, declares its provider, and \
         gives the provider to the component"
            .to_owned(),
    );
    BASE64_STANDARD.encode(bare.to_bytes())
}

/// The token for a word: the token itself, the token without its package, or its last part.
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
