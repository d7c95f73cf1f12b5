//! A provider in Nim, which has no SDK: it serves cases of `tests/conformance` by the interface itself, as `wit/README.md` describes it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::engine::Engine;

/// The cases that this provider does not pass, each with the reason.
const EXCEPTIONS: [&str; 3] = [
    // A component has names of functions, and no lines for traps.
    "endless-loop",
    "endless-recursion",
    // Nim writes the largest double with too few digits.
    "numbers",
];

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_language_without_an_sdk_passes_the_cases_of_its_resources() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (module, guests) = (
        folder.path().join("core.wasm"),
        folder.path().join("guests"),
    );
    fs::create_dir(&guests).unwrap();
    let mut compiler = Command::new(root.join("tests/components/nim/conformance/build.sh"));
    succeeds(compiler.arg(folder.path().join("cache")).arg(&module));
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    tool.env("PULUMI_HOME", folder.path().join("home"))
        .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code());
    succeeds(
        tool.arg("wrap")
            .arg(&module)
            .arg("-o")
            .arg(guests.join("nim.wasm")),
    );
    let mut suite = Command::new(conformance());
    suite.env("PULUMI_WASM_TEST_GUESTS", &guests).arg("nim::");
    for case in EXCEPTIONS {
        suite.arg("--skip").arg(format!("nim::{case}"));
    }
    let said = succeeds(&mut suite);
    let passed = said
        .lines()
        .find_map(|line| line.strip_prefix("test result: ok. "));
    let passed: usize = passed.unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(passed >= 60, "{said}");
}

/// The newest program of the conformance cases, which lies beside the program of this test.
fn conformance() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let entries = fs::read_dir(here.parent().unwrap()).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let programs = files.filter(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("conformance-") && !name.contains('.')
    });
    let newest = programs.max_by_key(|file| file.metadata().unwrap().modified().unwrap());
    newest.expect("`cargo test --test conformance --no-run` makes it")
}

#[track_caller]
fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{command:?}: {said}");
    said
}
