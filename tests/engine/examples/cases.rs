//! The cases that examples bring with them, run by `pulumi-wasm test` for the components of all languages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use test_support::pulumi::engine::{Engine, given};

/// The components of an example: `random.wasm` in Rust, and `random-LANGUAGE.wasm` in other languages.
fn components(example: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(given("PULUMI_WASM_TEST_COMPONENTS")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_wasm = path.extension().is_some_and(|ending| ending == "wasm");
        let is_ours = name == example || name.starts_with(&format!("{example}-"));
        if is_wasm && is_ours {
            found.push(path);
        }
    }
    found
}

/// Runs the cases of an example, by its folder in `examples`, for its components in at least this number of languages.
fn all_pass(folder: &str, languages: usize) {
    let home = tempfile::tempdir().unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples")
        .join(folder);
    let cases = folder.join("tests");
    let components = components(folder.file_name().unwrap().to_str().unwrap());
    assert!(components.len() >= languages, "{components:?}");
    for component in components {
        let output = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
            .arg("test")
            .arg(&component)
            .arg("--cases")
            .arg(&cases)
            .env("PULUMI_HOME", home.path())
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}\n{}{}",
            component.display(),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn the_cases_of_hello_pass() {
    all_pass("hello", 6);
}

#[test]
fn the_cases_of_random_pass() {
    all_pass("random", 3);
}

#[test]
fn the_cases_of_powerdns_pass_in_every_language_from_one_recording() {
    all_pass("powerdns", 3);
}

#[test]
fn the_cases_of_etcd_pass_from_their_recordings() {
    all_pass("python/etcd", 1);
}

#[test]
fn the_case_in_the_help_passes_against_hello() {
    let home = tempfile::tempdir().unwrap();
    let tool = |words: &[&std::ffi::OsStr]| {
        Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
            .args(words)
            .env("PULUMI_HOME", home.path())
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .output()
            .unwrap()
    };
    let help = tool(&["test".as_ref(), "--help".as_ref()]);
    let help = String::from_utf8(help.stdout).unwrap();
    let case = help
        .lines()
        .skip_while(|line| line.trim() != "type: Greeting");
    let case: Vec<&str> = case.take_while(|line| !line.is_empty()).collect();
    let file = home.path().join("case.yaml");
    fs::write(&file, case.join("\n")).unwrap();
    let component = Engine::component("hello");
    let output = tool(&[
        "test".as_ref(),
        component.as_os_str(),
        "--cases".as_ref(),
        file.as_os_str(),
    ]);
    assert!(
        output.status.success(),
        "{help}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
