//! The crates of the host, read from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::host;
use crate::paths::Paths;

/// The name of the root package in pictures and tables.
pub(crate) const PLUGIN: &str = "plugin";

/// Each crate of the host by its short name, with the crates of the host that it depends on outside of tests.
pub(crate) type HostCrates = BTreeMap<String, BTreeSet<String>>;

/// Asks Cargo for the crates of the host.
pub(crate) fn read(paths: &Paths) -> Result<HostCrates> {
    parse(&host::metadata(paths)?, &paths.root)
}

fn parse(told: &Value, root: &Path) -> Result<HostCrates> {
    let packages = told["packages"].as_array().context("no packages")?;
    let short: BTreeMap<&str, String> = packages
        .iter()
        .filter_map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            Some((package["name"].as_str()?, short_name(manifest, root)?))
        })
        .collect();
    ensure!(
        short.values().any(|name| name == PLUGIN),
        "`cargo metadata` tells of no package at the root"
    );
    let crates = packages.iter().filter_map(|package| {
        let name = short.get(package["name"].as_str()?)?;
        let dependencies = package["dependencies"].as_array()?.iter();
        // Those of tests and of build scripts have a kind.
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
        let below = normal.filter_map(|dependency| short.get(dependency["name"].as_str()?));
        Some((name.clone(), below.cloned().collect()))
    });
    Ok(crates.collect())
}

/// `core` for `host/core/Cargo.toml`; `None` for a crate of another part of the repository.
fn short_name(manifest: &Path, root: &Path) -> Option<String> {
    let folder = manifest.strip_prefix(root).ok()?.parent()?;
    if folder == Path::new("") {
        return Some(PLUGIN.to_owned());
    }
    let name = folder.strip_prefix("host").ok()?;
    Some(name.to_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn crates_of_the_host_depend_on_each_other_outside_of_tests_alone() {
        let dependency = |name: &str, kind: Option<&str>| json!({"name": name, "kind": kind});
        let package = |name: &str, folder: &str, dependencies: &[Value]| {
            let manifest_path = format!("/clone/{folder}Cargo.toml");
            json!({"name": name, "manifest_path": manifest_path, "dependencies": dependencies})
        };
        let tool = dependency("pulumi-wasm-tool", None);
        let core = |kind| dependency("pulumi-wasm-core", kind);
        let other = dependency("anyhow", None);
        let packages = [
            package("pulumi-wasm", "", &[tool, core(Some("build")), other]),
            package("pulumi-wasm-core", "host/core/", &[]),
            package("pulumi-wasm-tool", "host/tool/", &[core(None)]),
            package("pulumi-wasm-load", "tests/load/", &[core(None)]),
            package("pulumi-wasm-network", "host/network/", &[core(Some("dev"))]),
        ];
        let crates = parse(&json!({"packages": packages}), Path::new("/clone")).unwrap();
        let shown: Vec<String> = crates
            .iter()
            .map(|(name, below)| format!("{name}: {below:?}"))
            .collect();
        let expected = [
            "core: {}",
            "network: {}",
            r#"plugin: {"tool"}"#,
            r#"tool: {"core"}"#,
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn crates_without_a_root_package_are_an_error() {
        let told = json!({"packages": []});
        let error = parse(&told, Path::new("/clone")).unwrap_err();
        assert!(error.to_string().contains("no package at the root"));
    }
}
