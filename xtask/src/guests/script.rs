//! Components in other languages than Rust, built by the tool's own `build`.
//!
//! The tool keeps environments and the last component in the folder of the project. So each project is copied below the
//! target folder and built there, and the sources stay clean.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use super::{CACHE_SIZE, Component, Wanted};
use crate::host::Programs;
use crate::paths::{Paths, create_folder};
use crate::process;
use crate::setup::{go, guest_toolchain, languages};

const PYTHON: &str = "python";
const TYPESCRIPT: &str = "typescript";
/// Only for the benchmark: examples in Rust are compiled together.
const RUST: &str = "rust";
const GO: &str = "go";
const C: &str = "c";
const CPP: &str = "cpp";
const ZIG: &str = "zig";

/// The languages by the names of their folders, with a file of each project.
const LANGUAGES: [(&str, &str); 6] = [
    (PYTHON, "pyproject.toml"),
    (TYPESCRIPT, "package.json"),
    (GO, "go.mod"),
    (C, "provider.c"),
    (CPP, "provider.cpp"),
    (ZIG, "provider.zig"),
];

/// Files that the tools write. npm writes another lock file each time that it starts without one.
const GENERATED: [&str; 5] = [
    "node_modules",
    "package-lock.json",
    "requirements.lock",
    "__pycache__",
    "target",
];

/// A provider in one of these languages.
pub(super) struct Project {
    /// `NAME-LANGUAGE`.
    pub(super) name: String,
    language: &'static str,
    source: PathBuf,
}

/// Finds the projects of the examples and, for tests, the projects in `tests/`.
pub(super) fn find(paths: &Paths, wanted: &Wanted) -> Result<Vec<Project>> {
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
            let tests = paths.root.join("tests");
            // A language may have several guests, built with different tools.
            for folder in subfolders(&tests.join("conformance/guests"))? {
                add(format!("conformance-{}", name_of(&folder)), folder);
            }
            for folder in subfolders(&tests.join("components").join(language))? {
                add(format!("{}-{language}", name_of(&folder)), folder);
            }
            let rest = tests.join("components/rest").join(language);
            add(format!("rest-{language}"), rest);
        }
    }
    Ok(projects)
}

fn name_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Builds projects into a folder. All of them are tried, so that one report has every failure.
pub(super) fn build(
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

/// Builds a project of the benchmark in the way of its author. The name of its folder is the language.
pub(crate) fn build_for_bench(
    paths: &Paths,
    programs: &Programs,
    source: &Path,
    component: &Path,
) -> Result<()> {
    let folder = source.file_name().unwrap_or_default();
    let language = [RUST, PYTHON, TYPESCRIPT, GO, C]
        .into_iter()
        .find(|language| folder == *language)
        .with_context(|| format!("{} is not the name of a language", source.display()))?;
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
        let sdk = match self.language {
            CPP | ZIG => C,
            language => language,
        };
        let sources = [
            self.source.clone(),
            paths.root.join("guest-sdk").join(sdk),
            paths.root.join("wit"),
        ];
        if is_newer(component, &programs.tool, &sources)? {
            return Ok(());
        }
        let stage = paths.target.join("scripts").join(&self.name);
        mirror(&self.source, &stage)
            .with_context(|| format!("{} cannot be copied", self.source.display()))?;
        match self.language {
            // Without a compiler for C on the machine, pip installs zig.
            PYTHON | C | CPP | ZIG => languages::find_or_install_python()?,
            RUST => drop(guest_toolchain::find_or_install(paths)?),
            GO => {}
            _ => languages::find_or_install_node()?,
        }
        // The tests look for compiled code in this folder, so that no test waits for the compiler.
        let cache = paths.target.join(match wanted {
            Wanted::ForTests => "tmp/compiled-code",
            Wanted::Examples(_) => "scripts/compiled-code",
        });
        // The tool requires a private folder.
        create_folder(&cache, 0o700)
            .with_context(|| format!("{} cannot be created", cache.display()))?;
        let mut tool = Command::new(&programs.tool);
        tool.arg("build").arg(&stage).arg("-o").arg(component);
        if !self.source.starts_with(paths.examples()) {
            // Tests generate SDKs of few components, and some components have names that a language refuses.
            for language in ["nodejs", "python", "go", "dotnet", "java"] {
                tool.args(["--without-sdk", language]);
            }
        }
        if self.language == GO {
            let program = go::find_or_install(paths)?;
            if let Some(folder) = program.parent().filter(|folder| folder.is_absolute()) {
                tool.env("PATH", process::path_with(folder)?);
            }
        }
        // The crates of a project are compiled in its folder.
        tool.env_remove("CARGO_TARGET_DIR")
            // Toolchains that pip installs are kept there.
            .env("PULUMI_HOME", paths.target.join("scripts/pulumi-home"))
            .env("PULUMI_WASM_CACHE_DIR", cache)
            .envs([CACHE_SIZE]);
        process::run(&mut tool).with_context(|| format!("{} could not be built", self.name))?;
        // The tool does not write a component that did not change. The new time says that it is current.
        File::options()
            .append(true)
            .open(component)
            .and_then(|file| file.set_modified(SystemTime::now()))
            .with_context(|| format!("{} was not written", component.display()))
    }
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

/// The time of the last change below a folder. Removing a file changes the time of its folder.
fn newest_of(folder: &Path) -> Result<SystemTime> {
    let mut newest = folder.metadata()?.modified()?;
    for entry in sources_of(folder)? {
        let time = if entry.is_dir() {
            newest_of(&entry)?
        } else {
            entry.metadata()?.modified()?
        };
        newest = newest.max(time);
    }
    Ok(newest)
}

/// Copies the TypeScript SDK, and installs the packages that its tests need. Returns the folder of the copy.
pub(crate) fn typescript_sdk(paths: &Paths) -> Result<PathBuf> {
    languages::find_or_install_node()?;
    let stage = paths.target.join("scripts");
    // The tests find the interface and the provider at the same relative paths as in the repository, and the build
    // recognises the SDK by the end of its path.
    let sdk = format!("guest-sdk/{TYPESCRIPT}");
    for folder in [&sdk, "wit", "tests/components/rest/typescript"] {
        mirror(&paths.root.join(folder), &stage.join(folder))
            .with_context(|| format!("{folder} cannot be copied"))?;
    }
    let stage = stage.join(sdk);
    if !stage.join("node_modules/@types/node").is_dir() {
        let mut npm = Command::new("npm");
        npm.current_dir(&stage)
            .args(["install", "--ignore-scripts", "--no-package-lock"])
            .args(["--no-save", "--no-audit", "--no-fund", "@types/node@20"]);
        process::run(&mut npm).context("packages for the tests of the TypeScript SDK")?;
    }
    Ok(stage)
}

/// Copies the sources of a folder into another folder, and removes sources that no longer exist. Generated files stay.
fn mirror(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let sources = sources_of(from)?;
    for old in sources_of(to)? {
        let is_gone = sources
            .iter()
            .all(|source| source.file_name() != old.file_name());
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

/// The entries of a folder except generated and hidden files.
fn sources_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        let name = name_of(&path);
        let is_wasm = path.extension().is_some_and(|ending| ending == "wasm");
        if !name.starts_with('.') && !GENERATED.contains(&name.as_str()) && !is_wasm {
            found.push(path);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_follows_its_sources_and_keeps_generated_files() {
        let scratch = std::env::temp_dir().join(format!("xtask-script-{}", std::process::id()));
        let (from, to) = (scratch.join("from"), scratch.join("to"));
        fs::create_dir_all(from.join("src")).unwrap();
        fs::write(from.join("src/a.py"), "one").unwrap();
        fs::write(from.join("src/b.py"), "two").unwrap();
        mirror(&from, &to).unwrap();
        fs::create_dir_all(to.join(".pulumi-wasm")).unwrap();
        fs::write(to.join("package-lock.json"), "{}").unwrap();
        fs::remove_file(from.join("src/a.py")).unwrap();
        fs::write(from.join("src/b.py"), "three").unwrap();
        mirror(&from, &to).unwrap();
        assert!(!to.join("src/a.py").exists());
        assert_eq!(fs::read_to_string(to.join("src/b.py")).unwrap(), "three");
        assert!(to.join(".pulumi-wasm").is_dir());
        assert!(to.join("package-lock.json").is_file());
        fs::remove_dir_all(&scratch).unwrap();
    }
}
