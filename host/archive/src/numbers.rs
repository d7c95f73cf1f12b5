//! Little-endian numbers in the files of programs.

/// A number of `BYTES` bytes, at most 8, or `None` if the file ends before.
pub(crate) fn number<const BYTES: usize>(program: &[u8], at: usize) -> Option<u64> {
    let bytes = program.get(at..at.checked_add(BYTES)?)?;
    let bytes = bytes.iter().rev();
    Some(bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// A number at an offset in a record.
pub(crate) fn field<const BYTES: usize>(program: &[u8], record: u64, at: u64) -> Option<u64> {
    number::<BYTES>(program, usize::try_from(record.checked_add(at)?).ok()?)
}
