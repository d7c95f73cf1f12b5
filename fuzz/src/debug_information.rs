//! Debugging information, as sections of a core module.

use pulumi_wasm_sandbox::engine::symbolize_here;

/// The sections that are filled, each with the number of bytes that two bytes give; the last one has the rest.
const SECTIONS: [&str; 7] = [
    ".debug_abbrev",
    ".debug_info",
    ".debug_str",
    ".debug_ranges",
    ".debug_rnglists",
    ".debug_addr",
    ".debug_line",
];

/// How long the code is, at the end of the module.
const CODE_BYTES: u64 = 13;
/// A module whose two functions have four instructions each: types, functions, code.
const CODE: &[u8] = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x03\x02\0\0\x0a\x0d\x02\x05\0\x01\x01\x01\x0b\x05\0\x01\x01\x01\x0b";

/// Sections of debugging information: each place of the code is looked up.
///
/// A child process reads them otherwise, whose crash is expected. Nested functions take stack there, so cases must stay
/// small: at most 4 KiB, which is the fuzzer's default.
pub fn debug_information(bytes: &[u8]) {
    drop(functions_found(bytes));
}

/// The number of functions that the sections name, for all places of the code together.
///
/// # Errors
/// When the sections cannot be read.
pub fn functions_found(bytes: &[u8]) -> Result<usize, String> {
    let end = CODE.len() as u64;
    let places: Vec<(u32, u64)> = (end - CODE_BYTES..end)
        .flat_map(|offset| [(0, offset), (1, offset)])
        .collect();
    let found = symbolize_here(&module(bytes), &places)?;
    assert!(found <= places.len() * 16);
    Ok(found)
}

/// The module with sections of these bytes.
fn module(bytes: &[u8]) -> Vec<u8> {
    let mut module = CODE.to_vec();
    let mut rest = bytes;
    for (index, name) in SECTIONS.iter().enumerate() {
        let mut content = rest;
        if index + 1 < SECTIONS.len() {
            let Some((length, after)) = rest.split_first_chunk::<2>() else {
                break;
            };
            let length = usize::from(u16::from_le_bytes(*length)).min(after.len());
            (content, rest) = after.split_at(length);
        }
        let mut section = Vec::new();
        leb128(name.len(), &mut section);
        section.extend(name.bytes());
        section.extend(content);
        module.push(0);
        leb128(section.len(), &mut module);
        module.extend(section);
    }
    module
}

fn leb128(mut value: usize, into: &mut Vec<u8>) {
    while value > 0x7f {
        into.push(value.to_le_bytes()[0] & 0x7f | 0x80);
        value >>= 7;
    }
    into.push(value.to_le_bytes()[0]);
}
