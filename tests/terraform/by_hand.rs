//! The commands of a person: the one that writes packages, and the provider's program.

use std::fs;
use std::process::Command;

use crate::package::{POWERDNS, RANDOM};
use crate::workspace::Workspace;

#[test]
fn a_folder_for_overrides_has_one_version_of_one_provider() {
    let folder = tempfile::tempdir().unwrap();
    let overrides = folder.path().join("override");
    let earlier = overrides.join("terraform-provider-random_v0.0.9");
    fs::create_dir(&overrides).unwrap();
    fs::write(&earlier, "").unwrap();
    RANDOM.pack(folder.path());
    // Cores take the first program by name.
    assert!(!earlier.exists());
    assert!(overrides.join("terraform-provider-random_v0.1.0").exists());

    let description = fs::read(overrides.join("bundle.json")).unwrap();
    let refused = POWERDNS.packed(folder.path()).fails();
    refused
        .says("has the provider `random`")
        .says("hint: write this provider into another folder");
    assert_eq!(
        fs::read(overrides.join("bundle.json")).unwrap(),
        description
    );
    assert!(
        !folder
            .path()
            .join("mirror/example.com/acme/powerdns")
            .exists()
    );
}

#[test]
fn the_program_says_what_it_is_without_a_core() {
    let workspace = Workspace::new("terraform", "");
    let program = workspace.package("override/terraform-provider-random_v0.1.0");
    let output = Command::new(program)
        .env_remove("TF_PLUGIN_MAGIC_COOKIE")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("the provider `random` as a plugin of Terraform"),
        "{text}"
    );
    assert!(text.contains("\nhint: "), "{text}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_wrong_certificate_ends_the_program_with_the_reason() {
    let workspace = Workspace::new("terraform", "");
    let program = workspace.package("override/terraform-provider-random_v0.1.0");
    let output = Command::new(program)
        .env(
            "TF_PLUGIN_MAGIC_COOKIE",
            "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
        )
        .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
        .env("PLUGIN_CLIENT_CERT", "not a certificate")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("`PLUGIN_CLIENT_CERT` cannot be read"),
        "{text}"
    );
}
