//! Archives of zip. They list their contents twice: before each file, and in a directory at their end. Most readers go
//! by the directory, and some from file to file; files that only the latter see are reported.

use std::ops::Range;
use std::path::{Path, PathBuf};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use crate::review::packed::{UnpackAllowance, read};

/// The first bytes of a file in an archive.
const FILE: &[u8] = b"PK\x03\x04";
/// The length of the header before a file's name, and the positions of three fields in it: the version, the
/// compression method, and the length of the name.
const HEAD_BYTES: usize = 30;
const VERSION_AT: usize = 4;
const METHOD_AT: usize = 8;
const NAME_LENGTH_AT: usize = 26;
/// More than any version and any way of compressing.
const MAX_VERSION: u16 = 100;
const MAX_METHOD: u16 = 100;

/// The files in an archive.
///
/// # Errors
/// A sentence, if it cannot be unpacked, or has more in it than its directory says.
pub(super) fn unpack(
    file: &Path,
    bytes: &[u8],
    left: &mut UnpackAllowance<'_>,
) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let damaged = |error: rawzip::Error| format!("it is a damaged archive: {error}");
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut entries = archive.entries();
    let mut files = Vec::new();
    let mut known = vec![range(archive.directory_offset(), archive.end_offset())];
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if entry.flags().is_encrypted() {
            return Err(format!("`{name}` in it is encrypted"));
        }
        let found = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
        let (_, end) = found.compressed_data_range();
        known.push(range(entry.local_header_offset(), end));
        if found.local_header().compression_method() != entry.compression_method() {
            return Err(format!("`{name}` in it is compressed in one of two ways"));
        }
        let content = match entry.compression_method() {
            CompressionMethod::STORE => read(&mut found.data(), left),
            CompressionMethod::DEFLATE => read(&mut DeflateDecoder::new(found.data()), left),
            _ => Err("it is compressed in a way that is not known here".to_owned()),
        };
        let content = content.map_err(|reason| format!("`{name}` in it: {reason}"))?;
        // A folder has no contents.
        if !content.is_empty() {
            files.push((file.join(name), content));
        }
    }
    if has_other(bytes, known) {
        Err("it has a file in it that its directory does not name".to_owned())
    } else {
        Ok(files)
    }
}

fn range(start: u64, end: u64) -> Range<usize> {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    place(start)..place(end)
}

/// Whether a file begins between the known files.
fn has_other(bytes: &[u8], mut known: Vec<Range<usize>>) -> bool {
    known.sort_by_key(|range| range.start);
    let mut looked_at = 0;
    for range in known {
        // A name that reaches into a known file is part of that file.
        if bytes.get(looked_at..range.start).is_some_and(begins_file) {
            return true;
        }
        looked_at = looked_at.max(range.end);
    }
    bytes.get(looked_at..).is_some_and(begins_file)
}

/// Whether a file begins in these bytes.
fn begins_file(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = rest.windows(FILE.len()).position(|four| four == FILE) {
        rest = rest.get(at..).unwrap_or_default();
        let number = |at: usize| {
            let bytes = rest.get(at..at + 2)?;
            Some(u16::from_le_bytes(bytes.try_into().ok()?))
        };
        let length = number(NAME_LENGTH_AT).map_or(0, usize::from);
        if length > 0
            && rest.len() >= HEAD_BYTES + length
            && number(VERSION_AT).is_some_and(|version| version < MAX_VERSION)
            && number(METHOD_AT).is_some_and(|method| method < MAX_METHOD)
        {
            return true;
        }
        rest = rest.get(FILE.len()..).unwrap_or_default();
    }
    false
}
