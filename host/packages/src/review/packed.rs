//! Archives and compressed files: packages of languages come in them, and their contents run when they are installed.

mod zip;

use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
use pulumi_wasm_capability::asset::tar_heads;

use crate::review::budget::{Allowance, Budget};

/// The largest depth of archives in each other.
pub(super) const MAX_DEPTH: usize = 4;
/// The first bytes of files in formats that the review cannot unpack, with the names of the formats.
const FOREIGN: [(&[u8], &str); 18] = [
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x04\x22\x4d\x18", "lz4"),
    (b"\x5d\0\0", "lzma"),
    (b"LZIP", "lzip"),
    (b"\x1f\x9d", "compress"),
    (b"\x1f\xa0", "compress"),
    (b"\x89LZO\0", "lzop"),
    (b"LRZI", "lrzip"),
    (b"\xff\x06\0\0sNaPpY", "snappy"),
    (b"\xed\xab\xee\xdb", "rpm"),
    (b"MSCF\0\0\0\0", "cabinet"),
    (b"!<arch>\ndebian-binary", "a package of Debian"),
    (b"hsqs", "squashfs"),
    (b"xar!", "xar"),
];
/// The extensions of such files. Some of these formats have no fixed first bytes.
const FOREIGN_ENDINGS: [&str; 16] = [
    "br", "tbr", "lzma", "tlz", "lz", "z", "taz", "zst", "tzst", "zstd", "xz", "txz", "bz2",
    "tbz2", "7z", "lz4",
];

/// The mark of the directory at the end of a zip archive. It begins at most so many bytes before the end of the file.
/// Other bytes may precede the archive.
const ZIP_END: &[u8] = b"PK\x05\x06";
const ZIP_END_BYTES: usize = (64 << 10) + 22;
/// The second bytes of zlib's output, by its compression level. The first two bytes as one number are a multiple of
/// 31.
const ZLIB: u8 = 0x78;

/// The files in a file, by their names, or `None` if it is not packed.
///
/// # Errors
/// A sentence, if it is packed and cannot be unpacked.
pub(super) fn unpack(
    file: &Path,
    bytes: &[u8],
    budget: &mut Budget,
) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    if let Some((_, name)) = FOREIGN.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(format!(
            "it is packed or compressed as {name}, which is not unpacked here"
        ));
    }
    if bytes.starts_with(b"\x1f\x8b") {
        return Ok(vec![(file.with_extension(""), unzip(bytes, budget)?)]);
    }
    let mut left = UnpackAllowance::of(budget);
    let end = bytes.get(bytes.len().saturating_sub(ZIP_END_BYTES)..);
    let has_end = |end: &[u8]| end.windows(ZIP_END.len()).any(|part| part == ZIP_END);
    if tar_heads::is_archive(bytes) {
        return unpack_tar(file, bytes, &mut left);
    }
    if bytes.starts_with(b"PK\x03\x04") || end.is_some_and(has_end) {
        return zip::unpack(file, bytes, &mut left);
    }
    if is_zlib(bytes) {
        return Ok(vec![(file.join("unpacked"), inflate(bytes, &mut left)?)]);
    }
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    let ending = ending.to_lowercase();
    if !bytes.is_empty() && FOREIGN_ENDINGS.contains(&ending.as_str()) {
        return Err(format!(
            "its name ends with `.{ending}`, which is not unpacked here"
        ));
    }
    Ok(Vec::new())
}

/// The contents of a file of gzip.
///
/// # Errors
/// A sentence, if it cannot be unpacked.
pub(super) fn unzip(bytes: &[u8], budget: &mut Budget) -> Result<Vec<u8>, String> {
    read(
        &mut MultiGzDecoder::new(bytes),
        &mut UnpackAllowance::of(budget),
    )
}

/// Whether bytes may be what zlib made, and begin like no text.
fn is_zlib(bytes: &[u8]) -> bool {
    match bytes {
        [ZLIB, second, _, ..] => {
            u16::from_be_bytes([ZLIB, *second]).is_multiple_of(31)
                && ZlibDecoder::new(bytes)
                    .read(&mut [0])
                    .is_ok_and(|count| count > 0)
        }
        _ => false,
    }
}

fn inflate(bytes: &[u8], left: &mut UnpackAllowance<'_>) -> Result<Vec<u8>, String> {
    read(&mut ZlibDecoder::new(bytes), left)
}

fn unpack_tar(
    file: &Path,
    bytes: &[u8],
    left: &mut UnpackAllowance<'_>,
) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let damaged = |error: io::Error| format!("it is a damaged archive: {error}");
    let end = tar_heads::judge(bytes).map_err(damaged)?;
    let mut files = Vec::new();
    // Something else may follow, which is found from the end of the file.
    let rest = bytes.get(end..).unwrap_or_default();
    if rest.iter().any(|byte| *byte != 0) {
        files.push((file.join("rest"), read(&mut &*rest, left)?));
    }
    for entry in tar::Archive::new(bytes).entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        // A file that is not sparse is never longer than the archive; the rest of a sparse one is only zeros.
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let content = read(&mut entry.by_ref().take(length), left)?;
        files.push((file.join(name), content));
    }
    Ok(files)
}

/// The largest unpacked size of one file.
const MAX_BYTES: usize = 512 << 20;

/// The remaining allowance for unpacking one file.
pub(super) struct UnpackAllowance<'a> {
    of_file: usize,
    allowance: &'a mut Allowance,
}

impl<'a> UnpackAllowance<'a> {
    /// The allowance for unpacking one file.
    pub(super) fn of(budget: &'a mut Budget) -> Self {
        Self {
            of_file: MAX_BYTES,
            allowance: &mut budget.unpacked,
        }
    }
}

/// Reads packed contents, within the limits.
pub(super) fn read(
    packed: &mut dyn Read,
    left: &mut UnpackAllowance<'_>,
) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let most = left.of_file.min(left.allowance.left());
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    let read = packed
        .take(limit.saturating_add(1))
        .read_to_end(&mut content);
    read.map_err(|error: io::Error| format!("it is damaged: {error}"))?;
    left.of_file = left.of_file.saturating_sub(content.len());
    if left.allowance.take(content.len()) && content.len() <= most {
        Ok(content)
    } else {
        Err("its unpacked contents are larger than the limit of a review".to_owned())
    }
}
