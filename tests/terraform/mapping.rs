//! Each row of the mapping in `docs/use/terraform.md`, by a component that has a property of each kind.

use serde_json::{Value, json};

use crate::package::CONFORMANCE;
use crate::workspace::{CORES, Workspace};

const PROVIDER: &str = r#"
provider "conformance" {
  region = "eu"
  labels = ["a", "b"]
  limits = { most = 3 }
  token  = "four"
}
"#;

fn workspace(core: &str, program: &str) -> Workspace {
    let workspace = Workspace::of(core, &CONFORMANCE, &format!("{PROVIDER}{program}"));
    workspace.tell(&["init"]).succeeds();
    workspace
}

/// The attributes of a resource of one kind in the schema that a core shows.
fn attributes(workspace: &Workspace, kind: &str, name: &str) -> Value {
    let schema = workspace.json(&["providers", "schema", "-json"]);
    let providers = schema["provider_schemas"].as_object().unwrap();
    let provider = providers.values().next().unwrap();
    provider[kind][name]["block"]["attributes"].clone()
}

#[test]
fn values_of_each_type_go_to_the_component_and_stay_as_they_are_written() {
    const PROGRAM: &str = r#"
resource "conformance_values" "all" {
  text     = "große Welt"
  flag     = true
  number   = 12345678901234567890.125
  whole    = 42
  texts    = ["a", "b"]
  table    = [[1, 2.5], []]
  numbers  = { one = 1, half = 0.5 }
  point    = { x = 1, y = 2 }
  route    = { points = [{ x = 1, y = 2, note = "n" }], sights = { top = { x = 0, y = 9 } } }
  anything = { deep = [1, "two", true, null] }
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace.apply().says("1 added");
        let shown = workspace.tell(&["show", "-json"]).succeeds();
        assert!(
            shown.text.contains("12345678901234567890.125"),
            "{core}: {}",
            shown.text
        );
        let values = workspace.resource("conformance_values.all")["values"].clone();
        assert_eq!(values["text_length"], 10, "{core}: {values}");
        assert_eq!(values["given"].as_array().unwrap().len(), 10, "{values}");
        assert_eq!(values["table"], json!([[1, 2.5], []]), "{core}");
        assert_eq!(values["point"], json!({ "x": 1, "y": 2, "note": null }));
        assert_eq!(
            values["anything"],
            json!({ "deep": [1, "two", true, null] }),
            "{core}"
        );
        workspace.edit("[\"a\", \"b\"]\n  table", "[\"b\"]\n  table");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
    }
}

#[test]
fn a_result_cannot_be_an_argument() {
    for core in CORES {
        for (place, result) in [
            ("resource \"conformance_values\"", "text_length = 3"),
            ("resource \"conformance_values\"", "id = \"mine\""),
            ("data \"conformance_greet\"", "message = \"mine\""),
        ] {
            let required = if place.starts_with("data") {
                "name = \"World\""
            } else {
                "text = \"ab\""
            };
            let program = format!("{place} \"some\" {{\n  {required}\n  {result}\n}}\n");
            let workspace = workspace(core, &program);
            let refused = workspace.tell(&["validate"]).fails();
            refused
                .says(result)
                .says("only the provider gives its value");
        }
    }
}

#[test]
fn an_ignored_change_does_not_reach_the_component() {
    const PROGRAM: &str = r#"
resource "conformance_values" "all" {
  text    = "ab"
  whole   = 1
  numbers = { one = 1, two = 2 }
  lifecycle { ignore_changes = [text, numbers["one"]] }
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace.apply().says("1 added");
        workspace.edit("\"ab\"", "\"abcdef\"");
        workspace.edit("one = 1", "one = 9");
        workspace.tell(&["plan"]).says("No changes");
        workspace.edit("whole   = 1", "whole   = 2");
        workspace.edit("two = 2", "two = 3");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        let values = workspace.resource("conformance_values.all")["values"].clone();
        assert_eq!(values["text_length"], 2, "{core}: {values}");
        assert_eq!(values["numbers"], json!({ "one": 1, "two": 3 }), "{core}");
        workspace.tell(&["plan"]).says("No changes");
        // An argument that the program no longer has.
        workspace.edit("  text    = \"abcdef\"\n", "");
        workspace.edit("whole   = 2", "whole   = 3");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        let values = workspace.resource("conformance_values.all")["values"].clone();
        assert_eq!(values["text_length"], 2, "{core}: {values}");
    }
}

#[test]
fn a_resource_is_named_by_its_id() {
    const PROGRAM: &str = r#"
resource "conformance_bare" "one" { label = "x" }
resource "conformance_pointer" "to" {
  bare  = conformance_bare.one.id
  other = conformance_bare.one.id
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace.apply().says("2 added");
        let one = workspace.resource("conformance_bare.one")["values"].clone();
        let to = workspace.resource("conformance_pointer.to")["values"].clone();
        for attribute in ["bare", "other", "id_of_bare"] {
            assert_eq!(to[attribute], one["id"], "{core}: {to}");
        }
        workspace.tell(&["plan"]).says("No changes");
    }
}

#[test]
fn defaults_names_and_reserved_words_have_their_attributes() {
    const PROGRAM: &str = r#"
resource "conformance_defaults" "some" {
  label = "x"
}
resource "conformance_named" "named" { note = "n" }
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace.apply().says("2 added");
        let values = workspace.resource("conformance_defaults.some")["values"].clone();
        assert_eq!(values["fruit"], "pear", "{core}");
        // `count` is a word of the core.
        assert_eq!(values["count_"], 3, "{core}");
        assert_eq!(values["share"], 0.5, "{core}");
        assert_eq!(values["vegetable"], Value::Null, "{core}");
        let named = workspace.resource("conformance_named.named")["values"].clone();
        let label = named["label"].as_str().unwrap();
        assert!(!label.is_empty(), "{core}");
        assert_eq!(named["id"], format!("eu/{label}"), "{core}");

        // An update keeps the name. The other resource cannot be updated, so another argument replaces it.
        workspace.edit("note = \"n\"", "note = \"m\"");
        workspace.edit("label = \"x\"", "label = \"x\"\n count_ = 4\n");
        workspace.apply().says("1 added, 1 changed, 1 destroyed");
        let named = workspace.resource("conformance_named.named")["values"].clone();
        assert_eq!(named["label"], label, "{core}");
        assert_eq!(named["changes"], 1, "{core}");
        // Without the argument, the default is back.
        workspace.edit("\n count_ = 4\n", "\n");
        workspace.apply().says("1 added, 0 changed, 1 destroyed");
        let values = workspace.resource("conformance_defaults.some")["values"].clone();
        assert_eq!(values["count_"], 3, "{core}");
        workspace.edit("label = \"x\"", "label = \"x\"\n vegetable = \"kale\"");
        workspace.tell(&["validate"]).succeeds().says("use fruit");
    }
}

#[test]
fn enums_and_unions_are_validated_and_planned() {
    const PROGRAM: &str = r#"
resource "conformance_choices" "some" {
  size    = "medium-sized"
  sizes   = ["small"]
  port    = 443
  postage = { kind = "stamps", cents = 85 }
  mark    = "A"
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace.apply().says("1 added");
        let values = workspace.resource("conformance_choices.some")["values"].clone();
        let story = values["story"].as_str().unwrap();
        assert!(
            story.starts_with("medium, stamps of 85, a text"),
            "{core}: {story}"
        );
        workspace.edit("\"medium-sized\"", "\"huge\"");
        let refused = workspace.tell(&["validate"]).fails();
        refused.says("size = \"huge\"").says("small");
    }
}

#[test]
fn files_are_objects_with_a_path_or_a_text() {
    const PROGRAM: &str = r#"
resource "conformance_files" "some" {
  letter = { text = "dear" }
  goods  = { path = "goods" }
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        std::fs::create_dir(workspace.path("goods")).unwrap();
        std::fs::write(workspace.path("goods/a.txt"), "apples").unwrap();
        workspace.apply().says("1 added");
        let values = workspace.resource("conformance_files.some")["values"].clone();
        assert_eq!(values["text"], "dear", "{core}: {values}");
        assert_eq!(values["contents"], json!(["a.txt: apples"]), "{core}");
        assert_eq!(values["receipt"]["text"], "received", "{core}: {values}");
        for (places, count) in [(r#"text = "dear", path = "a""#, "several"), ("", "none")] {
            workspace.edit(r#"text = "dear""#, places);
            let refused = workspace.tell(&["validate"]).fails();
            refused.says(&format!("`letter` has {count} of `path`, `text`, `uri`"));
            workspace.edit(
                &format!("letter = {{ {places} }}"),
                r#"letter = { text = "dear" }"#,
            );
        }
    }
}

#[test]
fn a_plan_sees_a_changed_file_behind_the_same_path() {
    const PROGRAM: &str = r#"
resource "conformance_files" "some" {
  letter = { path = "letter.txt" }
  goods  = { path = "goods" }
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        let write = |file: &str, text: &str| std::fs::write(workspace.path(file), text).unwrap();
        let values = || workspace.resource("conformance_files.some")["values"].clone();
        std::fs::create_dir(workspace.path("goods")).unwrap();
        write("goods/a.txt", "apples");
        // The letter is written after the plan, as if by another resource.
        workspace.tell(&["plan", "-out=saved"]).succeeds();
        write("letter.txt", "dear");
        workspace.tell(&["apply", "saved"]).succeeds();
        workspace.is_settled();
        let first = values();
        assert_eq!(
            first["letter_sha256"],
            "5f4d44dfaa1b1ed72a8a3e963500a05d0f55829ac42af044e33f39c9f6f71a3a",
            "{core}"
        );

        write("goods/a.txt", "apricots");
        workspace.is_to_change().says("goods_sha256");
        workspace.apply().says("1 added, 0 changed, 1 destroyed");
        let second = values();
        assert_eq!(second["contents"], json!(["a.txt: apricots"]), "{core}");
        assert_eq!(second["letter_sha256"], first["letter_sha256"], "{core}");
        assert_ne!(second["goods_sha256"], first["goods_sha256"], "{core}");

        // An apply takes the content that the file has then.
        write("letter.txt", "dearest");
        workspace.tell(&["plan", "-out=saved"]).succeeds();
        write("letter.txt", "dear all");
        workspace.tell(&["apply", "saved"]).succeeds();
        workspace.is_settled();
        assert_eq!(values()["text"], "dear all", "{core}");
        // A file that is gone says nothing about a change.
        std::fs::remove_file(workspace.path("letter.txt")).unwrap();
        workspace.is_settled();
    }
}

#[test]
fn secrets_are_sensitive_attributes() {
    const PROGRAM: &str = r#"
resource "conformance_hidden" "some" {
  label = "l"
  code  = "1234"
  login = { user = "u", password = "hush-hush" }
  note  = "n"
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        let applied = workspace.apply().says("1 added");
        for secret in ["1234", "4321", "hush-hush"] {
            assert!(!applied.text.contains(secret), "{core}: {}", applied.text);
        }
        let hidden = attributes(&workspace, "resource_schemas", "conformance_hidden");
        for (name, is_sensitive) in [("code", true), ("fingerprint", true), ("label", false)] {
            let found = hidden[name]["sensitive"].as_bool().unwrap_or_default();
            assert_eq!(found, is_sensitive, "{core}: {name}");
        }
        let values = workspace.resource("conformance_hidden.some")["values"].clone();
        assert_eq!(values["fingerprint"], "4321", "{core}");
    }
}

#[test]
fn functions_are_data_sources_and_the_configuration_is_a_block() {
    const PROGRAM: &str = r#"
data "conformance_greet" "some" { name = "World" }
data "conformance_echo" "some" { value = { a = [1, "b"] } }
data "conformance_configured" "some" {}
output "message" { value = data.conformance_greet.some.message }
output "echo" { value = data.conformance_echo.some.result }
output "region" { value = data.conformance_configured.some.region }
output "retries" { value = data.conformance_configured.some.retries }
output "labels" { value = data.conformance_configured.some.labels }
output "token" { value = data.conformance_configured.some.token_length }
output "most" { value = data.conformance_configured.some.limits.most }
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace.apply();
        let outputs = workspace.outputs();
        for (name, expected) in [
            ("message", json!("Hello, World!")),
            ("echo", json!({ "a": [1, "b"] })),
            ("region", json!("eu")),
            ("retries", json!(3)),
            ("labels", json!(["a", "b"])),
            ("token", json!(4)),
            ("most", json!(3)),
        ] {
            assert_eq!(outputs[name]["value"], expected, "{core}: {name}");
        }
        workspace.edit("region = \"eu\"", "region = \"nowhere\"");
        workspace
            .tell(&["validate"])
            .fails()
            .says("region = \"nowhere\"");
        workspace.edit("region = \"nowhere\"", "");
        workspace.tell(&["validate"]).fails().says("region");
    }
}
