//! The example `random` through its life.

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
        let processor = match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => other,
        };
        let system = match std::env::consts::OS {
            "macos" => "darwin",
            other => other,
        };
        let package =
            format!("mirror/example.com/acme/random/0.1.0/{system}_{processor}/random.wasm");
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
