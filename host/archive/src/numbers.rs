//! Numbers in the files of programs, which have the lowest byte first.

/// A number of so many bytes, at most 8; `None` if the file ends before.
pub(crate) fn number<const BYTES: usize>(program: &[u8], at: usize) -> Option<u64> {
    let bytes = program.get(at..at.checked_add(BYTES)?)?;
    let bytes = bytes.iter().rev();
    Some(bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// The same, at a place in a record.
pub(crate) fn field<const BYTES: usize>(program: &[u8], record: u64, at: u64) -> Option<u64> {
    number::<BYTES>(program, usize::try_from(record.checked_add(at)?).ok()?)
}
