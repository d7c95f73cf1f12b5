//! Fake guests: a component with a manifest, whose functions run a test's steps.

use pulumi_wasm_packages::manifest_section;
use serde_json::{Value, json};
use wasmparser::{Parser, Payload};

use super::module::{Parts, World, component};
use super::steps::{Answer, Step};

/// The resource type of most guests.
pub const THING: &str = "acme:index:Thing";
/// The component resource of guests that construct.
pub const SITE: &str = "acme:index:Site";
/// A method of it.
pub const METHOD: &str = "acme:index:Site/page";
/// The function of most guests.
pub const FUNCTION: &str = "acme:index:look";

/// A guest in the making.
pub struct Guest {
    parts: Parts,
    manifest: Value,
    embedded: bool,
    /// The sections after the component itself.
    sections: Vec<Section>,
}

/// A further section of a component. Text is read only when the component is built.
enum Section {
    Bytes(u8, Vec<u8>),
    /// A core module that is never instantiated.
    Module(String),
    /// A component that imports nothing, and an instance of it.
    Component(String),
}

/// The numbers of sections.
const MODULE: u8 = 1;
const COMPONENT: u8 = 4;
const INSTANCE: u8 = 5;

impl Guest {
    /// A guest of the package `acme` with one resource type, whose `create` succeeds.
    pub fn new() -> Self {
        let guest = Self {
            parts: Parts::default(),
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
            sections: Vec::new(),
        };
        guest.does(
            "create",
            [Step::Answer(Answer::Created {
                id: "made",
                outputs: "{\"label\":\"x\"}",
            })],
        )
    }

    /// The same, which sends a request when it creates.
    pub fn fetching(url: &str) -> Self {
        let fetch = Step::Fetch {
            method: "GET",
            url: url.to_owned(),
        };
        let made = Answer::Created {
            id: "made",
            outputs: "{}",
        };
        Self::new().does("create", [fetch, Step::Answer(made)])
    }

    /// Makes a function run these steps, and lists it as a hook.
    pub fn does(mut self, function: &'static str, steps: impl Into<Vec<Step>>) -> Self {
        self.parts.functions.insert(function, steps.into());
        match function {
            "configure" | "check-config" => {
                let hooks = &mut self.manifest["provider"]["hooks"];
                if hooks.is_null() {
                    *hooks = json!([]);
                }
                hooks.as_array_mut().expect("hooks").push(function.into());
            }
            "describe" => {}
            "construct" => self.component(),
            "call-method" => self.method(),
            "run-callback" | "close" => {}
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

    /// Makes it a component of the world for component resources, with the type [`SITE`].
    fn component(&mut self) {
        self.parts.world = World::Component;
        let close = vec![Step::Answer(Answer::Done)];
        self.parts.functions.entry("close").or_insert(close);
        self.manifest["packages"] = json!({ "random": { "version": "4.18.0" } });
        let any = json!({ "$ref": "pulumi.json#/Any" });
        self.manifest["schema"]["resources"][SITE] = json!({
            "isComponent": true,
            "inputProperties": { "title": any, "count": { "type": "integer" } },
            "properties": { "url": any, "token": { "type": "string", "secret": true } },
        });
        self.manifest["resources"][SITE] = json!({ "hooks": ["construct"] });
    }

    /// Gives the type [`SITE`] the method [`METHOD`].
    fn method(&mut self) {
        self.component();
        let any = json!({ "$ref": "pulumi.json#/Any" });
        let this = json!({ "$ref": format!("#/resources/{SITE}") });
        self.manifest["schema"]["functions"][METHOD] = json!({
            "inputs": { "properties": { "__self__": this, "path": any }, "required": ["__self__"] },
            "outputs": { "properties": { "url": any } },
        });
        self.manifest["schema"]["resources"][SITE]["methods"] = json!({ "page": METHOD });
    }

    /// Makes every new instance run these steps first.
    pub fn starts_with(mut self, steps: impl Into<Vec<Step>>) -> Self {
        self.parts.start = steps.into();
        self
    }

    /// Adds so many functions that are never called, but take time to compile.
    pub fn weighs(mut self, functions: usize) -> Self {
        self.parts.ballast = functions;
        self
    }

    /// Makes a function run these steps after its answer was read.
    pub fn ends_with(mut self, function: &'static str, steps: impl Into<Vec<Step>>) -> Self {
        self.parts.afterwards.insert(function, steps.into());
        self
    }

    /// Replaces the allocator's instructions. They compute an address from the old address and size, the alignment and
    /// the new size.
    pub fn allocates_by(mut self, text: &'static str) -> Self {
        self.parts.allocator = Some(text);
        self
    }

    /// Gives the crashing function another name.
    pub fn calls_crash(mut self, name: impl Into<String>) -> Self {
        self.parts.crash_name = Some(name.into());
        self
    }

    /// Adds custom sections to its module.
    pub fn with_module_sections<Name: Into<String>>(
        mut self,
        sections: impl IntoIterator<Item = (Name, Vec<u8>)>,
    ) -> Self {
        let sections = sections
            .into_iter()
            .map(|(name, content)| (name.into(), content));
        self.parts.custom.extend(sections);
        self
    }

    /// Builds it for another world.
    pub fn in_world(mut self, world: World) -> Self {
        self.parts.world = world;
        self
    }

    /// Uses UTF-16 strings in its memory.
    pub fn speaks_utf16(mut self) -> Self {
        self.parts.utf16 = true;
        self
    }

    /// Adds a section to the component, in front of the manifest.
    pub fn with_section(mut self, number: u8, content: &[u8]) -> Self {
        self.sections.push(Section::Bytes(number, content.to_vec()));
        self
    }

    /// Adds a core module of this text, which is compiled and not instantiated.
    pub fn with_module(mut self, text: String) -> Self {
        self.sections.push(Section::Module(text));
        self
    }

    /// Adds a component of this text, which is instantiated after all else.
    pub fn with_component(mut self, text: String) -> Self {
        self.sections.push(Section::Component(text));
        self
    }

    /// Changes the manifest.
    pub fn manifest(mut self, change: impl FnOnce(&mut Value)) -> Self {
        change(&mut self.manifest);
        self
    }

    /// Leaves the manifest out of the file; `describe` gives it unless it does something else.
    pub fn without_section(mut self) -> Self {
        self.embedded = false;
        let manifest = self.manifest.to_string();
        self.parts
            .functions
            .entry("describe")
            .or_insert_with(|| vec![Step::Answer(Answer::Text(manifest))]);
        self
    }

    /// The component's bytes.
    pub fn build(&self) -> Vec<u8> {
        let mut bytes = component(&self.parts);
        for section in &self.sections {
            match section {
                Section::Bytes(number, content) => append(&mut bytes, *number, content),
                Section::Module(text) => append(&mut bytes, MODULE, &parsed(text)),
                Section::Component(text) => {
                    let index = u8::try_from(components(&bytes)).expect("few components");
                    append(&mut bytes, COMPONENT, &parsed(text));
                    append(&mut bytes, INSTANCE, &[1, 0, index, 0]);
                }
            }
        }
        if self.embedded {
            manifest_section::append(&mut bytes, &self.manifest.to_string());
        }
        bytes
    }
}

fn parsed(text: &str) -> Vec<u8> {
    wat::parse_str(text).expect("valid WebAssembly text")
}

/// Appends a section.
fn append(bytes: &mut Vec<u8>, number: u8, content: &[u8]) {
    bytes.push(number);
    let mut length = content.len();
    while length >= 0x80 {
        bytes.push(u8::try_from(length & 0x7f).expect("7 bits") | 0x80);
        length >>= 7;
    }
    bytes.push(u8::try_from(length).expect("7 bits"));
    bytes.extend_from_slice(content);
}

/// The number of components that a component defines itself.
fn components(bytes: &[u8]) -> usize {
    let (mut depth, mut count) = (0_usize, 0);
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.expect("a component") {
            Payload::ComponentSection { .. } => {
                count += usize::from(depth == 0);
                depth += 1;
            }
            Payload::ModuleSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    count
}
