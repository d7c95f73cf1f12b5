//! Python with Pulumi's SDK, for programs in Python.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::engine_version::pinned_version;
use super::progress::say;
use super::{cached, debian};
use crate::paths::Paths;
use crate::process;

const REQUIREMENTS: &str = "requirements.txt";

/// The interpreter of an environment with the packages that `tests/engine/python/requirements.txt` pins.
pub(crate) fn find_or_install(paths: &Paths) -> Result<PathBuf> {
    let version = pinned_version(&paths.root.join("tests/engine"))?;
    let sources = paths.root.join("tests/engine/python");
    let pins = [sources.join(REQUIREMENTS)];
    let home = cached::directory("python", &version.to_string(), &pins)?;
    let python = home.join("bin/python");
    cached::make(
        &home,
        // An environment stops working when the Python that it was made with goes.
        || process::capture(Command::new(&python).args(["-c", "import pulumi"])).is_ok(),
        |partial| {
            say(&format!(
                "installing Pulumi's SDK for Python into {}",
                home.display()
            ));
            make_environment(partial)?;
            process::capture(
                Command::new(partial.join("bin/python"))
                    .args([
                        "-m",
                        "pip",
                        "install",
                        "--quiet",
                        "--no-deps",
                        "--requirement",
                    ])
                    .arg(sources.join(REQUIREMENTS)),
            )?;
            Ok(())
        },
    )
    .context("Pulumi's SDK for Python could not be installed; it needs Python 3.10 or newer")?;
    Ok(python)
}

/// Makes a virtual environment.
pub(crate) fn make_environment(environment: &Path) -> Result<()> {
    let make = || {
        process::capture(
            Command::new("python3")
                .args(["-m", "venv", "--clear"])
                .arg(environment),
        )
    };
    if let Err(error) = make() {
        // Debian keeps the module apart from Python itself.
        if !debian::is_debian() {
            return Err(error);
        }
        debian::install("Python's venv module", &["python3-venv"], "")?;
        make()?;
    }
    Ok(())
}
