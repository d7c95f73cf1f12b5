//! The place of a module in a project.

use std::path::{Path, PathBuf};

use super::package::Package;
use super::{names, python, rust, typescript};
use crate::build::{Language, Project, read_json, read_toml};

/// A module that is to be written.
pub(super) struct Module {
    pub(super) file: PathBuf,
    pub(super) text: String,
    /// What uses it.
    pub(super) source: Source,
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
    let source = source(project)?;
    let (name, text) = match project.language {
        Language::Rust => (
            format!("{}.rs", names::snake(&package.name)),
            rust::module(package),
        ),
        Language::Python => (
            format!("{}.py", python_name(package)),
            python::module(package),
        ),
        Language::TypeScript => (format!("{}.ts", package.name), typescript::module(package)),
    };
    let file = output.map_or_else(|| source.folder.join(name), Path::to_owned);
    Ok(Module { file, text, source })
}

/// A name that no module of Python's library has: `random.py` would stand in the place of one.
fn python_name(package: &Package) -> String {
    format!("{}_resources", names::snake(&package.name))
}

/// The source of a provider.
pub(super) struct Source {
    /// The folder of its modules.
    pub(super) folder: PathBuf,
    /// The file with the provider.
    pub(super) file: PathBuf,
    /// Whether the folder is a package of Python.
    pub(super) is_package: bool,
}

fn source(project: &Project) -> anyhow::Result<Source> {
    let folder = &project.folder;
    match project.language {
        Language::Rust => Ok(Source {
            folder: folder.join("src"),
            file: folder.join("src/lib.rs"),
            is_package: false,
        }),
        Language::Python => python_source(folder),
        Language::TypeScript => typescript_source(folder),
    }
}

fn python_source(folder: &Path) -> anyhow::Result<Source> {
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
        return Ok(Source {
            folder: path,
            file: init,
            is_package: true,
        });
    }
    Ok(Source {
        folder: path.parent().unwrap_or(folder).to_owned(),
        file: path.with_extension("py"),
        is_package: module.contains('.'),
    })
}

fn typescript_source(folder: &Path) -> anyhow::Result<Source> {
    let settings = read_json(&folder.join("package.json"))?;
    let source = settings
        .get("pulumi-wasm")
        .and_then(|own| own.get("source"))
        .and_then(serde_json::Value::as_str);
    let file = folder.join(source.unwrap_or("src/index.ts"));
    Ok(Source {
        folder: file.parent().unwrap_or(folder).to_owned(),
        file,
        is_package: false,
    })
}
