//! A provider in Nim, which has no SDK: it serves cases of `tests/conformance` by the interface itself, as `wit/README.md` describes it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use test_support::pulumi::engine::Engine;

/// The cases that this provider does not pass, each with the reason.
const EXCEPTIONS: [(&str, &str); 3] = [
    ("endless-loop", NAMES_ALONE),
    ("endless-recursion", NAMES_ALONE),
    (
        "numbers",
        "Nim writes the largest double with too few digits",
    ),
];
const NAMES_ALONE: &str = "a component has names of functions, and no lines for traps";

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
    // The exceptions stand beside the component.
    let exceptions = EXCEPTIONS.map(|(case, reason)| format!("{case}: {reason}\n"));
    fs::write(guests.join("nim.exceptions.yaml"), exceptions.concat()).unwrap();
    let conformance = |more: &[&str]| {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
        tool.env("PULUMI_HOME", folder.path().join("home"))
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            // The command needs no clone of the repository.
            .current_dir(folder.path())
            .args(["conformance", "--json", "--guests"])
            .arg(&guests)
            .args(more);
        let output = tool.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let played: Value = serde_json::from_slice(&output.stdout).expect(&told);
        let cases = played["guests"][0]["cases"].as_array().unwrap().clone();
        (output.status.code(), cases)
    };
    let (status, cases) = conformance(&[]);
    let ended = |word: &str| {
        let ended = cases.iter().filter(|case| case["outcome"] == word);
        ended.cloned().collect::<Vec<_>>()
    };
    assert_eq!((status, ended("failed")), (Some(0), Vec::new()));
    assert!(ended("passed").len() >= 60, "{cases:?}");
    assert_eq!(ended("excepted").len(), EXCEPTIONS.len());
    let lacking = ended("not applicable");
    assert!(
        lacking
            .iter()
            .any(|case| case["lacks"] == "the resource `Files`"),
        "{lacking:?}"
    );
    // Without its exception, a case that does not pass is a failure with a report.
    fs::remove_file(guests.join("nim.exceptions.yaml")).unwrap();
    let (status, cases) = conformance(&["numbers"]);
    let numbers = cases.iter().find(|case| case["case"] == "numbers").unwrap();
    assert_eq!((status, &numbers["outcome"]), (Some(1), &"failed".into()));
    let report = numbers["report"].as_str().unwrap();
    assert!(report.contains("differences:"), "{report}");
}

#[track_caller]
fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{command:?}: {said}");
    said
}
