//! Reads the author's source: the variables and addresses in it, and calls that cannot work in a component.

mod addresses;
mod assignments;
mod impossible;
mod syntax;
mod tokens;
mod values;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::connect::Reads;
use super::used_packages::UsedPackage;
use crate::files::bounded_file;
use syntax::File;
use values::Values;

/// The findings in the source of a provider. Places are `FILE:LINE`, relative to the project.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Environment variables that it reads.
    pub(super) variables: BTreeMap<String, String>,
    /// The hosts of addresses, with `http://` before those without TLS.
    pub(super) hosts: BTreeMap<String, String>,
    /// Calls of functions that cannot work in a component, each with its place and the reason.
    pub(super) impossible: Vec<(String, String)>,
    /// The version that the build was given.
    pub(super) version: Option<String>,
    /// Whether the program uses `net/http`.
    pub(super) uses_http: bool,
    /// Whether it uses `net/http/httputil`, which records requests on connections in memory.
    pub(super) uses_http_tools: bool,
    /// Requests that only read though their method is POST, and why.
    pub(super) safe_requests: BTreeMap<String, Reads>,
    /// The packages whose resources components may declare.
    pub(super) packages: BTreeSet<UsedPackage>,
}

/// Reads the files of a provider, each with the name that it has in messages and in the manifest.
///
/// # Errors
/// If one cannot be read.
pub(super) fn read(
    paths: impl Iterator<Item = (PathBuf, PathBuf)>,
    found: &mut Found,
) -> anyhow::Result<()> {
    let (mut files, mut sources) = (Vec::new(), Vec::new());
    for (path, shown) in paths {
        let source =
            bounded_file::text(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        files.push(File::read(folder, shown, &source));
        sources.push(source);
    }
    let values = Values::of(&files);
    for (file, source) in files.iter().zip(&sources) {
        for (host, line) in addresses::find(file, &values, source) {
            let place = || file.place(line);
            found.hosts.entry(host).or_insert_with(place);
        }
        found.impossible.extend(impossible::find(file));
    }
    found.variables = variables::find(&files, &values);
    Ok(())
}

/// The line where a file imports a package.
pub(super) fn line_of_import(source: &str, path: &str) -> Option<usize> {
    File::read(Path::new(""), PathBuf::new(), source).line_of_import(path)
}

#[cfg(test)]
mod tests;
