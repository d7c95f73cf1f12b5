//! Reading debugging information. It runs in the child process, so a crash ends only the child.

use addr2line::gimli::{self, Dwarf, EndianSlice, LittleEndian};
use wasmparser::{CustomSectionReader, Encoding, Parser, Payload, TypeRef};

use super::arguments::CodeAddress;
use super::symbol::{Answer, Symbol};
use crate::engine::crash::function_name::{beginning, on_one_line, readable};

/// The largest sections of a module with debugging information, in bytes.
const SECTION_BYTES: usize = 64 << 20;
/// Bytes of a path that are shown.
const PATH_BYTES: usize = 200;
/// The maximum number of inlined functions at one address in a report.
const MAX_SYMBOLS: usize = 16;

/// How the names of sections with debugging information begin.
const PREFIX: &str = ".debug_";

/// A core module in which addresses are looked up.
#[derive(Default)]
struct Module<'a> {
    /// The beginning of its code: places in it are counted from there.
    code: u64,
    /// The index of the next function.
    next: u32,
    sections: Vec<CustomSectionReader<'a>>,
    /// Which addresses are in it, by their position in the arguments.
    wanted: Vec<usize>,
}

/// The symbols at addresses of a component's code, or `None` for a component without debugging information.
///
/// # Errors
/// When the component or its information cannot be read, or has too much of it.
pub(super) fn symbols(component: &[u8], addresses: &[CodeAddress]) -> Result<Answer, String> {
    let mut answer = vec![Vec::new(); addresses.len()];
    let mut has_information = false;
    // The modules and components around the place that is being read, the innermost last.
    let mut around: Vec<Module<'_>> = Vec::new();
    for payload in Parser::new(0).parse_all(component) {
        let payload = payload.map_err(|error| error.to_string())?;
        if let Payload::Version { encoding, .. } = payload {
            around.push(Module::default());
            if encoding == Encoding::Module {
                continue;
            }
        }
        let Some(module) = around.last_mut() else {
            continue;
        };
        match payload {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let import = import.map_err(|error| error.to_string())?;
                    let is_function = matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_));
                    module.next += u32::from(is_function);
                }
            }
            Payload::CodeSectionStart { range, .. } => module.code = range.start as u64,
            Payload::CodeSectionEntry(body) => {
                // Generated modules have addresses of their own, which are not places of the file. Their functions are
                // elsewhere, or not there.
                let is_here = |address: &CodeAddress| {
                    address.function == module.next
                        && usize::try_from(address.offset)
                            .is_ok_and(|offset| body.range().contains(&offset))
                };
                let positions = addresses.iter().enumerate();
                let here = positions.filter(|(_, address)| is_here(address));
                module.wanted.extend(here.map(|(position, _)| position));
                module.next += 1;
            }
            Payload::CustomSection(section) if section.name().starts_with(PREFIX) => {
                has_information = true;
                module.sections.push(section);
            }
            Payload::End(_) => {
                if let Some(module) = around.pop() {
                    module.look_up(addresses, &mut answer)?;
                }
            }
            _ => {}
        }
    }
    Ok(has_information.then_some(answer))
}

impl Module<'_> {
    fn look_up(&self, addresses: &[CodeAddress], answer: &mut [Vec<Symbol>]) -> Result<(), String> {
        if self.wanted.is_empty() || self.sections.is_empty() {
            return Ok(());
        }
        let bytes: usize = self
            .sections
            .iter()
            .map(|section| section.data().len())
            .sum();
        if bytes > SECTION_BYTES {
            return Err(format!("{bytes} bytes are too many"));
        }
        let section = |id: gimli::SectionId| {
            let found = self.sections.iter().find(|known| known.name() == id.name());
            let data = found.map_or(&[][..], |section| section.data());
            Ok(EndianSlice::new(data, LittleEndian))
        };
        let failed = |error: gimli::Error| error.to_string();
        let information = Dwarf::load(section).map_err(failed)?;
        let context = addr2line::Context::from_dwarf(information).map_err(failed)?;
        for position in &self.wanted {
            let (Some(address), Some(place)) =
                (addresses.get(*position), answer.get_mut(*position))
            else {
                continue;
            };
            *place = at(&context, address.offset.saturating_sub(self.code)).map_err(failed)?;
        }
        Ok(())
    }
}

/// The functions at a place in a module's code, innermost first. Of too many, some between the ends are left out.
fn at<R: gimli::Reader>(
    context: &addr2line::Context<R>,
    place: u64,
) -> Result<Vec<Symbol>, gimli::Error> {
    let mut frames = context.find_frames(place).skip_all_loads()?;
    let mut found: Vec<Symbol> = Vec::new();
    let mut outermost = None;
    while let Some(frame) = frames.next()? {
        let path = frame.location.as_ref().and_then(|location| location.file);
        let name = frame
            .function
            .as_ref()
            .and_then(|name| name.raw_name().ok());
        let symbol = (!path.is_some_and(is_of_rust)).then(|| Symbol {
            name: name.map(|name| readable(&name)),
            file: path.map(|path| on_one_line(beginning(shortened(path), PATH_BYTES))),
            line: frame.location.as_ref().and_then(|location| location.line),
            is_function: false,
        });
        // It was an inlined one after all.
        if let Some(Some(symbol)) = outermost.replace(symbol)
            && found.len() + 1 < MAX_SYMBOLS
        {
            found.push(symbol);
        }
    }
    found.extend(outermost.flatten().map(|symbol| Symbol {
        is_function: true,
        ..symbol
    }));
    Ok(found)
}

/// Whether a source is one of Rust's libraries: a mistake is unlikely there.
fn is_of_rust(path: &str) -> bool {
    ["alloc", "core", "std"]
        .iter()
        .any(|library| path.contains(&format!("/library/{library}/src/")))
}

/// A path from the folder of its sources on: the folders above it are on another machine.
fn shortened(path: &str) -> &str {
    let parts = ["/src/", "/tests/", "/examples/"];
    let start = parts
        .into_iter()
        .filter_map(|part| path.rfind(part))
        .max()
        .map(|at| at + 1);
    start.and_then(|start| path.get(start..)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_rust_itself_are_known() {
        for (path, expected) in [
            ("/rustc/ac68faa20/library/core/src/panicking.rs", true),
            (
                "/usr/lib/rustlib/src/rust/library/std/src/panicking.rs",
                true,
            ),
            ("/home/ada/library/src/book.rs", false),
            ("src/core/src/zone.rs", false),
        ] {
            assert_eq!(is_of_rust(path), expected, "{path}");
        }
    }

    #[test]
    fn a_place_has_no_folders_of_another_machine() {
        for (path, expected) in [
            ("/home/ada/acme/src/zone.rs", "src/zone.rs"),
            ("/build/src/acme/src/a/b.rs", "src/a/b.rs"),
            ("src/zone.rs", "src/zone.rs"),
            ("zone.c", "zone.c"),
        ] {
            assert_eq!(shortened(path), expected);
        }
    }

    #[test]
    fn a_component_without_debugging_information_has_no_places() {
        let component =
            wat::parse_str("(component (core module (func unreachable)))").expect("a component");
        assert_eq!(symbols(&component, &[]), Ok(None));
        assert!(symbols(b"\0asm", &[]).is_err());
    }
}
