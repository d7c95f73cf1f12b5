//! The facts about a provider in pyproject.toml.

use std::path::Path;

use anyhow::bail;
use pulumi_wasm_core::text::Excerpt;
use serde_json::{Map, Value, json};
use toml::Table;

use crate::project::project_files::read_toml;

/// The part of pyproject.toml that matters here.
pub(super) struct Settings {
    /// The module with the provider.
    pub(super) module: String,
    /// The members of `[project]` that the package's schema takes: a JSON object.
    pub(super) project: Value,
    /// Packages that the provider needs, in pip's notation.
    pub(super) dependencies: Vec<String>,
}

impl Settings {
    /// Reads the file, and checks that the module exists.
    ///
    /// # Errors
    /// The error names the missing lines.
    pub(super) fn read(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join("pyproject.toml");
        let table = read_toml(&file)?;
        let none = Table::new();
        let section = |of: &Table, name: &str| {
            of.get(name)
                .and_then(toml::Value::as_table)
                .cloned()
                .unwrap_or_default()
        };
        let own = section(
            table
                .get("tool")
                .and_then(toml::Value::as_table)
                .unwrap_or(&none),
            "pulumi-wasm",
        );
        let shown = file.display();
        let Some(module) = own.get("module").and_then(toml::Value::as_str) else {
            bail!(
                "{shown} does not say which module the provider is in\nhint: write `module = \"NAME\"` below `[tool.pulumi-wasm]`"
            );
        };
        if let Some(unknown) = own.keys().find(|key| *key != "module") {
            bail!(
                "{shown} has `{unknown}` below `[tool.pulumi-wasm]`; the only key there is `module`"
            );
        }
        let place = module.replace('.', "/");
        let path = folder.join(&place);
        if !path.with_extension("py").is_file() && !path.join("__init__.py").is_file() {
            bail!(
                "{shown} names the module `{module}`, but neither {place}.py nor {place}/__init__.py is in {}\n\
                 hint: write the name of the provider's module as `module` below `[tool.pulumi-wasm]`",
                folder.display()
            );
        }
        let project = section(&table, "project");
        let dependencies = texts(&project, "dependencies");
        if let Some(option) = dependencies
            .iter()
            .find(|text| text.trim().starts_with('-'))
        {
            bail!(
                "{shown} has `{}` in `dependencies`, which is an option of pip and not a package",
                Excerpt::name(option)
            );
        }
        Ok(Self {
            module: module.to_owned(),
            dependencies,
            project: described(&project),
        })
    }
}

fn texts(table: &Table, key: &str) -> Vec<String> {
    let listed = table.get(key).and_then(toml::Value::as_array);
    let texts = listed.into_iter().flatten().filter_map(toml::Value::as_str);
    texts.map(str::to_owned).collect()
}

/// The members that the schema knows too.
fn described(project: &Table) -> Value {
    let mut found = Map::new();
    for key in ["name", "version", "description"] {
        if let Some(text) = project.get(key).and_then(toml::Value::as_str) {
            found.insert(key.to_owned(), text.into());
        }
    }
    // Since PEP 639 a license is an expression; before, it was a table.
    let license = project.get("license");
    let license = license.and_then(|license| match license {
        toml::Value::Table(table) => table.get("text")?.as_str(),
        other => other.as_str(),
    });
    if let Some(license) = license {
        found.insert("license".to_owned(), license.into());
    }
    let keywords = texts(project, "keywords");
    if !keywords.is_empty() {
        found.insert("keywords".to_owned(), json!(keywords));
    }
    let urls = project.get("urls").and_then(toml::Value::as_table);
    for (label, address) in urls.into_iter().flatten() {
        let key = label.to_lowercase();
        if ["homepage", "repository"].contains(&key.as_str())
            && let Some(address) = address.as_str()
        {
            found.insert(key, address.into());
        }
    }
    Value::Object(found)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(text: &str) -> anyhow::Result<Settings> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("pyproject.toml"), text).unwrap();
        fs::write(folder.path().join("demo.py"), "").unwrap();
        Settings::read(folder.path())
    }

    #[test]
    fn a_missing_module_is_reported_with_its_files() {
        let read = read("[tool.pulumi-wasm]\nmodule = \"acme.main\"");
        let said = read.map(drop).unwrap_err().to_string();
        assert!(
            said.contains("neither acme/main.py nor acme/main/__init__.py is in"),
            "{said}"
        );
        assert!(said.contains("hint: "), "{said}");
    }

    #[test]
    fn what_the_schema_knows_is_taken_from_the_project() {
        let text = r#"
            [project]
            name = "demo"
            version = "1.2.3"
            license = { text = "MIT" }
            keywords = ["one"]
            dependencies = ["tomli>=2"]
            [project.urls]
            Repository = "https://example.com/demo"
            Issues = "https://example.com/issues"
            [tool.pulumi-wasm]
            module = "demo"
        "#;
        let settings = read(text).unwrap();
        assert_eq!(
            (settings.module.as_str(), settings.dependencies),
            ("demo", vec!["tomli>=2".to_owned()])
        );
        let expected = json!({
            "name": "demo",
            "version": "1.2.3",
            "license": "MIT",
            "keywords": ["one"],
            "repository": "https://example.com/demo",
        });
        assert_eq!(settings.project, expected);
    }

    #[test]
    fn what_is_missing_is_said() {
        for (text, says) in [
            ("[tool.pulumi-wasm]\n", "write `module = "),
            (
                "[tool.pulumi-wasm]\nmodule = \"other\"\n",
                "other/__init__.py",
            ),
            (
                "[tool.pulumi-wasm]\nmodule = \"demo\"\nmodul = 1\n",
                "`modul`",
            ),
            (
                "[project]\ndependencies = [\"--index-url=https://example.com\"]\n[tool.pulumi-wasm]\nmodule = \"demo\"\n",
                "an option of pip",
            ),
        ] {
            let error = read(text).err().map(|error| error.to_string());
            let error = error.unwrap_or_default();
            assert!(error.contains(says), "{error} should say {says}");
        }
    }
}
