//! Components for the tests of this folder: written as WebAssembly text with the signatures that the WIT files of any
//! version ask for, and made ready in this process.

use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::system::{Offline, System};
use pulumi_wasm_capability::{Capabilities, Grants};
use pulumi_wasm_core::component::ComponentOrigin;
use pulumi_wasm_core::manifest::Manifest;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::abi::{AbiVariant, WasmType};
use wit_parser::{Resolve, WorldItem};

use super::instances::WasmSettings;
use crate::engine::{CodeCache, Compiler, Engine};

/// Where the WIT files of 0.1.0 are.
pub(super) const WIT_0_1_0: &str = "../../wit/0.1.0";

/// A component of any world.
pub(super) struct Text<'a> {
    /// Its WIT files, relative to the crate; the files of the world come last.
    pub(super) wit: &'a [&'a str],
    pub(super) world: &'a str,
    /// Imports and data, in the text format.
    pub(super) head: &'a str,
    /// The steps of exported functions, by their names.
    pub(super) functions: &'a [(&'a str, &'a str)],
    /// The steps of all other functions.
    pub(super) otherwise: &'a str,
}

impl Text<'_> {
    /// The bytes of the component.
    pub(super) fn component(&self) -> Vec<u8> {
        let mut resolve = Resolve::default();
        let packages = self.wit.iter().map(|wit| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(wit);
            resolve.push_path(path).expect("WIT files").0
        });
        let package = packages.last().expect("WIT files");
        let world = resolve.select_world(&[package], Some(self.world));
        let world = world.expect("a world");
        let mut functions = String::new();
        for (_, item) in &resolve.worlds[world].exports {
            let WorldItem::Interface { id, .. } = item else {
                continue;
            };
            let interface = resolve.id_of(*id).expect("a named interface");
            for (name, function) in &resolve.interfaces[*id].functions {
                let types = |kind: &str, types: &[WasmType]| {
                    let names = types.iter().map(|wasm| match wasm {
                        WasmType::I64 | WasmType::PointerOrI64 => " i64",
                        WasmType::F32 => " f32",
                        WasmType::F64 => " f64",
                        WasmType::I32 | WasmType::Pointer | WasmType::Length => " i32",
                    });
                    format!("({kind}{})", names.collect::<String>())
                };
                let signature = resolve.wasm_signature(AbiVariant::GuestExport, function);
                let known = self.functions.iter().find(|(known, _)| known == name);
                functions.push_str(&format!(
                    "(func $guest::{name} (export \"{interface}#{name}\") {} {} {})\n",
                    types("param", &signature.params),
                    types("result", &signature.results),
                    known.map_or(self.otherwise, |(_, body)| body),
                ));
            }
        }
        let head = self.head;
        let module = format!(
            "(module {head}
                (memory (export \"memory\") 2)
                (global $heap (mut i32) (i32.const 65536))
                (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32)
                    (local $at i32)
                    (local.set $at (i32.and (i32.add (global.get $heap) (i32.const 7)) (i32.const -8)))
                    (global.set $heap (i32.add (local.get $at) (local.get 3)))
                    (loop $more
                        (if (i32.gt_u (global.get $heap) (i32.mul (memory.size) (i32.const 65536)))
                            (then
                                (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable))
                                (br $more))))
                    (local.get $at))
                {functions})"
        );
        let mut bytes = wat::parse_str(&module).expect("WebAssembly text");
        embed_component_metadata(&mut bytes, &resolve, world, StringEncoding::UTF8)
            .expect("a module");
        ComponentEncoder::default()
            .validate(true)
            .module(&bytes)
            .and_then(|mut encoder| encoder.encode())
            .expect("a component")
    }
}

/// Numbers as they stand in memory, for the text of a data segment.
pub(super) fn words(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.map(|byte| format!("\\{byte:02x}")).collect()
}

/// A folder for components, and their compiler.
pub(super) struct Workshop {
    folder: TempDir,
    pub(super) compiler: Compiler,
}

impl Workshop {
    pub(super) fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let cache = CodeCache::new(folder.path().join("code"));
        Self {
            folder,
            compiler: Compiler::new(Engine::new(), cache, None),
        }
    }

    /// The parts of a component, without a grant.
    pub(super) fn settings(&self, component: &[u8], limits: Limits) -> WasmSettings {
        let digest = hex::encode(Sha256::digest(component));
        let file = self.folder.path().join(&digest);
        std::fs::write(&file, component).expect("a file");
        let manifest = r#"{"manifest":1,"schema":{"name":"acme","version":"1.0.0"}}"#;
        let system = System::of_machine(Arc::new(Offline));
        WasmSettings {
            origin: ComponentOrigin {
                file: "acme.wasm".to_owned(),
                digest,
            },
            manifest: Arc::new(Manifest::parse(manifest).expect("a manifest")),
            file,
            capabilities: Capabilities::within(system, &Grants::default(), &limits),
            limits,
            compiler: self.compiler.clone(),
        }
    }
}
