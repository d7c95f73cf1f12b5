//! The contents of the state of a stack, and those that it must not have.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::stack::Stack;

/// The key that marks secrets, assets and other values that `pulumi stack output` prints in another form.
const SPECIAL: &str = "4dabf18193072939515e22adb298388d";

impl Stack {
    /// The state, with encrypted secrets.
    pub fn export(&self) -> Value {
        if let Some(deployment) = self.deployment() {
            return json!({"version": 3, "deployment": deployment});
        }
        let output = self.run(&["stack", "export", "--stack", "dev"]).succeeds();
        serde_json::from_str(&output.stdout).unwrap()
    }

    /// The deployment in the file of the only stack, as `pulumi stack export` prints it.
    fn deployment(&self) -> Option<Value> {
        if !self.has_usual_state() {
            return None;
        }
        let projects = fs::read_dir(self.path().join("state/.pulumi/stacks")).ok()?;
        let mut files = projects
            .flatten()
            .map(|project| project.path().join("dev.json"))
            .filter(|file| file.is_file());
        let (file, None) = (files.next()?, files.next()) else {
            return None;
        };
        let state: Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        let deployment = &state["checkpoint"]["latest"];
        let is_known = matches!(state["version"].as_u64(), Some(3 | 4));
        (is_known && deployment.is_object()).then(|| deployment.clone())
    }

    /// The resource of this name in the state.
    pub fn resource(&self, name: &str) -> Option<Value> {
        let suffix = format!("::{name}");
        self.find(|resource| {
            let urn = resource["urn"].as_str();
            urn.is_some_and(|urn| urn.ends_with(&suffix))
        })
    }

    /// The provider of this package in the state.
    pub fn provider(&self, package: &str) -> Option<Value> {
        let kind = format!("pulumi:providers:{package}");
        self.find(|resource| resource["type"] == *kind)
    }

    fn find(&self, is_wanted: impl Fn(&Value) -> bool) -> Option<Value> {
        let state = self.export();
        let resources = state["deployment"]["resources"].as_array()?;
        resources
            .iter()
            .find(|resource| is_wanted(resource))
            .cloned()
    }

    /// An output of the stack. A secret is decrypted by the engine.
    pub fn output(&self, name: &str) -> Value {
        let stack = self.find(|resource| resource["type"] == "pulumi:pulumi:Stack");
        let output = stack.as_ref().and_then(|stack| stack["outputs"].get(name));
        match output {
            Some(output) if !output.to_string().contains(SPECIAL) => output.clone(),
            _ => self.outputs()[name].clone(),
        }
    }

    /// The outputs of the stack. Secrets are decrypted by the engine.
    pub fn outputs(&self) -> Value {
        let stack = self.find(|resource| resource["type"] == "pulumi:pulumi:Stack");
        if let Some(outputs) = stack.as_ref().and_then(|stack| stack.get("outputs"))
            && !outputs.to_string().contains(SPECIAL)
        {
            return outputs.clone();
        }
        let output = self
            .run(&[
                "stack",
                "output",
                "--stack",
                "dev",
                "--json",
                "--show-secrets",
            ])
            .succeeds();
        serde_json::from_str(&output.stdout).unwrap()
    }

    /// Replaces the state.
    pub fn import_state(&self, state: &Value) {
        let file = self.path().join("imported-state.json");
        fs::write(&file, state.to_string()).unwrap();
        self.run(&[
            "stack",
            "import",
            "--stack",
            "dev",
            "--file",
            file.to_str().unwrap(),
        ])
        .succeeds();
    }

    /// Asserts that no file of the backend, neither the state nor its history, contains a text.
    #[track_caller]
    pub fn keeps_secret(&self, text: &str) {
        assert!(!text.is_empty(), "nothing to look for");
        for file in files(&self.path().join("state")) {
            let content = fs::read_to_string(&file).unwrap_or_default();
            assert!(
                !content.contains(text),
                "{} holds `{text}` in clear",
                file.display()
            );
        }
    }
}

/// All files below a directory.
pub fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}
