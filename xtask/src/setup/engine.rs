//! The Pulumi engine that judges the tests: the command line, its YAML language host, and the code generator of the command
//! line.
//!
//! A `pulumi` on PATH is used if it is new enough. Otherwise both programs are built from their published Go modules, which
//! `tests/engine/go.mod` pins.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{cached, go, say};
use crate::paths::Paths;
use crate::process;

const MODULE: &str = "github.com/pulumi/pulumi/pkg/v3";
const PULUMI: &str = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const YAML_HOST: &str = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
pub(super) const YAML_HOST_PROGRAM: &str = "pulumi-language-yaml";
const VERSION_VARIABLE: &str = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(u32, u32, u32);

/// A command line and a language host in one directory.
pub(crate) struct Engine {
    pub(crate) directory: PathBuf,
    version: Version,
}

pub(crate) fn find_or_build(paths: &Paths) -> Result<Engine> {
    let sources = paths.root.join("tests/engine");
    let version = pinned_version(paths)?;
    if let Some(engine) = on_path(version) {
        return Ok(engine);
    }
    let pins = [sources.join("go.mod")];
    let home = cached::directory("engine", &version.to_string(), &pins, &[])?;
    let engine = Engine {
        directory: home.join("bin"),
        version,
    };
    cached::make(
        &home,
        || engine.works(),
        |partial| {
            say(&format!(
                "building the Pulumi engine v{version} from its Go modules into {} (some minutes, once)",
                home.display()
            ));
            let flags = format!("-s -w -X {VERSION_VARIABLE}=v{version}");
            cached::copy(&["go.mod", "go.sum"], &sources, partial)?;
            let mut build = go::build(&go::find_or_install(paths)?, partial);
            build.args(["-ldflags", &flags, "-o", "bin/", PULUMI, YAML_HOST]);
            process::run(&mut build)
        },
    )
    .context("the Pulumi engine could not be built")?;
    Ok(engine)
}

/// Builds the program that checks schemas and generates SDKs with the code of Pulumi's command line. Returns its path.
pub(super) fn find_or_build_codegen(paths: &Paths) -> Result<PathBuf> {
    let sources = paths.root.join("tests/engine");
    let version = pinned_version(paths)?;
    let pins = ["go.mod", "codegen/main.go"].map(|file| sources.join(file));
    let home = cached::directory("codegen", &version.to_string(), &pins, &[])?;
    let program = home.join("bin/codegen");
    cached::make(
        &home,
        || program.is_file(),
        |partial| {
            say(&format!(
                "building Pulumi's code generator v{version} into {}",
                home.display()
            ));
            fs::create_dir_all(partial.join("codegen"))?;
            cached::copy(&["go.mod", "go.sum", "codegen/main.go"], &sources, partial)?;
            let mut build = go::build(&go::find_or_install(paths)?, partial);
            process::run(build.args(["-ldflags", "-s -w", "-o", "bin/", "./codegen"]))
        },
    )
    .context("Pulumi's code generator could not be built")?;
    Ok(program)
}

/// The version that `tests/engine/go.mod` pins.
pub(super) fn pinned_version(paths: &Paths) -> Result<Version> {
    let path = paths.root.join("tests/engine/go.mod");
    let text =
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    text.lines()
        .find_map(|line| line.trim().strip_prefix(MODULE)?.trim().strip_prefix('v'))
        .and_then(Version::parse)
        .with_context(|| format!("{} does not require {MODULE}", path.display()))
}

/// An installed Pulumi, if it is not older than `minimum` and has its YAML host.
fn on_path(minimum: Version) -> Option<Engine> {
    let program = process::find("pulumi")?;
    let directory = program.canonicalize().ok()?.parent()?.to_owned();
    let version = reported_version(&program)?;
    let engine = Engine { directory, version };
    if version < minimum || !engine.program(YAML_HOST_PROGRAM).is_file() {
        say(&format!(
            "{} (v{version}) is not used: the tests need v{minimum} or later with its YAML language host",
            program.display()
        ));
        return None;
    }
    Some(engine)
}

impl Engine {
    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    fn works(&self) -> bool {
        self.program(YAML_HOST_PROGRAM).is_file()
            && reported_version(&self.program("pulumi")) == Some(self.version)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directory = self.directory.display();
        write!(formatter, "v{} in {directory}", self.version)
    }
}

fn reported_version(program: &Path) -> Option<Version> {
    let mut command = Command::new(program);
    command
        .arg("version")
        .env("PULUMI_SKIP_UPDATE_CHECK", "true");
    let text = process::capture(&mut command).ok()?;
    Version::parse(text.strip_prefix('v')?)
}

impl Version {
    /// Reads `3.259.0`, and ignores a suffix of the patch number.
    fn parse(text: &str) -> Option<Self> {
        let release = text.split(['-', '+', ' ']).next()?;
        let mut numbers = release.split('.').map(|number| number.parse().ok());
        Some(Self(numbers.next()??, numbers.next()??, numbers.next()??))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_are_compared_by_number() {
        let version = |text| Version::parse(text);
        assert!(version("3.259.0") > version("3.99.12"));
        assert!(version("3.260.0-alpha.1+dirty") > version("3.259.0"));
        assert_eq!(version("3"), None);
    }
}
