//! Archives and compressed files: packages of languages come in them, and what is in them runs when they are installed.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, ZipArchive};

/// What one file may be unpacked to, and how deep archives lie in each other.
const MAX_BYTES: usize = 512 << 20;
pub(super) const MAX_DEPTH: usize = 4;
/// How files begin that are compressed in ways that are not known here, and what those are called.
const FOREIGN: [(&[u8], &str); 6] = [
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x04\x22\x4d\x18", "lz4"),
];

/// The files in a file, by what they are called; none where it is not packed. A tar archive need not be unpacked: its
/// files lie in it as they are.
///
/// # Errors
/// A sentence, where it is packed and cannot be unpacked.
pub(super) fn unpack(file: &Path, bytes: &[u8]) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    if let Some((_, name)) = FOREIGN.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(format!(
            "it is compressed with {name}, which is not unpacked here"
        ));
    }
    let mut left = MAX_BYTES;
    if bytes.starts_with(b"\x1f\x8b") {
        let content = read(&mut MultiGzDecoder::new(bytes), &mut left)?;
        return Ok(vec![(file.with_extension(""), content)]);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return unpack_zip(file, bytes, &mut left);
    }
    Ok(Vec::new())
}

fn unpack_zip(
    file: &Path,
    bytes: &[u8],
    left: &mut usize,
) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let damaged = |error: rawzip::Error| format!("it is a damaged archive: {error}");
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut entries = archive.entries();
    let mut files = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        if entry.is_dir() {
            continue;
        }
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if entry.flags().is_encrypted() {
            return Err(format!("`{name}` in it is encrypted"));
        }
        let found = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
        let content = match entry.compression_method() {
            CompressionMethod::STORE => read(&mut found.data(), left),
            CompressionMethod::DEFLATE => read(&mut DeflateDecoder::new(found.data()), left),
            _ => Err("it is compressed in a way that is not known here".to_owned()),
        };
        let content = content.map_err(|reason| format!("`{name}` in it: {reason}"))?;
        files.push((file.join(name), content));
    }
    Ok(files)
}

/// Reads what was packed, as far as that is allowed.
fn read(packed: &mut dyn Read, left: &mut usize) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let limit = u64::try_from(*left).unwrap_or(u64::MAX);
    let read = packed.take(limit + 1).read_to_end(&mut content);
    read.map_err(|error: io::Error| format!("it is damaged: {error}"))?;
    *left = left
        .checked_sub(content.len())
        .ok_or_else(|| format!("it is unpacked to more than {} MiB", MAX_BYTES >> 20))?;
    Ok(content)
}
