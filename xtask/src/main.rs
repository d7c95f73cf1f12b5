//! `cargo xtask`: the commands of a contributor.
//!
//! Each command installs what it needs, so that a clean clone needs no other step. `setup/` has a file for each kind of
//! program that a machine may lack.

mod bench;
mod book;
mod build;
mod check;
mod demo;
mod fuzz;
mod guests;
mod host;
mod kept_guests;
mod parts;
mod paths;
mod process;
mod release;
mod separate_pulumi;
mod setup;
mod standard_library;
mod test;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use paths::Paths;

const ENVIRONMENT: &str = "\
Environment:
  PULUMI_WASM_CACHE      the folder of the Pulumi engine and SDKs, which all clones share
                         (default: $XDG_CACHE_HOME/pulumi-wasm or ~/.cache/pulumi-wasm)
  PULUMI_WASM_TEST_KEEP  if set, tests keep the folders of their stacks and print their paths
  PULUMI_WASM_TEST_LONG  if set, tests are long, and most ignored tests run
  CARGO_TARGET_DIR       used instead of target/";

/// The commands of a contributor. Each installs what it needs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = ENVIRONMENT)]
enum Command {
    /// Find or install what the other commands need: a Rust compiler for Wasm, Go, the Pulumi engine, its code
    /// generator, its SDKs for Python and Node.js, and servers for tests
    Setup,
    /// Build release binaries into target/release/ and example components into target/components/
    Build {
        /// Examples, such as `random` or `random-python`; by default all of them
        examples: Vec<String>,
    },
    /// Build the archives and the packages for pip, npm and Homebrew of a release, with their checksums and, if
    /// `cargo-cyclonedx` is installed, the SBOM
    Release(release::Options),
    /// Take the example `random` through package add, preview, up, a change and destroy with the real Pulumi engine
    Demo,
    /// Run tests: unit tests, hostile guests, the real engine, a real server, the SDKs and the examples
    Test {
        /// Names of files in tests/, `python`, `typescript` or `go` for the tests of an SDK, and parts of names of
        /// tests
        filters: Vec<String>,
    },
    /// Measure what a provider costs beside native ones in Go, Rust, Python and Node.js, and print which goals are met
    Bench(bench::Options),
    /// Make the documentation as a site with search in target/book, and check its links
    Book,
    /// Run fuzzers, beginning with fuzz/corpora, which keeps the smallest set of cases that reaches as much
    Fuzz(fuzz::Options),
    /// Check the formatting and the workflows, and compile everything with lints
    Check {
        /// Check the programs for Windows and macOS, with standard libraries that are built from source if necessary
        #[arg(value_parser = ["platforms"])]
        what: Option<String>,
    },
    /// Build the components in tests/interface/guests-0.1.0, their lists of cases and the fuzzer's first components from today's
    /// sources, for a change of the interface before its release. Needs a compiler for C
    KeptGuests,
}

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let paths = Paths::find()?;
    match command {
        Command::Setup => setup::all(&paths),
        Command::Build { examples } => build::run(&paths, examples),
        Command::Release(options) => release::run(&paths, options),
        Command::Demo => demo::run(&paths),
        Command::Test { filters } => test::run(&paths, filters),
        Command::Bench(options) => bench::run(&paths, options),
        Command::Book => book::run(&paths),
        Command::Fuzz(options) => fuzz::run(&paths, options),
        Command::Check { what: None } => check::run(&paths),
        Command::Check { what: Some(_) } => check::platforms(&paths),
        Command::KeptGuests => kept_guests::run(&paths),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Command;
    use clap::Parser as _;

    /// A step with a mistake would fail only in the next release.
    #[test]
    fn the_workflows_use_commands_that_exist() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows");
        let mut found = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            let lines = text
                .lines()
                .filter(|line| !line.trim_start().starts_with('#'));
            let commands = lines.filter_map(|line| line.split("cargo xtask ").nth(1));
            for command in commands {
                let command = command.replace("$TARGET", "x86_64-unknown-linux-musl");
                let words: Vec<&str> = command.split([' ', '"']).collect();
                let words = words.into_iter().filter(|word| !word.is_empty());
                let parsed = Command::try_parse_from(std::iter::once("cargo xtask").chain(words));
                assert!(parsed.is_ok(), "`{command}`: {:?}", parsed.err());
                found += 1;
            }
        }
        assert!(found >= 2, "the workflows call `cargo xtask release` twice");
    }
}
