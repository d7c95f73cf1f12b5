//! CPython: its table of offsets for debuggers says where everything is in memory. From the running thread, this code
//! walks over the frames. Each frame has a code object and a current instruction.

mod lines;
mod table;

use std::cell::Cell;

use table::Table;

use super::bytes::Bytes;

/// Frames that are walked over: far more than Python lets a recursion have.
const MAX_FRAMES: usize = 4 << 10;
/// Places that are shown.
const SHOWN: usize = 16;
/// Letters of a name that are read.
const MAX_NAME: u32 = 512;
/// The bytes that may be read in all: a thousand times what a deep recursion of long functions has. Without this, frames
/// that lead to each other, with tables of lines as large as a memory, take hours.
const LOOKED_AT: usize = 32 << 20;
/// The bytes that a frame counts, in addition to its texts and lines.
const FRAME: usize = 64;
/// Frames with an owner from this value on run no Python code: they are entries from C.
const OWNED_BY_C: u8 = 3;

/// The folders that components are built from, as prefixes of file names: the author's modules, and the packages. The
/// one between them has the SDK, and everything else is Python's own.
const FOLDERS: [&str; 2] = ["/0/", "/2/"];
/// The module that binds the SDK to the author's.
const ENTRY: &str = "provider_component.py";

/// The places of the running thread, innermost first.
pub(super) fn places(memory: Bytes<'_>) -> Vec<String> {
    let left = Cell::new(LOOKED_AT);
    let tables = memory.find(*table::COOKIE);
    let tables = tables.filter_map(|address| Table::at(memory, address));
    let interpreter = |table| Interpreter {
        memory,
        table,
        left: &left,
    };
    tables
        .filter_map(|table| interpreter(table).places())
        .find(|places| !places.is_empty())
        .unwrap_or_default()
}

/// An interpreter in a guest's memory.
struct Interpreter<'a> {
    memory: Bytes<'a>,
    table: Table,
    /// The remaining bytes that may be read.
    left: &'a Cell<usize>,
}

impl Interpreter<'_> {
    fn places(&self) -> Option<Vec<String>> {
        let (memory, table) = (self.memory, &self.table);
        let interpreter = memory.pointer(table.interpreters_head)?;
        let thread = memory.pointer(interpreter.checked_add(table.threads_head)?)?;
        let mut frame = memory.pointer(thread.checked_add(table.current_frame)?);
        let mut places: Vec<(String, usize)> = Vec::new();
        for _ in 0..MAX_FRAMES {
            let Some(address) = frame else { break };
            if self.take(FRAME).is_none() {
                break;
            }
            if let Some(place) = self.place(address) {
                let is_full = places.len() == SHOWN;
                match places.last_mut() {
                    Some((last, count)) if *last == place => *count += 1,
                    _ if is_full => break,
                    _ => places.push((place, 1)),
                }
            }
            frame = memory.pointer(address.checked_add(table.frame_previous)?);
        }
        let line = |(place, count)| match count {
            1 => place,
            count => format!("{place}, {count} times"),
        };
        Some(places.into_iter().map(line).collect())
    }

    /// Counts bytes before they are read, if this many are allowed.
    fn take(&self, bytes: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(bytes)?);
        Some(())
    }

    /// The place of a frame, if it runs code of the author or of a package.
    fn place(&self, frame: u32) -> Option<String> {
        let (memory, table) = (self.memory, &self.table);
        if memory.u8(frame.checked_add(table.frame_owner)?)? >= OWNED_BY_C {
            return None;
        }
        // The lowest bits of a reference on Python's stack say how it is counted.
        let code = memory.pointer(frame.checked_add(table.frame_code)?)? & !3;
        let file = self.text_at(code.checked_add(table.code_file)?)?;
        let file = FOLDERS
            .iter()
            .find_map(|folder| file.strip_prefix(folder))?;
        if file == ENTRY {
            return None;
        }
        let line = self.line(frame, code);
        let at = line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
        match self.text_at(code.checked_add(table.code_name)?) {
            Some(name) => Some(format!("{name} ({at})")),
            None => Some(at),
        }
    }

    /// The current line of a frame.
    fn line(&self, frame: u32, code: u32) -> Option<i64> {
        let (memory, table) = (self.memory, &self.table);
        let first = memory.u32(code.checked_add(table.code_first_line)?)?;
        let instruction = memory.pointer(frame.checked_add(table.frame_instruction)?)?;
        let begin = code.checked_add(table.code_instructions)?;
        // An instruction is two bytes.
        let number = instruction.checked_sub(begin)? / 2;
        let lines = memory.pointer(code.checked_add(table.code_lines)?)?;
        let size = memory.u32(lines.checked_add(table.bytes_size)?)?;
        let lines = memory.slice(
            lines.checked_add(table.bytes_content)?,
            usize::try_from(size).ok()?,
        )?;
        let lines = lines.iter().take(self.left.get());
        let counted = lines.inspect(|_| {
            _ = self.take(1);
        });
        lines::line_of(counted.copied(), first, number)
    }

    /// The text behind a pointer. A text that is too long or contains unprintable characters is ignored.
    fn text_at(&self, pointer: u32) -> Option<String> {
        let (memory, table) = (self.memory, &self.table);
        let text = memory.pointer(pointer)?;
        let length = memory.u32(text.checked_add(table.text_length)?)?;
        let state = memory.u32(text.checked_add(table.text_state)?)?;
        let (width, is_compact, is_ascii) = (state >> 2 & 7, state >> 5 & 1, state >> 6 & 1);
        if length > MAX_NAME || is_compact == 0 || !matches!(width, 1 | 2 | 4) {
            return None;
        }
        // A text that is not ASCII has a length and a pointer before its characters.
        let before = if is_ascii == 1 { 0 } else { 8 };
        let begin = text.checked_add(table.text_head)?.checked_add(before)?;
        let letters = memory.slice(begin, usize::try_from(length * width).ok()?)?;
        self.take(letters.len())?;
        let letters = letters.chunks_exact(usize::try_from(width).ok()?);
        let letters = letters.map(|letter| {
            let number = letter
                .iter()
                .rev()
                .fold(0, |number, byte| number << 8 | u32::from(*byte));
            char::from_u32(number).filter(|letter| !letter.is_control())
        });
        letters.collect()
    }
}

#[cfg(test)]
mod tests;
