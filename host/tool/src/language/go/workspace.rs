//! A workspace of Go: `go build` takes the modules that its file names from their folders. It is `go.work` in a folder above the project, or the
//! file that `GOWORK` names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use super::PROJECT_FILE;
use super::module_file::{module_name, requirements};
use super::modules::is_replaced;
use super::toolchain::Toolchain;
use crate::files::bounded_file;
use crate::language::workshop::{VARIABLES, Workshop};

/// A workspace that the project is a part of.
pub(super) struct Workspace {
    file: PathBuf,
    /// Modules and their replacements, as `go mod edit -replace` takes them.
    pub(super) replacements: Vec<String>,
    /// The names of its other modules.
    names: Vec<String>,
    /// The modules that these require, with the newest version of each.
    required: BTreeMap<String, String>,
}

/// Lets Go take modules from its cache alone.
const FROM_CACHE: [(&str, &str); 2] = [("GOPROXY", "off"), ("GONOPROXY", "none")];

impl Workspace {
    /// The workspace whose `go.work` names the project. Go refuses a project that the file does not name, until the file is turned off:
    /// then it does not count here either.
    ///
    /// # Errors
    /// If the file, or the `go.mod` of a module in it, cannot be read.
    pub(super) fn of(workshop: &Workshop, toolchain: &Toolchain) -> anyhow::Result<Option<Self>> {
        let mut look = toolchain.command_in_workspace(&["env", "GOWORK"]);
        let failed = "Go cannot tell whether the project is in a workspace";
        let hint = "Go's message is above";
        let found = Toolchain::run(workshop, "looking for go.work", &mut look, (failed, hint))?;
        let file = PathBuf::from(found.trim());
        let Some(root) = file.parent().filter(|_| file.is_absolute()) else {
            return Ok(None);
        };
        let mut edit = toolchain.command(&["work", "edit", "-json"]);
        let failed = format!("{} cannot be read", file.display());
        let text = Toolchain::run(
            workshop,
            "reading go.work",
            edit.arg(&file),
            (&failed, hint),
        )?;
        let lines: Lines = serde_json::from_str(&text)
            .with_context(|| format!("Go describes {} in another form", file.display()))?;
        let project = workshop.project.canonicalize();
        let project =
            project.with_context(|| format!("cannot find {}", workshop.project.display()))?;
        let resolved = root.canonicalize();
        let resolved =
            resolved.with_context(|| format!("cannot find the folder of {}", file.display()))?;
        let inside = project.strip_prefix(&resolved).ok();
        let used = lines.uses.unwrap_or_default();
        let folders: Vec<&str> = used.iter().map(|used| used.folder.as_str()).collect();
        let is_project = |folder: &&str| {
            root.join(folder)
                .canonicalize()
                .is_ok_and(|found| found == project)
        };
        if !folders.iter().any(is_project) {
            return Ok(None);
        }
        let from_project = |folder: &str| path_from(inside, root, folder);
        let mut replacements = Vec::new();
        let mut names = Vec::new();
        let mut required = BTreeMap::new();
        for replaced in lines.replaces.iter().flatten() {
            let (old, new) = (&replaced.old, &replaced.new);
            let new = if new.version.is_empty() {
                from_project(&new.path)
            } else {
                new.written()
            };
            replacements.push(format!("{}={new}", old.written()));
        }
        for folder in folders.into_iter().filter(|folder| !is_project(folder)) {
            let module = root.join(folder).join(PROJECT_FILE);
            let text = bounded_file::text(&module).with_context(|| {
                format!(
                    "{} names {}, which cannot be read",
                    file.display(),
                    module.display()
                )
            })?;
            let Some(name) = module_name(&text) else {
                bail!(
                    "{} has no line `module`\nhint: `go mod init NAME` writes it",
                    module.display()
                );
            };
            for (module, version) in requirements(&text) {
                let newest = required.entry(module.to_owned());
                let newest = newest.or_insert_with(|| version.to_owned());
                if number(newest) < number(version) {
                    *newest = version.to_owned();
                }
            }
            names.push(name.to_owned());
            if !is_replaced(name) {
                replacements.push(format!("{name}={}", from_project(folder)));
            }
        }
        Ok(Some(Self {
            file,
            replacements,
            names,
            required,
        }))
    }

    /// Adds to the copies of `go.mod` and `go.sum` what the other modules of the workspace require, as Go does in a workspace.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a module cannot be had.
    pub(super) fn complete(
        &self,
        workshop: &Workshop,
        toolchain: &Toolchain,
        modules: &Path,
    ) -> anyhow::Result<()> {
        let mut digests = self.file.clone().into_os_string();
        digests.push(".sum");
        let digests = PathBuf::from(digests);
        match bounded_file::text(&digests) {
            Ok(more) => {
                let file = modules.with_file_name("go.sum");
                let text = with_lines(bounded_file::text(&file)?, &more);
                crate::component::write(&file, text.as_bytes())?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", digests.display()));
            }
        }
        let mut text = bounded_file::text(modules)?;
        self.load(workshop, toolchain, modules, &[])?;
        // Go took the newest version of a module for an import without one. In a workspace it takes the version that another module requires.
        let missing = self.additions(&text, &bounded_file::text(modules)?);
        let others = missing.iter().filter_map(|module| {
            let version = self.required.get(module)?;
            Some(format!("require {module} {version}\n"))
        });
        let others: String = others.collect();
        if !others.is_empty() {
            text = with_lines(text, &others);
            crate::component::write(modules, text.as_bytes())?;
            self.load(workshop, toolchain, modules, &[])?;
        }
        let unknown = self.additions(&text, &bounded_file::text(modules)?);
        if !unknown.is_empty() {
            // All that the modules require is in the cache now. An import that no module allows stays without a module, and the compiler says so.
            crate::component::write(modules, text.as_bytes())?;
            self.load(workshop, toolchain, modules, &FROM_CACHE)?;
        }
        Ok(())
    }

    /// The modules that Go added to the text of `go.mod` in another version than the other modules require.
    fn additions(&self, before: &str, after: &str) -> Vec<String> {
        let before: BTreeMap<&str, &str> = requirements(before).collect();
        let is_required = |module: &str, version: &str| {
            let required = self.required.get(module);
            required.is_some_and(|required| required == version)
        };
        let added = requirements(after).filter(|(module, version)| {
            let is_listed = before.contains_key(module) || is_required(module, version);
            !is_listed && !self.names.iter().any(|name| name == module)
        });
        added.map(|(module, _)| module.to_owned()).collect()
    }

    /// Loads the packages of the project. Go writes the modules that they need into the copy of `go.mod`.
    fn load(
        &self,
        workshop: &Workshop,
        toolchain: &Toolchain,
        modules: &Path,
        settings: &[(&str, &str)],
    ) -> anyhow::Result<()> {
        let mut list = toolchain.command(&["list", "-e", "-deps", "-mod=mod"]);
        list.arg(format!("-modfile={}", modules.display()))
            .arg("./...")
            .envs(settings.iter().copied());
        let failed = format!(
            "the modules of the workspace {} do not fit together",
            self.file.display()
        );
        let hint = format!("`go build` in the folder of the project says the same; {VARIABLES}");
        Toolchain::run(
            workshop,
            "reading the workspace",
            &mut list,
            (&failed, &hint),
        )?;
        Ok(())
    }
}

/// The lines of a `go.work`, as `go work edit -json` prints them. Go prints null for a kind without a line.
#[derive(Deserialize)]
struct Lines {
    #[serde(rename = "Use")]
    uses: Option<Vec<Used>>,
    #[serde(rename = "Replace")]
    replaces: Option<Vec<Replaces>>,
}

#[derive(Deserialize)]
struct Used {
    #[serde(rename = "DiskPath")]
    folder: String,
}

#[derive(Deserialize)]
struct Replaces {
    #[serde(rename = "Old")]
    old: Module,
    #[serde(rename = "New")]
    new: Module,
}

/// A module, or a folder: a folder has no version.
#[derive(Deserialize)]
struct Module {
    #[serde(rename = "Path")]
    path: String,
    #[serde(rename = "Version", default)]
    version: String,
}

impl Module {
    fn written(&self) -> String {
        match self.version.as_str() {
            "" => self.path.clone(),
            version => format!("{}@{version}", self.path),
        }
    }
}

/// A text with further lines. Go accepts a file whose last line has no end.
fn with_lines(mut text: String, more: &str) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(more);
    text
}

/// The number of a version. `None` for a text that Go does not take as a version.
fn number(version: &str) -> Option<semver::Version> {
    semver::Version::parse(version.strip_prefix('v')?).ok()
}

/// The path of a folder in a workspace whose file lies in `root`, for the project. For a project `inside` of `root` it does not name this machine's
/// folders, so that the component is the same everywhere.
fn path_from(inside: Option<&Path>, root: &Path, folder: &str) -> String {
    if Path::new(folder).is_absolute() {
        return folder.to_owned();
    }
    let Some(inside) = inside else {
        return root.join(folder).display().to_string();
    };
    let up = "../".repeat(inside.components().count());
    let folder = folder.trim_start_matches("./");
    if up.is_empty() {
        format!("./{folder}")
    } else {
        format!("{up}{folder}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_a_workspace_are_named_from_the_project() {
        for (inside, folder, expected) in [
            (Some("provider"), "./shared", "../shared"),
            (Some("a/provider"), "shared", "../../shared"),
            (Some("provider"), "../other", "../../other"),
            (Some("provider"), ".", "../."),
            (Some(""), "./shared", "./shared"),
            (Some("provider"), "/opt/shared", "/opt/shared"),
            (None, "shared", "/w/shared"),
        ] {
            assert_eq!(
                path_from(inside.map(Path::new), Path::new("/w"), folder),
                expected,
                "{inside:?} {folder}"
            );
        }
    }

    #[test]
    fn further_lines_begin_behind_the_end_of_the_last_line() {
        for (text, expected) in [("", "b\n"), ("a", "a\nb\n"), ("a\n", "a\nb\n")] {
            assert_eq!(with_lines(text.to_owned(), "b\n"), expected);
        }
    }

    #[test]
    fn a_workspace_without_replacements_is_read() {
        let text = r#"{"Go": "1.24", "Use": [{"DiskPath": "./shared"}], "Replace": null}"#;
        let lines: Lines = serde_json::from_str(text).unwrap();
        assert_eq!(lines.uses.unwrap_or_default()[0].folder, "./shared");
        assert!(lines.replaces.is_none());
    }

    #[test]
    fn a_module_is_added_if_no_file_lists_it_in_the_version_that_go_took() {
        let workspace = Workspace {
            file: PathBuf::new(),
            replacements: Vec::new(),
            names: vec!["acme.example/shared".to_owned()],
            required: [("acme.example/a".to_owned(), "v1.0.0".to_owned())].into(),
        };
        let before = "require acme.example/own v1.0.0\n";
        for (line, is_added) in [
            ("acme.example/own v1.2.0", false),
            (
                "acme.example/shared v0.0.0-00010101000000-000000000000",
                false,
            ),
            ("acme.example/a v1.0.0", false),
            ("acme.example/a v1.1.0", true),
            ("acme.example/b v1.0.0 // indirect", true),
        ] {
            let added = workspace.additions(before, &format!("require {line}\n"));
            assert_eq!(!added.is_empty(), is_added, "{line}");
        }
    }
}
