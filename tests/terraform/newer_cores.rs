//! Later versions of Terraform, which offer more of the protocol.

use crate::package::RANDOM;
use crate::workspace::{Workspace, given};

const PROGRAM: &str = r#"
resource "random_password" "password" {
  length  = 12
  keepers = { a = "1" }
}
resource "random_id" "id" { byte_length = 4 }
output "hex" { value = random_id.id.hex }
"#;

/// The program of a version; see `xtask/src/setup/newer_terraform.rs`.
fn lives_under(version: &str) {
    let programs = given("PULUMI_WASM_TEST_NEWER_TERRAFORM");
    let program = programs.join(format!("terraform-{version}"));
    let workspace = Workspace::of(program.to_str().unwrap(), &RANDOM, PROGRAM);
    workspace
        .tell(&["version"])
        .succeeds()
        .says(&format!("Terraform v{version}"));
    workspace.tell(&["init"]).succeeds();
    workspace.apply().says("2 added");
    let hex = workspace.output("hex");
    assert_eq!(hex.as_str().unwrap().len(), 8);
    workspace.write(&PROGRAM.replace(r#"a = "1""#, r#"a = "2""#));
    workspace.apply().says("1 added, 0 changed, 1 destroyed");
    assert_eq!(workspace.output("hex"), hex);
    workspace.destroy().says("2 destroyed");
}

#[test]
fn a_provider_lives_under_terraform_1_12() {
    lives_under("1.12.2");
}

#[test]
fn a_provider_lives_under_terraform_1_13() {
    lives_under("1.13.5");
}

#[test]
fn a_provider_lives_under_terraform_1_14() {
    lives_under("1.14.9");
}

#[test]
fn a_provider_lives_under_terraform_1_15() {
    lives_under("1.15.5");
}
