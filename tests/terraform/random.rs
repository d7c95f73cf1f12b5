//! The example `random` through its life.

use pulumi_wasm_archive::Platform;

use crate::package::RANDOM_IN_OTHERS;
use crate::workspace::{CORES, Workspace};

const PROGRAM: &str = r#"
resource "random_password" "password" {
  length  = 20
  special = false
  keepers = { a = "1" }
}
resource "random_id" "id" { byte_length = 8 }
resource "random_pet" "pet" {}
resource "random_integer" "number" {
  min = 1
  max = length(random_id.id.hex) + 100
}
output "hex" { value = random_id.id.hex }
output "pet" { value = random_pet.pet.id }
output "password" {
  value     = random_password.password.result
  sensitive = true
}
"#;

#[test]
fn random_lives_under_each_core() {
    for core in CORES {
        let workspace = Workspace::new(core, PROGRAM);
        workspace.tell(&["init"]).succeeds();
        workspace.tell(&["validate"]).succeeds();
        workspace.apply().says("4 added");
        let password = workspace.output("password");
        let password = password.as_str().unwrap();
        assert_eq!(password.len(), 20, "{core}");
        let hex = workspace.output("hex");

        // A new keeper replaces the password, and nothing else.
        workspace.write(&PROGRAM.replace(r#"a = "1""#, r#"a = "2""#));
        let planned = workspace.tell(&["plan"]).succeeds();
        let planned = planned.says("1 to add, 0 to change, 1 to destroy");
        planned.says("forces replacement");
        workspace.apply().says("1 added, 0 changed, 1 destroyed");
        assert_ne!(workspace.output("password"), password, "{core}");
        assert_eq!(workspace.output("hex"), hex, "{core}");
        workspace
            .tell(&["apply", "-refresh-only", "-auto-approve"])
            .succeeds();
        workspace
            .tell(&["destroy", "-auto-approve"])
            .succeeds()
            .says("4 destroyed");
    }
}

#[test]
fn a_mistake_is_shown_at_its_argument() {
    for core in CORES {
        let program = "resource \"random_password\" \"p\" {\n length = 0\n}\n";
        let workspace = Workspace::new(core, program);
        workspace.tell(&["init"]).succeeds();
        workspace.tell(&["validate"]).fails().says("length = 0");
    }
}

#[test]
fn a_resource_is_imported_by_its_id() {
    const UUID: &str = "6b0f1a52-3ac4-4b4a-9a0e-2f7a4a3b1c55";
    for core in CORES {
        let program = format!(
            "import {{\n to = random_uuid.known\n id = \"{UUID}\"\n}}\nresource \"random_uuid\" \"known\" {{}}\n\
             output \"id\" {{ value = random_uuid.known.result }}\n"
        );
        let workspace = Workspace::new(core, &program);
        workspace.tell(&["init"]).succeeds();
        workspace.apply().says("1 imported");
        assert_eq!(workspace.output("id"), UUID, "{core}");
    }
}

#[test]
fn the_lock_file_covers_the_component() {
    for core in CORES {
        let workspace = Workspace::with_own_packages(core, "resource \"random_pet\" \"p\" {}\n");
        workspace.tell(&["init"]).succeeds();
        let platform = Platform::here().unwrap().to_string().replace('-', "_");
        let package = format!("mirror/example.com/acme/random/0.1.0/{platform}/random.wasm");
        let component = workspace.package(&package);
        let mut bytes = std::fs::read(&component).unwrap();
        bytes.push(0);
        std::fs::write(&component, bytes).unwrap();
        workspace.tell(&["plan"]).fails().says("checksum");
    }
}

#[test]
fn a_packed_mirror_serves_the_provider_as_well() {
    let workspace = Workspace::new("terraform", "resource \"random_pet\" \"p\" {}\n");
    workspace.configure(
        "filesystem_mirror {\n path = \"DIST/mirror-packed\"\n include = [\"example.com/*/*\"]\n }",
    );
    workspace.tell(&["init"]).succeeds();
    workspace.apply().says("1 added");
}

#[test]
fn a_development_override_needs_no_init() {
    let workspace = Workspace::new("terraform", "resource \"random_pet\" \"p\" {}\n");
    workspace.configure(
        "dev_overrides {\n \"example.com/acme/random\" = \"DIST/override\"\n }\n direct {}",
    );
    workspace.apply().says("1 added");
}

#[test]
fn random_in_other_languages_lives() {
    for (core, package) in CORES.into_iter().rev().zip(&RANDOM_IN_OTHERS) {
        let workspace = Workspace::of(core, package, PROGRAM);
        workspace.tell(&["init"]).succeeds();
        workspace.apply().says("4 added");
        let hex = workspace.output("hex");
        // Another password would take 5 seconds in TypeScript.
        workspace.write(&PROGRAM.replace(r#""pet" {}"#, r#""pet" { length = 3 }"#));
        workspace.apply().says("1 added, 0 changed, 1 destroyed");
        let pet = workspace.output("pet");
        assert_eq!(pet.as_str().unwrap().split('-').count(), 3, "{core}");
        assert_eq!(workspace.output("hex"), hex, "{core}");
        workspace.destroy().says("4 destroyed");
    }
}

#[test]
fn a_replacement_is_made_before_the_old_resource_ends_if_the_user_wants_it() {
    const PROGRAM: &str = r#"
resource "random_password" "password" {
  length  = 12
  keepers = { a = "1" }
  lifecycle { create_before_destroy = true }
}
"#;
    for core in CORES {
        let workspace = Workspace::new(core, PROGRAM);
        workspace.tell(&["init"]).succeeds();
        workspace.apply().says("1 added");
        workspace.write(&PROGRAM.replace("\"1\"", "\"2\""));
        let replaced = workspace.apply().says("1 added, 0 changed, 1 destroyed");
        let place = |part: &str| replaced.text.find(part).unwrap();
        assert!(
            place("Creation complete") < place("Destroying..."),
            "{core}: {}",
            replaced.text
        );
    }
}

#[test]
fn a_target_and_a_taint_change_one_resource() {
    const PROGRAM: &str = r#"
resource "random_id" "first" { byte_length = 4 }
resource "random_id" "second" { byte_length = 4 }
output "first" { value = random_id.first.hex }
"#;
    for core in CORES {
        let workspace = Workspace::new(core, PROGRAM);
        workspace.tell(&["init"]).succeeds();
        let target = ["apply", "-auto-approve", "-target=random_id.first"];
        workspace.tell(&target).succeeds().says("1 added");
        let first = workspace.output("first");
        workspace.apply().says("1 added, 0 changed, 0 destroyed");
        assert_eq!(workspace.output("first"), first, "{core}");
        workspace.tell(&["taint", "random_id.first"]).succeeds();
        let planned = workspace.is_to_change();
        planned.says("is tainted, so");
        workspace.apply().says("1 added, 0 changed, 1 destroyed");
        assert_ne!(workspace.output("first"), first, "{core}");
    }
}

#[test]
fn a_secret_is_shown_only_where_the_user_says_so() {
    const PROGRAM: &str = r#"
resource "random_password" "password" { length = 12 }
output "password" {
  value = random_password.password.result
}
"#;
    for core in CORES {
        let workspace = Workspace::new(core, PROGRAM);
        workspace.tell(&["init"]).succeeds();
        let refused = workspace.tell(&["apply", "-auto-approve"]).fails();
        refused.says("Output refers to sensitive values");
        workspace.write(&PROGRAM.replace(".result", ".result\n sensitive = true"));
        let applied = workspace.tell(&["apply", "-auto-approve"]).succeeds();
        let password = workspace.output("password");
        assert!(!applied.text.contains(password.as_str().unwrap()), "{core}");
        let shown = workspace.tell(&["show"]).succeeds();
        shown.says("(sensitive value)");
    }
}

#[test]
fn the_tests_of_a_module_run() {
    const TEST: &str = r#"
run "a_pet_has_three_words" {
  variables { words = 3 }
  assert {
    condition     = length(split("-", random_pet.pet.id)) == 3
    error_message = "it has ${random_pet.pet.id}"
  }
}
run "a_plan_knows_the_arguments" {
  command = plan
  variables { words = 4 }
  assert {
    condition     = random_pet.pet.length == 4
    error_message = "another length"
  }
}
"#;
    for core in CORES {
        let program = "variable \"words\" { type = number }\n\
             resource \"random_pet\" \"pet\" { length = var.words }\n";
        let workspace = Workspace::new(core, program);
        std::fs::write(workspace.path("pets.tftest.hcl"), TEST).unwrap();
        workspace.tell(&["init"]).succeeds();
        let tested = workspace.tell(&["test"]).succeeds();
        tested.says("2 passed, 0 failed");
    }
}
