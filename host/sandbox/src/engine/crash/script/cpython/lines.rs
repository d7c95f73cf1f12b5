//! The table of a code object that maps instructions to lines.
//!
//! It is a list of entries. The first byte of each has its highest bit set, then four bits for the kind of the entry,
//! and three for the number of instructions less one. The kind of an entry says how its line differs from the line of
//! the entry before.

/// Entries up to this kind are for the same line, and have one further byte with columns.
const SHORT_LAST: u8 = 9;
/// The kinds of entries on one line, with two columns: they are 0, 1 and 2 lines further.
const ONE_LINE_FIRST: u8 = 10;
const ONE_LINE_LAST: u8 = 12;
/// The line differs by a number, without columns.
const NO_COLUMNS: u8 = 13;
/// The line differs by a number, and three more follow.
const LONG: u8 = 14;

/// The line of an instruction, by its number. `first` is the line that the code object begins at. `None` if the
/// instruction has no line, or the table does not contain it. No more of the table is read than has to be.
pub(super) fn line_of(
    table: impl IntoIterator<Item = u8>,
    first: u32,
    instruction: u32,
) -> Option<i64> {
    let mut rest = table.into_iter();
    let mut line = i64::from(first);
    let mut end = 0_u32;
    loop {
        let head = rest.next()?;
        let kind = head >> 3 & 15;
        match kind {
            0..=SHORT_LAST => skip(&mut rest, 1)?,
            ONE_LINE_FIRST..=ONE_LINE_LAST => {
                line = line.checked_add(i64::from(kind - ONE_LINE_FIRST))?;
                skip(&mut rest, 2)?;
            }
            NO_COLUMNS | LONG => {
                line = line.checked_add(signed(number(&mut rest)?))?;
                for _ in 0..if kind == LONG { 3 } else { 0 } {
                    number(&mut rest)?;
                }
            }
            _ => {}
        }
        end = end.checked_add(u32::from(head & 7) + 1)?;
        if instruction < end {
            return (kind <= LONG && line > 0).then_some(line);
        }
    }
}

fn skip(bytes: &mut impl Iterator<Item = u8>, count: usize) -> Option<()> {
    (0..count).try_for_each(|_| bytes.next().map(drop))
}

/// A number in groups of six bits, the lowest first; a seventh bit says that another group follows.
fn number(bytes: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut number = 0_u32;
    for shift in (0..30).step_by(6) {
        let byte = bytes.next()?;
        number |= u32::from(byte & 63) << shift;
        if byte & 64 == 0 {
            return Some(number);
        }
    }
    None
}

/// A number whose lowest bit is its sign.
fn signed(number: u32) -> i64 {
    let size = i64::from(number >> 1);
    if number & 1 == 1 { -size } else { size }
}
