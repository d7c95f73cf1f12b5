//! The Pulumi engine that judges the tests: the command line and its YAML language host.
//!
//! A `pulumi` on PATH is used if it is new enough. Else both programs are built from their Go
//! modules, pinned by `tests/engine/go.mod`, and kept in a folder that survives between clones.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::engine_version::{Version, pinned_version};
use super::progress::say;
use super::{cached, go};
use crate::paths::Paths;
use crate::process;

const PULUMI: &str = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const YAML_HOST: &str = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
pub(super) const YAML_HOST_PROGRAM: &str = "pulumi-language-yaml";
const VERSION_VARIABLE: &str = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/// A command line and a language host that lie in one directory.
pub(crate) struct Engine {
    pub(crate) directory: PathBuf,
    version: Version,
}

pub(crate) fn find_or_build(paths: &Paths) -> Result<Engine> {
    let sources = paths.root.join("tests/engine");
    let version = pinned_version(&sources)?;
    if let Some(engine) = on_path(version) {
        return Ok(engine);
    }
    let pins = [sources.join("go.mod")];
    let home = cached::directory("engine", &version.to_string(), &pins)?;
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
            let go = go::find_or_install(paths)?;
            process::run(
                go::build(&go, partial)
                    .args(["-ldflags", &flags, "-o", "bin/"])
                    .args([PULUMI, YAML_HOST]),
            )
        },
    )
    .context("the Pulumi engine could not be built")?;
    Ok(engine)
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
