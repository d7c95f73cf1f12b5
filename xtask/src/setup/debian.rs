//! Packages of the distribution: installed on Debian as root, else asked for.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};

use super::progress::say;
use crate::process;

/// Installs packages that are missing for `purpose`.
///
/// `elsewhere` is the advice for a machine that is not Debian.
pub(crate) fn install(purpose: &str, packages: &[&str], elsewhere: &str) -> Result<()> {
    let list = packages.join(" ");
    if !is_debian() {
        bail!("{purpose} is missing on this machine.\n{elsewhere}");
    }
    if !is_root() {
        bail!(
            "{purpose} is missing, and only root may install it. Run:\n  \
             sudo apt-get update && sudo apt-get install --no-install-recommends {list}"
        );
    }
    read_package_lists()
        .with_context(|| format!("{purpose} is missing, and cannot be looked for"))?;
    if let Some(unknown) = packages.iter().find(|package| !is_known(package)) {
        bail!("{purpose} is missing, and this Debian has no package `{unknown}`.\n{elsewhere}");
    }
    say(&format!("installing {list} with apt-get: {purpose}"));
    process::capture(
        apt_get()
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages),
    )
    .with_context(|| format!("{purpose} could not be installed"))?;
    Ok(())
}

/// Old lists know old packages only, so they are read again, once.
fn read_package_lists() -> Result<()> {
    static ARE_READ: AtomicBool = AtomicBool::new(false);
    if !ARE_READ.swap(true, Ordering::Relaxed) {
        say("reading Debian's package lists (apt-get update)");
        process::capture(apt_get().arg("update"))?;
    }
    Ok(())
}

/// The version of a package that could be installed, as far as this machine knows.
pub(crate) fn candidate(package: &str) -> Option<String> {
    let policy = process::capture(Command::new("apt-cache").args(["policy", package])).ok()?;
    let version = policy
        .lines()
        .find_map(|line| line.trim().strip_prefix("Candidate:"))?
        .trim();
    (version != "(none)").then(|| version.to_owned())
}

/// Whether this is Debian or one of its descendants.
pub(crate) fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists() && process::find("apt-get").is_some()
}

pub(crate) fn is_root() -> bool {
    process::capture(Command::new("id").arg("-u")).is_ok_and(|user| user == "0")
}

fn is_known(package: &str) -> bool {
    candidate(package).is_some()
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command
        .arg("--quiet=2")
        .env("DEBIAN_FRONTEND", "noninteractive");
    command
}
