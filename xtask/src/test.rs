//! `cargo xtask test`: every test, with everything that the tests need.

mod leftovers;
mod outcomes;
mod rights;
mod script_sdks;
mod selection;
mod suites;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::thread::ScopedJoinHandle;

use anyhow::{Result, anyhow, bail, ensure};

use crate::c_guest;
use crate::components::Wanted;
use crate::guest;
use crate::host;
use crate::parts::Parts;
use crate::paths::Paths;
use crate::process;
use crate::setup::engine::Engine;
use crate::setup::{engine, guest_toolchain, languages, old_engines, servers};
use outcomes::Outcomes;
use script_sdks::SCRIPT_SDKS;
use selection::{Selection, WITH_ENGINE};
use suites::Given;

/// The suites, as messages call them.
const MEMBERS: &str = "the host, the SDK for Rust and this program";
const ENGINE: &str = "the host under the real engine";
const OLD_ENGINES: &str = "the host under old engines";
const ROOT: &str = "the host, with root's rights";
/// Set for long runs, to neither nothing nor `0`: tests that are short otherwise are long, and those that are left out otherwise are run.
const LONG_VARIABLE: &str = "PULUMI_WASM_TEST_LONG";
/// The endings of the names of tests that only root can run: those that act as another user of the machine, and those
/// that give files away.
const ROOTS: [&str; 2] = ["as_another_user", "as_root"];
/// The ending of the names of tests that mount a file system, which root cannot do in every container.
const MOUNTS: &str = "with_mounts";

/// A suite's name, and the command that runs it, still without the arguments of the test runner.
type Suite = (&'static str, Command);

pub(crate) fn run(paths: &Paths, filters: &[String]) -> Result<()> {
    let mut parts = Parts::default();
    let outcome = run_in(paths, filters, &mut parts);
    leftovers::remove();
    eprint!(
        "test: how long each part took, with what was compiled for it\n{}",
        parts.table()
    );
    outcome
}

fn run_in(paths: &Paths, filters: &[String], parts: &mut Parts) -> Result<()> {
    let selection = Selection::of(paths, filters);
    if !selection.script_sdks.is_empty() {
        return run_scripts(paths, &selection, parts);
    }
    let (toolchain, engine) = parts.time("programs that the tests need", || {
        let toolchain = guest_toolchain::find_or_install(paths)?;
        servers::find_or_install()?;
        anyhow::Ok((toolchain, engine::find_or_build(paths)?))
    })?;
    eprintln!("test: the Pulumi engine is {engine}");

    let languages = selection.needs_languages(paths).then(|| {
        let find = || languages::find_or_install(paths);
        parts.time("languages of programs", find)
    });
    let languages = languages.transpose()?;

    let old_engines = selection.needs_old_engines(paths)?.then(|| {
        let find = || old_engines::find_or_build(paths, is_long());
        parts.time("old engines", find)
    });
    let old_engines = old_engines.transpose()?;

    let programs = parts.time("the programs", || host::build_development(paths))?;
    let components = paths.target.join("components-dev");
    parts.time("the components", || {
        let wanted = Wanted::ForTests;
        guest::build(paths, &toolchain, &programs, &wanted, &components)?;
        match is_long() && selection.has_file("plugin") {
            true => c_guest::build(paths, &programs, &components),
            false => Ok(()),
        }
    })?;

    let mut suites = selected(paths, &engine, &components, &selection)?;
    for (name, suite) in &mut suites {
        match (*name, &languages, &old_engines) {
            (ENGINE, Some(languages), _) => languages.apply(suite),
            (OLD_ENGINES, _, Some(engines)) => _ = suite.env(suites::OLD_ENGINES_VARIABLE, engines),
            _ => {}
        }
    }
    // All of them run, so that one report has every failure.
    let mut failures = Vec::new();
    let mut outcomes = Outcomes::of(&selection.names);
    std::thread::scope(|scope| {
        let scripts = filters.is_empty().then(|| {
            eprintln!("test: the SDKs for Python and TypeScript, beside the next suites");
            scope.spawn(|| script_sdks::run(paths, &SCRIPT_SDKS, &[]))
        });
        for (name, mut suite) in suites {
            eprintln!("test: {name}");
            let arguments = arguments(name, &selection)?;
            suite.arg("--").args(arguments);
            if let Err(error) = parts.time(name, || {
                process::run_seen(&mut suite, &mut |line| outcomes.read(line))
            }) {
                // Last, because the output of later suites is long.
                let failed = outcomes.take_failed().into_iter();
                let failed: String = failed.map(|test| format!("\n    {test}")).collect();
                failures.push(format!("{name}: {error:#}{failed}"));
            }
        }
        let scripts = scripts.map(ScopedJoinHandle::join).transpose();
        let scripts = scripts.map_err(|_| anyhow!("the tests of the SDKs panicked"))?;
        for (name, took, outcome) in scripts.into_iter().flatten() {
            parts.add(&format!("{name}, beside others"), took);
            failures.extend(outcome.err().map(|error| format!("{name}: {error:#}")));
        }
        anyhow::Ok(())
    })?;
    if !failures.is_empty() {
        bail!("tests failed\n  {}", failures.join("\n  "));
    }
    match outcomes.complaint() {
        Some(complaint) => bail!(complaint),
        None => Ok(()),
    }
}

/// The tests of the SDKs for script languages that were named. They need neither an engine nor components.
fn run_scripts(paths: &Paths, selection: &Selection, parts: &mut Parts) -> Result<()> {
    ensure!(
        selection.files.is_empty(),
        "`{}` is a file of tests of the host, which do not run together with those of an SDK\nhint: run each by a command of its own",
        selection.files.join("`, `")
    );
    let sdks = selection.script_sdks.iter().copied();
    let mut failures = Vec::new();
    for (name, took, outcome) in script_sdks::run(paths, sdks, &selection.names) {
        parts.add(name, took);
        failures.extend(outcome.err().map(|error| format!("{name}: {error:#}")));
    }
    ensure!(
        failures.is_empty(),
        "tests failed\n  {}",
        failures.join("\n  ")
    );
    Ok(())
}

/// The suites that may have a selected test, in the order in which they run.
fn selected(
    paths: &Paths,
    engine: &Engine,
    components: &Path,
    selection: &Selection,
) -> Result<Vec<Suite>> {
    let given = Given { engine, components };
    let mut suites: Vec<Suite> = Vec::new();
    let members = suites::members(paths, &given, selection)?;
    suites.extend(members.map(|suite| (MEMBERS, suite)));
    if selection.has_file(WITH_ENGINE) {
        suites.push((ENGINE, suites::engine(paths, &given)));
    }
    if selection.needs_old_engines(paths)? {
        suites.push((OLD_ENGINES, suites::old_engines(paths, &given)));
    }
    if selection.has_file("plugin") {
        match rights::is_root()? {
            true => suites.push((ROOT, suites::roots(paths))),
            false => eprintln!(
                "test: without the tests that need root: run the command as root for those"
            ),
        }
    }
    if selection.files.is_empty() {
        suites.push(("examples in documentation", suites::documentation(paths)));
        suites.push(("the examples", suites::examples(paths)));
    }
    Ok(suites)
}

/// The arguments of the test runner of a suite.
fn arguments(suite: &str, selection: &Selection) -> Result<Vec<String>> {
    let mut arguments: Vec<&str> = selection.names.iter().map(String::as_str).collect();
    if suite == ROOT {
        // No other test of these files is ignored.
        arguments.push("--ignored");
    }
    if suite == ROOT && !rights::can_mount()? {
        eprintln!("test: without those that mount a file system, which fails here");
        arguments.extend(["--skip", MOUNTS]);
    }
    // Elsewhere what is ignored are examples in documentation that are not programs.
    if [MEMBERS, ENGINE, OLD_ENGINES].contains(&suite) && is_long() {
        arguments.extend(["--include-ignored", "--skip", MOUNTS]);
        arguments.extend(ROOTS.into_iter().flat_map(|name| ["--skip", name]));
    }
    Ok(arguments.into_iter().map(str::to_owned).collect())
}

/// Whether this is a long run.
fn is_long() -> bool {
    std::env::var_os(LONG_VARIABLE).is_some_and(|value| means_long(&value))
}

/// Whether this value of the variable asks for a long run. The tests go by the same rule, in `tests/support/long.rs`.
fn means_long(value: &OsStr) -> bool {
    !value.is_empty() && value != "0"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_and_a_zero_ask_for_a_short_run() {
        for (value, is_long) in [("", false), ("0", false), ("1", true), ("yes", true)] {
            assert_eq!(means_long(OsStr::new(value)), is_long, "`{value}`");
        }
    }
}
