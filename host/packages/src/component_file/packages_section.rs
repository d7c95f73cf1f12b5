//! The packages and runtimes inside a component, as a custom section of its file. `pulumi-wasm build` records them, and
//! `pulumi-wasm audit` compares them with advisories.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use wasm_encoder::{ComponentSection, CustomSection};

use super::last_section;

/// The section's name.
pub const NAME: &str = "pulumi-wasm:packages";

/// The ecosystem of interpreters and of other programs without a package.
pub const RUNTIME: &str = "runtime";

/// The ecosystem of packages that lie in a folder of their author. No registry has them, so an advisory about a package of the
/// same name is about other code.
pub const PROJECT: &str = "project";

/// A package or a runtime inside a component.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ContainedPackage {
    /// The ecosystem by its name in the [OSV format](https://ossf.github.io/osv-schema/), such as `PyPI`, or [`RUNTIME`] or [`PROJECT`].
    pub ecosystem: String,
    /// The name in the ecosystem.
    pub name: String,
    /// The version, without `v` before it.
    pub version: String,
    /// The address of the source repository of a runtime: advisories about a runtime name only the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
}

impl ContainedPackage {
    /// A package of an ecosystem.
    #[must_use]
    pub fn new(ecosystem: &str, name: &str, version: &str) -> Self {
        Self {
            ecosystem: ecosystem.to_owned(),
            name: name.to_owned(),
            version: version.strip_prefix('v').unwrap_or(version).to_owned(),
            repository: None,
        }
    }

    /// A runtime, with the address of its source repository.
    #[must_use]
    pub fn runtime(name: &str, version: &str, repository: &str) -> Self {
        Self {
            repository: Some(repository.to_owned()),
            ..Self::new(RUNTIME, name, version)
        }
    }
}

/// The document in the section.
#[derive(Serialize, Deserialize)]
struct Document<'a> {
    packages: Cow<'a, [ContainedPackage]>,
}

/// The packages that a component records: the last section counts. `None` if the component records none.
///
/// # Errors
/// If the section is not a list of packages.
pub fn find(component: &[u8]) -> serde_json::Result<Option<Vec<ContainedPackage>>> {
    let Ok(Some(text)) = last_section(component, NAME) else {
        return Ok(None);
    };
    let document: Document<'_> = serde_json::from_slice(text)?;
    Ok(Some(document.packages.into_owned()))
}

/// Appends the packages to a component, in the order of their names, so that the same packages give the same bytes.
///
/// # Errors
/// Never for packages whose texts are valid UTF-8.
pub fn append(component: &mut Vec<u8>, packages: &[ContainedPackage]) -> serde_json::Result<()> {
    let mut packages = packages.to_vec();
    packages.sort();
    packages.dedup();
    let text = serde_json::to_vec(&Document {
        packages: packages.into(),
    })?;
    CustomSection {
        name: Cow::Borrowed(NAME),
        data: text.into(),
    }
    .append_to_component(component);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_packages_are_found_in_the_order_of_their_names() {
        let mut component = wat::parse_str("(component (core module))").expect("valid text");
        assert_eq!(find(&component).expect("no section"), None);
        let serde = ContainedPackage::new("crates.io", "serde", "v1.0.0");
        let python = ContainedPackage::runtime("CPython", "3.14.0", "https://example.com/cpython");
        let given = [python.clone(), serde.clone(), serde.clone()];
        append(&mut component, &given).expect("a section");
        assert_eq!(serde.version, "1.0.0");
        let found = find(&component).expect("packages");
        assert_eq!(found, Some(vec![serde, python]));
    }

    #[test]
    fn a_section_that_is_not_a_list_of_packages_is_an_error() {
        let mut component = wat::parse_str("(component)").expect("valid text");
        CustomSection {
            name: NAME.into(),
            data: b"{\"packages\":1}".as_slice().into(),
        }
        .append_to_component(&mut component);
        find(&component).expect_err("a number");
    }
}
