//! Packages of Debian. Root installs them; other users and other systems get a message with the commands.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};

use super::say;
use crate::process;

/// Installs the packages of a missing program. `elsewhere` is the advice for systems other than Debian.
pub(crate) fn install(program: &str, packages: &[&str], elsewhere: &str) -> Result<()> {
    static LISTS_ARE_READ: AtomicBool = AtomicBool::new(false);
    let list = packages.join(" ");
    if !Path::new("/etc/debian_version").exists() {
        bail!("{program} is missing on this machine.\n{elsewhere}");
    }
    if !is_root() {
        bail!(
            "{program} is missing, and only root may install it. Run:\n  \
             sudo apt-get update && sudo apt-get install --no-install-recommends {list}"
        );
    }
    if !LISTS_ARE_READ.swap(true, Ordering::Relaxed) {
        say("reading Debian's package lists (apt-get update)");
        process::capture(apt_get().arg("update"))?;
    }
    say(&format!("installing {list} with apt-get: {program}"));
    let mut apt_get = apt_get();
    apt_get.args(["install", "--yes", "--no-install-recommends"]);
    process::capture(apt_get.args(packages))
        .with_context(|| format!("{program} could not be installed.\n{elsewhere}"))?;
    Ok(())
}

/// Whether this process may act as other users.
pub(crate) fn is_root() -> bool {
    process::capture(Command::new("id").arg("-u")).is_ok_and(|user| user == "0")
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command
        .arg("--quiet=2")
        .env("DEBIAN_FRONTEND", "noninteractive");
    command
}
