//! A module that notes which of its functions run: an interpreter does not show its call stack. Each watched function becomes a
//! function that notes itself in an exported global, calls the original, and restores the global. Calls, tables and exports reach it by
//! the original's index.
//!
//! Only the initialization runs this module. The component is made of the module without these changes.

use std::collections::BTreeMap;

use wasm_encoder::{
    CodeSection, ConstExpr, Encode, ExportKind, Function, GlobalType, Module, RawSection,
    SectionId, ValType,
};
use wasmparser::{
    BinaryReader, BinaryReaderError, CompositeInnerType, FuncType, KnownCustom, Name, Parser,
    Payload, TypeRef,
};

/// The exported global with the place of the running initializer in [`Watched::initializers`], from 1. 0: no initializer runs.
pub(super) const INITIALIZER: &str = "pulumi_wasm_initializer";
/// The exported global that is 1 while a function runs that only notes the time.
pub(super) const NOTING: &str = "pulumi_wasm_noting";

/// Prefixes of Go functions that read the clock without an effect on the program: the garbage collector records when it
/// ended, and libraries for messages print the time, or the seconds since their start.
const NOTING_FUNCTIONS: [&str; 4] = [
    "runtime.gcMarkTermination",
    "log.__Logger_.output",
    "log_slog.__Logger_.log",
    "github.com_sirupsen_logrus.init",
];

/// A module whose functions note that they run.
pub(super) struct Watched {
    pub(super) module: Vec<u8>,
    /// The names of the initializers.
    pub(super) initializers: Vec<String>,
}

/// The parts of a module that the changes need.
#[derive(Default)]
struct Parts<'a> {
    types: Vec<FuncType>,
    imported_functions: u32,
    imported_globals: u32,
    /// The types of the functions that are not imported, by number.
    functions: Vec<u32>,
    globals: u32,
    /// The names of functions, by index.
    names: BTreeMap<u32, &'a str>,
}

/// A watched function: the global that it sets, and the value.
#[derive(Clone, Copy)]
struct Note {
    global: u32,
    value: i32,
}

/// Makes the functions of a module note themselves.
///
/// # Errors
/// If it is not a valid module.
pub(super) fn watch(module: &[u8]) -> Result<Watched, BinaryReaderError> {
    let parts = Parts::of(module)?;
    let noting = parts.first_note();
    let initializer = noting.saturating_add(1);
    let mut initializers = Vec::new();
    let mut notes = BTreeMap::new();
    for (&function, &name) in &parts.names {
        let note = if NOTING_FUNCTIONS
            .iter()
            .any(|noting| name.starts_with(noting))
        {
            Note {
                global: noting,
                value: 1,
            }
        } else if is_initializer(name) {
            initializers.push(name.to_owned());
            Note {
                global: initializer,
                value: i32::try_from(initializers.len()).unwrap_or(i32::MAX),
            }
        } else {
            continue;
        };
        if parts.type_of(function).is_some() {
            notes.insert(function, note);
        }
    }
    Ok(Watched {
        module: rewritten(module, &parts, &notes)?,
        initializers,
    })
}

/// Whether Go gives this name to an initializer: `acme.init`, or `acme.init.0` for a function of that name in the source. The
/// program's `main` counts as well.
fn is_initializer(name: &str) -> bool {
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    name == "main.main" || name.ends_with(".init")
}

impl<'a> Parts<'a> {
    fn of(module: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let mut parts = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => {
                    for group in section {
                        // Each type has an index, also a type of another kind.
                        for kind in group?.into_types() {
                            parts.types.push(match kind.composite_type.inner {
                                CompositeInnerType::Func(kind) => kind,
                                _ => FuncType::new([], []),
                            });
                        }
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        match import?.ty {
                            TypeRef::Func(_) => parts.imported_functions += 1,
                            TypeRef::Global(_) => parts.imported_globals += 1,
                            _ => {}
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    parts.functions = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::GlobalSection(section) => parts.globals = section.count(),
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(names) = section.as_known() {
                        parts.names.extend(function_names(names));
                    }
                }
                _ => {}
            }
        }
        Ok(parts)
    }

    /// The index of the first added global.
    fn first_note(&self) -> u32 {
        self.imported_globals.saturating_add(self.globals)
    }

    /// The number and the content of the type of a function with a body. `None` for an import.
    fn type_of(&self, function: u32) -> Option<(u32, &FuncType)> {
        let number = function.checked_sub(self.imported_functions)?;
        let kind = *self.functions.get(number as usize)?;
        Some((kind, self.types.get(kind as usize)?))
    }
}

/// The names of functions. A name section without order has no names: it only serves messages.
fn function_names(section: wasmparser::NameSectionReader<'_>) -> BTreeMap<u32, &str> {
    let mut names = BTreeMap::new();
    for subsection in section.into_iter().flatten() {
        if let Name::Function(functions) = subsection {
            for name in functions.into_iter().flatten() {
                names.insert(name.index, name.name);
            }
        }
    }
    names
}

/// The module with the watching functions, whose originals come after all other functions, in the order of `notes`.
fn rewritten(
    module: &[u8],
    parts: &Parts<'_>,
    notes: &BTreeMap<u32, Note>,
) -> Result<Vec<u8>, BinaryReaderError> {
    let mut made = Module::new();
    let mut has_globals = false;
    let first_original = parts
        .imported_functions
        .saturating_add(length(parts.functions.len()));
    let mut code = CodeSection::new();
    let mut originals = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        let id_and_data = payload
            .as_section()
            .and_then(|(id, range)| Some((id, module.get(range)?)));
        match (&payload, id_and_data) {
            (Payload::FunctionSection(_), Some((id, data))) => {
                let mut added = Vec::new();
                for (kind, _) in notes.keys().filter_map(|&function| parts.type_of(function)) {
                    kind.encode(&mut added);
                }
                extend(&mut made, id, data, length(notes.len()), &added)?;
            }
            (Payload::GlobalSection(_), Some((id, data))) => {
                has_globals = true;
                extend(&mut made, id, data, 2, &globals())?;
            }
            (Payload::ExportSection(_), Some((id, data))) => {
                if !has_globals {
                    extend(&mut made, SectionId::Global.into(), &[0], 2, &globals())?;
                }
                extend(&mut made, id, data, 2, &exports(parts.first_note()))?;
            }
            (Payload::CodeSectionStart { .. }, _) => {}
            (Payload::CodeSectionEntry(body), _) => {
                let function = parts.imported_functions.saturating_add(code.len());
                match notes.get(&function).zip(parts.type_of(function)) {
                    Some((note, (_, kind))) => {
                        let original = first_original.saturating_add(length(originals.len()));
                        code.function(&watching(*note, kind.params().len(), original));
                        originals.push(body.as_bytes());
                    }
                    None => {
                        code.raw(body.as_bytes());
                    }
                }
                if code.len() == length(parts.functions.len()) {
                    for original in &originals {
                        code.raw(original);
                    }
                    made.section(&code);
                }
            }
            (_, Some((id, data))) => {
                made.section(&RawSection { id, data });
            }
            (_, None) => {}
        }
    }
    Ok(made.finish())
}

/// A function that notes that it was called, and calls the original.
fn watching(note: Note, parameters: usize, original: u32) -> Function {
    let before = length(parameters);
    let mut function = Function::new([(1, ValType::I32)]);
    let mut body = function.instructions();
    body.global_get(note.global).local_set(before);
    body.i32_const(note.value).global_set(note.global);
    for parameter in 0..before {
        body.local_get(parameter);
    }
    body.call(original);
    body.local_get(before).global_set(note.global).end();
    function
}

/// The entries of the two globals.
fn globals() -> Vec<u8> {
    let mut entries = Vec::new();
    let kind = GlobalType {
        val_type: ValType::I32,
        mutable: true,
        shared: false,
    };
    for _ in [NOTING, INITIALIZER] {
        kind.encode(&mut entries);
        ConstExpr::i32_const(0).encode(&mut entries);
    }
    entries
}

/// The entries of the exports of the two globals.
fn exports(first: u32) -> Vec<u8> {
    let mut entries = Vec::new();
    for (global, name) in (first..).zip([NOTING, INITIALIZER]) {
        name.encode(&mut entries);
        ExportKind::Global.encode(&mut entries);
        global.encode(&mut entries);
    }
    entries
}

/// Writes a section with further entries at its end.
fn extend(
    module: &mut Module,
    id: u8,
    section: &[u8],
    count: u32,
    added: &[u8],
) -> Result<(), BinaryReaderError> {
    let mut reader = BinaryReader::new(section, 0);
    let mut data = Vec::new();
    reader
        .read_var_u32()?
        .saturating_add(count)
        .encode(&mut data);
    data.extend_from_slice(reader.read_bytes(reader.bytes_remaining())?);
    data.extend_from_slice(added);
    module.section(&RawSection { id, data: &data });
    Ok(())
}

fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
