//! The document in which a component describes itself. `docs/manifest.md` says what its keys mean.

use serde_json::{Value as JsonValue, json};

use crate::error::{Error, Result};
use crate::fields::{Field, PropertyMap};
use crate::provider::{ConfigEntry, FunctionEntry, Provider, ResourceEntry, Want};
use crate::schema;
use crate::types::Types;

/// The manifest's format.
const FORMAT: u32 = 1;
/// The module in the middle part of a token: what stands before the last slash.
const MODULE_FORMAT: &str = "(.*)(?:/[^/]*)";

/// The manifest of a provider.
///
/// # Errors
/// When the parts do not fit together: two of one token, a default of another type than its property.
pub(crate) fn manifest<P: Provider>() -> Result<JsonValue> {
    let config = P::configuration();
    let mut types = Types::new(P::PACKAGE.name);
    let resources = resources(P::RESOURCES, &mut types);
    let functions = functions(P::FUNCTIONS, &mut types);

    let mut schema = PropertyMap::new();
    for (key, text) in [
        ("name", P::PACKAGE.name),
        ("version", P::PACKAGE.version),
        ("description", P::PACKAGE.description),
        ("homepage", P::PACKAGE.homepage),
        ("repository", P::PACKAGE.repository),
        ("license", P::PACKAGE.license),
    ] {
        if !text.is_empty() {
            schema.insert(key.to_owned(), text.into());
        }
    }
    if let Some(config) = &config {
        schema.insert(
            "config".to_owned(),
            variables(config.fields, &mut types).into(),
        );
        schema.insert(
            "provider".to_owned(),
            schema::input_schema(config.fields, &mut types).into(),
        );
    }
    // Tokens such as `acme:index/thing:Thing` name the file after the module, which Pulumi has to be told.
    let has_files = |tokens: &PropertyMap| tokens.keys().any(|token| token.contains('/'));
    if has_files(&resources.schemas) || has_files(&functions.schemas) {
        schema.insert("meta".to_owned(), json!({ "moduleFormat": MODULE_FORMAT }));
    }
    schema.insert("resources".to_owned(), resources.schemas.into());
    schema.insert("functions".to_owned(), functions.schemas.into());
    let types = types
        .finish()
        .map_err(|problems| Error::Other(problems.join("; ")))?;
    schema.insert("types".to_owned(), types.into());

    Ok(json!({
        "manifest": FORMAT,
        "sdk": { "name": "pulumi-wasm-provider (Rust)", "version": env!("CARGO_PKG_VERSION") },
        "schema": schema,
        "provider": { "hooks": config_hooks(config.as_ref()) },
        "resources": resources.hooks,
        "functions": functions.hooks,
        "wants": { "net": wants("host", P::PACKAGE.net.iter().copied()), "env": environment::<P>(config.as_ref()) },
    }))
}

/// Schemas by token, and what the host has to know beside them.
#[derive(Default)]
struct Described {
    schemas: PropertyMap,
    hooks: PropertyMap,
}

impl Described {
    fn add(&mut self, token: String, schema: PropertyMap, hooks: JsonValue, types: &mut Types) {
        if self.schemas.insert(token.clone(), schema.into()).is_some() {
            types.problem(format!("`{token}` is there twice"));
        }
        self.hooks.insert(token, hooks);
    }
}

fn resources(entries: &[ResourceEntry], types: &mut Types) -> Described {
    let mut described = Described::default();
    for entry in entries {
        let token = types.token(entry.token, entry.name);
        let mut schema = schema::output_schema(entry.fields, types);
        schema.extend(schema::input_schema(entry.fields, types));
        schema::describe(&mut schema, entry.description);
        schema::deprecate(&mut schema, entry.deprecated);
        described.add(
            token,
            schema,
            json!({ "hooks": resource_hooks(entry) }),
            types,
        );
    }
    described
}

/// Only an answer to `diff` can say that the old thing goes first.
fn resource_hooks(entry: &ResourceEntry) -> Vec<&'static str> {
    let mut hooks = entry.hooks.to_vec();
    if entry.delete_before_replace && !hooks.contains(&"diff") {
        hooks.push("diff");
    }
    hooks
}

fn functions(entries: &[FunctionEntry], types: &mut Types) -> Described {
    let mut described = Described::default();
    for entry in entries {
        let token = types.token(entry.token, entry.name);
        let mut schema = PropertyMap::new();
        schema::describe(&mut schema, entry.description);
        schema::deprecate(&mut schema, entry.deprecated);
        schema.insert(
            "inputs".to_owned(),
            schema::object_schema(entry.arguments, types).into(),
        );
        schema.insert(
            "outputs".to_owned(),
            schema::object_schema(entry.output, types).into(),
        );
        described.add(token, schema, json!({ "pure": entry.pure }), types);
    }
    described
}

/// The configuration once more, for programs that read it by key.
fn variables(fields: &[Field], types: &mut Types) -> PropertyMap {
    let mut schema = schema::object_schema(fields, types);
    let variables = schema.remove("properties").unwrap_or_default();
    let mut config = PropertyMap::new();
    config.insert("variables".to_owned(), variables);
    // What the environment may give is not asked for by SDKs, and must be there all the same.
    let required = fields
        .iter()
        .filter(|field| field.required && field.default.is_none());
    let required: Vec<&str> = required.map(|field| field.name).collect();
    if !required.is_empty() {
        config.insert("defaults".to_owned(), json!(required));
    }
    config
}

/// Whoever has a configuration needs to be given it, with or without a `configure` of the author's.
fn config_hooks(config: Option<&ConfigEntry>) -> Vec<&'static str> {
    let Some(config) = config else {
        return Vec::new();
    };
    let mut hooks = vec!["configure"];
    if config.hooks.contains(&"check") {
        hooks.push("check-config");
    }
    hooks
}

/// The variables that `provider!` names, and those that a property takes its default from.
fn environment<P: Provider>(config: Option<&ConfigEntry>) -> Vec<JsonValue> {
    let mut wants = wants("name", P::PACKAGE.env.iter().copied());
    let config = config.map(|config| config.fields).unwrap_or_default();
    let resources = P::RESOURCES.iter().flat_map(|entry| entry.fields);
    let functions = P::FUNCTIONS.iter().flat_map(|entry| entry.arguments);
    let fields = config.iter().chain(resources).chain(functions);
    for field in fields {
        for variable in field.environment {
            if !wants.iter().any(|want| want["name"] == **variable) {
                let reason = format!("default of `{}`", field.name);
                wants.push(json!({ "name": variable, "required": false, "reason": reason }));
            }
        }
    }
    wants
}

fn wants(key: &str, wants: impl Iterator<Item = Want>) -> Vec<JsonValue> {
    wants
        .map(|want| json!({ key: want.name, "required": want.required, "reason": want.reason }))
        .collect()
}
