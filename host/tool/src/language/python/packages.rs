//! The packages that a project in Python depends on. Only packages of pure Python run in a component.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::json;

use super::lock::{self, Lock};
use super::project::Settings;
use super::pure;
use super::toolchain::{GUEST_VERSION, Toolchain, WHERE_FROM};
use crate::files::bounded_file;
use crate::language::workshop::Workshop;
use crate::project::own_folder::sealed_note;
use crate::project::project_files::read_note;
use crate::terminal::RunError;

/// The text that decides which packages are in a component: the lock, or else the project's dependencies.
///
/// # Errors
/// When the lock cannot be read.
pub(super) fn package_list(project: &Path, settings: &Settings) -> anyhow::Result<String> {
    let lock = Lock::read(project, &settings.dependencies)?;
    Ok(lock.map_or_else(|| settings.dependencies.join("\n"), |lock| lock.text))
}

/// A word of pip's message if it cannot reach an index.
const OFFLINE: &str = "Retrying";

/// The options that restrict pip to packages of pure Python.
const PURE: [&str; 9] = [
    "--only-binary=:all:",
    "--platform",
    "any",
    "--implementation",
    "py",
    "--abi",
    "none",
    "--python-version",
    GUEST_VERSION,
];

impl Toolchain {
    /// A folder with the packages that the project depends on, in the versions of its lock file if it has one. Only
    /// packages of pure Python run in a component.
    pub(super) fn dependencies(
        &self,
        workshop: &Workshop,
        settings: &Settings,
    ) -> anyhow::Result<PathBuf> {
        let folder = workshop.own_folder().join("packages");
        let mark = folder.join(".dependencies");
        let project = &workshop.project;
        let wanted = package_list(project, settings)?;
        let known = sealed_note::read(&mark);
        if known["dependencies"] == wanted.as_str()
            && sealed_note::state_below(&folder, &mark).is_ok_and(|state| known["files"] == state)
        {
            return Ok(folder);
        }
        let cannot = || format!("cannot write to {}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(cannot)?;
        }
        fs::create_dir_all(&folder).with_context(cannot)?;
        if !settings.dependencies.is_empty() {
            match Lock::read(project, &settings.dependencies)? {
                Some(lock) => self.install_locked(workshop, &lock, &folder)?,
                None => self.resolve(workshop, settings, &folder)?,
            }
        }
        // The lock may have been written only now.
        let installed = package_list(project, settings)?;
        let files = sealed_note::state_below(&folder, &mark)?;
        let note = json!({ "dependencies": installed, "files": files });
        sealed_note::write(&mark, &note)?;
        Ok(folder)
    }

    /// Installs exactly the packages of a lock.
    fn install_locked(
        &self,
        workshop: &Workshop,
        lock: &Lock,
        folder: &Path,
    ) -> anyhow::Result<()> {
        let (target, file) = (folder.to_string_lossy(), lock.file.to_string_lossy());
        let mut arguments = vec!["install", "--target", &target, "--no-compile"];
        arguments.extend(PURE);
        arguments.extend(["--no-deps", "--require-hashes", "-r", &file]);
        let pure = pure::locked_requirements(&lock.text);
        let wheels = if pure.is_empty() {
            None
        } else {
            self.pure_wheels(workshop, &pure)?
        };
        let wheels = wheels.map(|folder| folder.to_string_lossy().into_owned());
        if let Some(wheels) = &wheels {
            arguments.extend(["--find-links", wheels]);
        }
        match self.run_pip(
            workshop,
            &arguments,
            "installing the packages of the lock file",
        ) {
            Err(RunError::Failed { output, .. }) => bail!(
                "the packages in {file} cannot be installed\n{output}\n\
                 hint: if a digest differs, find out first where the other file comes from; if you remove the lock file, the next build chooses versions anew"
            ),
            done => done?,
        };
        Ok(())
    }

    /// Lets pip choose versions, and records its choice.
    fn resolve(
        &self,
        workshop: &Workshop,
        settings: &Settings,
        folder: &Path,
    ) -> anyhow::Result<()> {
        let report = workshop.build_folder()?.join("pip.json");
        drop(fs::remove_file(&report));
        let (target, told) = (folder.to_string_lossy(), report.to_string_lossy());
        let mut arguments = vec!["install", "--target", &target, "--no-compile"];
        arguments.extend(PURE);
        arguments.extend(["--report", &told]);
        arguments.extend(settings.dependencies.iter().map(String::as_str));
        let project = &workshop.project;
        let doing = "installing the provider's dependencies";
        match self.run_pip(workshop, &arguments, doing) {
            Err(RunError::Failed { output, .. }) => {
                let is_offline = output.contains(OFFLINE);
                let known = pure::requirements(&settings.dependencies);
                let wheels = if is_offline {
                    None
                } else {
                    self.pure_wheels(workshop, &known)?
                };
                let Some(wheels) = wheels else {
                    bail!("{}", unusable(project, &output))
                };
                let wheels = wheels.to_string_lossy();
                arguments.extend(["--find-links", &wheels]);
                match self.run_pip(workshop, &arguments, doing) {
                    Err(RunError::Failed { .. }) => bail!("{}", unusable(project, &output)),
                    done => done?,
                }
            }
            done => done?,
        };
        if Lock::write(project, &settings.dependencies, &read_note(&report))?.is_some() {
            workshop.console.say(&format!(
                "wrote the versions to {}: keep it in the repository",
                lock::FILE
            ));
        }
        Ok(())
    }
}

/// Why a dependency cannot be installed: a short form of pip's output.
fn unusable(project: &Path, output: &str) -> String {
    let file = project.join("pyproject.toml");
    let shown = file.display();
    if let Some(told) = contradictory(&file, output) {
        return told;
    }
    let wanted = output.lines().find_map(|line| {
        let (_, wanted) = line.split_once("No matching distribution found for ")?;
        wanted.split_whitespace().next()
    });
    // If pip cannot reach an index, it also reports that no version matches.
    let Some(wanted) = wanted.filter(|_| !output.contains(OFFLINE)) else {
        return format!("the dependencies in {shown} cannot be installed\n{output}\n{WHERE_FROM}");
    };
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let name = wanted.split(|letter| !is_of_name(letter)).next();
    let name = name.unwrap_or(wanted);
    let text = bounded_file::text(&file).unwrap_or_default();
    let place = text
        .lines()
        .position(|line| line.contains(wanted))
        .or_else(|| text.lines().position(|line| line.contains(name)));
    // A package that only a dependency needs is in no file of the project.
    let place = place.map_or(String::new(), |line| format!(":{}", line + 1));
    // In order, the newest last.
    let versions = output
        .split_once("(from versions: ")
        .and_then(|(_, rest)| rest.split_once(')'))
        .map_or("none", |(versions, _)| versions);
    match versions.rsplit(", ").next().unwrap_or(versions) {
        "none" => format!(
            "{shown}{place}: no version of `{wanted}` runs in a component, which takes wheels of pure Python\n\
             hint: check the name; if the package has compiled parts, look for one without them"
        ),
        newest => format!(
            "{shown}{place}: no version of `{wanted}` runs in a component\n\
             hint: the newest version of `{name}` that does is {newest}"
        ),
    }
}

/// The error if each version of a package needs something missing. Pip then lists all versions.
fn contradictory(file: &Path, output: &str) -> Option<String> {
    let (_, rest) = output.split_once("Cannot install ")?;
    let (packages, _) = rest.split_once(" because these package versions")?;
    let first = packages.split("==").next()?.trim();
    let is_one = packages
        .split([',', ' '])
        .filter_map(|word| word.split_once("=="))
        .all(|(name, _)| name == first);
    if !is_one || first.is_empty() {
        return None;
    }
    let text = bounded_file::text(file).unwrap_or_default();
    let line = text.lines().position(|line| line.contains(first));
    let place = line.map_or(String::new(), |line| format!(":{}", line + 1));
    Some(format!(
        "{}{place}: no requested version of `{first}` runs in a component: each needs a package that has compiled parts, or conflicts with \
         another requirement\n\
         hint: let pip choose an older version, or look for another package",
        file.display()
    ))
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
                ":3: no version of `numpy>=2` runs",
            ),
            (
                said("1.0, 1.1", "numpy>=2"),
                "version of `numpy` that does is 1.1",
            ),
            (said("none", "other"), ".toml: no version of `other`"),
            (
                format!("WARNING: Retrying\n{}", said("none", "numpy>=2")),
                "hint: pip takes packages from",
            ),
            (
                "ERROR: Cannot install numpy==2.0 and numpy==2.1 because these package versions have conflicting dependencies."
                    .to_owned(),
                ":3: no requested version of `numpy` runs in a component",
            ),
            (
                "ERROR: Cannot install numpy==2.0 and other==1 because these package versions have conflicting dependencies."
                    .to_owned(),
                "conflicting dependencies.\nhint: ",
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
