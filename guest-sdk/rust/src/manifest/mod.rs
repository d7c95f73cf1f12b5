//! The document in which a component describes itself. `docs/author/manifest.md` describes its keys.
//! The folder has the parts of the schema and the rules in it, which the derives write as tables.

pub(crate) mod annotations;
mod host_only;
mod network;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod types;

use serde_json::{Value as JsonValue, json};

use crate::deployment::manifest as components;
use crate::error::{Error, Result};
use crate::fields::{Field, has_rules, insert_rules};
use crate::manifest::annotations::{deprecate, describe};
use crate::manifest::rules::table;
use crate::manifest::types::Types;
use crate::provider::declaration::Mapping;
use crate::provider::{ConfigEntry, FunctionEntry, ProviderComponent, ResourceEntry};
use crate::resource::migration::Migrations;
use crate::value::map::PropertyMap;

/// The module in the middle part of a token: the text before the last slash.
const MODULE_FORMAT: &str = "(.*)(?:/[^/]*)";

/// The manifest of a provider.
///
/// # Errors
/// When the parts do not fit together: two of one token, a default of another type than its property.
pub(crate) fn manifest<P: ProviderComponent>() -> Result<JsonValue> {
    let config = P::configuration();
    let mut types = Types::new(P::PACKAGE.name);
    let mut resources = resources(P::RESOURCES, &mut types);
    for entry in P::COMPONENTS {
        let (token, schema, beside) = components::described(entry, &mut types);
        resources.add(token, schema, beside, &mut types);
    }
    let mut functions = functions(P::FUNCTIONS, &mut types);
    for entry in P::METHODS {
        let (token, schema, beside) = components::method(entry, &mut resources.schemas, &mut types);
        functions.add(token, schema, beside, &mut types);
    }
    let kept = host_only::names(P::PACKAGE.net);
    host_only::judge(config.as_ref(), &kept, &mut types);

    let mut schema = PropertyMap::new();
    schema.insert("name".to_owned(), P::PACKAGE.name.into());
    for (key, text) in P::PACKAGE.texts.iter().filter(|(_, text)| !text.is_empty()) {
        schema.insert((*key).to_owned(), (*text).into());
    }
    if !P::PACKAGE.keywords.is_empty() {
        schema.insert("keywords".to_owned(), P::PACKAGE.keywords.into());
    }
    schema::speak(
        &mut schema,
        P::PACKAGE.language,
        P::PACKAGE.name,
        &mut types,
    );
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
    // Tokens such as `acme:index/thing:Thing` name the file after the module, and the schema must tell Pulumi so.
    let has_files = |tokens: &PropertyMap| tokens.keys().any(|token| token.contains('/'));
    if has_files(&resources.schemas) || has_files(&functions.schemas) {
        schema.insert("meta".to_owned(), json!({ "moduleFormat": MODULE_FORMAT }));
    }
    schema.insert("resources".to_owned(), resources.schemas.into());
    schema.insert("functions".to_owned(), functions.schemas.into());
    let types = types
        .finish()
        .map_err(|problems| Error::Other(problems.join("; ")))?;
    schema.insert("types".to_owned(), types.schemas.into());

    let mut provider = PropertyMap::new();
    provider.insert("hooks".to_owned(), config_hooks(config.as_ref()).into());
    if let Some(config) = &config {
        insert_rules(&mut provider, config.fields, config.constraints);
    }
    let mut manifest = json!({
        "manifest": 1,
        "sdk": { "name": "pulumi-wasm-provider (Rust)", "version": env!("CARGO_PKG_VERSION") },
        "schema": schema,
        "provider": provider,
        "resources": resources.beside,
        "functions": functions.beside,
        "permissions": { "net": network::hosts(P::PACKAGE.net), "env": environment::<P>(config.as_ref()) },
    });
    if !types.rules.is_empty() {
        manifest["types"] = types.rules.into();
    }
    if !P::PACKAGE.mappings.is_empty() {
        manifest["mappings"] = P::PACKAGE
            .mappings
            .iter()
            .map(|found| mapping(found, P::PACKAGE.name))
            .collect();
    }
    if const { !P::COMPONENTS.is_empty() || !P::METHODS.is_empty() } && !P::PACKAGES.is_empty() {
        manifest["packages"] = components::packages(P::PACKAGES).into();
    }
    Ok(manifest)
}

fn mapping(mapping: &Mapping, package: &str) -> JsonValue {
    let Mapping {
        key,
        provider,
        data,
    } = mapping;
    json!({ "key": key, "provider": provider.unwrap_or(package), "data": data })
}

/// Schemas by token, and the host's facts beside them.
#[derive(Default)]
struct Described {
    schemas: PropertyMap,
    beside: PropertyMap,
}

impl Described {
    fn add(&mut self, token: String, schema: PropertyMap, beside: PropertyMap, types: &mut Types) {
        if self.schemas.insert(token.clone(), schema.into()).is_some() {
            types.problem(format!("`{token}` is there twice"));
        }
        self.beside.insert(token, beside.into());
    }
}

fn resources(entries: &[ResourceEntry], types: &mut Types) -> Described {
    let mut described = Described::default();
    for entry in entries {
        let token = types.token(entry.spec.token, entry.spec.name);
        let mut schema = schema::output_schema(entry.fields, types);
        schema.extend(schema::input_schema(entry.fields, types));
        describe(&mut schema, entry.spec.description);
        deprecate(&mut schema, entry.spec.deprecated);
        schema::speak(&mut schema, entry.spec.language, &token, types);
        if !entry.spec.aliases.is_empty() {
            let aliases = entry
                .spec
                .aliases
                .iter()
                .map(|alias| json!({ "type": alias }));
            schema.insert("aliases".to_owned(), aliases.collect());
        }
        if let Some(list) = &entry.list {
            let query = schema::object_schema(list.query, types);
            schema.insert("listInputs".to_owned(), query.into());
        }
        if let Some(state_inputs) = schema::state_input_schema(entry.fields, types) {
            if !entry.hooks.contains(&"read") {
                types.problem(format!(
                    "`{token}` has a `state_input` property, but no `read`: write `read`, or remove `state_input`"
                ));
            }
            schema.insert("stateInputs".to_owned(), state_inputs.into());
        }
        let beside = beside_resource(entry, &token, types);
        described.add(token, schema, beside, types);
    }
    described
}

/// Hooks, traits and rules of a resource.
fn beside_resource(entry: &ResourceEntry, token: &str, types: &mut Types) -> PropertyMap {
    let mut beside = table(entry.spec.traits);
    let list = entry.list.iter().map(|_| "list");
    let hooks: Vec<&str> = entry.hooks.iter().copied().chain(list).collect();
    beside.insert("hooks".to_owned(), hooks.into());
    let stable = entry.fields.iter().filter(|field| field.stable);
    let stable: Vec<_> = stable.map(|field| field.name).collect();
    if !stable.is_empty() {
        beside.insert("stable".to_owned(), stable.into());
    }
    let made = entry
        .fields
        .iter()
        .filter(|field| !field.depends_on.is_empty());
    let dependencies: PropertyMap = made
        .map(|field| (field.name.to_owned(), field.depends_on.into()))
        .collect();
    if !dependencies.is_empty() {
        beside.insert("outputDependencies".to_owned(), dependencies.into());
    }
    if entry.hooks.contains(&"migrate") {
        let mut migrations = Migrations::default();
        (entry.migrations)(&mut migrations);
        match migrations.version() {
            0 => types.problem(format!("`{token}` has `migrations` without a step")),
            version => {
                beside.insert("stateVersion".to_owned(), version.into());
            }
        }
    }
    if let Some(list) = &entry.list
        && has_rules(list.query, list.constraints)
    {
        types.problem(format!(
            "the query of `{token}` has rules, which the host does not know; check them in `list`"
        ));
    }
    insert_rules(&mut beside, entry.fields, entry.constraints);
    beside
}

fn functions(entries: &[FunctionEntry], types: &mut Types) -> Described {
    let mut described = Described::default();
    for entry in entries {
        let token = types.token(entry.spec.token, entry.spec.name);
        let mut schema = PropertyMap::new();
        describe(&mut schema, entry.spec.description);
        deprecate(&mut schema, entry.spec.deprecated);
        schema::speak(&mut schema, entry.spec.language, &token, types);
        let inputs = schema::object_schema(entry.arguments, types);
        schema.insert("inputs".to_owned(), inputs.into());
        if !entry.spec.positional.is_empty() {
            schema.insert(
                "multiArgumentInputs".to_owned(),
                entry.spec.positional.into(),
            );
        }
        schema.insert("outputs".to_owned(), (entry.output)(types));
        let mut beside = PropertyMap::new();
        beside.insert("pure".to_owned(), entry.spec.pure.into());
        insert_rules(&mut beside, entry.arguments, entry.constraints);
        described.add(token, schema, beside, types);
    }
    described
}

/// The configuration once more, for programs that read it by key.
fn variables(fields: &[Field], types: &mut Types) -> PropertyMap {
    let mut schema = schema::object_schema(fields, types);
    let variables = schema.remove("properties").unwrap_or_default();
    let mut config = PropertyMap::new();
    config.insert("variables".to_owned(), variables);
    // SDKs do not require a value that the environment may give, but it must be present nevertheless.
    let required = fields
        .iter()
        .filter(|field| field.required && field.default.is_none());
    let required: Vec<&str> = required.map(|field| field.name).collect();
    if !required.is_empty() {
        config.insert("defaults".to_owned(), json!(required));
    }
    config
}

/// A provider with a configuration must be given it, with or without the author's `configure`.
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

/// The variables that `provider!` names, and the variables of defaults.
fn environment<P: ProviderComponent>(config: Option<&ConfigEntry>) -> Vec<JsonValue> {
    let mut variables: Vec<_> = P::PACKAGE.env.iter().map(network::variable).collect();
    let config = config.map(|config| config.fields).unwrap_or_default();
    let resources = P::RESOURCES.iter().flat_map(|entry| entry.fields);
    let functions = P::FUNCTIONS.iter().flat_map(|entry| entry.arguments);
    let components = P::COMPONENTS.iter().flat_map(|entry| entry.fields);
    let methods = P::METHODS.iter().flat_map(|entry| entry.arguments);
    let fields = config.iter().chain(resources).chain(functions);
    let fields = fields.chain(components).chain(methods);
    for field in fields {
        for variable in field.environment {
            if !variables.iter().any(|known| known["name"] == **variable) {
                let reason = format!("default of `{}`", field.name);
                variables.push(json!({ "name": variable, "required": false, "reason": reason }));
            }
        }
    }
    variables
}
