//! The table of offsets that CPython keeps for debuggers, at the beginning of its state.

use super::super::bytes::Bytes;

/// The first bytes of the table.
pub(super) const COOKIE: &[u8; 8] = b"xdebugpy";
/// The version whose table this is, without the last two parts: 3.14.
const VERSION: u32 = 0x030e;
/// The largest offset: an interpreter's state is a tenth of that.
const MAX_OFFSET: u32 = 1 << 20;

/// The parts of it that are read. All fields except the first are offsets in an object.
pub(super) struct Table {
    /// The address of the pointer to the main interpreter.
    pub(super) interpreters_head: u32,
    pub(super) threads_head: u32,
    pub(super) current_frame: u32,
    pub(super) frame_previous: u32,
    pub(super) frame_code: u32,
    pub(super) frame_instruction: u32,
    pub(super) frame_owner: u32,
    pub(super) code_file: u32,
    pub(super) code_name: u32,
    pub(super) code_lines: u32,
    pub(super) code_first_line: u32,
    pub(super) code_instructions: u32,
    pub(super) bytes_size: u32,
    pub(super) bytes_content: u32,
    pub(super) text_state: u32,
    pub(super) text_length: u32,
    pub(super) text_head: u32,
}

impl Table {
    /// The table behind the cookie at this address, if it is of a version that is known and of an interpreter with a
    /// lock.
    pub(super) fn at(memory: Bytes<'_>, cookie: u32) -> Option<Self> {
        let word = |number: u32, most: u32| memory.small(cookie.checked_add(8 + 8 * number)?, most);
        let offset = |number: u32| word(number, MAX_OFFSET);
        let is_known = word(0, u32::MAX)? >> 16 == VERSION && word(1, u32::MAX)? == 0;
        is_known.then_some(())?;
        Some(Self {
            interpreters_head: cookie.checked_add(offset(4)?)?,
            threads_head: offset(8)?,
            current_frame: offset(25)?,
            frame_previous: offset(31)?,
            frame_code: offset(32)?,
            frame_instruction: offset(33)?,
            frame_owner: offset(35)?,
            code_file: offset(39)?,
            code_name: offset(41)?,
            code_lines: offset(42)?,
            code_first_line: offset(43)?,
            code_instructions: offset(47)?,
            bytes_size: offset(74)?,
            bytes_content: offset(75)?,
            text_state: offset(77)?,
            text_length: offset(78)?,
            text_head: offset(79)?,
        })
    }
}
