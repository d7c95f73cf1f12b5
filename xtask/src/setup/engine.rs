//! The Pulumi engine that judges the tests: the command line and its YAML language host.
//!
//! A `pulumi` on PATH is used if it is new enough. Else both programs are built from their Go
//! modules, pinned by `tests/engine/go.mod`, and kept in a folder that survives between clones.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{cached, go, say};
use crate::paths::Paths;
use crate::process;

const PULUMI: &str = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const YAML_HOST: &str = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
pub(super) const YAML_HOST_PROGRAM: &str = "pulumi-language-yaml";
const MODULE: &str = "github.com/pulumi/pulumi/pkg/v3";
const VERSION_VARIABLE: &str = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/// A command line and a language host that lie in one directory.
pub(crate) struct Engine {
    pub(crate) directory: PathBuf,
    version: Version,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(u32, u32, u32);

pub(crate) fn find_or_build(paths: &Paths) -> Result<Engine> {
    let sources = paths.root.join("tests/engine");
    let version = pinned_version(&sources)?;
    if let Some(engine) = on_path(version) {
        return Ok(engine);
    }
    let home = cached::directory("engine", &version.to_string(), &[sources.join("go.mod")])?;
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
            process::run(
                go::build(&go::find_or_install(paths)?, partial)
                    .args(["-ldflags", &flags, "-o", "bin/"])
                    .args([PULUMI, YAML_HOST]),
            )
        },
    )
    .context("the Pulumi engine could not be built")?;
    Ok(engine)
}

/// The version that `tests/engine/go.mod` pins.
pub(super) fn pinned_version(sources: &Path) -> Result<Version> {
    let path = sources.join("go.mod");
    let text =
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    text.lines()
        .find_map(|line| line.trim().strip_prefix(MODULE)?.trim().strip_prefix('v'))
        .and_then(Version::parse)
        .with_context(|| format!("{} does not require {MODULE}", path.display()))
}

/// An installed Pulumi, if it is at least as new as the pinned one and has its YAML host.
fn on_path(minimum: Version) -> Option<Engine> {
    let program = process::find("pulumi")?;
    let directory = program.canonicalize().ok()?.parent()?.to_owned();
    let version = reported_version(&program)?;
    let engine = Engine { directory, version };
    let is_whole = engine.program(YAML_HOST_PROGRAM).is_file();
    if version < minimum || !is_whole {
        say(&format!(
            "{} (v{version}) is passed over: v{minimum} or newer with its YAML language host is needed",
            program.display()
        ));
        return None;
    }
    Some(engine)
}

impl Engine {
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.directory
            .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }

    fn works(&self) -> bool {
        self.program(YAML_HOST_PROGRAM).is_file()
            && reported_version(&self.program("pulumi")) == Some(self.version)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "v{} in {}",
            self.version,
            self.directory.display()
        )
    }
}

fn reported_version(program: &Path) -> Option<Version> {
    let text = process::capture(
        Command::new(program)
            .arg("version")
            .env("PULUMI_SKIP_UPDATE_CHECK", "true"),
    )
    .ok()?;
    Version::parse(text.trim().strip_prefix('v')?)
}

impl Version {
    /// Reads `3.259.0`; a suffix after the patch number is left out of account.
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
        assert!(version("3").is_none());
    }
}
