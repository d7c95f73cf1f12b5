//! The objects of Git: versions of files, compressed. They have names by which they are known, and begin like no code, so that
//! nothing loads them but Git.

use std::io::Read;
use std::path::Path;

use crate::regular_file;

/// The beginnings of files that hold many objects, or their index; and of the compressed form of a single object, by
/// Git's compression level, but for the level that begins like text.
const BEGINNINGS: [&[u8]; 8] = [
    b"PACK\0\0\0",
    b"\xfftOc\0\0\0",
    b"RIDX\0\0\0",
    b"BITM\0",
    b"MTME\0\0\0",
    b"x\x01",
    b"x\x9c",
    b"x\xda",
];
/// More than each of them has.
const LONGEST: usize = 8;

/// Whether a file has a name that Git gives: by its digest.
pub(super) fn is_name(name: &str) -> bool {
    let is_digest = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match name.split_once('.') {
        None => name.len() == 38 && is_digest(name),
        Some((stem, ending)) => {
            stem.strip_prefix("pack-").is_some_and(is_digest)
                && ["pack", "idx", "rev", "bitmap", "mtimes"].contains(&ending)
        }
    }
}

/// Whether a file with such a name begins like one of Git.
pub(super) fn is_object(file: &Path) -> bool {
    let mut beginning = Vec::with_capacity(LONGEST);
    let read = regular_file::open(file)
        .and_then(|file| file.take(LONGEST as u64).read_to_end(&mut beginning));
    read.is_ok() && BEGINNINGS.iter().any(|known| beginning.starts_with(known))
}
