//! A workspace of Go, `go.work`, in a folder above the project: `go build` takes the modules that it names from their folders.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use super::PROJECT_FILE;
use super::modules::is_replaced;
use super::toolchain::Toolchain;
use crate::files::bounded_file;
use crate::language::workshop::{VARIABLES, Workshop};

/// A workspace that the project is a part of.
pub(super) struct Workspace {
    file: PathBuf,
    /// Modules and their replacements, as `go mod edit -replace` takes them.
    pub(super) replacements: Vec<String>,
}

impl Workspace {
    /// The workspace whose `go.work` names the project. Go refuses a project that the file does not name, until the file is turned off:
    /// then it does not count here either.
    ///
    /// # Errors
    /// If the file, or the `go.mod` of a module in it, cannot be read.
    pub(super) fn of(workshop: &Workshop, toolchain: &Toolchain) -> anyhow::Result<Option<Self>> {
        let mut look = toolchain.command(&["env", "GOWORK"]);
        // An empty value lets Go look for the file.
        look.env("GOWORK", "");
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
        let root = root.canonicalize();
        let root = root.with_context(|| format!("cannot find the folder of {}", file.display()))?;
        let Ok(inside) = project.strip_prefix(&root) else {
            return Ok(None);
        };
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
        let from_project = |folder: &str| below(inside, folder);
        let mut replacements = Vec::new();
        for replaced in lines.replaces.iter().flatten() {
            let (old, new) = (&replaced.old, &replaced.new);
            let new = match new.version.is_empty() {
                true => from_project(&new.path),
                false => new.written(),
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
            if let Some(name) = module_name(&text).filter(|name| !is_replaced(name)) {
                replacements.push(format!("{name}={}", from_project(folder)));
            }
        }
        Ok(Some(Self { file, replacements }))
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
        let digests = self.file.with_file_name("go.work.sum");
        match bounded_file::text(&digests) {
            Ok(more) => {
                let file = modules.with_file_name("go.sum");
                let mut text = bounded_file::text(&file)?;
                text.push_str(&more);
                crate::component::write(&file, text.as_bytes())?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", digests.display()));
            }
        }
        let mut list = toolchain.command(&["list", "-e", "-deps", "-mod=mod"]);
        list.arg(format!("-modfile={}", modules.display()))
            .arg("./...");
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

/// The path of a folder for a project that lies `inside` the folder of `go.work`. Paths that do not name this machine's folders give the
/// same component everywhere.
fn below(inside: &Path, folder: &str) -> String {
    if Path::new(folder).is_absolute() {
        return folder.to_owned();
    }
    let up = "../".repeat(inside.components().count());
    let folder = folder.trim_start_matches("./");
    match up.is_empty() {
        true => format!("./{folder}"),
        false => format!("{up}{folder}"),
    }
}

/// The name of a module, from the line `module` of its `go.mod`.
fn module_name(text: &str) -> Option<&str> {
    let rest = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("module "))?;
    let name = rest.split_whitespace().next()?;
    Some(name.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_a_workspace_are_named_from_the_project() {
        for (inside, folder, expected) in [
            ("provider", "./shared", "../shared"),
            ("a/provider", "shared", "../../shared"),
            ("provider", "../other", "../../other"),
            ("provider", ".", "../."),
            ("", "./shared", "./shared"),
            ("provider", "/opt/shared", "/opt/shared"),
        ] {
            assert_eq!(
                below(Path::new(inside), folder),
                expected,
                "{inside} {folder}"
            );
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
    fn a_module_has_the_name_of_its_line() {
        assert_eq!(
            module_name("// x\nmodule acme.example/shared // y\n\ngo 1.24\n"),
            Some("acme.example/shared")
        );
        assert_eq!(module_name("module \"acme\"\n"), Some("acme"));
        assert_eq!(module_name("go 1.24\n"), None);
    }
}
