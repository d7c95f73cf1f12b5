//! Makes a component of a core module that calls WASI by its first interface, `wasi_snapshot_preview1`, as Go and the C
//! library do.

use anyhow::Context;
use wasm_encoder::{CustomSection, Section as _};
use wit_component::ComponentEncoder;

/// The module that the adapter replaces.
const WASI: &str = "wasi_snapshot_preview1";

/// The adapter, compiled from `adapter.wat`.
const ADAPTER: &[u8] = include_bytes!("adapter/adapter.wasm");

/// The world `provider` of the interface, as a compiler of components writes it into a module.
const WORLD: &[u8] = include_bytes!("adapter/world.bin");

/// The world `component-provider`, for modules with component resources.
const COMPONENTS: &[u8] = include_bytes!("adapter/components.bin");

/// An export that only the world `component-provider` has.
const CONSTRUCT: &str = "pulumi-wasm:provider/components@0.1.0#construct";

/// How the names of custom sections with a world begin.
const WORLDS: &str = "component-type";

/// The custom section with a world.
const SECTION: &str = "component-type:provider";

/// Builds a component from a module.
///
/// # Errors
/// If the module imports functions that neither the interface nor the adapter has, or lacks exports of the interface.
pub(crate) fn encode(mut module: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    let world = if exports(&module, CONSTRUCT)? {
        COMPONENTS
    } else {
        WORLD
    };
    let section = CustomSection {
        name: SECTION.into(),
        data: world.into(),
    };
    section.append_to(&mut module);
    ComponentEncoder::default()
        .validate(true)
        .module(&module)?
        .adapter(WASI, ADAPTER)?
        .encode()
        .context(
            "the module does not have the imports and exports of a provider\nhint: build it with one of the provider SDKs",
        )
}

/// Whether a compiler of components has written a world into a module.
pub(crate) fn has_world(module: &[u8]) -> bool {
    let mut payloads = wasmparser::Parser::new(0).parse_all(module);
    payloads.any(|payload| {
        matches!(payload, Ok(wasmparser::Payload::CustomSection(section)) if section.name().starts_with(WORLDS))
    })
}

/// Whether a module exports a function of that name.
fn exports(module: &[u8], name: &str) -> anyhow::Result<bool> {
    for payload in wasmparser::Parser::new(0).parse_all(module) {
        if let wasmparser::Payload::ExportSection(exports) = payload? {
            for export in exports {
                if export?.name == name {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use wit_component::{StringEncoding, embed_component_metadata, metadata};
    use wit_parser::Resolve;

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/component/preview1/adapter")
    }

    /// Compares a file of the repository with its content, or writes it.
    fn is_current(name: &str, content: &[u8], kept: &[u8]) {
        if std::env::var_os("PULUMI_WASM_WRITE").is_some() {
            fs::write(folder().join(name), content).unwrap();
        } else {
            let hint = "run this test with `PULUMI_WASM_WRITE=1`";
            assert!(
                content == kept,
                "{name} differs from the result of its sources: {hint}"
            );
        }
    }

    #[test]
    fn the_adapter_is_compiled_from_its_source() {
        let mut resolve = Resolve::default();
        let package = resolve.push_file(folder().join("adapter.wit")).unwrap();
        let world = resolve.select_world(&[package], None).unwrap();
        let mut adapter = wat::parse_file(folder().join("adapter.wat")).unwrap();
        embed_component_metadata(&mut adapter, &resolve, world, StringEncoding::UTF8).unwrap();
        is_current("adapter.wasm", &adapter, ADAPTER);
    }

    #[test]
    fn the_worlds_are_those_of_the_interface() {
        let mut resolve = Resolve::default();
        let interface = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit/0.1.0");
        let (package, _) = resolve.push_path(interface).unwrap();
        let world = resolve.select_world(&[package], Some("provider")).unwrap();
        let section = metadata::encode(&resolve, world, StringEncoding::UTF8, None).unwrap();
        is_current("world.bin", &section, WORLD);
        let world = resolve
            .select_world(&[package], Some("component-provider"))
            .unwrap();
        let section = metadata::encode(&resolve, world, StringEncoding::UTF8, None).unwrap();
        is_current("components.bin", &section, COMPONENTS);
    }
}
