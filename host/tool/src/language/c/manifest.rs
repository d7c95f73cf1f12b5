//! Reads the manifest that an author writes beside the source.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_core::manifest::{Hook, Manifest, ManifestError};

use super::tree::{Content, Node};
use crate::files::bounded_file;
use crate::properties;

/// The possible names of the file, the usual one first.
pub(super) const NAMES: [&str; 2] = ["manifest.yaml", "manifest.json"];

const HINT: &str = "hint: `docs/author/manifest.md` lists the keys; hooks are not among them, because the tables in the source have them";

/// The manifest file of a project. `None` if the project has no such file.
pub(super) fn file(project: &Path) -> Option<PathBuf> {
    let mut files = NAMES.iter().map(|name| project.join(name));
    files.find(|file| file.is_file())
}

/// Reads and checks the manifest, and completes it.
///
/// # Errors
/// With all mistakes, each with its line.
pub(super) fn read(project: &Path, title: &str) -> anyhow::Result<Node> {
    let Some(file) = file(project) else {
        bail!(
            "{} has no `{}`\nhint: it describes the provider beside the source; compare it with a new project",
            project.display(),
            NAMES[0]
        );
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let text = text_of(&file, &name)?;
    let read: Node = match properties::from_yaml(&text) {
        Ok(read) => read,
        Err(error) => bail!("{name} cannot be read: {error}\n{HINT}"),
    };
    if !matches!(read.content, Content::Map(_)) {
        bail!(
            "{name}:1: the manifest is an object with the key `schema`, and this file has no object\n{HINT}"
        );
    }
    let mut manifest = completed(read, title);
    judge(&manifest, &name)?;
    if let Some(resources) = manifest.at(&["resources"])
        && let Some((token, _)) = resources
            .entries()
            .find(|(_, traits)| traits.get("hooks").is_some())
    {
        bail!(
            "{name}:{}: `hooks` of {token} are in the tables of the source\n{HINT}",
            resources.line_of(&format!("/{token}/hooks"))
        );
    }
    // The format comes first, as in all manifests.
    if let Content::Map(entries) = &mut manifest.content {
        entries.sort_by_key(|(key, _)| key != "manifest");
    }
    Ok(manifest)
}

/// The text of the file.
fn text_of(file: &Path, name: &str) -> anyhow::Result<String> {
    let error = match bounded_file::text(file) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    if let Ok(bytes) = bounded_file::large(file)
        && let Err(wrong) = std::str::from_utf8(&bytes)
    {
        let before = bytes.iter().take(wrong.valid_up_to());
        let line = before.filter(|byte| **byte == b'\n').count() + 1;
        bail!("{name}:{line}: the file is not UTF-8 from here on\nhint: save it as text in UTF-8");
    }
    Err(error).with_context(|| format!("cannot read {}", file.display()))
}

/// Whether the schema has a component resource.
pub(super) fn has_components(manifest: &Node) -> bool {
    let resources = manifest.at(&["schema", "resources"]);
    let mut resources = resources.into_iter().flat_map(Node::entries);
    resources.any(|(_, of)| of.get("isComponent").is_some_and(Node::is_true))
}

/// Adds the parts that follow from the rest: the format, the SDK, and the configuration as older programs read it.
fn completed(mut manifest: Node, title: &str) -> Node {
    manifest.add("manifest", Node::new(Content::Number(1.into())));
    let sdk = vec![
        (
            "name".to_owned(),
            Node::text(&format!("pulumi-wasm ({title})")),
        ),
        ("version".to_owned(), Node::text(env!("CARGO_PKG_VERSION"))),
    ];
    manifest.add("sdk", Node::new(Content::Map(sdk)));
    manifest.add("permissions", Node::new(Content::Map(Vec::new())));
    let provider = manifest.at(&["schema", "provider"]);
    let of_provider = |key| provider.and_then(|provider| provider.get(key)).cloned();
    if let Some(variables) = of_provider("inputProperties") {
        let mut config = vec![("variables".to_owned(), variables)];
        if let Some(required) = of_provider("requiredInputs") {
            config.push(("defaults".to_owned(), required));
        }
        if let Some(schema) = manifest.map("schema") {
            schema.add("config", Node::new(Content::Map(config)));
        }
    }
    manifest
}

/// Reports mistakes with their lines.
fn judge(manifest: &Node, name: &str) -> anyhow::Result<()> {
    let mut text = String::new();
    with_all_hooks(manifest).write_json(&mut text);
    let mistakes = match Manifest::parse(&text) {
        Ok(_) => return Ok(()),
        Err(ManifestError::Mistakes(mistakes)) => mistakes,
        Err(error) => bail!("{name}: {error}\n{HINT}"),
    };
    let told: Vec<_> = mistakes
        .iter()
        .map(|mistake| {
            let place = mistake.split(": ").next().unwrap_or_default();
            format!("{name}:{}: {mistake}", manifest.line_of(place).max(1))
        })
        .collect();
    bail!("the manifest has mistakes:\n{}\n{HINT}", told.join("\n"))
}

/// The manifest as if the source had all hooks: rules that need a hook are judged when the component describes itself.
fn with_all_hooks(manifest: &Node) -> Node {
    let mut complete = manifest.clone();
    let tokens = |kind| -> Vec<(String, bool)> {
        let declared = manifest.at(&["schema", kind]);
        let declared = declared.into_iter().flat_map(Node::entries);
        let is_component = |node: &Node| node.get("isComponent").is_some_and(Node::is_true);
        declared
            .map(|(token, node)| (token.to_owned(), is_component(node)))
            .collect()
    };
    let list = |names: &[&str]| {
        Node::new(Content::List(
            names.iter().map(|name| Node::text(name)).collect(),
        ))
    };
    if let Some(resources) = complete.map("resources") {
        for (token, is_component) in tokens("resources") {
            if let Some(traits) = resources.map(&token) {
                let is_first_version = traits.get("stateVersion").is_none();
                let is_possible = |hook| match hook {
                    Hook::Construct => is_component,
                    Hook::Migrate => !is_component && !is_first_version,
                    _ => !is_component,
                };
                let hooks: Vec<_> = Hook::of_resources()
                    .filter(|(_, hook)| is_possible(*hook))
                    .map(|(name, _)| name)
                    .collect();
                traits.add("hooks", list(&hooks));
            }
        }
    }
    if let Some(functions) = complete.map("functions") {
        for (token, _) in tokens("functions") {
            if let Some(traits) = functions.map(&token) {
                traits.add("pure", Node::new(Content::Flag(false)));
            }
        }
    }
    if let Some(provider) = complete.map("provider") {
        provider.add("hooks", list(&["configure", "check-config"]));
    }
    complete
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> anyhow::Result<Node> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("manifest.yaml"), text).unwrap();
        read(folder.path(), "C")
    }

    const TEMPLATE: &str = include_str!("../../templates/c/manifest.yaml");

    #[test]
    fn the_manifest_of_a_new_project_is_complete() {
        let manifest = read_text(TEMPLATE).unwrap();
        assert!(
            manifest
                .at(&["schema", "resources", "demo:index:Greeting"])
                .is_some()
        );
        let mut text = String::new();
        manifest.write_json(&mut text);
        assert!(text.starts_with(r#"{"manifest":1,"#), "{text}");
    }

    #[test]
    fn mistakes_have_the_lines_of_the_file() {
        let wrong = TEMPLATE.replace(
            "type: string, description: How",
            "type: sting, description: How",
        );
        let error = read_text(&wrong).unwrap_err().to_string();
        assert!(error.contains("manifest.yaml:11: "), "{error}");
        assert!(
            error.contains("sting") && error.contains("hint: "),
            "{error}"
        );
    }

    #[test]
    fn hooks_belong_into_the_source() {
        let text = format!("{TEMPLATE}resources:\n  demo:index:Greeting:\n    hooks: [create]\n");
        let error = read_text(&text).unwrap_err().to_string();
        assert!(
            error.contains("manifest.yaml:20: `hooks` of demo:index:Greeting"),
            "{error}"
        );
    }
}
