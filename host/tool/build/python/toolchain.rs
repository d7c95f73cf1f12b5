//! What providers in Python are built with: the machine's Python, and what pip puts into an environment of the project's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::super::workshop::Workshop;
use super::project::Settings;
use crate::terminal::RunError;

/// The version of componentize-py. It brings the interpreter that runs in the component.
pub(super) const COMPONENTIZE: &str = "0.25.1";
/// The version of mypy that checks types.
const MYPY: &str = "2.4.1";
/// The interpreter that componentize-py 0.25.1 brings: what packages are chosen for.
const GUEST_VERSION: &str = "3.14";
/// The oldest Python that the SDK can be read with.
const OLDEST: (u32, u32) = (3, 11);

/// What a Python may be called, the usual name first.
const NAMES: [&str; 6] = [
    "python3",
    "python3.14",
    "python3.13",
    "python3.12",
    "python3.11",
    "python",
];

const INSTALL: &str = "hint: install Python 3.11 or newer, on Debian or Ubuntu with `apt-get install python3 python3-venv`, on macOS with `brew install python`";

/// The environment of a project, with componentize-py in it.
pub(super) struct Toolchain {
    venv: PathBuf,
}

impl Toolchain {
    /// Makes the environment where it is not there yet.
    ///
    /// # Errors
    /// With what has to be installed.
    pub(super) fn ready(workshop: &Workshop) -> anyhow::Result<Self> {
        let toolchain = Self {
            venv: workshop.own_folder().join("venv"),
        };
        let (mark, wanted) = (
            toolchain.venv.join("componentize-py"),
            format!("{COMPONENTIZE}\n"),
        );
        let is_there = fs::read_to_string(&mark).is_ok_and(|found| found == wanted);
        // The interpreter that the environment was made with may have been removed.
        if is_there && toolchain.program("python").exists() {
            return Ok(toolchain);
        }
        let python = find()?;
        let mut make = Command::new(&python);
        make.args(["-m", "venv", "--clear"]).arg(&toolchain.venv);
        match workshop
            .console
            .run("making an environment for Python", &mut make)
        {
            Ok(_) => {}
            Err(RunError::Failed { output, .. }) => bail!(
                "`{python} -m venv` cannot make an environment\n{output}\n\
                 hint: it needs the modules `venv` and `ensurepip`, on Debian or Ubuntu `apt-get install python3-venv`"
            ),
            Err(error) => return Err(error.into()),
        }
        toolchain.pip(
            workshop,
            &["install", &format!("componentize-py=={COMPONENTIZE}")],
            || format!("installing componentize-py {COMPONENTIZE}"),
        )?;
        fs::write(&mark, wanted).with_context(|| format!("cannot write {}", mark.display()))?;
        Ok(toolchain)
    }

    /// The environment's Python.
    pub(super) fn python(&self) -> Command {
        Command::new(self.program("python"))
    }

    /// componentize-py, which is told nothing by the environment of the user.
    pub(super) fn componentize(&self) -> Command {
        let mut command = Command::new(self.program("componentize-py"));
        command.env_remove("VIRTUAL_ENV").env_remove("PYTHONPATH");
        command
    }

    /// mypy, which is installed when it is first asked for.
    pub(super) fn type_checker(&self, workshop: &Workshop) -> anyhow::Result<PathBuf> {
        let mypy = self.program("mypy");
        if !mypy.exists() {
            self.pip(workshop, &["install", &format!("mypy=={MYPY}")], || {
                format!("installing mypy {MYPY}")
            })?;
        }
        Ok(mypy)
    }

    /// A folder with the packages that the project depends on. Only such that are pure Python run in a component.
    pub(super) fn dependencies(
        &self,
        workshop: &Workshop,
        settings: &Settings,
    ) -> anyhow::Result<PathBuf> {
        let folder = workshop.own_folder().join("packages");
        let mark = folder.join(".dependencies");
        let wanted = settings.dependencies.join("\n");
        if fs::read_to_string(&mark).is_ok_and(|found| found == wanted) {
            return Ok(folder);
        }
        let cannot = || format!("cannot write to {}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(cannot)?;
        }
        fs::create_dir_all(&folder).with_context(cannot)?;
        if !settings.dependencies.is_empty() {
            let target = folder.to_string_lossy().into_owned();
            let mut arguments = vec!["install", "--target", &target, "--no-compile"];
            arguments.extend([
                "--only-binary=:all:",
                "--platform",
                "any",
                "--implementation",
                "py",
            ]);
            arguments.extend(["--abi", "none", "--python-version", GUEST_VERSION]);
            arguments.extend(settings.dependencies.iter().map(String::as_str));
            let doing = || "installing what the provider depends on".to_owned();
            self.pip(workshop, &arguments, doing).context(
                "a package that the provider depends on cannot be installed; only those that are pure Python run in a component",
            )?;
        }
        fs::write(&mark, wanted).with_context(cannot)?;
        Ok(folder)
    }

    fn pip(
        &self,
        workshop: &Workshop,
        arguments: &[&str],
        doing: impl Fn() -> String,
    ) -> anyhow::Result<()> {
        let mut command = self.python();
        command
            .args([
                "-m",
                "pip",
                "--disable-pip-version-check",
                "--no-input",
                "--quiet",
            ])
            .args(arguments);
        match workshop.console.run(&doing(), &mut command) {
            Ok(_) => Ok(()),
            Err(RunError::Failed { output, .. }) => bail!(
                "{} failed\n{output}\nhint: pip takes packages from PyPI, or from where its configuration says",
                doing()
            ),
            Err(error) => Err(error.into()),
        }
    }

    fn program(&self, name: &str) -> PathBuf {
        program(&self.venv, name)
    }
}

fn program(venv: &Path, name: &str) -> PathBuf {
    match cfg!(windows) {
        true => venv.join("Scripts").join(format!("{name}.exe")),
        false => venv.join("bin").join(name),
    }
}

/// The first Python that is new enough.
fn find() -> anyhow::Result<String> {
    let mut too_old = None;
    for name in NAMES {
        match version(name) {
            Some(found) if found >= OLDEST => return Ok(name.to_owned()),
            Some(found) => too_old = too_old.or(Some((name, found))),
            None => {}
        }
    }
    match too_old {
        Some((name, (major, minor))) => bail!(
            "`{name}` is Python {major}.{minor}, and providers in Python are built with 3.11 or newer\n{INSTALL}"
        ),
        None => bail!("there is no Python on PATH\n{INSTALL}"),
    }
}

/// The version of a Python; none where there is no such program, or it does not work.
fn version(name: &str) -> Option<(u32, u32)> {
    let output = Command::new(name)
        .args(["-c", "import sys; print(*sys.version_info[:2])"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
