//! What providers in Python are built with: the machine's Python, and what pip puts into an environment of the project's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

const WHERE_FROM: &str = "hint: pip takes packages from PyPI, or from where its configuration says";

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
        let venv = workshop.own_folder().join("venv");
        let toolchain = Self {
            // Several projects may share one by a link, through which Python makes none.
            venv: venv.canonicalize().unwrap_or(venv),
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
            match self.run_pip(workshop, &arguments, &doing()) {
                Err(RunError::Failed { output, .. }) => {
                    bail!("{}", unusable(&workshop.project.folder, &output))
                }
                done => done?,
            };
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
        match self.run_pip(workshop, arguments, &doing()) {
            Ok(_) => Ok(()),
            Err(RunError::Failed { output, .. }) => {
                bail!("{} failed\n{output}\n{WHERE_FROM}", doing())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn run_pip(
        &self,
        workshop: &Workshop,
        arguments: &[&str],
        doing: &str,
    ) -> Result<Output, RunError> {
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
        workshop.console.run(doing, &mut command)
    }

    fn program(&self, name: &str) -> PathBuf {
        program(&self.venv, name)
    }
}

/// Why a dependency cannot be installed, of which pip says more than an author wants to know.
fn unusable(project: &Path, output: &str) -> String {
    let file = project.join("pyproject.toml");
    let shown = file.display();
    let wanted = output.lines().find_map(|line| {
        let (_, wanted) = line.split_once("No matching distribution found for ")?;
        wanted.split_whitespace().next()
    });
    // Where pip cannot reach an index, it says that nothing matches too.
    let Some(wanted) = wanted.filter(|_| !output.contains("Retrying")) else {
        return format!("what {shown} depends on cannot be installed\n{output}\n{WHERE_FROM}");
    };
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let name = wanted.split(|letter| !is_of_name(letter)).next();
    let name = name.unwrap_or(wanted);
    let text = fs::read_to_string(&file).unwrap_or_default();
    let place = text
        .lines()
        .position(|line| line.contains(wanted))
        .or_else(|| text.lines().position(|line| line.contains(name)));
    // What is needed by something that the project depends on stands nowhere.
    let place = place.map_or(String::new(), |line| format!(":{}", line + 1));
    let versions = output
        .split_once("(from versions: ")
        .and_then(|(_, rest)| rest.split_once(')'))
        .map_or("none", |(versions, _)| versions);
    match versions {
        "none" => format!(
            "{shown}{place}: there is no `{wanted}` that runs in a component: that takes a wheel of pure Python\n\
             hint: see whether its name is right; where it has compiled parts, look for a package without them"
        ),
        versions => format!(
            "{shown}{place}: there is no `{wanted}` that runs in a component; of `{name}`, those versions do: {versions}\n\
             hint: write one of these"
        ),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dependency_that_cannot_be_used_is_told_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pyproject.toml");
        fs::write(&file, "[project]\ndependencies = [\n  \"numpy>=2\",\n]\n").unwrap();
        let said = |versions: &str, wanted: &str| {
            format!(
                "ERROR: Could not find a version that satisfies the requirement {wanted} (from versions: {versions})\n\
                 ERROR: No matching distribution found for {wanted}"
            )
        };
        for (output, expected) in [
            (
                said("none", "numpy>=2"),
                ":3: there is no `numpy>=2` that runs",
            ),
            (
                said("1.0, 1.1", "numpy>=2"),
                "those versions do: 1.0, 1.1\n",
            ),
            (said("none", "other"), ".toml: there is no `other`"),
            (
                format!("WARNING: Retrying\n{}", said("none", "numpy>=2")),
                "hint: pip takes packages from",
            ),
            ("something else".to_owned(), "\nsomething else\nhint: "),
        ] {
            let told = unusable(folder.path(), &output);
            assert!(told.contains(expected), "{told}");
            assert!(
                told.contains("pyproject.toml") && told.contains("\nhint: "),
                "{told}"
            );
        }
    }
}
