//! The place of a module in a project, and how the project's source uses it.

use std::path::{Path, PathBuf};

use super::package::Package;
use super::{names, python, rust, typescript};
use crate::build::{Language, Project, read_json, read_toml};

/// A module that is to be written.
pub(super) struct Module {
    pub(super) file: PathBuf,
    pub(super) text: String,
    /// The lines that use it, each with the file or the call that it belongs in.
    pub(super) usage: Vec<(String, String)>,
}

/// The module of a project's language. `output` is another file than the usual one.
///
/// # Errors
/// When the file that says where the source lies cannot be read.
pub(super) fn module(
    project: &Project,
    package: &Package,
    output: Option<&Path>,
) -> anyhow::Result<Module> {
    let folder = &project.folder;
    let (usual, text) = match project.language {
        Language::Rust => {
            let name = format!("{}.rs", names::snake(&package.name));
            (folder.join("src").join(name), rust::module(package))
        }
        Language::Python => {
            let name = format!("{}.py", python_name(package));
            (
                python_source(folder)?.folder.join(name),
                python::module(package),
            )
        }
        Language::TypeScript => {
            let source = typescript_source(folder)?;
            let beside = source.parent().unwrap_or(folder);
            (
                beside.join(format!("{}.ts", package.name)),
                typescript::module(package),
            )
        }
    };
    let file = output.map_or(usual, Path::to_owned);
    let usage = usage(project, package, &file)?;
    Ok(Module { file, text, usage })
}

/// A name that no module of Python's library has: `random.py` would stand in the place of one.
fn python_name(package: &Package) -> String {
    format!("{}_resources", names::snake(&package.name))
}

/// The source of a provider in Python.
struct PythonSource {
    /// The folder of its modules.
    folder: PathBuf,
    /// The file with the provider.
    file: PathBuf,
    /// Whether the folder is a package of Python.
    is_package: bool,
}

fn python_source(folder: &Path) -> anyhow::Result<PythonSource> {
    let settings = read_toml(&folder.join("pyproject.toml"))?;
    let own = settings
        .get("tool")
        .and_then(|tool| tool.get("pulumi-wasm"));
    let module = own
        .and_then(|own| own.get("module"))
        .and_then(toml::Value::as_str)
        .unwrap_or("provider");
    let path = folder.join(module.replace('.', "/"));
    let init = path.join("__init__.py");
    if init.is_file() {
        return Ok(PythonSource {
            folder: path,
            file: init,
            is_package: true,
        });
    }
    Ok(PythonSource {
        folder: path.parent().unwrap_or(folder).to_owned(),
        file: path.with_extension("py"),
        is_package: module.contains('.'),
    })
}

fn typescript_source(folder: &Path) -> anyhow::Result<PathBuf> {
    let settings = read_json(&folder.join("package.json"))?;
    let source = settings
        .get("pulumi-wasm")
        .and_then(|own| own.get("source"))
        .and_then(serde_json::Value::as_str);
    Ok(folder.join(source.unwrap_or("src/index.ts")))
}

fn usage(
    project: &Project,
    package: &Package,
    file: &Path,
) -> anyhow::Result<Vec<(String, String)>> {
    let folder = &project.folder;
    let shown = |file: &Path| {
        let inside = file.strip_prefix(folder).unwrap_or(file);
        format!("in {}", inside.display())
    };
    let stem = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let version = match package.version.as_str() {
        "" => None,
        version => Some(format!("\"{version}\"")),
    };
    let name = &package.name;
    let lines = match project.language {
        Language::Rust => {
            let version = version.map(|version| format!(" = {version}"));
            let package = rust::package_word(name);
            let uses = format!("uses: [{package}{}],", version.unwrap_or_default());
            [
                ("in src/lib.rs".to_owned(), format!("mod {stem};")),
                ("and in `provider!`".to_owned(), uses),
            ]
        }
        Language::Python => {
            let source = python_source(folder)?;
            let dot = if source.is_package { "." } else { "" };
            let classes = python::names(package).join(", ");
            let version = version.unwrap_or_else(|| "None".to_owned());
            [
                (
                    shown(&source.file),
                    format!("from {dot}{stem} import {classes}"),
                ),
                (
                    "and in `Provider(…)`".to_owned(),
                    format!("uses={{\"{name}\": {version}}}"),
                ),
            ]
        }
        Language::TypeScript => {
            let constants = typescript::names(package).join(", ");
            let version = version.unwrap_or_else(|| "{}".to_owned());
            let key = typescript::key(name);
            [
                (
                    shown(&typescript_source(folder)?),
                    format!("import {{ {constants} }} from \"./{stem}.js\";"),
                ),
                (
                    "and in `provider({ … })`".to_owned(),
                    format!("uses: {{ {key}: {version} }},"),
                ),
            ]
        }
    };
    Ok(lines.into())
}
