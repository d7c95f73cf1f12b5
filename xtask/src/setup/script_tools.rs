//! The tools that the author's tool needs to build providers in Python and TypeScript. It installs the rest by itself.

use std::process::Command;

use anyhow::Result;

use super::debian;
use crate::process;

const PYTHON: &str = "Put Python 3.11 or newer, with its module `venv`, on PATH.";
const NODE: &str = "Put Node.js 20 or newer with npm on PATH: https://nodejs.org";

/// Python that can make environments.
pub(crate) fn find_or_install_python() -> Result<()> {
    // Debian keeps what `venv` needs apart from Python itself.
    let works = process::capture(Command::new("python3").args(["-c", "import ensurepip, venv"]));
    match works {
        Ok(_) => Ok(()),
        Err(_) => debian::install("Python's venv module", &["python3", "python3-venv"], PYTHON),
    }
}

/// Node.js with npm.
pub(crate) fn find_or_install_node() -> Result<()> {
    if process::find("node").is_some() && process::find("npm").is_some() {
        return Ok(());
    }
    debian::install("Node.js", &["nodejs", "npm"], NODE)
}
