//! A program for engines whose language host runs Go alone, or YAML alone.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use test_support::programs;

use super::age::Age;

/// Resources in order, and the outputs of the stack. A text `${NAME.PROPERTY}` is an output of a resource before.
#[derive(Debug, Clone, Default)]
pub(super) struct Program {
    resources: Vec<(String, String, Value, Option<String>)>,
    outputs: Map<String, Value>,
}

impl Program {
    pub(super) fn with(mut self, name: &str, token: &str, properties: Value) -> Self {
        let resource = (name.to_owned(), token.to_owned(), properties, None);
        self.resources.push(resource);
        self
    }

    /// Imports the last resource by this id.
    pub(super) fn import(mut self, id: &str) -> Self {
        self.resources.last_mut().unwrap().3 = Some(id.to_owned());
        self
    }

    pub(super) fn output(mut self, name: &str, value: &str) -> Self {
        self.outputs.insert(name.to_owned(), value.into());
        self
    }

    /// Writes the project of the program.
    pub(super) fn write(&self, age: Age, name: &str, project: &Path) {
        if age.speaks_yaml() {
            self.write_in_yaml(name, project)
        } else {
            self.write_for_go(age, name, project)
        }
    }

    fn write_in_yaml(&self, name: &str, project: &Path) {
        let resources = self
            .resources
            .iter()
            .map(|(name, token, properties, import)| {
                let options = import.as_ref().map(|id| json!({ "import": id }));
                let resource = json!({
                    "type": token, "properties": properties, "options": options.unwrap_or_else(|| json!({})),
                });
                (name.clone(), resource)
            });
        let resources: Map<String, Value> = resources.collect();
        let program = json!({ "name": name, "runtime": "yaml", "resources": resources, "outputs": self.outputs });
        fs::write(project.join("Pulumi.yaml"), format!("{program:#}")).unwrap();
    }

    fn write_for_go(&self, age: Age, name: &str, project: &Path) {
        // Before 1.0 the program is the file with the project's name.
        let (binary, runtime) = match age {
            Age::V0_17_28 => (name, json!("go")),
            _ => (
                "program",
                json!({ "name": "go", "options": { "binary": "./program" } }),
            ),
        };
        let settings = json!({ "name": name, "runtime": runtime });
        // JSON is YAML.
        fs::write(project.join("Pulumi.yaml"), format!("{settings:#}")).unwrap();
        let binary = project.join(binary);
        if !binary.exists() {
            programs::place(&age.programs().join("program"), &binary);
        }
        let resources = self
            .resources
            .iter()
            .map(|(name, token, properties, import)| {
                json!({
                    "name": name, "type": token, "properties": properties,
                    "import": import.as_deref().unwrap_or_default(),
                })
            });
        let resources: Vec<Value> = resources.collect();
        let program = json!({ "resources": resources, "outputs": self.outputs });
        fs::write(project.join("resources.json"), format!("{program:#}")).unwrap();
    }
}
