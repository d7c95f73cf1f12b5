//! The Pulumi engine that judges the tests: the command line and its YAML language host.
//!
//! A `pulumi` on PATH is used if it is new enough. Else both programs are built from their Go
//! modules, pinned by `tests/engine/go.mod`, and kept where they survive between clones.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{go, say};
use crate::paths::Paths;
use crate::process;

const PULUMI: &str = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const YAML_HOST: &str = "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml";
const MODULE: &str = "github.com/pulumi/pulumi/pkg/v3";
const VERSION_VARIABLE: &str = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/// A command line and a language host that lie in one directory.
pub(crate) struct Engine {
    pub(crate) directory: PathBuf,
    version: Version,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32, u32);

pub(crate) fn find_or_build(paths: &Paths) -> Result<Engine> {
    let pinned = Pinned::read(&paths.root.join("tests/engine"))?;
    if let Some(engine) = on_path(pinned.version) {
        return Ok(engine);
    }
    let home = Paths::cache()?
        .join("engine")
        .join(format!("v{}-{:016x}", pinned.version, pinned.hash));
    let engine = Engine {
        directory: home.join("bin"),
        version: pinned.version,
    };
    if !engine.works() {
        build(paths, &pinned, &home, &engine)?;
        anyhow::ensure!(
            engine.works(),
            "the Pulumi engine was built, but {} does not answer `pulumi version` with v{}",
            engine.directory.display(),
            pinned.version
        );
    }
    Ok(engine)
}

/// What `tests/engine/go.mod` pins.
struct Pinned {
    directory: PathBuf,
    version: Version,
    hash: u64,
}

impl Pinned {
    fn read(directory: &Path) -> Result<Self> {
        let path = directory.join("go.mod");
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        let version = text
            .lines()
            .find_map(|line| line.trim().strip_prefix(MODULE)?.trim().strip_prefix('v'))
            .and_then(Version::parse)
            .with_context(|| format!("{} does not require {MODULE}", path.display()))?;
        Ok(Self {
            directory: directory.to_owned(),
            version,
            hash: fnv1a(text.as_bytes()),
        })
    }
}

/// An installed Pulumi, if it is at least as new as the pinned one and has its YAML host.
fn on_path(minimum: Version) -> Option<Engine> {
    let program = process::find("pulumi")?;
    let directory = program.canonicalize().ok()?.parent()?.to_owned();
    let version = reported_version(&program)?;
    let engine = Engine { directory, version };
    let is_whole = engine.program("pulumi-language-yaml").is_file();
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
        self.program("pulumi-language-yaml").is_file()
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

/// Builds into a directory of its own and renames it, so that what has the name is whole.
fn build(paths: &Paths, pinned: &Pinned, home: &Path, engine: &Engine) -> Result<()> {
    let go = go::find_or_install(paths)?;
    let partial = home.with_extension(format!("partial-{}", std::process::id()));
    say(&format!(
        "building the Pulumi engine v{} from its Go modules into {} (some minutes, once)",
        pinned.version,
        home.display()
    ));
    let built = compile(&go, pinned, &partial).and_then(|()| take_into_use(&partial, home, engine));
    fs::remove_dir_all(&partial).ok();
    built.context("the Pulumi engine could not be built")
}

fn compile(go: &Path, pinned: &Pinned, partial: &Path) -> Result<()> {
    fs::create_dir_all(partial)
        .with_context(|| format!("{} cannot be created", partial.display()))?;
    // A copy: the build may complete the module files, and those of the repository stay as they are.
    for file in ["go.mod", "go.sum"] {
        fs::copy(pinned.directory.join(file), partial.join(file))
            .with_context(|| format!("tests/engine/{file} cannot be copied"))?;
    }
    let flags = format!("-s -w -X {VERSION_VARIABLE}=v{}", pinned.version);
    process::run(
        Command::new(go)
            .current_dir(partial)
            .env("GOFLAGS", "-buildvcs=false -mod=mod")
            .env("GOWORK", "off")
            .args(["build", "-trimpath", "-ldflags", &flags, "-o", "bin/"])
            .args([PULUMI, YAML_HOST]),
    )
}

fn take_into_use(partial: &Path, home: &Path, engine: &Engine) -> Result<()> {
    // Somebody else may have built the same in the meantime: that one stays, it may be in use.
    if engine.works() {
        return Ok(());
    }
    if home.exists() {
        fs::remove_dir_all(home)
            .with_context(|| format!("{} cannot be removed", home.display()))?;
    }
    fs::rename(partial, home).with_context(|| {
        format!(
            "{} cannot be renamed to {}",
            partial.display(),
            home.display()
        )
    })
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

/// A hash that stays the same in every Rust version: it names a directory that outlives this build.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{Version, fnv1a};

    #[test]
    fn versions_are_compared_by_number() {
        let version = |text| Version::parse(text);
        assert!(version("3.259.0") > version("3.99.12"));
        assert!(version("3.260.0-alpha.1+dirty") > version("3.259.0"));
        assert!(version("3").is_none());
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
