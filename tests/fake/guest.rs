//! Fake guests: a component whose functions do what a test wants, with a manifest.

use std::collections::BTreeMap;

use pulumi_wasm_host::source::manifest_section;
use serde_json::{Value, json};

use super::module::component;
use super::steps::{Answer, Step};

/// The resource type of most guests.
pub(crate) const THING: &str = "acme:index:Thing";
/// The function of most guests.
pub(crate) const FUNCTION: &str = "acme:index:look";

/// A guest in the making.
pub(crate) struct Guest {
    functions: BTreeMap<&'static str, Vec<Step>>,
    start: Vec<Step>,
    manifest: Value,
    embedded: bool,
    ballast: usize,
}

impl Guest {
    /// A guest of the package `acme` with one resource type, whose `create` succeeds.
    pub(crate) fn new() -> Self {
        let guest = Self {
            functions: BTreeMap::new(),
            start: Vec::new(),
            manifest: json!({
                "manifest": 1,
                "schema": {
                    "name": "acme",
                    "version": "1.2.3",
                    "resources": { THING: {
                        "inputProperties": { "label": { "type": "string" } },
                        "properties": { "label": { "type": "string" } },
                    } },
                },
                "resources": { THING: { "hooks": [] } },
            }),
            embedded: true,
            ballast: 0,
        };
        guest.does(
            "create",
            [Step::Answer(Answer::Created {
                id: "made",
                outputs: "{\"label\":\"x\"}",
            })],
        )
    }

    /// Lets a function take these steps, and lists it as a hook.
    pub(crate) fn does(mut self, function: &'static str, steps: impl Into<Vec<Step>>) -> Self {
        self.functions.insert(function, steps.into());
        match function {
            "configure" | "check-config" => {
                let hooks = &mut self.manifest["provider"]["hooks"];
                if hooks.is_null() {
                    *hooks = json!([]);
                }
                hooks.as_array_mut().expect("hooks").push(function.into());
            }
            "describe" => {}
            "invoke" => {
                self.manifest["schema"]["functions"] =
                    json!({ FUNCTION: { "inputs": {}, "outputs": {} } });
            }
            resource => {
                let hooks = self.manifest["resources"][THING]["hooks"]
                    .as_array_mut()
                    .expect("hooks");
                if !hooks.contains(&resource.into()) {
                    hooks.push(resource.into());
                }
            }
        }
        self
    }

    /// Lets every new instance take these steps before anything else.
    pub(crate) fn starts_with(mut self, steps: impl Into<Vec<Step>>) -> Self {
        self.start = steps.into();
        self
    }

    /// Adds so many functions that nobody calls, which take time to compile.
    pub(crate) fn weighs(mut self, functions: usize) -> Self {
        self.ballast = functions;
        self
    }

    /// Changes the manifest.
    pub(crate) fn manifest(mut self, change: impl FnOnce(&mut Value)) -> Self {
        change(&mut self.manifest);
        self
    }

    /// Leaves the manifest out of the file; `describe` gives it unless it does something else.
    pub(crate) fn without_section(mut self) -> Self {
        self.embedded = false;
        let manifest = self.manifest.to_string();
        self.functions
            .entry("describe")
            .or_insert_with(|| vec![Step::Answer(Answer::Text(manifest))]);
        self
    }

    /// The component's bytes.
    pub(crate) fn build(&self) -> Vec<u8> {
        let mut bytes = component(&self.functions, &self.start, self.ballast);
        if self.embedded {
            manifest_section::append(&mut bytes, &self.manifest.to_string());
        }
        bytes
    }
}
