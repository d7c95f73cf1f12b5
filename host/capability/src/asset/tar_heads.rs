//! The headers of a tar archive, checked before it is unpacked. Names and other attributes may be in separate parts of
//! any length that the unpacking code reads as a whole, and so may the list of a sparse file's holes.
//!
//! Both find the headers at the same offsets. Otherwise an archive could show short names to this code, and long names
//! to the unpacking code.

use std::io;

use tar::{EntryType, Header, PaxExtensions};

/// The size of a head, and the unit that content is filled up to.
const BLOCK: usize = 512;
/// The longest part with attributes. Names have at most some kilobytes on any system.
const MAX_PART: u64 = 1 << 20;
/// The maximum number of further headers with holes of one file.
const MAX_HOLE_HEADS: usize = 2048;
/// The mark of a header and its position. The oldest archives lack it.
const MAGIC: &[u8] = b"ustar";
const MAGIC_AT: usize = 257;
/// The place of the checksum in a head. The checksum does not cover itself.
const SUM: std::ops::Range<usize> = 148..156;

/// Whether bytes are an archive, by their first head. The oldest format is recognised only by its checksum.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    let Some(head) = bytes.first_chunk::<BLOCK>() else {
        return false;
    };
    let has_magic = head
        .get(MAGIC_AT..)
        .is_some_and(|rest| rest.starts_with(MAGIC));
    let is_left_out = |(at, byte): (usize, &u8)| {
        if SUM.contains(&at) {
            u32::from(b' ')
        } else {
            u32::from(*byte)
        }
    };
    let sum: u32 = head.iter().enumerate().map(is_left_out).sum();
    let said = Header::from_byte_slice(head).cksum();
    has_magic || (head[0] != 0 && said.is_ok_and(|said| said == sum))
}

/// Checks all headers. Returns the end of the archive: after its last file, or with the bytes.
///
/// # Errors
/// When a part with attributes or a list of holes is longer than any needs to be, or a head is damaged.
pub fn judge(bytes: &[u8]) -> io::Result<usize> {
    walk(bytes, |_| {})
}

/// Checks all headers, and passes the offset of each header of an entry to `seen`. Returns the same as [`judge`].
fn walk(bytes: &[u8], mut seen: impl FnMut(usize)) -> io::Result<usize> {
    let (mut at, mut size_of_next) = (0_usize, None);
    while let Some(head) = bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) {
        if head.iter().all(|byte| *byte == 0) {
            return Ok(at);
        }
        let header = Header::from_byte_slice(head);
        let kind = header.entry_type();
        let place = at;
        at += BLOCK;
        let mut size = header.entry_size()?;
        if is_attributes(kind) && size > MAX_PART {
            let reason = "a name or another attribute in it is longer than 1 MiB";
            return Err(io::Error::other(reason));
        }
        if describes_next(header) {
            if kind == EntryType::XHeader {
                size_of_next = said_size(part(bytes, at, size));
            }
        } else {
            seen(place);
            // Attributes of the whole archive count as an entry. Its head alone says its size, and attributes of the
            // next entry end here.
            let said = size_of_next.take();
            if !is_attributes(kind) {
                size = said.unwrap_or(size);
            }
            at = after_holes(bytes, at, header)?;
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

/// Whether a head and its part are about the next entry. The oldest archives have no such header.
fn describes_next(header: &Header) -> bool {
    let is_known = header.as_gnu().is_some() || header.as_ustar().is_some();
    is_known
        && is_attributes(header.entry_type())
        && header.entry_type() != EntryType::XGlobalHeader
}

fn part(bytes: &[u8], at: usize, size: u64) -> &[u8] {
    let end = usize::try_from(size).map_or(usize::MAX, |size| at.saturating_add(size));
    bytes.get(at..end.min(bytes.len())).unwrap_or_default()
}

/// The size of the next file, if its attributes have one. Records after a damaged record do not count.
fn said_size(attributes: &[u8]) -> Option<u64> {
    for record in PaxExtensions::new(attributes) {
        let record = record.ok()?;
        if record.key() == Ok("size") {
            return record.value().ok()?.parse().ok();
        }
    }
    None
}

/// The beginning of the content of a file: a file with many holes has further heads that say where they are.
fn after_holes(bytes: &[u8], at: usize, header: &Header) -> io::Result<usize> {
    let (begin, mut at) = (at, at);
    let mut goes_on = header.entry_type() == EntryType::GNUSparse
        && header.as_gnu().is_some_and(|header| header.is_extended());
    while goes_on {
        // Its eighth byte from the end says whether another block follows.
        goes_on = bytes.get(at + 504).is_some_and(|more| *more == 1);
        at += BLOCK;
        if at - begin > MAX_HOLE_HEADS * BLOCK {
            return Err(io::Error::other(
                "the list of the holes of a file in it is longer than 1 MiB",
            ));
        }
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
        // The attributes take precedence over the header.
        let bytes = archive(EntryType::Regular, 1, b"13 size=5000\n");
        assert_eq!(judge(&bytes).ok(), Some(1024 + end));
        assert!(!is_archive(b"x"));
        assert!(!is_archive(&[b'x'; 1024]));
    }

    /// A head with its content.
    fn entry(kind: EntryType, magic: u8, size: u64, content: &[u8]) -> Vec<u8> {
        let mut header = match magic {
            0 => Header::new_old(),
            1 => Header::new_ustar(),
            _ => Header::new_gnu(),
        };
        header.as_old_mut().name[0] = b'n';
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_cksum();
        let mut bytes = header.as_bytes().to_vec();
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
        bytes
    }

    /// The places of the entries that the unpacking code finds, and the longest name that it keeps.
    fn unpacked(bytes: &[u8]) -> (Vec<usize>, usize) {
        let (mut places, mut longest) = (Vec::new(), 0);
        let mut archive = tar::Archive::new(bytes);
        for entry in archive.entries().expect("memory") {
            let Ok(entry) = entry else { break };
            places.push(usize::try_from(entry.raw_header_position()).expect("in memory"));
            longest = longest.max(entry.path_bytes().len());
        }
        (places, longest)
    }

    #[test]
    fn no_attribute_hides_a_long_name_from_this_code_alone() {
        let size = b"16 size=4194304\n".as_slice();
        let damaged = [b"damaged\n", size].concat();
        let long = vec![b'a'; 2 << 20];
        let name = entry(EntryType::GNULongName, 2, long.len() as u64, &long);
        let file = |content: &[u8]| entry(EntryType::Regular, 1, content.len() as u64, content);
        let pax = |text: &[u8]| entry(EntryType::XHeader, 1, text.len() as u64, text);
        let global = entry(EntryType::XGlobalHeader, 1, 0, b"");
        for hidden in [
            // A size behind a damaged record does not count.
            [pax(&damaged), file(b"x"), name.clone(), file(b"y")].concat(),
            // The size belongs to the global attributes behind it, and not to the file after them.
            [pax(size), global, file(b"x"), name.clone(), file(b"y")].concat(),
        ] {
            let (_, longest) = unpacked(&hidden);
            assert_eq!(longest, long.len(), "the unpacking code reads it");
            let refused = judge(&hidden).expect_err("a refusal").to_string();
            assert!(refused.contains("longer than 1 MiB"), "{refused}");
        }
    }

    #[test]
    fn a_list_of_holes_without_end_is_refused() {
        let mut bytes = entry(EntryType::GNUSparse, 2, 0, b"");
        // Another block follows if the byte after the header's own list of holes says so.
        bytes[482] = 1;
        let mut more = vec![0; BLOCK];
        more[504] = 1;
        for (heads, is_judged) in [(MAX_HOLE_HEADS, true), (MAX_HOLE_HEADS + 1, false)] {
            let mut bytes = bytes.clone();
            for _ in 1..heads {
                bytes.extend_from_slice(&more);
            }
            bytes.extend_from_slice(&[0; BLOCK]);
            assert_eq!(judge(&bytes).is_ok(), is_judged, "{heads}");
        }
    }

    proptest! {
        #[test]
        fn this_code_finds_each_entry_that_the_unpacking_code_finds(
            entries in prop::collection::vec((0..8_usize, 0..3_u8, 0..3_u64, 0..6_usize), 0..8),
        ) {
            let kinds = [
                EntryType::Regular,
                EntryType::Directory,
                EntryType::XHeader,
                EntryType::XGlobalHeader,
                EntryType::GNULongName,
                EntryType::GNULongLink,
                EntryType::Symlink,
                EntryType::GNUSparse,
            ];
            let texts: [&[u8]; 6] = [
                b"",
                b"12 size=512\n",
                b"13 size=1024\n",
                b"bad\n12 size=512\n",
                b"9 path=a\n12 size=512\n",
                b"\n12 size=512\n",
            ];
            let mut bytes = Vec::new();
            for (kind, magic, blocks, text) in entries {
                let content = [texts[text], &[b'x'; 1024]].concat();
                let size = match kinds[kind] {
                    EntryType::XHeader => texts[text].len() as u64,
                    _ => blocks * 512,
                };
                let length = usize::try_from(size).expect("small");
                bytes.extend(entry(kinds[kind], magic, size, &content[..length]));
            }
            let mut seen = Vec::new();
            if walk(&bytes, |place| seen.push(place)).is_ok() {
                let (places, _) = unpacked(&bytes);
                prop_assert!(places.iter().all(|place| seen.contains(place)), "{places:?} {seen:?}");
            }
        }
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
