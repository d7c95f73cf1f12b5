//! `cargo xtask test`: every test, with everything that the tests need.

mod memory;
mod outcomes;
mod script_sdks;
mod selection;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Result, ensure};

use crate::book;
use crate::guests::{self, CACHE_SIZE, Wanted};
use crate::host;
use crate::parts::Parts;
use crate::paths::Paths;
use crate::process;
use crate::setup::{
    debian, engine, go, languages, newer_terraform, old_engines, servers, terraform,
};
use memory::Memory;
use outcomes::Outcomes;
use script_sdks::SCRIPT_SDKS;
use selection::{ENGINE, OLD_ENGINES, PLUGIN, Selection, TERRAFORM};

/// Requests a long run: its tests are long, and most ignored tests run.
const LONG_VARIABLE: &str = "PULUMI_WASM_TEST_LONG";
/// The endings of the names of tests that only root can run.
const ROOTS: [&str; 2] = ["as_another_user", "as_root"];
/// The ending of the names of tests that mount a file system, which root cannot do in every container.
const MOUNTS: &str = "with_mounts";
/// The folders of integration tests except the examples' tests.
const FOLDERS: [&str; 4] = [
    "tests",
    "guest-sdk/rust/tests",
    "guest-sdk/rust-testing/tests",
    "guest-sdk/rust-ureq/tests",
];

/// A command of the test runner with its arguments.
struct Suite {
    name: &'static str,
    cargo: Command,
    arguments: Vec<&'static str>,
}

pub(crate) fn run(paths: &Paths, filters: &[String]) -> Result<()> {
    let mut parts = Parts::start();
    let outcome = run_in(paths, filters, &mut parts);
    let table = parts.table();
    eprint!("test: how long each part took, including compilation\n{table}");
    outcome
}

fn run_in(paths: &Paths, filters: &[String], parts: &mut Parts) -> Result<()> {
    let selection = Selection::of(paths, filters);
    if !selection.script_sdks.is_empty() {
        ensure!(
            selection.suites.is_empty(),
            "`{}` is a suite of the host, whose tests do not run together with the tests of an SDK\nhint: run each with a separate command",
            selection.suites.join("`, `")
        );
        let sdks = &selection.script_sdks;
        let failures = script_sdks::run(paths, sdks, &selection.names, parts);
        return report(&failures);
    }
    let suites = prepare(paths, &selection, parts);
    go::remove_caches(paths);
    let suites = suites?;
    let memory = Memory::create(&paths.target);
    // All of them run, so that one report has every failure.
    let mut failures = Vec::new();
    let mut outcomes = Outcomes::of(&selection.names);
    let mut parts_of_scripts = Parts::start();
    thread::scope(|scope| {
        let scripts = filters.is_empty().then(|| {
            eprintln!("test: the SDKs for Python, TypeScript and Go, beside the next suites");
            scope.spawn(|| script_sdks::run(paths, &SCRIPT_SDKS, &[], &mut parts_of_scripts))
        });
        for mut suite in suites {
            eprintln!("test: {}", suite.name);
            if let Some(memory) = &memory {
                memory.apply(&mut suite.cargo);
            }
            suite.cargo.arg("--").args(&selection.names);
            suite.cargo.args(&suite.arguments);
            let run = || {
                process::run_lines(&mut suite.cargo, &mut |line| {
                    // The tests go on if the reader of the output has ended.
                    _ = io::stdout().write_all(line.as_bytes());
                    outcomes.read(line);
                })
            };
            if let Err(error) = parts.time(suite.name, run) {
                // The report names them at the end, because the output of later suites is long.
                let failed = outcomes.take_failed().into_iter();
                let failed: String = failed.map(|test| format!("\n    {test}")).collect();
                failures.push(format!("{}: {error:#}{failed}", suite.name));
            }
        }
        failures.extend(
            scripts
                .into_iter()
                .flat_map(|scripts| failed(scripts.join())),
        );
    });
    eprint!("{}", parts_of_scripts.table());
    report(&failures)?;
    outcomes.check()
}

/// The messages of tests that ran in another thread.
fn failed(joined: thread::Result<Vec<String>>) -> Vec<String> {
    joined.unwrap_or_else(|_| {
        vec!["the SDKs for Python, TypeScript and Go: their run stopped with a panic".to_owned()]
    })
}

fn report(failures: &[String]) -> Result<()> {
    ensure!(
        failures.is_empty(),
        "tests failed\n  {}",
        failures.join("\n  ")
    );
    Ok(())
}

/// Builds what the selected tests need. Returns the suites that may have a selected test, in their order.
fn prepare(paths: &Paths, selection: &Selection, parts: &mut Parts) -> Result<Vec<Suite>> {
    let engine = parts.time("programs that the tests need", || {
        servers::install_missing()?;
        engine::find_or_build(paths)
    })?;
    eprintln!("test: the Pulumi engine is {engine}");
    let programs = parts.time("the programs", || host::build_development(paths))?;
    let components = paths.target.join("components-dev");
    parts.time("the components", || {
        guests::build(paths, &programs, &Wanted::ForTests, &components)?;
        if is_long() && selection.has_suite("plugin") {
            guests::build_c(paths, &programs, &components)?;
        }
        anyhow::Ok(())
    })?;

    let cores = thread::available_parallelism().map_or(1, usize::from);
    let suite = |name, threads: usize, cargo_arguments: &[String]| {
        let mut cargo = cargo_test(&paths.root, &paths.target, cargo_arguments);
        cargo
            .env("PULUMI_WASM_TEST_ENGINE", &engine.directory)
            .env("PULUMI_WASM_TEST_COMPONENTS", &components)
            .envs([CACHE_SIZE]);
        if env::var_os("RUST_TEST_THREADS").is_none() {
            cargo.env("RUST_TEST_THREADS", threads.to_string());
        }
        let arguments = if is_long() {
            let skipped = ROOTS.iter().flat_map(|name| ["--skip", name]);
            let arguments = ["--include-ignored", "--skip", MOUNTS].into_iter();
            arguments.chain(skipped).collect()
        } else {
            Vec::new()
        };
        Suite {
            name,
            cargo,
            arguments,
        }
    };
    let file = |name: &str| [format!("--test={name}")];
    let mut suites = Vec::new();
    let members = members(paths, selection)?;
    if !members.is_empty() {
        // Many of these tests wait for a timeout.
        let name = "the host, the SDK for Rust and this program";
        suites.push(suite(name, cores * 3, &members));
    }
    if selection.has_suite(ENGINE) {
        let find = || languages::find_or_install(paths);
        let languages = parts.time("languages of programs", find)?;
        // The engine's commands wait for servers and processes.
        let mut suite = suite("the host under the real engine", cores + 1, &file(ENGINE));
        languages.apply(&mut suite.cargo);
        suites.push(suite);
    }
    if selection.has_suite(OLD_ENGINES) {
        let find = || old_engines::find_or_build(paths, is_long());
        let engines = parts.time("old engines", find)?;
        let name = "the host under old engines";
        let mut suite = suite(name, cores * 2, &file(OLD_ENGINES));
        suite.cargo.env("PULUMI_WASM_TEST_OLD_ENGINES", engines);
        suites.push(suite);
    }
    if selection.has_suite(TERRAFORM) {
        let find = || {
            anyhow::Ok((
                terraform::find_or_build(paths)?,
                newer_terraform::find_or_install()?,
            ))
        };
        let (programs, newer) = parts.time("Terraform and OpenTofu", find)?;
        let name = "the host under Terraform and OpenTofu";
        let mut suite = suite(name, cores * 2, &file(TERRAFORM));
        suite.cargo.env("PULUMI_WASM_TEST_TERRAFORM", programs);
        suite.cargo.env("PULUMI_WASM_TEST_NEWER_TERRAFORM", newer);
        suites.push(suite);
    }
    if PLUGIN.iter().any(|name| selection.has_suite(name)) {
        suites.extend(root_suite(paths, selection)?);
    }
    if selection.has_suite("documentation") {
        suites.push(Suite {
            name: "the site of the pages",
            cargo: book::test(paths),
            arguments: Vec::new(),
        });
    }
    if selection.suites.is_empty() {
        let examples = paths.target.join("examples-native");
        let commands = [
            (
                "examples in documentation",
                cargo_test(&paths.root, &paths.target, &["--doc".to_owned()]),
            ),
            // The components of the examples have their tests in the test kit: here it would bring the sandbox into a second
            // workspace, which would compile it again.
            (
                "the examples",
                cargo_test(&paths.examples(), &examples, &[]),
            ),
        ];
        suites.extend(commands.map(|(name, cargo)| Suite {
            name,
            cargo,
            arguments: Vec::new(),
        }));
    }
    Ok(suites)
}

/// The arguments of cargo for the selected tests of all members except tests with an engine.
fn members(paths: &Paths, selection: &Selection) -> Result<Vec<String>> {
    let mut suites = selection.suites.clone();
    if suites.is_empty() {
        for folder in FOLDERS {
            suites.extend(suites_in(&paths.root.join(folder))?);
        }
    }
    suites.retain(|suite| ![ENGINE, OLD_ENGINES, TERRAFORM].contains(&suite.as_str()));
    suites.sort();
    let arguments = suites.iter().map(|suite| format!("--test={suite}"));
    let mut arguments: Vec<String> = arguments.collect();
    if selection.suites.is_empty() {
        arguments.extend(["--lib", "--bins"].map(str::to_owned));
    }
    Ok(arguments)
}

/// The integration tests of a folder, as cargo finds them: files, and folders with a `main.rs`.
fn suites_in(folder: &Path) -> Result<Vec<String>> {
    let mut suites = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_suite = path.extension().is_some_and(|extension| extension == "rs")
            || path.join("main.rs").is_file();
        let name = path.file_stem().and_then(OsStr::to_str);
        suites.extend(name.filter(|_| is_suite).map(str::to_owned));
    }
    Ok(suites)
}

/// The tests that need root: ignored tests of these suites.
fn root_suite(paths: &Paths, selection: &Selection) -> Result<Option<Suite>> {
    if !debian::is_root() {
        eprintln!(
            "test: without the tests that need root: run the command as root for these tests"
        );
        return Ok(None);
    }
    let mut arguments = vec!["--ignored"];
    if !can_mount()? {
        eprintln!("test: without the tests that mount a file system, which fails here");
        arguments.extend(["--skip", MOUNTS]);
    }
    let suites = PLUGIN.iter().filter(|name| selection.has_suite(name));
    let suites = suites.map(|name| format!("--test={name}"));
    let suites: Vec<String> = suites.chain(["--lib".to_owned()]).collect();
    Ok(Some(Suite {
        name: "the host, with root's rights",
        cargo: cargo_test(&paths.root, &paths.target, &suites),
        arguments,
    }))
}

fn can_mount() -> Result<bool> {
    let folder = env::temp_dir().join(format!("pulumi-wasm-mount-{}", std::process::id()));
    fs::create_dir(&folder)?;
    let succeeds = |program: &str, arguments: &[&str]| {
        process::capture(Command::new(program).args(arguments).arg(&folder)).is_ok()
    };
    let can = succeeds("mount", &["-t", "tmpfs", "tmpfs"]) && succeeds("umount", &[]);
    fs::remove_dir(&folder)?;
    Ok(can)
}

fn cargo_test(workspace: &Path, target: &Path, arguments: &[String]) -> Command {
    let mut cargo = host::development(workspace, target, "test");
    cargo.arg("--no-fail-fast").args(arguments);
    cargo
}

fn is_long() -> bool {
    env::var_os(LONG_VARIABLE).is_some_and(|value| means_long(&value))
}

/// Whether a value of the variable requests a long run. `tests/support/src/lib.rs` has the same rule.
fn means_long(value: &OsStr) -> bool {
    !value.is_empty() && value != "0"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_stop_beside_others_are_failures() {
        assert_eq!(failed(Ok(Vec::new())), Vec::<String>::new());
        let stopped = thread::spawn(|| panic!("stopped")).join();
        assert_eq!(failed(stopped).len(), 1);
    }

    #[test]
    fn an_empty_variable_and_a_zero_ask_for_a_short_run() {
        for (value, is_long) in [("", false), ("0", false), ("1", true), ("yes", true)] {
            assert_eq!(means_long(OsStr::new(value)), is_long, "`{value}`");
        }
    }
}
