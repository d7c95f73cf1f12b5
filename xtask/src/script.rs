//! Building the components that are written in Python and TypeScript, by the tool's own `build`.
//!
//! The tool keeps environments and the last component in the project's folder. So each project is copied below the target
//! folder and built there: sources stay clean, and the results go when the target folder goes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::components::{Component, Wanted};
use crate::host::Programs;
use crate::paths::Paths;
use crate::process;
use crate::setup::{guest_toolchain, script_tools};

const PYTHON: &str = "python";
const TYPESCRIPT: &str = "typescript";
/// Only for the languages that the author's tool builds: examples in Rust are compiled together.
const RUST: &str = "rust";

/// The languages, as folders are called, with the file that a project has.
const LANGUAGES: [(&str, &str); 2] = [(PYTHON, "pyproject.toml"), (TYPESCRIPT, "package.json")];

/// Files that the tools make, and that are not sources. npm writes another lock file each time that it starts without
/// one.
const MADE: [&str; 5] = [
    "node_modules",
    "package-lock.json",
    "requirements.lock",
    "__pycache__",
    "target",
];

/// A provider in a script language.
pub(crate) struct Project {
    /// `NAME-LANGUAGE`.
    pub(crate) name: String,
    language: &'static str,
    source: PathBuf,
}

/// Every project; those that only tests use, if they are wanted.
pub(crate) fn find(paths: &Paths, wanted: &Wanted) -> Result<Vec<Project>> {
    let mut projects = Vec::new();
    for (language, entry) in LANGUAGES {
        let mut add = |name: String, source: PathBuf| {
            if source.join(entry).is_file() {
                projects.push(Project {
                    name,
                    language,
                    source,
                });
            }
        };
        for folder in subfolders(&paths.examples().join(language))? {
            add(format!("{}-{language}", name_of(&folder)), folder);
        }
        if matches!(wanted, Wanted::ForTests) {
            // A language may have more than one, each with other tools.
            for folder in subfolders(&paths.root.join("tests/conformance/guests"))? {
                add(format!("conformance-{}", name_of(&folder)), folder);
            }
            // The same as one in Rust beside it.
            for folder in subfolders(&paths.root.join("tests/components").join(language))? {
                add(format!("{}-{language}", name_of(&folder)), folder);
            }
            // One provider over HTTP, as each language writes it.
            let rest = paths.root.join("tests/components/rest").join(language);
            add(format!("rest-{language}"), rest);
        }
    }
    Ok(projects)
}

fn name_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Builds projects into `destination`. All of them are tried, so that one report has every failure.
pub(crate) fn build(
    paths: &Paths,
    programs: &Programs,
    projects: Vec<Project>,
    wanted: &Wanted,
    destination: &Path,
) -> Result<Vec<Component>> {
    let mut components = Vec::new();
    let mut failures = Vec::new();
    for project in projects {
        let path = destination.join(format!("{}.wasm", project.name));
        match project.build(paths, programs, wanted, &path) {
            Ok(()) => components.push(Component {
                name: project.name,
                path,
            }),
            Err(error) => failures.push(format!("{error:#}")),
        }
    }
    ensure!(
        failures.is_empty(),
        "components could not be built\n  {}",
        failures.join("\n  ")
    );
    Ok(components)
}

/// Builds one project of the benchmark, in the language that its folder is called by, as its author would. It is staged under
/// the name of the component.
pub(crate) fn build_for_bench(
    paths: &Paths,
    programs: &Programs,
    source: &Path,
    component: &Path,
) -> Result<()> {
    let folder = source.file_name().unwrap_or_default();
    let language = [RUST, PYTHON, TYPESCRIPT]
        .into_iter()
        .find(|language| folder == *language)
        .with_context(|| format!("{} is in no known language", source.display()))?;
    let project = Project {
        name: name_of(&component.with_extension("")),
        language,
        source: source.to_owned(),
    };
    project.build(paths, programs, &Wanted::Examples(&[]), component)
}

impl Project {
    fn build(
        &self,
        paths: &Paths,
        programs: &Programs,
        wanted: &Wanted,
        component: &Path,
    ) -> Result<()> {
        let sources = [
            self.source.clone(),
            paths.root.join("guest-sdk").join(self.language),
            paths.root.join("wit"),
        ];
        if is_newer(component, &programs.tool, &sources)? {
            return Ok(());
        }
        let stage = paths.target.join("scripts").join(&self.name);
        mirror(&self.source, &stage)
            .with_context(|| format!("{} cannot be copied", self.source.display()))?;
        match self.language {
            PYTHON => {
                script_tools::find_or_install_python()?;
                share_environment(paths, &stage)?;
            }
            RUST => drop(guest_toolchain::find_or_install(paths)?),
            _ => script_tools::find_or_install_node()?,
        }
        let mut tool = Command::new(&programs.tool);
        tool.arg("build").arg(&stage).arg("-o").arg(component);
        if !self.source.starts_with(paths.examples()) {
            // Tests have functions of all kinds, and generate SDKs of few of them.
            for language in ["nodejs", "python", "go", "dotnet", "java"] {
                tool.args(["--without-sdk", language]);
            }
        }
        // A project's crates are compiled in its folder.
        tool.env_remove("CARGO_TARGET_DIR");
        // The folder in which the tests look for compiled code: no test has to wait for it. Nothing is left in the
        // user's folder.
        let cache = match wanted {
            Wanted::ForTests => paths.target.join("tmp/compiled-code"),
            Wanted::Examples(_) => paths.target.join("scripts/compiled-code"),
        };
        private_folder(&cache)?;
        tool.env("PULUMI_WASM_CACHE_DIR", cache);
        process::run(&mut tool).with_context(|| format!("{} could not be built", self.name))?;
        ensure!(
            component.is_file(),
            "{} was not written",
            component.display()
        );
        // The tool leaves the file alone without a change: a file that was verified now need not be verified again.
        File::options()
            .append(true)
            .open(component)
            .and_then(|file| file.set_modified(SystemTime::now()))
            .with_context(|| format!("{} cannot be dated", component.display()))
    }
}

/// Lets a project in Python use one environment with all others, which is made by the first of them.
fn share_environment(paths: &Paths, stage: &Path) -> Result<()> {
    let shared = paths.target.join("scripts/python-environment");
    let own = stage.join(".pulumi-wasm");
    let link = own.join("venv");
    let make = || {
        // Somebody may have removed it, and no environment is made behind a link that leads nowhere.
        fs::create_dir_all(&shared)?;
        if link.read_link().is_ok_and(|found| found == shared) {
            return Ok(());
        }
        fs::create_dir_all(&own)?;
        match link.symlink_metadata() {
            Ok(found) if found.is_dir() => fs::remove_dir_all(&link)?,
            Ok(_) => fs::remove_file(&link)?,
            Err(_) => {}
        }
        std::os::unix::fs::symlink(&shared, &link)
    };
    make().with_context(|| format!("{} cannot be made", link.display()))
}

/// Whether a component is newer than the tool and all sources.
fn is_newer(component: &Path, tool: &Path, sources: &[PathBuf]) -> Result<bool> {
    let time = |path: &Path| path.metadata().and_then(|metadata| metadata.modified());
    let Ok(made) = time(component) else {
        return Ok(false);
    };
    let mut newest = time(tool)?;
    for source in sources {
        newest = newest.max(newest_of(source)?);
    }
    Ok(made > newest)
}

/// The time of the last change below a folder; files that were removed change their folder.
fn newest_of(folder: &Path) -> Result<SystemTime> {
    let mut newest = folder.metadata()?.modified()?;
    for entry in sources_of(folder)? {
        let time = match entry.is_dir() {
            true => newest_of(&entry)?,
            false => entry.metadata()?.modified()?,
        };
        newest = newest.max(time);
    }
    Ok(newest)
}

/// A copy of the TypeScript SDK, with the packages that its tests need.
pub(crate) fn typescript_sdk(paths: &Paths) -> Result<PathBuf> {
    script_tools::find_or_install_node()?;
    let source = paths.root.join("guest-sdk").join(TYPESCRIPT);
    // By the end of its path the build knows what is the SDK's own.
    let stage = paths.target.join("scripts/guest-sdk").join(TYPESCRIPT);
    mirror(&source, &stage).with_context(|| format!("{} cannot be copied", source.display()))?;
    // At the place where its tests look for it, as in the repository.
    let wit = paths.target.join("scripts/wit");
    mirror(&paths.root.join("wit"), &wit).context("the interface cannot be copied")?;
    let rest = "tests/components/rest/typescript";
    mirror(
        &paths.root.join(rest),
        &paths.target.join("scripts").join(rest),
    )
    .context("the provider over a REST API cannot be copied")?;
    if !stage.join("node_modules/@types/node").is_dir() {
        let mut npm = Command::new("npm");
        npm.current_dir(&stage)
            .args(["install", "--ignore-scripts", "--no-package-lock"])
            .args(["--no-save", "--no-audit", "--no-fund", "@types/node@20"]);
        process::run(&mut npm).context("packages for the tests of the TypeScript SDK")?;
    }
    Ok(stage)
}

/// Makes a folder hold the sources of another one. Files that tools made there stay.
fn mirror(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let sources = sources_of(from)?;
    for old in sources_of(to)? {
        let name = old.file_name().unwrap_or_default();
        let is_gone = !sources
            .iter()
            .any(|source| source.file_name() == Some(name));
        if is_gone && old.is_dir() {
            fs::remove_dir_all(&old)?;
        } else if is_gone {
            fs::remove_file(&old)?;
        }
    }
    for source in sources {
        let copy = to.join(source.file_name().unwrap_or_default());
        if source.is_dir() {
            mirror(&source, &copy)?;
        } else if fs::read(&copy).ok() != Some(fs::read(&source)?) {
            fs::copy(&source, &copy)?;
        }
    }
    Ok(())
}

/// The files of a folder that a person wrote.
fn sources_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_made = name.starts_with('.')
            || MADE.contains(&name.as_str())
            || Path::new(&name)
                .extension()
                .is_some_and(|ending| ending == "wasm");
        if !is_made {
            found.push(entry.path());
        }
    }
    Ok(found)
}

fn subfolders(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = sources_of(folder)?;
    found.retain(|path| path.is_dir());
    found.sort();
    Ok(found)
}

/// A folder that only its owner may enter, as the tool wants its cache to be.
fn private_folder(folder: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .with_context(|| format!("{} cannot be made", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_follows_its_sources_and_keeps_what_was_made() {
        let scratch = std::env::temp_dir().join(format!("xtask-script-{}", std::process::id()));
        let (from, to) = (scratch.join("from"), scratch.join("to"));
        fs::create_dir_all(from.join("src")).unwrap();
        fs::write(from.join("src/a.py"), "one").unwrap();
        fs::write(from.join("src/b.py"), "two").unwrap();
        mirror(&from, &to).unwrap();
        fs::create_dir_all(to.join(".pulumi-wasm")).unwrap();
        fs::create_dir_all(to.join("node_modules")).unwrap();
        fs::write(to.join("package-lock.json"), "{}").unwrap();
        fs::remove_file(from.join("src/a.py")).unwrap();
        fs::write(from.join("src/b.py"), "three").unwrap();
        mirror(&from, &to).unwrap();
        assert!(!to.join("src/a.py").exists());
        assert_eq!(fs::read_to_string(to.join("src/b.py")).unwrap(), "three");
        assert!(to.join(".pulumi-wasm").is_dir() && to.join("node_modules").is_dir());
        assert!(to.join("package-lock.json").is_file());
        fs::remove_dir_all(&scratch).unwrap();
    }
}
