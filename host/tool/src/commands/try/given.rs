//! The typed arguments: the resource type, inputs and configuration.

use std::path::Path;

use anyhow::{Context, bail};
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::schema::{
    FunctionSchema, ObjectSchema, Primitive, ResourceSchema, Type, nearest,
};
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_simulator::from_map;
use serde_json::{Map, Value};

use crate::files::bounded_file;
use crate::properties::named_files::NamedFiles;
use crate::properties::{from_yaml, to_properties};

/// The resource type for a word: a token, or the last part of one.
pub(super) fn resource<'a>(
    manifest: &'a Manifest,
    word: &str,
) -> anyhow::Result<(String, &'a ResourceSchema)> {
    let resources = &manifest.schema.resources;
    let last = |token: &str| token.rsplit(':').next() == Some(word);
    let mut found = resources
        .iter()
        .filter(|(token, _)| *token == word || last(token));
    match (found.next(), found.next()) {
        (Some((token, schema)), None) => Ok((token.to_owned(), schema)),
        (Some((one, _)), Some((other, _))) => {
            bail!("`{word}` may be `{one}` or `{other}`\nhint: give the whole token")
        }
        (None, _) => {
            let mut functions = manifest.schema.functions.keys();
            if let Some(function) = functions.find(|token| *token == word || last(token)) {
                bail!(
                    "`{function}` is a function, and `try` makes resources\n\
                     hint: `pulumi-wasm test` calls it, by a case with `function: {word}`"
                )
            }
            let tokens: Vec<&str> = resources.keys().collect();
            let names = tokens.iter().filter_map(|token| token.rsplit(':').next());
            let hint = match nearest(word, names.chain(tokens.iter().copied())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it has `{}`", tokens.join("`, `")),
            };
            bail!(
                "`{}` has no resource type `{word}`\nhint: {hint}",
                manifest.name()
            )
        }
    }
}

/// The method for a word: a token, or the last part of one, such as `Website/announce`. `None` if it names no method.
pub(super) fn method<'a>(
    manifest: &'a Manifest,
    word: &str,
) -> anyhow::Result<Option<(String, &'a FunctionSchema)>> {
    let is_resource = |token: &str| manifest.schema.resources.contains_key(token);
    let Some((of, name)) = word.rsplit_once('/').filter(|_| !is_resource(word)) else {
        return Ok(None);
    };
    let (of, _) = resource(manifest, of)?;
    let token = format!("{of}/{name}");
    if let Some(method) = manifest.schema.functions.get(&token) {
        return Ok(Some((token, method)));
    }
    let methods = manifest.schema.functions.keys();
    let methods = methods.filter_map(|method| method.strip_prefix(&format!("{of}/")));
    let methods: Vec<&str> = methods.collect();
    let hint = match (nearest(name, methods.iter().copied()), methods.is_empty()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, true) => "it has no methods".to_owned(),
        (None, false) => format!("it has `{}`", methods.join("`, `")),
    };
    bail!("`{of}` has no method `{name}`\nhint: {hint}")
}

/// The user's values for inputs or configuration: words such as `length=6`, and a file.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) words: &'a [String],
    pub(crate) file: Option<&'a Path>,
}

impl Given<'_> {
    pub(super) fn is_nothing(&self) -> bool {
        self.words.is_empty() && self.file.is_none()
    }

    /// All values, in Pulumi's encoding: words take precedence over the file. Files that are named in the file are
    /// found from its folder, and others from this one.
    fn members(&self, schema: &ObjectSchema, here: &Path) -> anyhow::Result<Map<String, Value>> {
        let mut members = match self.file {
            Some(file) => read(file, here)?,
            None => Map::new(),
        };
        members.extend(encoded(
            &pairs(schema, self.words)?,
            &NamedFiles::any(here),
        )?);
        Ok(members)
    }
}

fn read(file: &Path, here: &Path) -> anyhow::Result<Map<String, Value>> {
    let members = members_of(file)?;
    encoded(&members, &named_in(file, here)).with_context(|| format!("`{}`", file.display()))
}

/// The names with values in a YAML or JSON file.
pub(super) fn members_of(file: &Path) -> anyhow::Result<Map<String, Value>> {
    let shown = file.display();
    let text = bounded_file::text(file).with_context(|| {
        format!("cannot read `{shown}`\nhint: give a file with names and values in YAML or JSON")
    })?;
    let read: Option<Map<String, Value>> = from_yaml(&text).map_err(|error| {
        anyhow::anyhow!("`{shown}` is not a map of names to values in YAML or JSON: {error}\nhint: write one `NAME: VALUE` a line, as in `length: 6`")
    })?;
    Ok(read.unwrap_or_default())
}

/// The files that a file may name, which the user names on the command line.
pub(crate) fn named_in(file: &Path, here: &Path) -> NamedFiles {
    let parent = file.parent();
    NamedFiles::any(parent.map_or(here.to_owned(), |parent| here.join(parent)))
}

fn encoded(members: &Map<String, Value>, files: &NamedFiles) -> anyhow::Result<Map<String, Value>> {
    Ok(match from_map(to_properties(members, files)?) {
        Value::Object(members) => members,
        _ => Map::new(),
    })
}

/// The inputs, or the arguments of a method; `None` if the user gives none.
pub(super) fn inputs(
    schema: &ObjectSchema,
    given: Given<'_>,
    here: &Path,
) -> anyhow::Result<Option<Map<String, Value>>> {
    if given.is_nothing() {
        return Ok(None);
    }
    given.members(schema, here).map(Some)
}

/// The configuration: the earlier values, with the values that are given now. Secrets by the schema are marked. A name
/// may have the package's before it, as `pulumi config set` and messages write it.
pub(crate) fn config(
    manifest: &Manifest,
    given: Given<'_>,
    here: &Path,
    known: Map<String, Value>,
) -> anyhow::Result<Map<String, Value>> {
    let schema = &manifest.schema.config;
    let prefix = format!("{}:", manifest.name());
    let short = |name: &str| name.strip_prefix(&prefix).unwrap_or(name).to_owned();
    let words: Vec<String> = given.words.iter().map(|word| short(word)).collect();
    let given = Given {
        words: &words,
        ..given
    };
    let mut all = known;
    let marked = given
        .members(schema, here)?
        .into_iter()
        .map(|(key, value)| {
            let key = short(&key);
            let is_secret = schema
                .properties
                .get(&key)
                .is_some_and(|property| property.secret);
            let is_marked = value.get(special_values::KEY).and_then(Value::as_str)
                == Some(special_values::SECRET);
            if is_secret && !is_marked {
                (key, pulumi_wasm_simulator::secret(value))
            } else {
                (key, value)
            }
        });
    all.extend(marked);
    Ok(all)
}

/// Words such as `length=6`: as the schema has them, text if the property is text, else as YAML.
fn pairs(schema: &ObjectSchema, words: &[String]) -> anyhow::Result<Map<String, Value>> {
    let mut members = Map::new();
    for word in words {
        let Some((name, text)) = word.split_once('=') else {
            bail!("`{word}` has no `=`\nhint: write it as NAME=VALUE");
        };
        let is_text = schema.properties.get(name).is_some_and(|property| {
            matches!(
                property.value_type,
                Type::Primitive(Primitive::String) | Type::Json | Type::Enum(_)
            )
        });
        let value = if is_text {
            Value::String(text.to_owned())
        } else {
            // A word that is not YAML is text; the check says whether text is right there.
            from_yaml(text).unwrap_or_else(|_| text.into())
        };
        members.insert(name.to_owned(), value);
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn words_are_read_as_the_schema_has_them() {
        let manifest = json!({
            "manifest": 1,
            "schema": { "name": "acme", "version": "1.0.0", "resources": { "acme:index:Thing": {
                "inputProperties": {
                    "label": { "type": "string" },
                    "count": { "type": "integer" },
                    "tags": { "type": "array", "items": { "type": "string" } },
                },
            } }, "functions": { "acme:index:look": {} } },
            "resources": { "acme:index:Thing": { "hooks": ["create"] } },
        });
        let manifest = Manifest::parse(&manifest.to_string()).expect("a manifest");
        let (token, schema) = resource(&manifest, "Thing").expect("a resource");
        assert_eq!(token, "acme:index:Thing");
        let words = ["label=1.0", "count=3", "tags=[a, b]", "other=x=y"].map(str::to_owned);
        let given = Given {
            words: &words,
            file: None,
        };
        let found = inputs(&schema.inputs, given, Path::new("/")).expect("inputs");
        assert_eq!(
            found.map(Value::Object),
            Some(json!({ "label": "1.0", "count": 3, "tags": ["a", "b"], "other": "x=y" }))
        );
        let error = resource(&manifest, "look").expect_err("no resource");
        assert_eq!(
            error.to_string(),
            "`acme:index:look` is a function, and `try` makes resources\n\
             hint: `pulumi-wasm test` calls it, by a case with `function: look`"
        );
        let error = resource(&manifest, "Thingy").expect_err("no such type");
        assert!(
            error.to_string().contains("did you mean `Thing`?"),
            "{error}"
        );
    }

    #[test]
    fn a_configuration_is_named_with_its_package_too() {
        let manifest = json!({
            "manifest": 1,
            "schema": { "name": "acme", "version": "1.0.0", "config": { "variables": {
                "server": { "type": "string" },
                "size": { "type": "string" },
            } } },
        });
        let manifest = Manifest::parse(&manifest.to_string()).expect("a manifest");
        let words = ["acme:server=http://a:1", "size=12", "other:size=1"].map(str::to_owned);
        let given = Given {
            words: &words,
            file: None,
        };
        let found = config(&manifest, given, Path::new("/"), Map::new()).expect("values");
        let expected = json!({ "server": "http://a:1", "size": "12", "other:size": 1 });
        assert_eq!(Value::Object(found), expected);
    }
}
