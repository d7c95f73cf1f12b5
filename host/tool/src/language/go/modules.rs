//! The copy of `go.mod` that a component is built with: some modules come from this tool.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::module_file::{replaced_folders, requirements};
use super::toolchain::Toolchain;
use super::workspace::Workspace;
use super::{FRAMEWORK, PROJECT_FILE};
use crate::files::bounded_file;
use crate::language::workshop::Workshop;
use crate::project::own_folder;

/// A module that comes from this tool.
struct Replaced {
    module: &'static str,
    /// Its folder in the SDK.
    folder: &'static str,
    /// The version for a project that does not require the module. `None`: such a project gets no replacement.
    version: Option<&'static str>,
}

/// pulumi-go-provider, the modules of Pulumi whose names authors use, and modules of others that do not compile for WebAssembly.
const REPLACED: [Replaced; 5] = [
    Replaced {
        module: FRAMEWORK,
        folder: "provider",
        version: Some("v1.5.0"),
    },
    Replaced {
        module: "github.com/pulumi/pulumi/sdk/v3",
        folder: "pulumi",
        version: Some("v3.0.0"),
    },
    Replaced {
        module: "github.com/pulumi/pulumi/pkg/v3",
        folder: "pkg",
        version: Some("v3.0.0"),
    },
    Replaced {
        module: "github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm",
        folder: "wasm",
        version: Some("v0.1.0"),
    },
    Replaced {
        module: "github.com/buger/goterm",
        folder: "replacements/goterm",
        version: None,
    },
];

/// The file of a workspace, in a folder above the project.
const WORKSPACE_FILE: &str = "go.work";

/// Whether a package is part of a replaced module.
pub(super) fn is_replaced(package: &str) -> bool {
    let mut replaced = REPLACED.iter();
    replaced.any(|replaced| {
        let rest = package.strip_prefix(replaced.module);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Writes a copy of `go.mod` and `go.sum` that replaces modules by modules of this tool, and gives its `go.mod`. The author's files stay as
/// they are.
///
/// # Errors
/// If a file cannot be read or written, or is not as Go wants it, or if the project is written for a version of pulumi-go-provider before 1.0.
pub(super) fn write(
    workshop: &Workshop,
    toolchain: &Toolchain,
    folder: &Path,
) -> anyhow::Result<PathBuf> {
    for name in [PROJECT_FILE, "go.sum"] {
        let file = workshop.project.join(name);
        let bytes = match bounded_file::small(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        };
        crate::component::write(&folder.join(name), &bytes)?;
    }
    let modules = folder.join(PROJECT_FILE);
    // The program contains these paths: relative to the project, they are the same in every folder.
    let sdk = match workshop.sdk.folder.strip_prefix(&workshop.project) {
        Ok(inside) => Path::new(".").join(inside),
        Err(_) => workshop.sdk.folder.clone(),
    };
    let sdk = sdk.join("guest-sdk/go");
    let text = bounded_file::text(&modules)?;
    refuse_old_framework(&workshop.project.join(PROJECT_FILE), &text)?;
    let workspace = Workspace::of(workshop, toolchain)?;
    let mut edit = toolchain.command(&["mod", "edit"]);
    for replacement in workspace.iter().flat_map(|found| &found.replacements) {
        edit.arg(format!("-replace={replacement}"));
    }
    for Replaced {
        module,
        folder,
        version,
    } in REPLACED
    {
        let Some(version) = required(&text, module).or(version) else {
            continue;
        };
        edit.arg(format!("-require={module}@{version}"));
        // A replacement of one version comes before one of all versions.
        edit.arg(format!("-dropreplace={module}@{version}"));
        edit.arg(format!("-replace={module}={}", sdk.join(folder).display()));
    }
    let failed = format!(
        "{} cannot be read",
        workshop.project.join(PROJECT_FILE).display()
    );
    let about = (failed.as_str(), "Go's message is above");
    // About mistakes in it Go names the author's file and not the copy.
    let mut look = toolchain.command(&["mod", "edit", "-json", PROJECT_FILE]);
    Toolchain::run(workshop, "reading go.mod", &mut look, about)?;
    let step = "adding the SDK to a copy of go.mod";
    Toolchain::run(workshop, step, edit.arg(&modules), about)?;
    if let Some(workspace) = workspace {
        workspace.complete(workshop, toolchain, &modules)?;
    }
    Ok(modules)
}

/// The folders outside of a project that its last build took modules from, and the file of its workspace: the value of `GOWORK`, or else a file in a
/// folder above.
pub(super) fn outside_sources(project: &Path, named_workspace: Option<&Path>) -> Vec<PathBuf> {
    let Ok(project) = project.canonicalize() else {
        return Vec::new();
    };
    // The copy names the modules of a workspace as well. A project that was not built has no copy.
    let copy = own_folder::build(&project).join(PROJECT_FILE);
    let text = bounded_file::text(&copy).unwrap_or_default();
    let folders = replaced_folders(&text).filter(|(module, _)| !is_replaced(module));
    let folders = folders.filter_map(|(_, folder)| project.join(folder).canonicalize().ok());
    let is_outside = |path: &PathBuf| !path.starts_with(&project);
    let mut outside: Vec<PathBuf> = folders.filter(is_outside).collect();
    let above = || {
        let mut folders = project.ancestors().skip(1);
        folders.find_map(|folder| is_file(folder.join(WORKSPACE_FILE)))
    };
    let workspace = match named_workspace {
        // `GOWORK=off` turns the workspace off.
        Some(named) => named
            .is_absolute()
            .then(|| is_file(named.to_owned()))
            .flatten(),
        None => above(),
    };
    outside.extend(workspace.filter(is_outside));
    outside
}

fn is_file(path: PathBuf) -> Option<PathBuf> {
    path.is_file().then_some(path)
}

/// Refuses a project that is written for a version of pulumi-go-provider whose types and methods have another form.
fn refuse_old_framework(file: &Path, text: &str) -> anyhow::Result<()> {
    let Some(version) = required(text, FRAMEWORK).filter(|version| version.starts_with("v0."))
    else {
        return Ok(());
    };
    let mut lines = text.lines();
    let line = lines.position(|line| line.contains(FRAMEWORK) && line.contains(version));
    bail!(
        "{}:{} requires {FRAMEWORK} {version}: components are built from providers of version 1\nhint: `go get {FRAMEWORK}@v1.5.0`, then change the \
         sources to version 1: resources and functions are values, as in `infer.Resource(&Zone{{}})`, each method takes a request and gives a response, as in \
         `Create(context.Context, infer.CreateRequest[ZoneArgs]) (infer.CreateResponse[ZoneState], error)`, and `Call` of a function is `Invoke`",
        file.display(),
        line.map_or(1, |line| line + 1)
    )
}

/// The version of a module in `go.mod`. `None` if the project does not require it.
fn required<'a>(text: &'a str, module: &str) -> Option<&'a str> {
    let mut found = requirements(text).filter(|(name, _)| *name == module);
    found.next().map(|(_, version)| version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_a_module_is_read_from_its_line() {
        let text = "module demo\n\ngo 1.24\n\nrequire (\n\tgithub.com/pulumi/pulumi-go-provider v1.5.0\n)\n\nrequire github.com/pulumi/pulumi/sdk/v3 v3.200.0 // indirect\n";
        assert_eq!(required(text, FRAMEWORK), Some("v1.5.0"));
        assert_eq!(
            required(text, "github.com/pulumi/pulumi/sdk/v3"),
            Some("v3.200.0")
        );
        assert_eq!(required(text, "github.com/buger/goterm"), None);
    }

    #[test]
    fn a_framework_before_version_1_is_refused_with_its_line() {
        let text = |version: &str| format!("module demo\n\nrequire {FRAMEWORK} {version}\n");
        let refused = |version: &str| refuse_old_framework(Path::new("go.mod"), &text(version));
        let said = refused("v0.24.1").unwrap_err().to_string();
        assert!(said.starts_with("go.mod:3 requires "), "{said}");
        assert!(
            said.contains(" v0.24.1: ") && said.contains("\nhint: `go get "),
            "{said}"
        );
        for version in ["v1.0.0", "v1.5.0"] {
            assert!(refused(version).is_ok(), "{version}");
        }
        assert!(refuse_old_framework(Path::new("go.mod"), "module demo\n").is_ok());
    }

    #[test]
    fn packages_of_replaced_modules_are_known_by_their_paths() {
        assert!(is_replaced("github.com/pulumi/pulumi-go-provider/infer"));
        assert!(is_replaced("github.com/pulumi/pulumi-go-provider"));
        assert!(!is_replaced("github.com/pulumi/pulumi-go-provider-x"));
        assert!(!is_replaced("github.com/pulumi/pulumi-random/sdk/v4"));
    }

    #[test]
    fn modules_in_other_folders_and_the_workspace_are_outside_sources() {
        let parent = tempfile::tempdir().unwrap();
        let parent = parent.path().canonicalize().unwrap();
        let project = parent.join("provider");
        let copy = own_folder::build(&project);
        for folder in [&copy, &project.join("inner"), &parent.join("shared")] {
            std::fs::create_dir_all(folder).unwrap();
        }
        assert_eq!(outside_sources(&project, None), Vec::<PathBuf>::new());
        let text = format!(
            "module demo\n\nreplace {FRAMEWORK} => ../sdk\n\nreplace (\n\texample.com/shared => ../shared\n\
             \texample.com/inner => ./inner\n\texample.com/absent => ../absent\n)\n"
        );
        std::fs::write(copy.join(PROJECT_FILE), text).unwrap();
        std::fs::create_dir(parent.join("sdk")).unwrap();
        std::fs::write(parent.join("go.work"), "go 1.24\n").unwrap();
        let expected = [parent.join("shared"), parent.join("go.work")];
        assert_eq!(outside_sources(&project, None), expected);
        let named = parent.join("named.work");
        let shared = parent.join("shared");
        for off in [Path::new("off"), &named] {
            assert_eq!(
                outside_sources(&project, Some(off)),
                std::slice::from_ref(&shared)
            );
        }
        std::fs::write(&named, "go 1.24\n").unwrap();
        assert_eq!(outside_sources(&project, Some(&named)), [shared, named]);
    }
}
