//! A component for the world `provider`, written without any guest toolchain: a core module in WebAssembly text with the
//! signatures that the WIT files ask for.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use wasm_encoder::{CustomSection, Section as _};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::abi::{AbiVariant, WasmType};
use wit_parser::{Function, Resolve, TypeDefKind, WorldId, WorldItem, WorldKey};

use super::request::Request;
use super::steps::{Answer, Data, Step, body};

/// Pages that every guest has.
const PAGES: u32 = 32;

/// The parts of a module.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The actions of exported functions; those without any step crash.
    pub(super) functions: BTreeMap<&'static str, Vec<Step>>,
    /// The actions after the answer of an exported function was read.
    pub(super) afterwards: BTreeMap<&'static str, Vec<Step>>,
    /// The first actions of a new instance.
    pub(super) start: Vec<Step>,
    /// The number of further functions, which are never called.
    pub(super) ballast: usize,
    /// Instructions that replace the allocator's.
    pub(super) allocator: Option<&'static str>,
    pub(super) world: World,
    /// Whether strings are UTF-16 in memory.
    pub(super) utf16: bool,
    /// The name of the function that crashes, if it is not `crash`.
    pub(super) crash_name: Option<String>,
    /// Custom sections of the module.
    pub(super) custom: Vec<(String, Vec<u8>)>,
}

/// The world of a guest.
#[derive(Debug, Clone, Copy, Default)]
pub enum World {
    /// `provider`.
    #[default]
    Provider,
    /// `component-provider`.
    Component,
    /// The world `hostile` of this WIT text, which may use names of the provider's WIT files.
    Wider(&'static str),
    /// The world `hostile` of this WIT text alone.
    Other(&'static str),
}

impl World {
    fn resolve(self) -> (Resolve, WorldId) {
        let mut resolve = Resolve::default();
        let folder = crate::programs::repository().join("wit/0.1.0");
        let read_provider = |resolve: &mut Resolve| {
            let (package, _) = resolve.push_path(folder).expect("the WIT files");
            package
        };
        let (package, name) = match self {
            World::Provider => (read_provider(&mut resolve), "provider"),
            World::Component => (read_provider(&mut resolve), "component-provider"),
            World::Wider(text) => {
                read_provider(&mut resolve);
                (
                    resolve.push_str("hostile.wit", text).expect("WIT"),
                    "hostile",
                )
            }
            World::Other(text) => (
                resolve.push_str("hostile.wit", text).expect("WIT"),
                "hostile",
            ),
        };
        let world = resolve
            .select_world(&[package], Some(name))
            .expect("the world");
        (resolve, world)
    }
}

/// A component with these parts.
pub(super) fn component(parts: &Parts) -> Vec<u8> {
    let (resolve, world) = parts.world.resolve();
    let mut module = "(module\n".to_owned();
    for (interface, function) in functions_of(&resolve, &resolve.worlds[world].imports) {
        writeln!(
            module,
            "(import \"{}\" \"{}\" (func ${}.{} {}))",
            resolve.id_of(interface).expect("a named interface"),
            function.name,
            short_name(&resolve, interface),
            // Brackets of methods cannot be in a name of the text format.
            function.name.replace(['[', ']'], "'"),
            signature(&resolve, AbiVariant::GuestImport, function),
        )
        .expect("a string");
    }
    for (interface, resource) in resources_of(&resolve, &resolve.worlds[world].imports) {
        writeln!(
            module,
            "(import \"{}\" \"[resource-drop]{resource}\" (func ${}.'resource-drop'{resource} (param i32)))",
            resolve.id_of(interface).expect("a named interface"),
            short_name(&resolve, interface),
        )
        .expect("a string");
    }
    let mut data = Data::default();
    let mut code = String::new();
    for (interface, function) in functions_of(&resolve, &resolve.worlds[world].exports) {
        let steps = match parts.functions.get(function.name.as_str()) {
            Some(steps) => steps.as_slice(),
            None if function.name == "configure" => &[Step::Answer(Answer::Done)],
            None => &[Step::Crash],
        };
        writeln!(
            code,
            "(func $guest::{name} (export \"{}#{name}\") {} {})",
            resolve.id_of(interface).expect("a named interface"),
            signature(&resolve, AbiVariant::GuestExport, function),
            body(steps, &mut data, Some(&Request::new(&resolve, function))),
            name = function.name,
        )
        .expect("a string");
        if let Some(steps) = parts.afterwards.get(function.name.as_str()) {
            let steps = body(steps, &mut data, None);
            let interface = resolve.id_of(interface).expect("a named interface");
            writeln!(
                code,
                "(func $after::{name} (result i32) {steps}) \
                 (func (export \"cabi_post_{interface}#{name}\") (param i32) (drop (call $after::{name})))",
                name = function.name,
            )
            .expect("a string");
        }
    }
    if !parts.start.is_empty() {
        let steps = body(&parts.start, &mut data, None);
        writeln!(
            code,
            "(func $begin (result i32) {steps}) (func $start (drop (call $begin))) (start $start)"
        )
        .expect("a string");
    }
    let sum =
        "(i64.mul (i64.add (local.get 0) (i64.load (i32.const 8))) (i64.load (i32.const 16)))";
    for number in 0..parts.ballast {
        let lines = format!("(local.set 0 {sum})").repeat(40);
        writeln!(
            code,
            "(func (param i64) (result i64) {lines} (i64.add (local.get 0) (i64.const {number})))"
        )
        .expect("a string");
    }
    let (segment, heap) = data.segment();
    module.push_str(&support(heap, parts));
    module.push_str(&segment);
    module.push_str(&code);
    module.push(')');

    let mut bytes = wat::parse_str(&module).expect("valid WebAssembly text");
    for (name, content) in &parts.custom {
        let section = CustomSection {
            name: name.into(),
            data: content.into(),
        };
        section.append_to(&mut bytes);
    }
    let encoding = if parts.utf16 {
        StringEncoding::UTF16
    } else {
        StringEncoding::UTF8
    };
    embed_component_metadata(&mut bytes, &resolve, world, encoding).expect("metadata");
    ComponentEncoder::default()
        .validate(true)
        .module(&bytes)
        .and_then(|mut encoder| encoder.encode())
        .expect("a component")
}

/// An allocator that never frees.
const ALLOCATOR: &str = "
    (local.set $at (i32.and (i32.add (global.get $heap) (i32.const 7)) (i32.const -8)))
    (global.set $heap (i32.add (local.get $at) (local.get 3)))
    (loop $more
        (if (i32.gt_u (global.get $heap) (i32.mul (memory.size) (i32.const 65536)))
            (then
                (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable))
                (br $more))))
    (local.get $at)";

/// The common parts of every module: memory, a table, an allocator, and ways to crash.
fn support(heap: u32, parts: &Parts) -> String {
    let allocator = parts.allocator.unwrap_or(ALLOCATOR);
    let escaped = |name: &String| {
        let letters = name.bytes().map(|byte| format!("\\{byte:02x}"));
        format!("(@name \"{}\")", letters.collect::<String>())
    };
    let name = parts.crash_name.as_ref().map(escaped).unwrap_or_default();
    // More pages if the data needs them.
    let pages = PAGES.max(heap.div_ceil(64 << 10) + 1);
    format!(
        "(memory (export \"memory\") {pages})
        (table $table 1 funcref)
        (global $heap (mut i32) (i32.const {heap}))
        (global $times (mut i32) (i32.const 0))
        (func $crash {name} unreachable)
        (func $recurse (param i32) (result i32)
            (if (result i32) (local.get 0)
                (then (i32.add (call $recurse (i32.sub (local.get 0) (i32.const 1))) (i32.const 1)))
                (else (i32.const 0))))
        (func $allocate (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32)
            (local $at i32) {allocator})
        "
    )
}

/// All functions of the interfaces that a world imports or exports.
fn functions_of<'a>(
    resolve: &'a Resolve,
    items: impl IntoIterator<Item = (&'a WorldKey, &'a WorldItem)>,
) -> Vec<(wit_parser::InterfaceId, &'a Function)> {
    let mut found = Vec::new();
    for (_, item) in items {
        if let WorldItem::Interface { id, .. } = item {
            found.extend(
                resolve.interfaces[*id]
                    .functions
                    .values()
                    .map(|function| (*id, function)),
            );
        }
    }
    found
}

/// All resources of the interfaces that a world imports.
fn resources_of<'a>(
    resolve: &'a Resolve,
    items: impl IntoIterator<Item = (&'a WorldKey, &'a WorldItem)>,
) -> Vec<(wit_parser::InterfaceId, &'a str)> {
    let mut found = Vec::new();
    for (_, item) in items {
        let WorldItem::Interface { id, .. } = item else {
            continue;
        };
        for (name, kind) in &resolve.interfaces[*id].types {
            if matches!(resolve.types[*kind].kind, TypeDefKind::Resource) {
                found.push((*id, name.as_str()));
            }
        }
    }
    found
}

fn short_name(resolve: &Resolve, interface: wit_parser::InterfaceId) -> &str {
    resolve.interfaces[interface].name.as_deref().unwrap_or("")
}

fn signature(resolve: &Resolve, variant: AbiVariant, function: &Function) -> String {
    let signature = resolve.wasm_signature(variant, function);
    let names = |types: &[WasmType]| -> String {
        types
            .iter()
            .map(|found| match found {
                WasmType::I64 | WasmType::PointerOrI64 => " i64",
                WasmType::F32 => " f32",
                WasmType::F64 => " f64",
                WasmType::I32 | WasmType::Pointer | WasmType::Length => " i32",
            })
            .collect()
    };
    let mut text = String::new();
    if !signature.params.is_empty() {
        write!(text, "(param{})", names(&signature.params)).expect("a string");
    }
    if !signature.results.is_empty() {
        write!(text, "(result{})", names(&signature.results)).expect("a string");
    }
    text
}
