//! The manifests of the component, one for each of its versions and forms.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use pulumi_wasm_core::manifest::Manifest;
use serde_json::{Value, json};

/// The component's resource type.
pub(crate) const THING: &str = "model:index:Thing";

/// The versions of the component: the second has an input more, the third another name for one and a migration.
pub(crate) const VERSIONS: u8 = 3;

/// The default of `depth`.
pub(crate) const DEPTH: u32 = 3;

/// The default of `speed` in a volume.
pub(crate) const SPEED: u32 = 5;

/// The options that an author may choose for a type. A run does not change them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Shape {
    /// The hook `update` is missing.
    pub(crate) replaces_always: bool,
    /// The hook `resume` exists.
    pub(crate) resumes: bool,
    /// The manifest names the values that the server chooses.
    pub(crate) says_computed: bool,
    /// The engine refreshes before each update.
    pub(crate) refreshes_first: bool,
    /// A replacement deletes first.
    pub(crate) deletes_first: bool,
}

/// For each object, the properties that the server chooses if the program omits them.
const CHOSEN: [(&str, &[&str]); 6] = [
    ("", &["zone", "size", "region", "settings"]),
    ("Rule", &["proto", "note"]),
    ("Disk", &["zone"]),
    ("Member", &["weight"]),
    ("Node", &["kind"]),
    ("Settings", &["kind", "level"]),
];

/// The name of the property `label` in a version.
pub(crate) fn label(version: u8) -> &'static str {
    if version >= 3 { "title" } else { "label" }
}

fn types(version: u8) -> Value {
    let mut types = json!({
        "model:index:Rule": { "type": "object", "required": ["port"], "properties": {
            "port": { "type": "integer" }, "proto": { "type": "string" },
        } },
        "model:index:Disk": { "type": "object", "required": ["size"], "properties": {
            "size": { "type": "integer" }, "zone": { "type": "string", "replaceOnChanges": true },
        } },
        "model:index:Member": { "type": "object", "required": ["host"], "properties": {
            "host": { "type": "string" }, "weight": { "type": "integer" },
        } },
        "model:index:Node": { "type": "object", "required": ["size"], "properties": {
            "size": { "type": "integer" }, "kind": { "type": "string" },
        } },
        "model:index:Volume": { "type": "object", "required": ["name"], "properties": {
            "name": { "type": "string" }, "size": { "type": "integer" },
            "place": { "type": "string", "replaceOnChanges": true },
            "speed": { "type": "integer", "default": SPEED },
        } },
        "model:index:Settings": { "type": "object", "properties": {
            "kind": { "type": "string", "replaceOnChanges": true },
            "level": { "type": "integer" }, "motto": { "type": "string" },
        } },
        "model:index:Local": { "type": "object", "required": ["type", "bytes"], "properties": {
            "type": { "type": "string", "const": "local" },
            "bytes": { "type": "integer", "replaceOnChanges": true }, "path": { "type": "string" },
        } },
        "model:index:Remote": { "type": "object", "required": ["type", "host"], "properties": {
            "type": { "type": "string", "const": "remote" }, "host": { "type": "string" },
        } },
    });
    if version >= 2 {
        types["model:index:Rule"]["properties"]["note"] = json!({ "type": "string" });
    }
    types
}

fn inputs(version: u8) -> Value {
    let of = |name: &str| json!({ "$ref": format!("#/types/model:index:{name}") });
    let list = |items: Value| json!({ "type": "array", "items": items });
    let mut inputs = json!({
        "name": { "type": "string", "replaceOnChanges": true },
        "zone": { "type": "string", "replaceOnChanges": true },
        "size": { "type": "integer" },
        "mode": { "type": "string" },
        "password": { "type": "string", "secret": true },
        "tags": { "type": "object", "additionalProperties": { "type": "string" } },
        "rules": list(of("Rule")),
        "disks": list(of("Disk")),
        "members": list(of("Member")),
        "volumes": list(of("Volume")),
        "words": list(json!({ "type": "string" })),
        "nodes": { "type": "object", "additionalProperties": of("Node") },
        "settings": of("Settings"),
        "text": { "type": "string" },
        "items": list(json!({ "type": "string" })),
        "site": { "type": "string", "replaceOnChanges": true },
        "depth": { "type": "integer", "default": DEPTH },
        "backend": {
            "oneOf": [of("Local"), of("Remote")],
            "discriminator": { "propertyName": "type", "mapping": {
                "local": "#/types/model:index:Local", "remote": "#/types/model:index:Remote",
            } },
        },
    });
    inputs[label(version)] = json!({ "type": "string" });
    if version >= 2 {
        inputs["region"] = json!({ "type": "string", "replaceOnChanges": true });
    }
    inputs
}

/// The manifest of a version, read once.
pub(crate) fn parsed(shape: Shape, version: u8) -> Arc<Manifest> {
    static PARSED: Mutex<BTreeMap<(Shape, u8), Arc<Manifest>>> = Mutex::new(BTreeMap::new());
    let mut parsed = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    let manifest = parsed.entry((shape, version)).or_insert_with(|| {
        let text = manifest(shape, version).to_string();
        Arc::new(Manifest::parse(&text).expect("a manifest"))
    });
    Arc::clone(manifest)
}

/// The manifest of a version.
pub(crate) fn manifest(shape: Shape, version: u8) -> Value {
    let inputs = inputs(version);
    let mut outputs = inputs.clone();
    for name in ["echo", "url", "signed"] {
        outputs[name] = json!({ "type": "string" });
    }
    outputs["serial"] = json!({ "type": "integer" });
    let mut hooks = vec!["create", "read", "delete"];
    if !shape.replaces_always {
        hooks.push("update");
    }
    if shape.resumes {
        hooks.push("resume");
    }
    if version >= 3 {
        hooks.push("migrate");
    }
    let mut manifest = json!({
        "manifest": 1,
        "schema": {
            "name": "model",
            "version": format!("{version}.0.0"),
            "provider": { "inputProperties": {
                "key": { "type": "string", "secret": true }, "user": { "type": "string" },
            } },
            "config": { "variables": {
                "key": { "type": "string", "secret": true }, "user": { "type": "string" },
            } },
            "types": types(version),
            "resources": { THING: { "inputProperties": inputs, "properties": outputs } },
        },
        "resources": { THING: {
            "hooks": hooks,
            "stateVersion": u8::from(version >= 3),
            "autoName": { "property": "name" },
            "refreshBeforeUpdate": shape.refreshes_first,
            "deleteBeforeReplace": shape.deletes_first,
            "properties": {
                "mode": { "compare": ["ignore-case"] },
                "members": { "compare": ["set"] },
                "volumes": { "compare": ["set"] },
                "words": { "compare": ["set"] },
            },
        } },
    });
    if shape.says_computed {
        say_computed(&mut manifest, version);
    }
    manifest
}

/// Marks each property that the server chooses.
fn say_computed(manifest: &mut Value, version: u8) {
    for (object, properties) in CHOSEN {
        for property in properties {
            // The first version has neither.
            if version < 2 && ["region", "note"].contains(property) {
                continue;
            }
            let computed = json!(true);
            match object {
                "" => {
                    manifest["resources"][THING]["properties"][property]["serverDefault"] = computed
                }
                name => {
                    let token = format!("model:index:{name}");
                    manifest["types"][token]["properties"][property]["serverDefault"] = computed;
                }
            }
        }
    }
}
