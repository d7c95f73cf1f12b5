//! The packages inside a provider in Python.

use std::fs;
use std::path::Path;

use anyhow::Context;
use pulumi_wasm_packages::packages_section::{ContainedPackage, PROJECT};
use serde_json::Value;

use super::project::Settings;
use super::toolchain::{COMPONENTIZE, CPYTHON, Toolchain};
use crate::files::bounded_file;
use crate::language::workshop::Workshop;

/// The ecosystem of packages.
const PYPI: &str = "PyPI";

/// Lists the installed packages, the interpreter, and the tool whose code runs in the component.
pub(super) fn packages(workshop: &Workshop) -> anyhow::Result<Vec<ContainedPackage>> {
    let settings = Settings::read(&workshop.project)?;
    let folder = Toolchain::ready(workshop)?.dependencies(workshop, &settings)?;
    let mut packages = installed(&folder)?;
    packages.push(ContainedPackage::new(PYPI, "componentize-py", COMPONENTIZE));
    packages.push(ContainedPackage::runtime(
        "CPython",
        CPYTHON,
        "https://github.com/python/cpython",
    ));
    Ok(packages)
}

/// The packages in a folder, by the names of the folders with their metadata: `NAME-VERSION.dist-info`.
fn installed(folder: &Path) -> anyhow::Result<Vec<ContainedPackage>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut packages = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let package = name
            .strip_suffix(".dist-info")
            .and_then(|name| name.rsplit_once('-'));
        let Some((name, version)) = package else {
            continue;
        };
        let ecosystem = if is_of_a_folder(&entry.path()) {
            PROJECT
        } else {
            PYPI
        };
        // File names have `_` in place of the characters that separate words.
        let name = name.replace('_', "-");
        packages.push(ContainedPackage::new(ecosystem, &name, version));
    }
    Ok(packages)
}

/// Whether pip installed the package from a folder with its sources, by the record of the
/// [direct URL](https://packaging.python.org/en/latest/specifications/direct-url/). A file or a repository counts as the package of
/// its name, because a copy has the vulnerabilities of the original.
fn is_of_a_folder(metadata: &Path) -> bool {
    let record = bounded_file::text(&metadata.join("direct_url.json"));
    let record = record
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok());
    record.is_some_and(|record: Value| record.get("dir_info").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installed_packages_are_found_by_their_metadata() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["requests", "typing_extensions-4.12.2.dist-info", "bin"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let expected = ContainedPackage::new("PyPI", "typing-extensions", "4.12.2");
        assert_eq!(installed(folder.path()).expect("packages"), [expected]);
    }

    #[test]
    fn a_package_from_a_folder_is_not_the_package_of_this_name_in_the_registry() {
        for (record, ecosystem) in [
            (r#"{"url": "file:///work/lib", "dir_info": {}}"#, "project"),
            (
                r#"{"url": "file:///work/lib-1.0.whl", "archive_info": {}}"#,
                "PyPI",
            ),
            (
                r#"{"url": "https://example.com/lib", "vcs_info": {"vcs": "git"}}"#,
                "PyPI",
            ),
            ("not JSON", "PyPI"),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            let metadata = folder.path().join("lib-1.0.dist-info");
            fs::create_dir(&metadata).expect("a folder");
            fs::write(metadata.join("direct_url.json"), record).expect("a file");
            let expected = ContainedPackage::new(ecosystem, "lib", "1.0");
            assert_eq!(installed(folder.path()).expect("packages"), [expected]);
        }
    }
}
