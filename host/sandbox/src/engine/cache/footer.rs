//! The seal behind the code in an entry of the cache. It shows whether the entry is damaged.
//!
//! The engine maps compiled code and runs it; it would not notice bytes that changed on the way. So an entry ends with
//! the name that it was made for, its length and a checksum. The checksum finds accidents (a disk that lost the end, a
//! power cut); it is not protection from a process that can write to the folder.

use std::fs::File;
use std::io::{self, Read, Write};

use pulumi_wasm_platform::files::read_exact_at;

/// The last bytes of every entry.
const MAGIC: &[u8; 16] = b"pulumi-wasm code";
/// Length of the name, length of the code, checksum of both, magic.
const FOOTER_BYTES: usize = 4 + 8 + 4 + MAGIC.len();
/// The size of one read.
const CHUNK_BYTES: usize = 1 << 20;
/// The maximum length of a name.
const NAME_BYTES: u32 = 1024;

/// The name of an entry: its engine and its component.
pub(super) fn name(fingerprint: &str, digest: &str) -> String {
    format!("{fingerprint}/{digest}")
}

/// Writes code and its seal.
///
/// # Errors
/// When either file cannot be read or written.
pub(super) fn write(code: &mut dyn Read, name: &str, entry: &mut dyn Write) -> io::Result<()> {
    let mut sum = crc32fast::Hasher::new();
    let mut length = 0_u64;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = match code.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let bytes = chunk.get(..read).unwrap_or_default();
        sum.update(bytes);
        entry.write_all(bytes)?;
        length += bytes.len() as u64;
    }
    sum.update(name.as_bytes());
    entry.write_all(name.as_bytes())?;
    let name_length = u32::try_from(name.len()).map_err(io::Error::other)?;
    entry.write_all(&name_length.to_le_bytes())?;
    entry.write_all(&length.to_le_bytes())?;
    entry.write_all(&sum.finalize().to_le_bytes())?;
    entry.write_all(MAGIC)
}

/// Checks that an entry is whole and was made for this name. Reads only its end, or every byte if
/// `thorough` is set.
///
/// # Errors
/// The fault of the entry.
pub(super) fn check(entry: &File, name: &str, thorough: bool) -> Result<(), String> {
    let unreadable = |error: io::Error| format!("it cannot be read: {error}");
    let total = entry.metadata().map_err(unreadable)?.len();
    let Some(footer_at) = total.checked_sub(FOOTER_BYTES as u64) else {
        return Err("it is cut off".to_owned());
    };
    let mut footer = [0; FOOTER_BYTES];
    read_exact_at(entry, &mut footer, footer_at).map_err(unreadable)?;
    let mut rest = footer.as_slice();
    let name_length = u32::from_le_bytes(take(&mut rest));
    let length = u64::from_le_bytes(take(&mut rest));
    let expected = u32::from_le_bytes(take(&mut rest));
    if rest != MAGIC || name_length > NAME_BYTES {
        return Err("it is cut off, or was not made by this program".to_owned());
    }
    if length.checked_add(name_length.into()) != Some(footer_at) {
        return Err("its length differs from the length it was written with".to_owned());
    }
    let mut found = vec![0; name_length as usize];
    read_exact_at(entry, &mut found, length).map_err(unreadable)?;
    if found != name.as_bytes() {
        return Err("it was made for another component or engine".to_owned());
    }
    if thorough && checksum(entry, footer_at).map_err(unreadable)? != expected {
        return Err("its bytes have changed".to_owned());
    }
    Ok(())
}

/// How long the code in an entry is that was found to be whole.
///
/// # Errors
/// When it cannot be read, or is not an entry.
pub(super) fn code_length(entry: &File) -> io::Result<u64> {
    let total = entry.metadata()?.len();
    let footer_at = total
        .checked_sub(FOOTER_BYTES as u64)
        .ok_or(io::ErrorKind::UnexpectedEof)?;
    let mut footer = [0; FOOTER_BYTES];
    read_exact_at(entry, &mut footer, footer_at)?;
    let mut rest = footer.as_slice();
    let _name_length = u32::from_le_bytes(take(&mut rest));
    Ok(u64::from_le_bytes(take(&mut rest)))
}

/// The checksum of an entry's first bytes.
fn checksum(entry: &File, end: u64) -> io::Result<u32> {
    let mut sum = crc32fast::Hasher::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut at = 0;
    while at < end {
        let wanted = usize::try_from(end - at).unwrap_or(usize::MAX);
        let bytes = chunk.get_mut(..wanted.min(CHUNK_BYTES)).unwrap_or_default();
        read_exact_at(entry, bytes, at)?;
        sum.update(bytes);
        at += bytes.len() as u64;
    }
    Ok(sum.finalize())
}

/// The next bytes of a footer, which is long enough.
fn take<const COUNT: usize>(rest: &mut &[u8]) -> [u8; COUNT] {
    match rest.split_first_chunk() {
        Some((first, behind)) => {
            *rest = behind;
            *first
        }
        None => [0; COUNT],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(code: &[u8]) -> Vec<u8> {
        let mut entry = Vec::new();
        write(&mut &*code, "name", &mut entry).expect("memory");
        entry
    }

    fn checked(bytes: &[u8], name: &str, thorough: bool) -> Result<(), String> {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(bytes).expect("it is written");
        check(&file, name, thorough)
    }

    #[test]
    fn what_was_sealed_is_whole() {
        for code in [Vec::new(), vec![7; 100], vec![9; CHUNK_BYTES * 2 + 1]] {
            let entry = sealed(&code);
            assert!(entry.starts_with(&code));
            assert_eq!(checked(&entry, "name", true), Ok(()));
            assert!(checked(&entry, "other", false).is_err());
        }
    }

    #[test]
    fn every_cut_is_seen_without_reading_all() {
        let entry = sealed(&[7; 100]);
        for length in 0..entry.len() {
            assert!(
                checked(&entry[..length], "name", false).is_err(),
                "{length}"
            );
        }
        let mut longer = entry.clone();
        longer.push(0);
        assert!(checked(&longer, "name", false).is_err());
        // The end that was lost came back as zeros.
        let mut zeros = entry;
        let end = zeros.len() - 8;
        zeros[end..].fill(0);
        assert!(checked(&zeros, "name", false).is_err());
    }

    #[test]
    fn every_flipped_bit_is_seen_when_all_is_read() {
        let entry = sealed(b"some code that is run");
        for bit in 0..entry.len() * 8 {
            let mut flipped = entry.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(checked(&flipped, "name", true).is_err(), "{bit}");
        }
    }
}
