use super::*;

/// The addresses of a small interpreter's objects.
const RUNTIME: u32 = 64;
const INTERPRETER: u32 = 2048;
const THREAD: u32 = 2200;
const FRAMES: [u32; 3] = [2400, 2500, 2600];
const CODES: [u32; 3] = [3000, 3200, 3400];

/// Writes a memory as CPython would leave it.
struct Writer(Vec<u8>);

impl Writer {
    fn put(&mut self, at: u32, bytes: &[u8]) {
        let at = at as usize;
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn word(&mut self, at: u32, value: u32) {
        self.put(at, &value.to_le_bytes());
    }

    /// A text, with its pointer at an address.
    fn text(&mut self, pointer: u32, at: u32, text: &str) {
        self.word(pointer, at);
        let wide = !text.is_ascii();
        self.word(at + 8, text.chars().count() as u32);
        self.word(
            at + 16,
            if wide {
                2 << 2 | 1 << 5
            } else {
                1 << 2 | 3 << 5
            },
        );
        if wide {
            let letters: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            self.put(at + 28, &letters);
        } else {
            self.put(at + 20, text.as_bytes())
        }
    }
}

/// A memory in which a script is in three functions: of the author, of the SDK, and of a package.
fn memory() -> Writer {
    let mut memory = Writer(vec![0; 64 << 10]);
    memory.put(RUNTIME, table::COOKIE);
    let offsets = [
        (0, 0x030e_00f0),
        (4, 796),
        (8, 20),
        (25, 52),
        (31, 4),
        (32, 0),
        (33, 28),
        (35, 38),
        (39, 80),
        (41, 88),
        (42, 92),
        (43, 44),
        (47, 128),
        (74, 8),
        (75, 16),
        (77, 16),
        (78, 8),
        (79, 20),
    ];
    for (number, value) in offsets {
        memory.word(RUNTIME + 8 + 8 * number, value);
    }
    memory.word(RUNTIME + 796, INTERPRETER);
    memory.word(INTERPRETER + 20, THREAD);
    memory.word(THREAD + 52, FRAMES[0]);
    let functions = [
        ("/0/zone.py", "Zöne.create", 10),
        ("/1/pulumi_wasm_provider/_guest/dispatch.py", "create", 20),
        ("/2/acme/client.py", "send", 30),
    ];
    for (number, (file, name, first)) in functions.into_iter().enumerate() {
        let (frame, code) = (FRAMES[number], CODES[number]);
        let texts = 5000 + 1000 * number as u32;
        // The reference to the code has a mark in its lowest bit.
        memory.word(frame, code | 1);
        memory.word(frame + 4, FRAMES.get(number + 1).copied().unwrap_or(0));
        memory.word(frame + 28, code + 128 + 2 * 3);
        memory.text(code + 80, texts, file);
        memory.text(code + 88, texts + 200, name);
        memory.word(code + 44, first);
        memory.word(code + 92, texts + 400);
        // Two instructions of the first line, and two that are three lines further.
        let lines = [0x80 | 10 << 3 | 1, 0, 0, 0x80 | 13 << 3 | 1, 6];
        memory.word(texts + 400 + 8, lines.len() as u32);
        memory.put(texts + 400 + 16, &lines);
    }
    memory
}

fn found(memory: &Writer) -> Vec<String> {
    places(Bytes::of(&memory.0))
}

#[test]
fn the_author_and_the_packages_have_places_and_the_sdk_has_none() {
    let expected = ["Zöne.create (zone.py:13)", "send (acme/client.py:33)"];
    assert_eq!(found(&memory()), expected);
}

#[test]
fn a_walk_that_does_not_end_is_left_and_what_repeats_is_counted() {
    let mut memory = memory();
    memory.word(FRAMES[2] + 4, FRAMES[2]);
    let places = found(&memory);
    assert_eq!(places.len(), 2);
    assert_eq!(places[1], "send (acme/client.py:33), 4094 times");
}

#[test]
fn tables_as_large_as_a_memory_are_not_read_for_each_frame() {
    let mut memory = memory();
    let size = 64 << 20;
    memory.0.resize(size as usize, 0x80 | 15 << 3);
    // A frame that is its own caller, far behind the beginning of its code, with an endless table of lines.
    let code = CODES[2];
    memory.word(FRAMES[2] + 4, FRAMES[2]);
    memory.word(FRAMES[2] + 28, u32::MAX);
    memory.word(code + 92, 1 << 20);
    memory.word((1 << 20) + 8, size - (2 << 20));
    let began = std::time::Instant::now();
    let places = found(&memory);
    assert_eq!(places[..1], ["Zöne.create (zone.py:13)"]);
    let took = began.elapsed();
    // Without a bound: four thousand times 64 MiB.
    assert!(took < std::time::Duration::from_secs(20), "{took:?}");
}

#[test]
fn another_version_is_not_read() {
    let mut memory = memory();
    memory.word(RUNTIME + 8, 0x030f_00f0);
    assert!(found(&memory).is_empty());
}

#[test]
fn whatever_a_guest_writes_gives_no_more_than_places_of_its_own_making() {
    let whole = memory();
    // Every word that the walk reads is a number that leads nowhere, or anywhere.
    for value in [0, 1, 7, 0x7fff_ffff, u32::MAX, RUNTIME, 65_530] {
        for at in (RUNTIME..9000).step_by(4) {
            let mut memory = Writer(whole.0.clone());
            memory.word(at, value);
            let places = found(&memory);
            assert!(places.len() <= SHOWN, "{places:?}");
            assert!(places.iter().all(|place| place.len() < 4096), "{places:?}");
        }
    }
    for length in [0, 8, 72, 1000, 2410, 3100, 5030] {
        found(&Writer(whole.0[..length].to_vec()));
    }
}

#[test]
fn lines_are_those_that_the_table_says() {
    let short = 0x80;
    let table = [
        short | 2,
        9,
        0x80 | 12 << 3,
        1,
        2,
        0x80 | 15 << 3,
        0x80 | 14 << 3,
        0x47,
        1,
        0,
        0,
        0,
    ];
    let line = |instruction| lines::line_of(table, 5, instruction);
    assert_eq!([line(0), line(2)], [Some(5), Some(5)]);
    assert_eq!(line(3), Some(7));
    // It belongs to no line.
    assert_eq!(line(4), None);
    // 0x47 and 1 are the number 71: 35 lines back, to a position without a line.
    assert_eq!(line(5), None);
    assert_eq!(line(6), None);
}
