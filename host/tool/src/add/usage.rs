//! The lines of a project's source that use a module and its package.

use std::path::Path;

use super::package::{Package, Parameter};
use super::place::{Module, Source};
use super::{python, rust, typescript};
use crate::build::{Language, Project};

/// The lines, each with the file or the call that it belongs in.
pub(super) fn lines(
    project: &Project,
    package: &Package,
    module: &Module,
) -> Vec<(String, String)> {
    let Module { file, source, .. } = module;
    let inside = source.file.strip_prefix(&project.folder);
    let provider = inside.unwrap_or(&source.file).display();
    let names = match project.language {
        Language::Rust => rust::names(package),
        Language::Python => python::names(package),
        Language::TypeScript => typescript::names(package),
    };
    let names = names.join(", ");
    let import = match importable(file, source, project.language) {
        Some(stem) => {
            let line = match project.language {
                Language::Rust => format!("mod {stem};"),
                Language::Python => {
                    let dot = if source.is_package { "." } else { "" };
                    format!("from {dot}{stem} import {names}")
                }
                Language::TypeScript => format!("import {{ {names} }} from \"./{stem}.js\";"),
            };
            (format!("in {provider}"), line)
        }
        None => {
            let file = file.display();
            let place = format!("{file} is not a module beside {provider}: import from it");
            (place, names)
        }
    };
    let mut lines = vec![import];
    match project.language {
        Language::Rust => lines.push(("and in `provider!`".to_owned(), rust_package(package))),
        Language::Python => {
            if is_long(package) {
                let line = "from pulumi_wasm_provider import Package";
                lines.push((format!("in {provider}"), line.to_owned()));
            }
            lines.push(("and in `Provider(…)`".to_owned(), python_packages(package)));
        }
        Language::TypeScript => {
            let line = typescript_packages(package);
            lines.push(("and in `provider({ … })`".to_owned(), line));
        }
    }
    lines
}

/// The name by which the provider's source imports a file that lies beside it; `None` for a file elsewhere, or of another kind of name.
fn importable(file: &Path, source: &Source, language: Language) -> Option<String> {
    let ending = match language {
        Language::Rust => "rs",
        Language::Python => "py",
        Language::TypeScript => "ts",
    };
    let folder = match file.parent()? {
        folder if folder.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    };
    let is_beside = folder.canonicalize().ok()? == source.folder.canonicalize().ok()?;
    let stem = file.file_stem()?.to_str()?;
    // TypeScript has the name in a text, the others as a word.
    let is_text = language == Language::TypeScript;
    let fits = |letter: char| {
        letter.is_ascii_alphanumeric() || letter == '_' || (is_text && "-.$".contains(letter))
    };
    let begins = |letter: char| is_text || !letter.is_ascii_digit();
    let is_name = stem.chars().all(fits) && stem.starts_with(begins);
    (is_beside && is_name && file.extension()? == ending).then(|| stem.to_owned())
}

/// Whether a version says less than the package needs.
fn is_long(package: &Package) -> bool {
    package.parameter.is_some()
}

/// Members with the texts that are not empty, each between quotation marks.
fn members(texts: &[(&str, &str)], between: &str) -> Vec<String> {
    let given = texts.iter().filter(|(_, text)| !text.is_empty());
    given
        .map(|(name, text)| format!("{name}{between}\"{text}\""))
        .collect()
}

/// What a package is in the words of Rust and Python: they have no object for the parameter.
fn flat(package: &Package) -> Vec<(&'static str, &str)> {
    let mut texts = vec![("version", package.version.as_str())];
    if let Some(Parameter {
        plugin,
        version,
        value,
    }) = &package.parameter
    {
        texts.extend([
            ("plugin", plugin.as_str()),
            ("plugin_version", version.as_str()),
            ("parameter", value.as_str()),
        ]);
    }
    texts
}

fn rust_package(package: &Package) -> String {
    let texts = flat(package);
    let given = texts.iter().filter(|(_, text)| !text.is_empty());
    let calls: String = given
        .map(|(name, text)| format!(".{name}(\"{text}\")"))
        .collect();
    format!(".package(Package::new(\"{}\"){calls})", package.name)
}

fn python_packages(package: &Package) -> String {
    let Package { name, version, .. } = package;
    let value = match (is_long(package), version.is_empty()) {
        (true, _) => format!("Package({})", members(&flat(package), "=").join(", ")),
        (false, true) => "None".to_owned(),
        (false, false) => format!("\"{version}\""),
    };
    format!("packages={{\"{name}\": {value}}}")
}

fn typescript_packages(package: &Package) -> String {
    let key = typescript::key(&package.name);
    let version = &package.version;
    let value = match (is_long(package), version.is_empty()) {
        (true, _) => {
            let mut all = members(&[("version", version.as_str())], ": ");
            if let Some(Parameter {
                plugin,
                version,
                value,
            }) = &package.parameter
            {
                let texts = [
                    ("plugin", plugin.as_str()),
                    ("version", version.as_str()),
                    ("value", value.as_str()),
                ];
                let parameter = members(&texts, ": ").join(", ");
                all.push(format!("parameter: {{ {parameter} }}"));
            }
            format!("{{ {} }}", all.join(", "))
        }
        (false, true) => "{}".to_owned(),
        (false, false) => format!("\"{version}\""),
    };
    format!("packages: {{ {key}: {value} }},")
}
