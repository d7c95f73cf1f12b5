//! Writes the archive that Terraform and OpenTofu unpack. The same files give the same bytes.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use crate::LEVEL;

/// The first day that the format has: 1 January 1980, at midnight.
const DATE: u16 = 0x0021;
/// Version 2.0 of the format: files that are deflated.
const NEEDED: u16 = 20;
/// Made by a Unix system, so that the modes of files count.
const MADE_BY: u16 = 3 << 8 | NEEDED;
const DEFLATED: u16 = 8;
/// The flag that names are UTF-8.
const UTF_8: u16 = 1 << 11;
/// The mode's bit of a regular file.
const REGULAR: u32 = 0o100_000;

/// Packs files, each with its name, bytes and mode.
pub(crate) fn pack<'a>(
    files: impl Iterator<Item = (&'a str, &'a [u8], u32)>,
) -> io::Result<Vec<u8>> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    let mut count = 0_u16;
    for (name, bytes, mode) in files {
        let start = archive.len();
        let mut crc = Crc::new();
        crc.update(bytes);
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::new(LEVEL));
        packed.write_all(bytes)?;
        let packed = packed.finish()?;
        // The part that stands before the file and in the directory.
        let mut common = Vec::new();
        for field in [NEEDED, UTF_8, DEFLATED, 0, DATE] {
            common.extend(field.to_le_bytes());
        }
        common.extend(crc.sum().to_le_bytes());
        common.extend(size(packed.len())?.to_le_bytes());
        common.extend(size(bytes.len())?.to_le_bytes());
        let name_length = u16::try_from(name.len()).map_err(|_| too_large())?;
        common.extend(name_length.to_le_bytes());
        // No extra field.
        common.extend(0_u16.to_le_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(name.as_bytes());
        archive.extend(packed);
        directory.extend(b"PK\x01\x02");
        directory.extend(MADE_BY.to_le_bytes());
        directory.extend(&common);
        // No comment, the first disk, no internal attributes.
        directory.extend([0; 6]);
        directory.extend(((REGULAR | mode) << 16).to_le_bytes());
        directory.extend(size(start)?.to_le_bytes());
        directory.extend(name.as_bytes());
        count = count.checked_add(1).ok_or_else(too_large)?;
    }
    let start = size(archive.len())?;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06");
    archive.extend([0; 4]);
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(size(directory.len())?.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

fn size(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(|_| too_large())
}

fn too_large() -> io::Error {
    io::Error::other("the archive would be larger than its format allows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_marked_as_utf_8_beside_each_file_and_in_the_directory() {
        let name = "L\u{ed}cence";
        let archive = pack([(name, &b"text"[..], 0o644)].into_iter()).expect("an archive");
        let flags = |mark: &[u8], at: usize| {
            let start = archive.windows(4).position(|bytes| bytes == mark);
            let start = start.expect("a header") + at;
            u16::from_le_bytes([archive[start], archive[start + 1]])
        };
        assert_eq!(flags(b"PK\x03\x04", 6), 0x0800);
        assert_eq!(flags(b"PK\x01\x02", 8), 0x0800);
    }
}
