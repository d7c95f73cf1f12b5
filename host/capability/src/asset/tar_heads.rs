//! The heads in an archive of tar, looked at before it is unpacked: names and other attributes may stand in separate
//! parts of any length, which the unpacking code reads as a whole.

use std::io;

use tar::{EntryType, Header, PaxExtensions};

/// The size of a head, and the unit that content is filled up to.
const BLOCK: usize = 512;
/// The longest part with attributes. Names have at most some kilobytes on any system.
const MAX_PART: u64 = 1 << 20;
/// The mark of a head in all but the oldest archives, and its place.
const MAGIC: &[u8] = b"ustar";
const MAGIC_AT: usize = 257;
/// The place of the sum in a head, which is left out of it.
const SUM: std::ops::Range<usize> = 148..156;

/// Whether bytes are an archive, by their first head. The oldest are known by its sum alone.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    let Some(head) = bytes.first_chunk::<BLOCK>() else {
        return false;
    };
    let has_magic = head
        .get(MAGIC_AT..)
        .is_some_and(|rest| rest.starts_with(MAGIC));
    let is_left_out = |(at, byte): (usize, &u8)| match SUM.contains(&at) {
        true => u32::from(b' '),
        false => u32::from(*byte),
    };
    let sum: u32 = head.iter().enumerate().map(is_left_out).sum();
    let said = Header::from_byte_slice(head).cksum();
    has_magic || (head[0] != 0 && said.is_ok_and(|said| said == sum))
}

/// Looks at all heads. Returns the end of the archive: after its last file, or with the bytes.
///
/// # Errors
/// When a part with attributes is longer than any needs to be, or a head is damaged.
pub fn judge(bytes: &[u8]) -> io::Result<usize> {
    let (mut at, mut size_of_next) = (0_usize, None);
    while let Some(head) = bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) {
        if head.iter().all(|byte| *byte == 0) {
            return Ok(at);
        }
        let header = Header::from_byte_slice(head);
        let kind = header.entry_type();
        at += BLOCK;
        let mut size = header.entry_size()?;
        if is_attributes(kind) {
            if size > MAX_PART {
                let reason = "a name or another attribute in it is longer than 1 MiB";
                return Err(io::Error::other(reason));
            }
            if kind == EntryType::XHeader {
                size_of_next = said_size(part(bytes, at, size));
            }
        } else {
            size = size_of_next.take().unwrap_or(size);
            at = after_holes(bytes, at, header);
        }
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let filled = size.checked_next_multiple_of(BLOCK).unwrap_or(usize::MAX);
        at = at.saturating_add(filled).min(bytes.len());
    }
    Ok(bytes.len())
}

fn is_attributes(kind: EntryType) -> bool {
    use EntryType::{GNULongLink, GNULongName, XGlobalHeader, XHeader};
    matches!(kind, GNULongName | GNULongLink | XHeader | XGlobalHeader)
}

fn part(bytes: &[u8], at: usize, size: u64) -> &[u8] {
    let end = usize::try_from(size).map_or(usize::MAX, |size| at.saturating_add(size));
    bytes.get(at..end.min(bytes.len())).unwrap_or_default()
}

/// The size of the next file, if its attributes have one.
fn said_size(attributes: &[u8]) -> Option<u64> {
    let mut records = PaxExtensions::new(attributes).filter_map(Result::ok);
    let record = records.find(|record| record.key() == Ok("size"))?;
    record.value().ok()?.parse().ok()
}

/// The beginning of the content of a file: a file with many holes has further heads that say where they are.
fn after_holes(bytes: &[u8], at: usize, header: &Header) -> usize {
    let mut at = at;
    let mut goes_on = header.entry_type() == EntryType::GNUSparse
        && header.as_gnu().is_some_and(|header| header.is_extended());
    while goes_on {
        // The last but eight bytes of it says whether there is another one.
        goes_on = bytes.get(at + 504).is_some_and(|more| *more == 1);
        at += BLOCK;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(kind: EntryType, size: u64, attributes: &[u8]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        if !attributes.is_empty() {
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::XHeader);
            header.set_size(attributes.len() as u64);
            header.set_cksum();
            tar.append(&header, attributes).expect("memory");
        }
        let mut header = Header::new_ustar();
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_path("name").expect("a path");
        header.set_cksum();
        tar.append(&header, std::io::Read::take(std::io::repeat(b'x'), 5000))
            .expect("memory");
        tar.into_inner().expect("memory")
    }

    #[test]
    fn archives_end_where_their_heads_say() {
        let end = 512 + 5120;
        for bytes in [
            archive(EntryType::Regular, 5000, b""),
            archive(EntryType::GNULongName, 5000, b""),
        ] {
            assert!(is_archive(&bytes));
            assert_eq!(judge(&bytes).ok(), Some(end));
            let more = [bytes.as_slice(), b"more"].concat();
            assert_eq!(judge(&more).ok(), Some(end));
            assert_eq!(judge(&bytes[..700]).ok(), Some(700));
        }
        // The attributes count, and not what the head says.
        let bytes = archive(EntryType::Regular, 1, b"13 size=5000\n");
        assert_eq!(judge(&bytes).ok(), Some(1024 + end));
        assert!(!is_archive(b"x"));
        assert!(!is_archive(&[b'x'; 1024]));
    }

    #[test]
    fn long_attributes_are_refused() {
        for kind in [
            EntryType::GNULongName,
            EntryType::GNULongLink,
            EntryType::XHeader,
            EntryType::XGlobalHeader,
        ] {
            let error = judge(&archive(kind, MAX_PART + 1, b"")).expect_err("a refusal");
            assert!(error.to_string().contains("longer than 1 MiB"), "{error}");
            assert!(judge(&archive(kind, MAX_PART, b"")).is_ok());
        }
    }
}
