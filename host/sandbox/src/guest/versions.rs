//! The versions of the guest interface that this host runs. A new one is a folder and a line in this list.

use wasmtime::component::{Component, Linker};

use super::interface::{Exports, Interface};
use super::state::GuestState;
#[cfg(test)]
use super::test_version;
use super::v0_1_0;

/// The package of all versions of the interface, as in the names of imports and exports.
pub(super) const PACKAGE: &str = "pulumi-wasm:provider/";

/// All versions, newest last.
static VERSIONS: &[&dyn Interface] = &[
    &v0_1_0::Version,
    #[cfg(test)]
    &test_version::Version,
];

/// The numbers of all versions, newest last.
pub(super) fn numbers() -> impl Iterator<Item = &'static str> {
    VERSIONS.iter().map(|version| version.version())
}

/// Whether an export with this name makes a component a provider for this host.
pub(super) fn is_exported(name: &str) -> bool {
    exports().any(|exports| exports.name() == name || exports.components() == Some(name))
}

/// Puts the host functions of all versions into a linker.
///
/// # Errors
/// When two versions have a function of the same name.
pub(super) fn link(linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
    VERSIONS.iter().try_for_each(|version| version.link(linker))
}

/// The version that a component was built for, by its exports. A component for several of them counts as a component
/// for the newest one.
///
/// # Errors
/// If it exports the functions of no known version.
pub(super) fn of_component(
    component: &Component,
    engine: &wasmtime::Engine,
) -> wasmtime::Result<&'static dyn Exports> {
    let component = component.component_type();
    let has = |name: &str| component.exports(engine).any(|(export, _)| export == name);
    exports()
        .find(|exports| has(exports.name()))
        .ok_or_else(|| {
            wasmtime::Error::msg(format!(
                "it exports no version of `{PACKAGE}lifecycle` that this host knows"
            ))
        })
}

/// The exports of the versions that have exports, newest first.
fn exports() -> impl Iterator<Item = &'static dyn Exports> {
    VERSIONS
        .iter()
        .rev()
        .filter_map(|version| version.exports())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use pulumi_wasm_capability::limits::Limits;
    use pulumi_wasm_capability::testing::Lines;

    use super::*;
    use crate::guest::testing::Workshop;

    /// The description of a component that exports `lifecycle` in these versions.
    async fn taken_for(versions: &[&str]) -> Result<&'static str, String> {
        let exports: String = versions
            .iter()
            .map(|version| {
                format!("(export \"pulumi-wasm:provider/lifecycle@{version}\" (instance $i))")
            })
            .collect();
        let text = format!("(component (component $c) (instance $i (instantiate $c)) {exports})");
        let bytes = wat::parse_str(&text).expect("valid text");
        let workshop = Workshop::new();
        let settings = workshop.settings(&bytes, Limits::default());
        let (file, digest): (&Path, &str) = (&settings.file, &settings.origin.digest);
        let compiler = &workshop.compiler;
        let component = compiler
            .ready(file, digest, "acme", &settings.limits, &Lines::default())
            .await
            .expect("a component");
        let engine = compiler.engine().running().expect("an engine");
        of_component(&component, engine.wasmtime())
            .map(Exports::name)
            .map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn a_component_is_taken_for_the_newest_version_that_it_exports() {
        let (old, new) = (
            "pulumi-wasm:provider/lifecycle@0.1.0",
            "pulumi-wasm:provider/lifecycle@0.99.0",
        );
        assert_eq!(taken_for(&["0.1.0"]).await, Ok(old));
        assert_eq!(taken_for(&["0.99.0"]).await, Ok(new));
        assert_eq!(taken_for(&["0.99.0", "0.1.0"]).await, Ok(new));
        assert_eq!(taken_for(&["0.1.0", "7.0.0"]).await, Ok(old));
        // A version that is close to one of ours is still a different version.
        let error = taken_for(&["0.1.7"]).await.expect_err("no version");
        assert!(error.contains("no version of"), "{error}");
    }
}
