//! The workflow of a new project: the steps of its language, and the step that installs the tool, with a release on this machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use pulumi_wasm_archive::{CHECKSUMS, Platform, Release, TOOL, archive_name, checksum_line};
use serde_json::Value;

use super::Author;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The machine of the workflow.
const PLATFORM: &str = "linux-amd64";

/// A folder with the assets of a release.
fn release(folder: &Path) {
    let release = Release {
        platform: PLATFORM.parse::<Platform>().unwrap(),
        time: 1_800_000_000,
        license: b"licence",
        readme: b"readme",
    };
    let script = b"#!/bin/sh\necho the tool\n";
    let archive = release.tool(script, script).unwrap();
    let name = archive_name(TOOL, VERSION, PLATFORM.parse().unwrap());
    let checksums = checksum_line(&name, &archive) + &checksum_line("another.whl", b"x");
    fs::write(folder.join(name), archive).unwrap();
    fs::write(folder.join(CHECKSUMS), checksums).unwrap();
}

/// The steps of the workflow of a new project in a language.
fn steps(author: &Author, language: &str) -> Vec<Value> {
    author.runs(&["new", "--lang", language, "acme"]).succeeds();
    let file = author.work().join("acme/.github/workflows/provider.yml");
    let text = fs::read_to_string(file).unwrap();
    let workflow: Value = serde_saphyr::from_str(&text).unwrap();
    let steps = workflow["jobs"]["test"]["steps"].as_array().unwrap();
    steps.clone()
}

/// The step of the workflow that installs the tool.
fn step(author: &Author) -> Value {
    let steps = steps(author, "python").into_iter();
    let mut steps = steps.filter(|step| step["name"] == "Install pulumi-wasm");
    steps.next().expect("a step")
}

/// Runs the step with assets from a folder. `verification` is the status of the program that verifies the signature.
fn install(step: &Value, assets: &Path, runner: &Path, verification: u8) -> Output {
    let programs = runner.join("programs");
    fs::create_dir_all(&programs).unwrap();
    let gh = programs.join("gh");
    let script = format!(
        "#!/bin/sh\necho \"$*\" > {}/asked\nexit {verification}\n",
        runner.display()
    );
    fs::write(&gh, script).unwrap();
    fs::set_permissions(&gh, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let path = [programs].into_iter().chain(std::env::split_paths(&path));
    let mut shell = Command::new("bash");
    // The options of the forge.
    shell
        .args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c"])
        .arg(step["run"].as_str().unwrap())
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("ARCHIVE", step["env"]["ARCHIVE"].as_str().unwrap())
        .env("RELEASE", format!("file://{}", assets.display()))
        .env("RUNNER_TEMP", runner)
        .env("GITHUB_PATH", runner.join("path"));
    shell.output().unwrap()
}

#[test]
fn a_workflow_brings_the_tools_of_its_language_and_no_others() {
    for (language, tools) in [
        ("rust", "rustup"),
        ("python", "setup-python"),
        ("typescript", "setup-node"),
        ("go", "setup-go"),
        // Their compiler comes with Python's pip.
        ("c", "setup-python"),
        ("cpp", "setup-python"),
        ("zig", "setup-python"),
    ] {
        let steps = steps(&Author::new(), language);
        let commands = steps.iter().filter_map(|step| {
            let part = step.get("run").or_else(|| step.get("uses"))?;
            part.as_str()
        });
        let commands: Vec<&str> = commands.collect();
        // Checkout, tools, the installation, build, two kinds of tests, and the upload.
        assert_eq!(commands.len(), 7, "{language}: {commands:?}");
        assert!(commands[1].contains(tools), "{language}: {commands:?}");
        for other in ["rustup", "setup-python", "setup-node", "setup-go"] {
            let found = commands.iter().any(|command| command.contains(other));
            assert_eq!(found, other == tools, "{language}: {commands:?}");
        }
    }
}

#[test]
fn a_workflow_installs_the_tool_from_the_release_that_it_verified() {
    let author = Author::new();
    let step = step(&author);
    let address =
        format!("https://github.com/pulumi-wasm/pulumi-wasm/releases/download/v{VERSION}");
    assert_eq!(step["env"]["RELEASE"], address);
    let folder = tempfile::tempdir().unwrap();
    let (assets, runner) = (folder.path().join("assets"), folder.path().join("runner"));
    fs::create_dir_all(&assets).unwrap();
    release(&assets);
    let output = install(&step, &assets, &runner, 0);
    assert!(output.status.success(), "{output:?}");
    let path = fs::read_to_string(runner.join("path")).unwrap();
    let tool = Path::new(path.trim()).join(TOOL);
    let said = Command::new(&tool).output().unwrap().stdout;
    assert_eq!(String::from_utf8(said).unwrap(), "the tool\n");
    assert!(tool.with_file_name("pulumi-resource-wasm").is_file());
    let asked = fs::read_to_string(runner.join("asked")).unwrap();
    let archive = archive_name(TOOL, VERSION, PLATFORM.parse().unwrap());
    let expected = format!("attestation verify {archive} --repo pulumi-wasm/pulumi-wasm");
    assert_eq!(asked.trim(), expected);
}

#[test]
fn a_workflow_takes_no_archive_that_was_changed_or_has_no_signature() {
    let author = Author::new();
    let step = step(&author);
    let folder = tempfile::tempdir().unwrap();
    let assets = folder.path().join("assets");
    fs::create_dir_all(&assets).unwrap();
    release(&assets);
    let unsigned = folder.path().join("unsigned");
    assert!(!install(&step, &assets, &unsigned, 1).status.success());
    assert!(!unsigned.join("path").exists());
    let archive = archive_name(TOOL, VERSION, PLATFORM.parse().unwrap());
    fs::write(assets.join(archive), "another archive").unwrap();
    let changed = folder.path().join("changed");
    assert!(!install(&step, &assets, &changed, 0).status.success());
    assert!(!changed.join("path").exists());
}
