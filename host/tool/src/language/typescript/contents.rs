//! The packages inside a provider in TypeScript, as the SDK's tool lists them beside the component.

use anyhow::Context;
use pulumi_wasm_packages::packages_section::{ContainedPackage, PROJECT};
use serde::Deserialize;

use super::compile::PACKAGES;
use crate::files::bounded_file;
use crate::language::workshop::Workshop;

/// The ecosystem of packages.
const NPM: &str = "npm";
/// The version of QuickJS-ng in componentize-qjs 0.4.5, which `guest-sdk/typescript/package.json` pins.
const QUICKJS: &str = "0.16.2";

/// The list of the SDK's tool.
#[derive(Deserialize)]
struct List {
    engine: String,
    packages: Vec<NpmPackage>,
}

#[derive(Deserialize)]
struct NpmPackage {
    name: String,
    version: String,
    /// Whether it lies in a folder of its author.
    #[serde(default, rename = "ofProject")]
    of_project: bool,
}

/// Reads the list that the last compilation wrote.
pub(super) fn packages(workshop: &Workshop) -> anyhow::Result<Vec<ContainedPackage>> {
    let file = workshop.build_folder()?.join(PACKAGES);
    let text =
        bounded_file::text(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let list: List = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a list of packages", file.display()))?;
    let packages = list.packages.iter();
    let packages = packages.map(|one| {
        let ecosystem = if one.of_project { PROJECT } else { NPM };
        ContainedPackage::new(ecosystem, &one.name, &one.version)
    });
    // StarlingMonkey is a part of the npm package that the tool lists.
    let runtime = (list.engine == "quickjs").then(|| {
        ContainedPackage::runtime(
            "QuickJS-ng",
            QUICKJS,
            "https://github.com/quickjs-ng/quickjs",
        )
    });
    Ok(packages.chain(runtime).collect())
}
