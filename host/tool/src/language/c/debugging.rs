//! The debugging information of a component: the lines of the author's sources, and nothing else.
//!
//! The information of a compiler is ten times as large as the code, and names folders of this machine. A report of a crash needs the names of functions, which
//! are in another section, and the author's line for each address.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use addr2line::Context;
use gimli::write::{
    Address, AttributeValue, DwarfUnit, EndianVec, LineProgram, LineString, Sections,
};
use gimli::{Dwarf, Encoding, EndianSlice, Format, LineEncoding, LittleEndian};
use wasm_encoder::{CustomSection, Module, RawSection, Section as _};
use wasmparser::{Parser, Payload};

/// How the names of sections with debugging information begin.
const PREFIX: &str = ".debug_";

/// The folder of the tool in a project, whose files are not the author's.
const OF_THE_TOOL: &str = ".pulumi-wasm";

/// DWARF 4 in 32 bits, which old and new readers know.
const ENCODING: Encoding = Encoding {
    format: Format::Dwarf32,
    version: 4,
    address_size: 4,
};

/// A place in a file of the project.
#[derive(Clone, PartialEq, Eq)]
struct Place {
    /// The path below the project's folder.
    file: String,
    /// 0 for code that an optimizer has merged from several lines.
    line: u32,
}

/// The code at an address and after it comes from a place. Addresses count from the beginning of the section with the code.
struct Row {
    address: u64,
    place: Place,
}

/// The rows of one function, in the order of their addresses.
struct Function {
    end: u64,
    rows: Vec<Row>,
}

/// A module whose debugging information has only the lines of the project's own files. Code that a compiler has inlined from a library counts for the
/// author's line that calls it.
///
/// # Errors
/// If the bytes are not a module, or its debugging information cannot be read.
pub(super) fn reduced(module: &[u8], project: &Path) -> anyhow::Result<Vec<u8>> {
    let functions = functions(module, &Project::of(project))?;
    let mut kept = without(module)?;
    append(&mut kept, &functions)?;
    Ok(kept)
}

/// A project's folder and its files.
struct Project {
    /// The names of the folder.
    names: [PathBuf; 2],
    /// The paths below the folder of all files that were looked up: each has many lines.
    known: RefCell<BTreeMap<String, Option<String>>>,
}

impl Project {
    fn of(folder: &Path) -> Self {
        let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Self {
            names: [folder.to_owned(), whole],
            known: RefCell::default(),
        }
    }

    /// As [`Self::look_up`], once for each file.
    fn own(&self, file: &str) -> Option<String> {
        if let Some(known) = self.known.borrow().get(file) {
            return known.clone();
        }
        let found = self.look_up(file);
        self.known
            .borrow_mut()
            .insert(file.to_owned(), found.clone());
        found
    }

    /// The path of the author's file below the project's folder; `None` for a file of a library, of the SDK and of the tool.
    fn look_up(&self, file: &str) -> Option<String> {
        let path = Path::new(file);
        let below = self
            .names
            .iter()
            .find_map(|name| path.strip_prefix(name).ok());
        let below = below.or_else(|| path.is_relative().then_some(path))?;
        let parts: Option<Vec<&str>> = below
            .components()
            .filter(|part| *part != std::path::Component::CurDir)
            .map(|part| match part {
                std::path::Component::Normal(part) => part.to_str(),
                _ => None,
            })
            .collect();
        let parts = parts?;
        // The C library of a distribution has relative names too.
        let is_own = !parts.is_empty()
            && parts[0] != OF_THE_TOOL
            && self.names[0].join(parts.join("/")).is_file();
        is_own.then(|| parts.join("/"))
    }
}

/// The functions of a module that have lines of the author.
fn functions(module: &[u8], project: &Project) -> anyhow::Result<Vec<Function>> {
    let mut sections = Vec::new();
    let mut bodies = Vec::new();
    let mut code = 0;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CodeSectionStart { range, .. } => code = range.start,
            Payload::CodeSectionEntry(body) => {
                let range = body.range();
                bodies.push(range.start - code..range.end - code);
            }
            Payload::CustomSection(section) if section.name().starts_with(PREFIX) => {
                sections.push(section);
            }
            _ => {}
        }
    }
    if sections.is_empty() {
        return Ok(Vec::new());
    }
    let information = Dwarf::load(|id| {
        let found = sections.iter().find(|section| section.name() == id.name());
        let data = found.map_or(&[][..], |section| section.data());
        Ok::<_, gimli::Error>(EndianSlice::new(data, LittleEndian))
    })?;
    let context = Context::from_dwarf(information)?;
    let mut functions = Vec::new();
    for body in bodies {
        let (start, end) = (body.start as u64, body.end as u64);
        let mut rows: Vec<Row> = Vec::new();
        for (address, _, _) in context.find_location_range(start, end)? {
            let address = address.max(start);
            let Some(place) = authors_place(&context, address, project)? else {
                continue;
            };
            if rows.last().is_none_or(|last| last.place != place) {
                rows.push(Row { address, place });
            }
        }
        if !rows.is_empty() {
            functions.push(Function { end, rows });
        }
    }
    Ok(functions)
}

/// The innermost place at an address in a file of the author.
fn authors_place<R: gimli::Reader>(
    context: &Context<R>,
    address: u64,
    project: &Project,
) -> Result<Option<Place>, gimli::Error> {
    let mut frames = context.find_frames(address).skip_all_loads()?;
    while let Some(frame) = frames.next()? {
        let Some(location) = frame.location else {
            continue;
        };
        if let Some(file) = location.file.and_then(|file| project.own(file)) {
            let line = location.line.unwrap_or(0);
            return Ok(Some(Place { file, line }));
        }
    }
    Ok(None)
}

/// A module without debugging information.
fn without(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut kept = Module::HEADER.to_vec();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if matches!(&payload, Payload::CustomSection(section) if section.name().starts_with(PREFIX))
        {
            continue;
        }
        if let Some((id, range)) = payload.as_section() {
            let data = module.get(range).unwrap_or_default();
            RawSection { id, data }.append_to(&mut kept);
        }
    }
    Ok(kept)
}

/// Appends debugging information that has only these lines.
fn append(module: &mut Vec<u8>, functions: &[Function]) -> anyhow::Result<()> {
    let rows = functions.iter().flat_map(|function| &function.rows);
    let (Some(first), Some(last)) = (rows.map(|row| row.address).min(), functions.last()) else {
        return Ok(());
    };
    let text = |text: &str| LineString::String(text.as_bytes().to_vec());
    let mut program = LineProgram::new(
        ENCODING,
        LineEncoding::default(),
        text("."),
        None,
        text("provider"),
        None,
    );
    let folder = program.default_directory();
    for function in functions {
        let Some(start) = function.rows.first().map(|row| row.address) else {
            continue;
        };
        program.begin_sequence(Some(Address::Constant(start)));
        for Row { address, place } in &function.rows {
            let file = program.add_file(text(&place.file), folder, None);
            let row = program.row();
            row.address_offset = address - start;
            row.file = file;
            row.line = u64::from(place.line);
            program.generate_row();
        }
        program.end_sequence(function.end - start);
    }
    let mut written = DwarfUnit::new(ENCODING);
    written.unit.line_program = program;
    let root = written.unit.root();
    let unit = written.unit.get_mut(root);
    let low = AttributeValue::Address(Address::Constant(first));
    unit.set(gimli::DW_AT_low_pc, low);
    unit.set(
        gimli::DW_AT_high_pc,
        AttributeValue::Udata(last.end - first),
    );
    let mut sections = Sections::new(EndianVec::new(LittleEndian));
    written.write(&mut sections)?;
    sections.for_each(|id, data| {
        if !data.slice().is_empty() {
            CustomSection {
                name: id.name().into(),
                data: data.slice().into(),
            }
            .append_to(module);
        }
        Ok::<(), anyhow::Error>(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with a function of these bytes of code at the addresses from 2.
    fn module(sections: &str) -> Vec<u8> {
        let text = format!(
            "(module {sections} (func $create (export \"run\") (result i32) (nop) (nop) (nop) (i32.const 3)))"
        );
        wat::parse_str(text).unwrap()
    }

    fn has(module: &[u8], text: &str) -> bool {
        let mut places = module.windows(text.len());
        places.any(|place| place == text.as_bytes())
    }

    /// A module whose function comes from these lines.
    fn described(rows: &[(u64, &str, u32)]) -> Vec<u8> {
        let row = |(address, file, line): &(u64, &str, u32)| Row {
            address: *address,
            place: Place {
                file: (*file).to_owned(),
                line: *line,
            },
        };
        let rows = rows.iter().map(row).collect();
        let mut made = module("");
        append(&mut made, &[Function { end: 9, rows }]).unwrap();
        made
    }

    fn places(module: &[u8], project: &Path) -> Vec<(u64, String, u32)> {
        let functions = functions(module, &Project::of(project)).unwrap();
        let rows = functions.into_iter().flat_map(|function| function.rows);
        rows.map(|row| (row.address, row.place.file, row.place.line))
            .collect()
    }

    #[test]
    fn the_authors_lines_stay_and_all_other_information_goes() {
        let project = tempfile::tempdir().unwrap();
        let folder = project.path();
        fs::create_dir_all(folder.join("src")).unwrap();
        for file in ["provider.c", "src/a.c"] {
            fs::write(folder.join(file), "").unwrap();
        }
        let whole = folder.join("src/a.c");
        let module = described(&[
            (2, whole.to_str().unwrap(), 7),
            (4, "/usr/include/string.h", 90),
            (5, "./provider.c", 8),
            (6, "./provider.c", 0),
            (7, ".pulumi-wasm/c/provider.h", 3),
            (8, "libc-top-half/musl/src/string/strlen.c", 15),
        ]);
        assert!(has(&module, folder.to_str().unwrap()) && has(&module, "string.h"));
        let kept = reduced(&module, folder).unwrap();
        let expected = [
            (2, "src/a.c".to_owned(), 7),
            (5, "provider.c".to_owned(), 8),
            (6, "provider.c".to_owned(), 0),
        ];
        assert_eq!(places(&kept, folder), expected);
        for gone in [
            folder.to_str().unwrap(),
            "string.h",
            "provider.h",
            "strlen.c",
        ] {
            assert!(!has(&kept, gone), "{gone}");
        }
        assert!(has(&kept, "create") && has(&kept, "run"));
        wasmparser::validate(&kept).unwrap();
    }

    #[test]
    fn a_module_without_lines_of_the_author_gets_no_debugging_information() {
        let library = described(&[(2, "/usr/include/string.h", 90)]);
        let plain = module("(@custom \".debug_str\" \"/home/me\")");
        for module in [library, plain] {
            let kept = reduced(&module, Path::new("/home/me/demo")).unwrap();
            assert!(!has(&kept, PREFIX) && has(&kept, "create"));
        }
        assert!(reduced(b"text", Path::new("/home/me/demo")).is_err());
    }
}
