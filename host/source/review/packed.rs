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

/// What the directory of a zip archive ends with, so many bytes before the end of the file at most. Anything may stand
/// before the archive.
const ZIP_END: &[u8] = b"PK\x05\x06";
const ZIP_END_BYTES: usize = (64 << 10) + 22;
/// What a tar archive has in its first header, and where.
const TAR: &[u8] = b"ustar";
const TAR_AT: usize = 257;

/// The files in a file, by what they are called; none where it is not packed.
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
    let end = bytes.get(bytes.len().saturating_sub(ZIP_END_BYTES)..);
    let has_end = |end: &[u8]| end.windows(ZIP_END.len()).any(|part| part == ZIP_END);
    if bytes.starts_with(b"PK\x03\x04") || end.is_some_and(has_end) {
        return unpack_zip(file, bytes, &mut left);
    }
    if bytes
        .get(TAR_AT..)
        .is_some_and(|bytes| bytes.starts_with(TAR))
    {
        return unpack_tar(file, bytes);
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

fn unpack_tar(file: &Path, bytes: &[u8]) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let damaged = |error: io::Error| format!("it is a damaged archive: {error}");
    let mut files = Vec::new();
    for entry in tar::Archive::new(bytes).entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        // What is no sparse file is never longer than the archive; the rest of one is nothing but zeros.
        let mut content = Vec::new();
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        entry
            .by_ref()
            .take(length)
            .read_to_end(&mut content)
            .map_err(damaged)?;
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
