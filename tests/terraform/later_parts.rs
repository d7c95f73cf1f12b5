//! The parts of the protocol that came after the source document: write-only attributes, functions, ephemeral resources, time limits,
//! identities, lists, and processes that a person started.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::package::{CONFORMANCE, RANDOM};
use crate::workspace::{CORES, Workspace, given};

const PROVIDER: &str = r#"
provider "conformance" {
  region = "eu"
  token  = "four"
}
"#;

fn workspace(core: &str, program: &str) -> Workspace {
    let workspace = Workspace::of(core, &CONFORMANCE, &format!("{PROVIDER}{program}"));
    workspace.tell(&["init"]).succeeds();
    workspace
}

/// The program of a version of Terraform; see `xtask/src/setup/newer_terraform.rs`.
fn newer_terraform(version: &str) -> String {
    let program = given("PULUMI_WASM_TEST_NEWER_TERRAFORM").join(format!("terraform-{version}"));
    program.to_str().unwrap().to_owned()
}

#[test]
fn a_write_only_value_reaches_the_component_and_no_state() {
    const PROGRAM: &str = r#"
ephemeral "conformance_conceal" "pin" { text = "hush-hush" }
resource "conformance_hidden" "some" {
  label       = "l"
  note        = "n"
  pin         = ephemeral.conformance_conceal.pin.hidden
  pin_version = 1
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace.apply().says("1 added");
        let values = workspace.resource("conformance_hidden.some")["values"].clone();
        assert_eq!(values["pin_length"], 9, "{core}: {values}");
        assert_eq!(values["pin"], json!(null), "{core}");
        for file in ["terraform.tfstate", "terraform.tfstate.backup"] {
            let state = fs::read_to_string(workspace.path(file)).unwrap_or_default();
            assert!(!state.contains("hush-hush"), "{core}: {state}");
        }
        // The plan stays empty if only the value changes. A change of its version sends it.
        workspace.edit("hush-hush", "other");
        workspace.is_settled();
        workspace.edit("pin_version = 1", "pin_version = 2");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        let values = workspace.resource("conformance_hidden.some")["values"].clone();
        assert_eq!(values["pin_length"], 5, "{core}: {values}");
    }
}

#[test]
fn a_provider_that_needs_arguments_has_no_functions() {
    // The core calls functions before it configures the provider.
    const PROGRAM: &str = r#"
output "message" { value = provider::conformance::greet("World", null).message }
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        workspace
            .tell(&["plan", "-input=false"])
            .fails()
            .says("greet");
    }
}

#[test]
fn time_limits_are_a_block() {
    const PROGRAM: &str = r#"
resource "conformance_hidden" "some" {
  label = "l"
  note  = "n"
  timeouts {
    create = "soon"
  }
}
"#;
    for core in CORES {
        let workspace = workspace(core, PROGRAM);
        let refused = workspace.tell(&["validate"]).fails();
        refused
            .says("create = \"soon\"")
            .says("write it as in `30s`");
        workspace.edit("soon", "1m30s");
        workspace.apply().says("1 added");
        workspace.edit("1m30s", "2m");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn members_of_objects_are_attributes_in_protocol_6() {
    for core in CORES {
        let workspace = workspace(core, "");
        let schema = workspace.json(&["providers", "schema", "-json"]);
        let providers = schema["provider_schemas"].as_object().unwrap();
        let schemas = &providers.values().next().unwrap()["resource_schemas"];
        let login = &schemas["conformance_hidden"]["block"]["attributes"]["login"];
        assert_eq!(login["nested_type"]["nesting_mode"], "single", "{core}");
        let members = &login["nested_type"]["attributes"];
        assert_eq!(members["password"]["sensitive"], true, "{core}: {login}");
        assert_eq!(members["user"]["sensitive"], json!(null), "{core}");
        assert_eq!(login["sensitive"], json!(null), "{core}");
    }
}

#[test]
fn a_resource_is_imported_by_its_identity() {
    const UUID: &str = "6b0f1a52-3ac4-4b4a-9a0e-2f7a4a3b1c55";
    let program = format!(
        "import {{\n to = random_uuid.known\n identity = {{ id = \"{UUID}\" }}\n}}\nresource \"random_uuid\" \"known\" {{}}\n\
         output \"id\" {{ value = random_uuid.known.result }}\n"
    );
    let workspace = Workspace::of(&newer_terraform("1.12.2"), &RANDOM, &program);
    workspace.tell(&["init"]).succeeds();
    workspace.apply().says("1 imported");
    assert_eq!(workspace.output("id"), UUID);
    workspace.destroy().says("1 destroyed");
}

#[test]
fn existing_resources_are_listed() {
    let workspace = workspace(&newer_terraform("1.14.9"), "");
    fs::write(
        workspace.path("shelves.tfquery.hcl"),
        "list \"conformance_shelf\" \"law\" {\n provider = conformance\n config {\n prefix = \"law\"\n }\n}\n",
    )
    .unwrap();
    let listed = workspace.tell(&["query"]).succeeds();
    for name in ["law-1", "law-2", "law-3"] {
        assert!(listed.text.contains(name), "{}", listed.text);
    }
    assert!(!listed.text.contains("art-1"), "{}", listed.text);
}

/// A program that is ended with this value.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn a_core_uses_a_process_that_a_person_started() {
    for core in CORES {
        let workspace = Workspace::new(core, "resource \"random_pet\" \"p\" {}\n");
        let program = workspace.package("override/terraform-provider-random_v0.1.0");
        let mut started = Command::new(program)
            .args(["--reattach", "example.com/acme/random"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = started.stdout.take().unwrap();
        let started = Started(started);
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).unwrap();
        let value = line
            .trim()
            .strip_prefix("export TF_REATTACH_PROVIDERS='")
            .and_then(|rest| rest.strip_suffix('\''))
            .unwrap_or_else(|| panic!("{line}"));
        let workspace = workspace.set_in_environment("TF_REATTACH_PROVIDERS", value);
        workspace.tell(&["init"]).succeeds();
        workspace.apply().says("1 added");
        workspace.destroy().says("1 destroyed");
        drop(started);
        workspace.tell(&["plan"]).fails();
    }
}
