//! Debugging information (DWARF 4) of a core module, by hand: good, and made to be a burden for its reader.

/// A section of a module: its name and content.
pub type Section = (&'static str, Vec<u8>);

/// The size in bytes of all code that a module can have.
const CODE: u32 = 1 << 20;
/// The line of all code.
pub const LINE: u8 = 42;
/// The file of all code.
pub const FILE: &str = "/home/ada/acme/src/zone.c";

const STRING: u8 = 0x08;
const DATA1: u8 = 0x0b;
const DATA4: u8 = 0x06;
const ADDRESS: u8 = 0x01;
const REFERENCE: u8 = 0x13;
const OFFSET: u8 = 0x17;

/// Kinds of entries: a unit, a function, an inlined function, and the name of the latter.
const ABBREVIATIONS: &[u8] = &[
    1, 0x11, 1, 0x03, STRING, 0x10, OFFSET, 0x11, ADDRESS, 0x12, DATA4, 0, 0, //
    2, 0x2e, 1, 0x03, STRING, 0x11, ADDRESS, 0x12, DATA4, 0, 0, //
    3, 0x1d, 1, 0x31, REFERENCE, 0x11, ADDRESS, 0x12, DATA4, 0x58, DATA1, 0x59, DATA1, 0,
    0, //
    4, 0x2e, 0, 0x03, STRING, 0x20, DATA1, 0, 0, //
    0,
];

/// A section with its length in front.
fn measured(content: &[u8]) -> Vec<u8> {
    let mut bytes = u32::try_from(content.len())
        .expect("a length")
        .to_le_bytes()
        .to_vec();
    bytes.extend_from_slice(content);
    bytes
}

/// The line table: everything is on one line of one file, after these instructions.
fn lines(instructions: &[u8]) -> Vec<u8> {
    let mut header = vec![1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0];
    header.extend_from_slice(FILE.as_bytes());
    header.extend_from_slice(&[0, 0, 0, 0, 0]);
    let mut table = 4_u16.to_le_bytes().to_vec();
    table.extend(measured(&header));
    // Set the address to 0, and add a row for `LINE`.
    table.extend_from_slice(&[0, 5, 2, 0, 0, 0, 0, 3, LINE - 1, 1]);
    table.extend_from_slice(instructions);
    // Up to the end of all code.
    table.extend_from_slice(&[2, 0x80, 0x80, 0x40, 0, 1, 1]);
    measured(&table)
}

/// A unit with a function, in which others are inlined so deeply, each in the one before.
fn unit(depth: usize) -> Vec<u8> {
    let extent = |bytes: &mut Vec<u8>| {
        bytes.extend_from_slice(&0_u32.to_le_bytes());
        bytes.extend_from_slice(&CODE.to_le_bytes());
    };
    let mut content = 4_u16.to_le_bytes().to_vec();
    content.extend_from_slice(&0_u32.to_le_bytes());
    content.push(4);
    content.extend_from_slice(b"\x01zone.c\0");
    content.extend_from_slice(&0_u32.to_le_bytes());
    extent(&mut content);
    // Places are counted from the beginning of the section, which has the length.
    let inner = u32::try_from(content.len() + 4).expect("a place");
    content.extend_from_slice(b"\x04check_name\0\x01");
    content.extend_from_slice(b"\x02make_zone\0");
    extent(&mut content);
    for _ in 0..depth {
        content.push(3);
        content.extend_from_slice(&inner.to_le_bytes());
        extent(&mut content);
        content.extend_from_slice(&[1, 7]);
    }
    content.resize(content.len() + depth + 2, 0);
    measured(&content)
}

/// Debugging information with this many nested inlined functions.
pub fn nested(depth: usize) -> Vec<Section> {
    vec![
        (".debug_abbrev", ABBREVIATIONS.to_vec()),
        (".debug_info", unit(depth)),
        (".debug_line", lines(&[])),
    ]
}

/// A line table with a row for each of this many bytes.
pub fn long_table(bytes: usize) -> Vec<Section> {
    let mut sections = nested(0);
    sections.retain(|(name, _)| *name != ".debug_line");
    // Each advances one line, and no address.
    sections.push((".debug_line", lines(&vec![0x13; bytes])));
    sections
}

/// This many bytes of abbreviations. The only unit needs them all.
pub fn many_kinds(bytes: usize) -> Vec<Section> {
    let mut kinds = Vec::new();
    let mut code = 5_u32;
    while kinds.len() < bytes {
        kinds.extend([0x80 | (code & 0x7f) as u8, 0x80 | (code >> 7 & 0x7f) as u8]);
        kinds.extend([(code >> 14) as u8, 0x2e, 0, 0, 0]);
        code += 1;
    }
    kinds.extend_from_slice(ABBREVIATIONS);
    vec![
        (".debug_abbrev", kinds),
        (".debug_info", unit(1)),
        (".debug_line", lines(&[])),
    ]
}

/// A value whose form says that its form follows, this many times.
pub fn indirect(bytes: usize) -> Vec<Section> {
    const INDIRECT: u8 = 0x16;
    let mut content = 4_u16.to_le_bytes().to_vec();
    content.extend_from_slice(&0_u32.to_le_bytes());
    content.extend_from_slice(&[4, 1]);
    content.resize(content.len() + bytes, INDIRECT);
    vec![
        (".debug_abbrev", vec![1, 0x11, 1, 0x03, INDIRECT, 0, 0, 0]),
        (".debug_info", measured(&content)),
    ]
}

/// This many empty units.
pub fn many_units(count: usize) -> Vec<Section> {
    let mut sections = nested(0);
    let one = unit(3);
    for (name, content) in &mut sections {
        if *name == ".debug_info" {
            *content = one.repeat(count);
        }
    }
    sections
}

/// A function whose name refers to itself.
pub fn circular() -> Vec<Section> {
    let mut content = 4_u16.to_le_bytes().to_vec();
    content.extend_from_slice(&0_u32.to_le_bytes());
    content.extend_from_slice(b"\x04\x01zone.c\0");
    content.extend_from_slice(&0_u32.to_le_bytes());
    content.extend_from_slice(&0_u32.to_le_bytes());
    content.extend_from_slice(&CODE.to_le_bytes());
    let itself = u32::try_from(content.len() + 4).expect("a place");
    content.push(5);
    content.extend_from_slice(&itself.to_le_bytes());
    content.extend_from_slice(&0_u32.to_le_bytes());
    content.extend_from_slice(&CODE.to_le_bytes());
    content.extend_from_slice(&[0, 0]);
    let mut kinds = vec![
        5, 0x2e, 1, 0x31, REFERENCE, 0x11, ADDRESS, 0x12, DATA4, 0, 0,
    ];
    kinds.extend_from_slice(ABBREVIATIONS);
    vec![
        (".debug_abbrev", kinds),
        (".debug_info", measured(&content)),
        (".debug_line", lines(&[])),
    ]
}

/// A file with a name of this length.
pub fn long_path(bytes: usize) -> Vec<Section> {
    let mut sections = nested(0);
    for (name, content) in &mut sections {
        if *name == ".debug_line" {
            let mut header = vec![1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0];
            header.resize(header.len() + bytes, b'x');
            header.extend_from_slice(&[0, 0, 0, 0, 0]);
            let mut table = 4_u16.to_le_bytes().to_vec();
            table.extend(measured(&header));
            table.extend_from_slice(&[0, 5, 2, 0, 0, 0, 0, 3, LINE - 1, 1]);
            table.extend_from_slice(&[2, 0x80, 0x80, 0x40, 0, 1, 1]);
            *content = measured(&table);
        }
    }
    sections
}

/// A unit with these entries, below its own entry of kind 1.
fn unit_of(entries: &[u8]) -> Vec<u8> {
    let mut content = 4_u16.to_le_bytes().to_vec();
    content.extend_from_slice(&0_u32.to_le_bytes());
    content.push(4);
    content.extend_from_slice(b"\x01zone.c\0");
    content.extend_from_slice(&[0; 8]);
    content.extend_from_slice(&CODE.to_le_bytes());
    content.extend_from_slice(entries);
    content.push(0);
    measured(&content)
}

/// Sections with a further kind of entry, 5, and with these units.
fn with_kind(kind: &[u8], units: Vec<u8>) -> Vec<Section> {
    let kinds = [&[5], kind, &[0, 0], ABBREVIATIONS].concat();
    vec![
        (".debug_abbrev", kinds),
        (".debug_info", units),
        (".debug_line", lines(&[])),
    ]
}

/// Two functions in two units. Each function refers to the other for its name.
pub fn circle() -> Vec<Section> {
    const TO_ANY_UNIT: u8 = 0x10;
    let kind = [0x2e, 0, 0x31, TO_ANY_UNIT, 0x11, ADDRESS, 0x12, DATA4];
    let function = |to: u32| {
        let extent = [0_u32.to_le_bytes(), CODE.to_le_bytes()].concat();
        unit_of(&[&[5], &to.to_le_bytes()[..], &extent].concat())
    };
    let length = u32::try_from(function(0).len()).expect("a length");
    // The function begins with 14 bytes before the end of its unit.
    let place = length - 14;
    let units = [function(length + place), function(place)].concat();
    with_kind(&kind, units)
}

/// A list of this many ranges, which this many functions share.
pub fn shared_ranges(functions: usize, ranges: u32) -> Vec<Section> {
    let kind = [0x2e, 0, 0x55, OFFSET];
    let entries = [5, 0, 0, 0, 0].repeat(functions);
    let mut sections = with_kind(&kind, unit_of(&entries));
    let range = |index: u32| [index.to_le_bytes(), (index + 1).to_le_bytes()].concat();
    let mut list: Vec<u8> = (0..ranges).flat_map(range).collect();
    list.extend_from_slice(&[0; 8]);
    sections.push((".debug_ranges", list));
    sections
}

/// Places in sections that are far behind their ends: of kinds, lines, texts and ranges.
pub fn beyond_the_end() -> Vec<Section> {
    const TEXT_PLACE: u8 = 0x0e;
    let kind = [0x2e, 0, 0x03, TEXT_PLACE, 0x55, OFFSET, 0x10, OFFSET];
    let entry = [&[5], &[0xf0; 12][..]].concat();
    let mut units = unit_of(&entry);
    let mut other = unit_of(&entry);
    // The kinds of the second unit.
    other[6..10].fill(0xf0);
    units.extend(other);
    let mut sections = with_kind(&kind, units);
    sections.push((".debug_str", b"text".to_vec()));
    sections.push((".debug_ranges", vec![0xff; 64]));
    sections
}

/// Numbers of so many bytes that add nothing, as kinds, as values and in the line table.
pub fn long_numbers(bytes: usize) -> Vec<Section> {
    const NUMBER: u8 = 0x0f;
    let long = [&vec![0x80; bytes][..], &[0]].concat();
    let kind = [0x2e, 0, 0x03, NUMBER];
    let mut sections = with_kind(&kind, unit_of(&[&[5], &long[..], &long].concat()));
    sections.pop();
    // An advance of the address.
    sections.push((".debug_line", lines(&[&[2], &long[..]].concat())));
    sections
}

/// A line table of version 5 with this many folders and files that have no form, and so no bytes.
pub fn files_of_no_bytes() -> Vec<Section> {
    let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    let mut header = vec![1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
    for _ in ["folders", "files"] {
        header.push(0);
        header.extend_from_slice(&most);
    }
    let mut table = 5_u16.to_le_bytes().to_vec();
    table.extend_from_slice(&[4, 0]);
    table.extend(measured(&header));
    table.extend_from_slice(&[0, 5, 2, 0, 0, 0, 0, 3, LINE - 1, 1]);
    table.extend_from_slice(&[2, 0x80, 0x80, 0x40, 0, 1, 1]);
    let mut sections = nested(0);
    sections.pop();
    sections.push((".debug_line", measured(&table)));
    sections
}

/// Sections that say that they are compressed, in both ways of other formats, and grow without bound. Wasm has no such
/// sections.
pub fn compressed() -> Vec<Section> {
    let mut sections = nested(0);
    let head = [b"ZLIB", &[0xff; 8][..], &[0x78, 0xda]].concat();
    sections.push((".zdebug_info", head.clone()));
    sections.push((".zdebug_line", head));
    // The head of a section in ELF: zlib, and a size.
    let head = [&[1, 0, 0, 0, 0, 0, 0, 0], &[0xff; 16][..], &[0x78, 0xda]].concat();
    sections.push((".debug_str", head.clone()));
    sections.push((".debug_ranges", head));
    sections
}
