//! A virtual environment of Python with a toolchain from pip. The toolchains of several languages come from pip, and
//! all projects of a user share an environment, because a toolchain has hundreds of megabytes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, bail};
use pulumi_wasm_platform::env;
use pulumi_wasm_platform::files::folder_builder;

use super::workshop::{self, Workshop};
use crate::component;
use crate::files::bounded_file;
use crate::project::own_folder;
use crate::terminal::{RunError, toolchain_program};

/// The oldest Python that the SDK for Python can be read with.
const OLDEST: (u32, u32) = (3, 11);

/// The possible names of a Python, the usual one first.
const NAMES: [&str; 6] = [
    "python3",
    "python3.14",
    "python3.13",
    "python3.12",
    "python3.11",
    "python",
];

/// Possible causes if pip finds nothing at all.
pub(super) const WHERE_FROM: &str = "hint: pip takes packages from PyPI, or from the index in its configuration; `PULUMI_WASM_BUILD_ENV=NAME` passes a variable on to pip";

const INSTALL: &str = "hint: install Python 3.11 or newer, on Debian or Ubuntu with `apt-get install python3 python3-venv`, on macOS with `brew install python`";

/// A package of pip that an environment is made for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Package {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    /// Why Python is needed, as the end of a sentence: `building a provider in Python needs Python 3.11 or newer`.
    pub(super) purpose: &'static str,
}

/// The environment of a package, `wasm/toolchains/NAME-VERSION` in the folder of Pulumi.
pub(super) struct Environment {
    venv: PathBuf,
}

impl Environment {
    /// Makes the environment with the package in it if it is missing, and links it into the project, where an editor or
    /// a Makefile finds it.
    ///
    /// # Errors
    /// The error names the package to install.
    pub(super) fn ready(workshop: &Workshop, package: Package) -> anyhow::Result<Self> {
        let Package { name, version, .. } = package;
        let toolchains = env::toolchains_folder().context(
            "a toolchain cannot be installed without a home folder\nhint: set `PULUMI_HOME`",
        )?;
        // Compilers run in the folder of the project.
        let toolchains = std::path::absolute(toolchains)?;
        let environment = Self {
            venv: toolchains.join(format!("{name}-{version}")),
        };
        if !environment.is_ready(package) {
            folder_builder(0o700)
                .recursive(true)
                .create(&toolchains)
                .with_context(|| format!("cannot make {}", toolchains.display()))?;
            let _lock = environment.lock(workshop)?;
            // Another build may have made it in the meantime.
            if !environment.is_ready(package) {
                environment.make(workshop, &find(package.purpose)?)?;
                environment.install(workshop, name, version)?;
            }
        }
        own_folder::link_environment(workshop.own_folder(), &environment.venv)?;
        Ok(environment)
    }

    /// The program of a further package, which is installed if it is missing.
    ///
    /// # Errors
    /// The error contains pip's output.
    pub(super) fn program_of(
        &self,
        workshop: &Workshop,
        name: &str,
        version: &str,
    ) -> anyhow::Result<PathBuf> {
        if !self.has(name, version) {
            let _lock = self.lock(workshop)?;
            if !self.has(name, version) {
                self.install(workshop, name, version)?;
            }
        }
        Ok(self.program(name))
    }

    /// Installs a package. The lock is held.
    fn install(&self, workshop: &Workshop, name: &str, version: &str) -> anyhow::Result<()> {
        self.pip(
            workshop,
            &["install", &format!("{name}=={version}")],
            || format!("installing {name} {version}"),
        )?;
        component::write(&self.mark(name), version.as_bytes())
    }

    /// Waits until no other build installs into the environment.
    fn lock(&self, workshop: &Workshop) -> anyhow::Result<File> {
        let file = self.venv.with_added_extension("lock");
        let waiting = "waiting for another build that installs the toolchain";
        workshop::lock(&file, &workshop.console, waiting)
    }

    /// Whether the package is installed, and the interpreter that the environment was made with still exists.
    fn is_ready(&self, package: Package) -> bool {
        self.has(package.name, package.version) && self.program("python").exists()
    }

    fn has(&self, name: &str, version: &str) -> bool {
        bounded_file::text(&self.mark(name)).is_ok_and(|found| found == version)
    }

    /// The file with the version of an installed package. It is written last, because a build can be killed.
    fn mark(&self, name: &str) -> PathBuf {
        self.venv.join(format!("{name}.installed"))
    }

    /// Creates the environment. Most of that time goes into installing pip there, which happens only if the machine's
    /// pip is missing, too old or crippled.
    fn make(&self, workshop: &Workshop, python: &str) -> anyhow::Result<()> {
        let doing = "making an environment for Python";
        let environment = |options: &[&str]| {
            let mut make = toolchain_program(python);
            make.args(["-m", "venv", "--clear"]).args(options);
            make.arg(&self.venv);
            make
        };
        let made = workshop
            .console
            .run(doing, &mut environment(&["--without-pip"]));
        if made.is_ok() {
            let probed = self.pip_of(self.made_with()).arg("--version").output();
            if probed.is_ok_and(|output| output.status.success()) {
                return Ok(());
            }
        }
        let doing = format!("{doing}, with pip in it");
        match workshop.console.run(&doing, &mut environment(&[])) {
            Ok(_) => Ok(()),
            Err(RunError::Failed { output, .. }) => bail!(
                "`{python} -m venv` cannot make an environment\n{output}\n\
                 hint: it needs the modules `venv` and `ensurepip`, on Debian or Ubuntu `apt-get install python3-venv`"
            ),
            Err(error) => Err(error.into()),
        }
    }

    /// The environment's Python.
    pub(super) fn python(&self) -> Command {
        toolchain_program(self.program("python"))
    }

    /// Runs pip in the environment. `doing` describes the step in messages.
    ///
    /// # Errors
    /// The error contains pip's output.
    pub(super) fn pip(
        &self,
        workshop: &Workshop,
        arguments: &[&str],
        doing: impl Fn() -> String,
    ) -> anyhow::Result<()> {
        match self.run_pip(workshop, arguments, &doing()) {
            Ok(_) => Ok(()),
            Err(RunError::Failed { output, .. }) => {
                bail!("{} failed\n{output}\n{WHERE_FROM}", doing())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Runs pip in the environment.
    pub(super) fn run_pip(
        &self,
        workshop: &Workshop,
        arguments: &[&str],
        doing: &str,
    ) -> Result<Output, RunError> {
        let mut command = if self.program("pip").exists() {
            self.pip_of(self.program("python"))
        } else {
            self.pip_of(self.made_with())
        };
        command
            .args(["--disable-pip-version-check", "--no-input", "--quiet"])
            .args(arguments);
        workshop.console.run(doing, &mut command)
    }

    /// The pip of a Python, which installs into the environment.
    fn pip_of(&self, python: PathBuf) -> Command {
        let own = self.program("python");
        let is_elsewhere = python != own;
        let mut command = toolchain_program(python);
        command.args(["-m", "pip"]);
        if is_elsewhere {
            command.arg("--python").arg(own);
        }
        command
    }

    /// The Python that the environment was made with, which it keeps a note of.
    fn made_with(&self) -> PathBuf {
        let note = bounded_file::text(&self.venv.join("pyvenv.cfg")).unwrap_or_default();
        let python = note.lines().find_map(|line| {
            let (key, value) = line.split_once('=')?;
            (key.trim() == "executable").then(|| PathBuf::from(value.trim()))
        });
        python.unwrap_or_else(|| self.program("python"))
    }

    /// A program of the environment.
    pub(super) fn program(&self, name: &str) -> PathBuf {
        program(&self.venv, name)
    }
}

fn program(venv: &Path, name: &str) -> PathBuf {
    if cfg!(windows) {
        venv.join("Scripts").join(format!("{name}.exe"))
    } else {
        venv.join("bin").join(name)
    }
}

/// The first Python that is new enough.
fn find(purpose: &str) -> anyhow::Result<String> {
    let mut too_old = None;
    for name in NAMES {
        match version(name) {
            Some(found) if found >= OLDEST => return Ok(name.to_owned()),
            Some(found) => too_old = too_old.or(Some((name, found))),
            None => {}
        }
    }
    match too_old {
        Some((name, (major, minor))) => {
            bail!("`{name}` is Python {major}.{minor}, and {purpose}\n{INSTALL}")
        }
        None => bail!("Python is not on PATH\n{INSTALL}"),
    }
}

/// The version of a Python, or `None` if the program is missing or does not work.
fn version(name: &str) -> Option<(u32, u32)> {
    let output = toolchain_program(name)
        .args(["-c", "import sys; print(*sys.version_info[:2])"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
