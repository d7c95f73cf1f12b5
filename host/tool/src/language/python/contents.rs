//! The packages inside a provider in Python.

use std::fs;
use std::path::Path;

use anyhow::Context;
use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::project::Settings;
use super::toolchain::{COMPONENTIZE, CPYTHON, Toolchain};
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
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let package = name
            .strip_suffix(".dist-info")
            .and_then(|name| name.rsplit_once('-'));
        // File names have `_` in place of the characters that separate words.
        packages.extend(
            package.map(|(name, version)| {
                ContainedPackage::new(PYPI, &name.replace('_', "-"), version)
            }),
        );
    }
    Ok(packages)
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
}
