//! Documentation in Markdown: a page for each resource and function.

use std::fmt::Write as _;

use pulumi_wasm_core::manifest::{Hook, Manifest};
use pulumi_wasm_core::schema::FunctionOutputs;
use serde_json::Value;

use super::example::{self, Maker};
use super::files::{MARK, Names, Page};
use super::markdown;
use super::permissions;
use crate::component::document::{at, is_true, members, texts, type_name};

/// The page that lists the others.
pub(super) const INDEX: &str = "README.md";

/// The schema as the component gave it: a manifest that was read from its text has it.
pub(crate) fn document(manifest: &Manifest) -> &Value {
    let documents = manifest.documents();
    documents.map_or(&Value::Null, |documents| &documents.schema)
}

/// All pages: the first one lists the others.
pub(super) fn of(manifest: &Manifest) -> Vec<Page> {
    let document = document(manifest);
    let maker = Maker::new(&manifest.schema);
    let mut names = Names::default();
    names.reserve(INDEX);
    let mut pages = Vec::new();
    let mut index = format!("# {}\n\n", manifest.name());
    paragraph(&mut index, at(document, &["description"]));
    let _ = writeln!(index, "Version {}.\n", manifest.version());
    configuration(&mut index, manifest);
    index.push_str(&permissions::section(manifest));
    for (title, kind) in [("Resources", "resources"), ("Functions", "functions")] {
        let all = at(document, &[kind]);
        if members(all).next().is_none() {
            continue;
        }
        let _ = writeln!(index, "## {title}\n");
        for (token, spec) in members(all) {
            let text = match kind {
                "resources" => resource(manifest, &maker, token, spec),
                _ => function(manifest, &maker, token, spec),
            };
            let file = names.of(token);
            let page = Page {
                file,
                title: name_of(token).to_owned(),
                group: Some(title),
                text,
            };
            let first = first_sentence(at(spec, &["description"]));
            let _ = writeln!(index, "- [{}]({}){first}", name_of(token), page.file);
            pages.push(page);
        }
        index.push('\n');
    }
    let types = types(document);
    index.push_str(&types);
    let file = INDEX.to_owned();
    pages.insert(
        0,
        Page {
            file,
            title: manifest.name().to_owned(),
            group: None,
            text: trimmed(index),
        },
    );
    pages
}

fn configuration(text: &mut String, manifest: &Manifest) {
    let spec = at(document(manifest), &["provider"]);
    let properties = at(spec, &["inputProperties"]);
    if members(properties).next().is_some() {
        text.push_str("## Configuration\n\n");
        let title = format!("`pulumi config set {}:NAME VALUE`", manifest.name());
        let _ = writeln!(text, "{title}\n");
        table(
            text,
            properties,
            &texts(at(spec, &["requiredInputs"])),
            true,
        );
    }
}

fn resource(manifest: &Manifest, maker: &Maker, token: &str, spec: &Value) -> String {
    let mut text = format!("# {}\n\n", name_of(token));
    deprecation(&mut text, spec);
    paragraph(&mut text, at(spec, &["description"]));
    let schema = manifest.schema.resources.get(token);
    if let Some(inputs) = schema.and_then(|schema| maker.example(&schema.inputs)) {
        text.push_str(
            "## Example\n\n```yaml\nname: example\nruntime: yaml\nresources:\n  example:\n",
        );
        let _ = writeln!(text, "    type: {}", in_yaml(token));
        if !inputs.is_empty() {
            text.push_str("    properties:\n");
            text.push_str(&example::yaml(&inputs, 6));
        }
        text.push_str("```\n\n");
    }
    let inputs = at(spec, &["inputProperties"]);
    section(
        &mut text,
        "Inputs",
        inputs,
        &texts(at(spec, &["requiredInputs"])),
        true,
    );
    section(&mut text, "Outputs", at(spec, &["properties"]), &[], false);
    // The author's text says more.
    let is_described = at(spec, &["description"])
        .as_str()
        .is_some_and(|text| text.contains("# Import"));
    if manifest.resource_has(token, Hook::Read) && !is_described {
        let form = schema.and_then(|schema| schema.import_id.as_ref());
        let id = match form {
            Some(form) => format!("an id of the form {}", markdown::code(form.as_str())),
            None => "its id".to_owned(),
        };
        let _ = writeln!(text, "## Import\n\nBy {id}:\n");
        let shown = form.map_or("ID", |form| form.as_str());
        let _ = writeln!(
            text,
            "```sh\npulumi import {token} example {}\n```\n",
            always_quoted(shown)
        );
    }
    trimmed(text)
}

fn function(manifest: &Manifest, maker: &Maker, token: &str, spec: &Value) -> String {
    let mut text = format!("# {}\n\n", name_of(token));
    deprecation(&mut text, spec);
    paragraph(&mut text, at(spec, &["description"]));
    let schema = manifest.schema.functions.get(token);
    // Programs in YAML call no methods.
    let function = schema.filter(|schema| !schema.inputs.properties.contains_key("__self__"));
    if let Some(arguments) = function.and_then(|schema| maker.example(&schema.inputs)) {
        text.push_str("## Example\n\n```yaml\nname: example\nruntime: yaml\nvariables:\n  example:\n    fn::invoke:\n");
        let _ = writeln!(text, "      function: {}", in_yaml(token));
        if arguments.is_empty() {
            text.push_str("      arguments: {}\n");
        } else {
            text.push_str("      arguments:\n");
            text.push_str(&example::yaml(&arguments, 8));
        }
        text.push_str("```\n\n");
    }
    let inputs = at(spec, &["inputs"]);
    let required = texts(at(inputs, &["required"]));
    section(
        &mut text,
        "Arguments",
        at(inputs, &["properties"]),
        &required,
        true,
    );
    match schema.map(|schema| &schema.outputs) {
        Some(FunctionOutputs::Value(_)) => {
            let name = type_name(at(spec, &["outputs"]));
            let _ = writeln!(text, "## Result\n\n{}\n", markdown::code(&name));
        }
        _ => section(
            &mut text,
            "Result",
            at(spec, &["outputs", "properties"]),
            &[],
            false,
        ),
    }
    trimmed(text)
}

fn types(document: &Value) -> String {
    let mut text = String::new();
    for (token, spec) in members(at(document, &["types"])) {
        if text.is_empty() {
            text.push_str("## Types\n\n");
        }
        let _ = writeln!(text, "### {}\n", name_of(token));
        paragraph(&mut text, at(spec, &["description"]));
        let values = at(spec, &["enum"]).as_array().into_iter().flatten();
        let values: Vec<String> = values
            .map(|entry| {
                let about = first_sentence(at(entry, &["description"]));
                let value = at(entry, &["value"]).to_string();
                format!("- {}{about}", markdown::code(&value))
            })
            .collect();
        if !values.is_empty() {
            let _ = writeln!(text, "{}\n", values.join("\n"));
        }
        let properties = at(spec, &["properties"]);
        if members(properties).next().is_some() {
            table(&mut text, properties, &texts(at(spec, &["required"])), true);
        }
    }
    text
}

fn section(text: &mut String, title: &str, properties: &Value, required: &[&str], are_given: bool) {
    if members(properties).next().is_some() {
        let _ = writeln!(text, "## {title}\n");
        table(text, properties, required, are_given);
    }
}

fn table(text: &mut String, properties: &Value, required: &[&str], are_given: bool) {
    text.push_str("| name | type | |\n| --- | --- | --- |\n");
    for (name, property) in members(properties) {
        let mut about: Vec<String> = Vec::new();
        if are_given && required.contains(&name.as_str()) {
            about.push("required".to_owned());
        }
        about.extend(marks(property));
        let description = at(property, &["description"]).as_str().unwrap_or_default();
        let mut cell = description.to_owned();
        if !about.is_empty() {
            let marks = format!("*{}*", about.join(", "));
            cell = if cell.is_empty() {
                marks
            } else {
                format!("{cell} {marks}")
            };
        }
        let row = [markdown::code(name), type_name(property), cell];
        let row = row.map(|cell| markdown::cell(&cell));
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text.push('\n');
}

/// The facts about a property, apart from its type.
pub(crate) fn marks(property: &Value) -> Vec<String> {
    let mut marks = Vec::new();
    if is_true(at(property, &["secret"])) {
        marks.push("secret".to_owned());
    }
    if is_true(at(property, &["replaceOnChanges"]))
        || is_true(at(property, &["willReplaceOnChanges"]))
    {
        marks.push("replaces".to_owned());
    }
    for (key, word) in [("default", "default"), ("const", "always")] {
        if let Some(value) = property.get(key) {
            marks.push(format!("{word} {value}"));
        }
    }
    if let Some(reason) = at(property, &["deprecationMessage"]).as_str() {
        marks.push(format!("deprecated: {reason}"));
    }
    marks
}

fn deprecation(text: &mut String, spec: &Value) {
    if let Some(reason) = at(spec, &["deprecationMessage"]).as_str() {
        let _ = writeln!(text, "**Deprecated**: {}\n", markdown::one_line(reason));
    }
}

fn paragraph(text: &mut String, description: &Value) {
    if let Some(description) = description.as_str().filter(|text| !text.trim().is_empty()) {
        let _ = writeln!(text, "{}\n", markdown::description(description));
    }
}

/// The first sentence, for a list of names.
fn first_sentence(description: &Value) -> String {
    let text = description.as_str().unwrap_or_default();
    let line = text.trim().lines().next().unwrap_or_default();
    if line.is_empty() {
        String::new()
    } else {
        format!(": {}", markdown::one_line(line))
    }
}

fn name_of(token: &str) -> &str {
    token.rsplit(':').next().unwrap_or(token)
}

/// A token as programs in Pulumi's YAML write it: `random:RandomPet`, `acme:storage:Bucket`.
fn in_yaml(token: &str) -> String {
    let mut parts = token.splitn(3, ':');
    let (package, module, name) = (parts.next(), parts.next(), parts.next());
    let (Some(package), Some(module), Some(name)) = (package, module, name) else {
        return token.to_owned();
    };
    match module.split('/').next() {
        Some("index") | None => format!("{package}:{name}"),
        Some(module) => format!("{package}:{module}:{name}"),
    }
}

/// Quoted for a shell, as a placeholder.
fn always_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn trimmed(text: String) -> String {
    format!("{}\n\n{MARK}", text.trim_end())
}
