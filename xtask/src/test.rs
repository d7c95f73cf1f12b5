//! `cargo xtask test`: every test, with everything that the tests need.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::guest;
use crate::host;
use crate::parts::Parts;
use crate::paths::Paths;
use crate::process;
use crate::script;
use crate::setup::engine::Engine;
use crate::setup::{engine, guest_toolchain, languages, servers};

/// The variable by which the integration tests find the programs of the engine.
const ENGINE_VARIABLE: &str = "PULUMI_WASM_TEST_ENGINE";
/// The variable by which the integration tests find the example components, and those that are made for tests.
const COMPONENTS_VARIABLE: &str = "PULUMI_WASM_TEST_COMPONENTS";
/// The suite of the host, as messages call it.
const HOST: &str = "the host";
/// That of the tests which need root.
const OTHER: &str = "the host, with root's rights";
/// Set for long runs: tests that are short otherwise are long, and those that are left out otherwise are run.
const LONG_VARIABLE: &str = "PULUMI_WASM_TEST_LONG";
/// The endings of the names of tests that only root can run: those that act as another user of the machine, and those
/// that give files away.
const ROOTS: [&str; 2] = ["as_another_user", "as_root"];
/// The ending of the names of tests that mount a file system, which root cannot do in every container.
const MOUNTS: &str = "with_mounts";
/// The test kit for authors.
const KIT: &str = "pulumi-wasm-testing";

pub(crate) fn run(paths: &Paths, filters: &[String]) -> Result<()> {
    let mut parts = Parts::default();
    let outcome = run_in(paths, filters, &mut parts);
    eprint!(
        "test: how long each part took, with what was compiled for it\n{}",
        parts.table()
    );
    outcome
}

fn run_in(paths: &Paths, filters: &[String], parts: &mut Parts) -> Result<()> {
    let (toolchain, engine) = parts.time("what the tests need of others", || {
        let toolchain = guest_toolchain::find_or_install(paths)?;
        servers::find_or_install()?;
        anyhow::Ok((toolchain, engine::find_or_build(paths)?))
    })?;
    eprintln!("test: the Pulumi engine is {engine}");

    let selection = Selection::of(paths, filters);
    let languages = selection.needs_languages(paths).then(|| {
        let find = || languages::find_or_install(paths);
        parts.time("languages of programs", find)
    });
    let languages = languages.transpose()?;

    let programs = parts.time("the programs", || host::build_development(paths))?;
    let components = paths.target.join("components-dev");
    parts.time("the components", || {
        let wanted = guest::Wanted::ForTests;
        guest::build(paths, &toolchain, &programs, &wanted, &components)
    })?;

    let mut host = host_suite(paths, &engine, &components, &selection);
    if let Some(languages) = &languages {
        languages.apply(&mut host);
    }
    let mut suites = vec![(HOST, host)];
    let is_plugin = |file: &String| file == "plugin";
    if selection.files.is_empty() || selection.files.iter().any(is_plugin) {
        match is_root()? {
            true => suites.push((OTHER, roots_suite(paths))),
            false => eprintln!(
                "test: without the tests that need root: run the command as root for those"
            ),
        }
    }
    if selection.files.is_empty() {
        suites.push(("the test kit", kit_suite(paths, &components)?));
        suites.push((
            "the test kit's documentation",
            kit_documentation_suite(paths),
        ));
        suites.push(("the SDK and xtask", members_suite(paths)));
        suites.push(("the examples", examples_suite(paths)));
    }
    // All of them run, so that one report has every failure.
    let mut failures = Vec::new();
    let mut has_tests = selection.names.is_empty();
    for (name, mut suite) in suites {
        eprintln!("test: {name}");
        suite.arg("--");
        match name {
            OTHER => {
                suite.arg("--ignored").args(ROOTS);
                match can_mount()? {
                    true => suite.arg(MOUNTS),
                    false => {
                        eprintln!("test: without those that mount a file system, which fails here");
                        &mut suite
                    }
                }
            }
            _ => suite.args(&selection.names),
        };
        // Elsewhere what is ignored are examples in documentation that are not programs.
        if name == HOST && std::env::var_os(LONG_VARIABLE).is_some() {
            suite.args(["--include-ignored", "--skip", MOUNTS]);
            suite.args(ROOTS.into_iter().flat_map(|name| ["--skip", name]));
        }
        match parts.time(name, || {
            process::run_seen(&mut suite, &mut |line| has_tests |= has_run(line))
        }) {
            Ok(()) => {}
            Err(error) => failures.push(format!("{name}: {error:#}")),
        }
    }
    if filters.is_empty() {
        let python = || process::run(&mut python_suite(paths));
        let typescript = || typescript_suite(paths);
        let suites: [(_, &dyn Fn() -> Result<()>); 2] = [
            ("the Python SDK", &python),
            ("the TypeScript SDK", &typescript),
        ];
        for (name, suite) in suites {
            eprintln!("test: {name}");
            if let Err(error) = parts.time(name, suite) {
                failures.push(format!("{name}: {error:#}"));
            }
        }
    }
    if !has_tests && failures.is_empty() {
        bail!(
            "no test has `{}` in its name\n\
             hint: name a file of `tests/`, and parts of the paths of its tests: `cargo xtask test engine kill::`",
            selection.names.join("` or `")
        );
    }
    if !failures.is_empty() {
        bail!("tests failed\n  {}", failures.join("\n  "));
    }
    Ok(())
}

fn host_suite(paths: &Paths, engine: &Engine, components: &Path, selection: &Selection) -> Command {
    let mut cargo = suite(&paths.root, &paths.target);
    match selection.files.is_empty() {
        true => cargo.args(host::selected()),
        false => cargo.args(["--package", host::PACKAGE]),
    };
    cargo
        .args(&selection.files)
        .env(ENGINE_VARIABLE, &engine.directory)
        .env(COMPONENTS_VARIABLE, components);
    cargo
}

/// Whether this process may act as other users.
fn is_root() -> Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(std::fs::metadata("/proc/self")?.uid() == 0)
}

/// Whether this process may mount file systems.
fn can_mount() -> Result<bool> {
    let folder = std::env::temp_dir().join(format!("pulumi-wasm-mount-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let mounts = |command: &mut Command| {
        let output = command.arg(&folder).output();
        output.is_ok_and(|output| output.status.success())
    };
    let can = mounts(Command::new("mount").args(["-t", "tmpfs", "tmpfs"]))
        && mounts(&mut Command::new("umount"));
    std::fs::remove_dir(&folder)?;
    Ok(can)
}

fn roots_suite(paths: &Paths) -> Command {
    let mut cargo = suite(&paths.root, &paths.target);
    cargo
        .args(host::selected())
        .args(["--lib", "--test", "plugin"]);
    cargo
}

fn members_suite(paths: &Paths) -> Command {
    let mut cargo = suite(&paths.root, &paths.target);
    cargo.args(host::rest()).args(["--exclude", KIT]);
    cargo
}

/// The test kit with built components, and whole lives of the examples. The host is selected too, so that shared crates
/// are compiled as they were for the host's own tests.
fn kit_suite(paths: &Paths, components: &Path) -> Result<Command> {
    let mut cargo = suite(&paths.root, &paths.target);
    cargo
        .args(["--package", host::PACKAGE, "--package", KIT])
        .args(tests_of_kit(paths)?)
        .env(COMPONENTS_VARIABLE, components);
    Ok(cargo)
}

/// Selects each file of the test kit's tests: the host, which is selected too, has files of other names.
fn tests_of_kit(paths: &Paths) -> Result<Vec<String>> {
    let mut selected = Vec::new();
    for entry in std::fs::read_dir(paths.root.join("guest-sdk/rust-testing/tests"))? {
        let name = entry?.file_name();
        let name = name.to_str().and_then(|name| name.strip_suffix(".rs"));
        selected.extend(name.map(|name| format!("--test={name}")));
    }
    Ok(selected)
}

/// The examples in the test kit's documentation, which are compiled and not run.
fn kit_documentation_suite(paths: &Paths) -> Command {
    let mut cargo = suite(&paths.root, &paths.target);
    cargo.args(["--package", host::PACKAGE, "--package", KIT, "--doc"]);
    cargo
}

/// The examples as programs of this machine. The test kit has the tests of their components: here it would bring the
/// sandbox into a second workspace, which compiles it once more.
fn examples_suite(paths: &Paths) -> Command {
    let mut cargo = suite(&paths.examples(), &paths.target.join("examples-native"));
    cargo.arg("--workspace");
    cargo
}

/// The tests of the Python SDK, which need nothing but Python.
fn python_suite(paths: &Paths) -> Command {
    let mut python = Command::new("python3");
    python
        .current_dir(paths.root.join("guest-sdk/python"))
        .env("PYTHONPATH", "src")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .args(["-m", "unittest", "--quiet"]);
    python
}

/// The tests of the TypeScript SDK under Node.js, and whether what is committed was made of its sources.
fn typescript_suite(paths: &Paths) -> Result<()> {
    let stage = script::typescript_sdk(paths)?;
    let made = paths.target.join("scripts/sdk-typescript-made");
    let mut node = Command::new("node");
    node.current_dir(stage).arg("test/run.mjs").arg(made);
    process::run(&mut node)
}

/// Whether a line of the test runner says that tests were run, or left out on purpose.
fn has_run(line: &str) -> bool {
    let counts = line.strip_prefix("test result: ");
    let is_some = |count: &str| {
        let count = count.trim();
        let named = ["passed", "failed", "ignored"];
        let number = named.iter().find_map(|name| count.strip_suffix(name));
        let number = number.and_then(|number| number.split_whitespace().last());
        number.is_some_and(|number| number != "0")
    };
    counts.is_some_and(|counts| counts.split(';').any(is_some))
}

fn suite(workspace: &Path, target: &Path) -> Command {
    let mut cargo = host::cargo();
    cargo
        .current_dir(workspace)
        .args(["test", "--no-fail-fast", "--target-dir"])
        .arg(target)
        .env_remove("CARGO_TARGET_DIR");
    cargo
}

/// Which tests were asked for.
struct Selection {
    /// Integration tests that were named by their file: `--test NAME` for each.
    files: Vec<String>,
    /// Parts of names of tests.
    names: Vec<String>,
}

/// The tests with the real engine.
const WITH_ENGINE: &str = "engine";
/// The modules of them that generate SDKs.
const WITH_LANGUAGES: [&str; 2] = ["languages", "schemas"];

impl Selection {
    /// Whether a test that generates SDKs may be among the selected: all that is not known to be elsewhere may.
    fn needs_languages(&self, paths: &Paths) -> bool {
        let modules = paths.root.join("tests").join(WITH_ENGINE);
        let is_elsewhere = |name: &String| {
            let module = name.split("::").next().unwrap_or_default();
            !WITH_LANGUAGES.contains(&module) && modules.join(format!("{module}.rs")).is_file()
        };
        let has_engine = self.files.iter().any(|file| file == WITH_ENGINE);
        self.files.is_empty()
            || (has_engine && (self.names.is_empty() || !self.names.iter().all(is_elsewhere)))
    }

    fn of(paths: &Paths, filters: &[String]) -> Self {
        let tests = paths.root.join("tests");
        let is_file = |filter: &String| tests.join(format!("{filter}.rs")).is_file();
        let (files, names): (Vec<String>, Vec<String>) = filters.iter().cloned().partition(is_file);
        let files = files
            .into_iter()
            .flat_map(|file| ["--test".to_owned(), file]);
        Self {
            files: files.collect(),
            names,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_no_test_is_told_from_one_of_some() {
        let counted = |passed: u32, failed: u32, ignored: u32| {
            format!(
                "test result: ok. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; 12 filtered out"
            )
        };
        assert!(!has_run(&counted(0, 0, 0)) && !has_run("running 0 tests"));
        for line in [counted(3, 0, 0), counted(0, 1, 0), counted(0, 0, 2)] {
            assert!(has_run(&line), "{line}");
        }
    }
}
