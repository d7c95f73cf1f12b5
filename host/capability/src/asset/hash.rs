//! Hashes of assets and archives, as Pulumi computes them.
//!
//! The hash of an asset, and of an archive that is a single file, is the SHA-256 of its bytes. For any other archive,
//! it is the SHA-256 of the tar file that Pulumi would create: the same bytes are written into the hash here. Source:
//! `EnsureHash` in `sdk/go/common/resource/asset` and `archive`, and the writer of Go's `archive/tar`.

use pulumi_wasm_core::value::{ArchiveContent, AssetContent, PropertyMap, PropertyValue};
use sha2::{Digest, Sha256};

use super::path::join;

/// The hash of an empty text.
pub(super) const EMPTY_ASSET: &str =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// The hash of an archive without files.
pub(super) const EMPTY_ARCHIVE: &str =
    "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";

const BLOCK_BYTES: usize = 512;
const NAME_BYTES: usize = 100;
const PREFIX_BYTES: usize = 155;
/// The largest number in eleven octal digits.
const MAX_OCTAL: u64 = 0o77_777_777_777;
const MODE: u64 = 0o600;
const REGULAR: u8 = b'0';
const EXTENDED: u8 = b'x';

/// The hash of bytes, in hexadecimal.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// The hash of files under their names, in the order given. A repeated name is left out.
pub(super) fn of_files<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut seen = std::collections::BTreeSet::new();
    let mut hash = Sha256::new();
    for (name, content) in files {
        if seen.insert(name) {
            add_file(&mut hash, name, content);
        }
    }
    hash.update([0; 2 * BLOCK_BYTES]);
    hex::encode(hash.finalize())
}

/// The hash of an archive that contains only texts and archives of texts; `None` for any other archive.
#[must_use]
pub fn of_texts(assets: &PropertyMap) -> Option<String> {
    let mut files = Vec::new();
    collect_texts(assets, "", &mut files)?;
    let files = files.iter();
    Some(of_files(
        files.map(|(name, text)| (name.as_str(), text.as_bytes())),
    ))
}

fn collect_texts<'a>(
    assets: &'a PropertyMap,
    folder: &str,
    files: &mut Vec<(String, &'a str)>,
) -> Option<()> {
    for (name, value) in assets {
        // A name at the top does not change.
        let name = if folder.is_empty() {
            name.clone()
        } else {
            join(folder, name)
        };
        match value.reveal() {
            PropertyValue::Asset(asset) => match &asset.content {
                AssetContent::Text(text) => files.push((name, text)),
                _ => return None,
            },
            PropertyValue::Archive(archive) => match &archive.content {
                ArchiveContent::Assets(inner) => collect_texts(inner, &name, files)?,
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(())
}

fn add_file(hash: &mut Sha256, name: &str, content: &[u8]) {
    let size = content.len() as u64;
    let fits = name.len() <= NAME_BYTES && is_plain(name);
    let split = split(name).filter(|_| !fits);
    if size <= MAX_OCTAL
        && let Some((prefix, name)) = split.or(fits.then_some(("", name)))
    {
        let mut header = Header::new(name, MODE, size, REGULAR);
        header.devices();
        header.text(345, PREFIX_BYTES, prefix);
        header.add_to(hash);
    } else {
        let mut records = String::new();
        if !fits {
            records.push_str(&record("path", name));
        }
        if size > MAX_OCTAL {
            records.push_str(&record("size", &size.to_string()));
        }
        Header::new(&extended_name(name), 0, records.len() as u64, EXTENDED).add_to(hash);
        add_content(hash, records.as_bytes());
        let mut header = Header::new(&plain(name), MODE, size, REGULAR);
        header.devices();
        header.add_to(hash);
    }
    add_content(hash, content);
}

/// Content, filled up to whole blocks.
fn add_content(hash: &mut Sha256, content: &[u8]) {
    hash.update(content);
    let rest = content.len() % BLOCK_BYTES;
    if rest > 0 {
        hash.update(&[0; BLOCK_BYTES][rest..]);
    }
}

fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte != 0 && byte.is_ascii())
}

/// The rest of a name in ASCII.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|character| *character != '\0' && character.is_ascii())
        .collect()
}

/// Splits a long name into a prefix and a rest, if they fit into the header's fields.
fn split(name: &str) -> Option<(&str, &str)> {
    if name.len() <= NAME_BYTES || !is_plain(name) {
        return None;
    }
    let length = if name.len() > PREFIX_BYTES + 1 {
        PREFIX_BYTES + 1
    } else if name.ends_with('/') {
        name.len() - 1
    } else {
        name.len()
    };
    let at = name[..length].rfind('/')?;
    let rest = &name[at + 1..];
    (at > 0 && at <= PREFIX_BYTES && !rest.is_empty() && rest.len() <= NAME_BYTES)
        .then(|| (&name[..at], rest))
}

/// The name of the file of extended attributes that goes before a file.
fn extended_name(name: &str) -> String {
    let (folder, file) = match name.rfind('/') {
        Some(at) => name.split_at(at + 1),
        None => ("", name),
    };
    let whole = plain(&join(&join(folder, "PaxHeaders.0"), file));
    let cut = whole.get(..NAME_BYTES).unwrap_or(&whole);
    cut.trim_end_matches('/').to_owned()
}

/// A record of extended attributes, which begins with its length.
fn record(key: &str, value: &str) -> String {
    let rest = format!(" {key}={value}\n");
    let mut length = rest.len() + rest.len().to_string().len();
    if rest.len() + length.to_string().len() != length {
        length += 1;
    }
    format!("{length}{rest}")
}

/// A block before a file's content.
struct Header([u8; BLOCK_BYTES]);

impl Header {
    fn new(name: &str, mode: u64, size: u64, kind: u8) -> Self {
        let mut header = Self([0; BLOCK_BYTES]);
        header.text(0, NAME_BYTES, name);
        // A cut must not make the file look like a folder.
        if name.len() > NAME_BYTES && name.as_bytes()[NAME_BYTES - 1] == b'/' {
            let kept = name[..NAME_BYTES - 1].trim_end_matches('/').len();
            header.0[kept] = 0;
        }
        header.number(100, 8, mode);
        header.number(108, 8, 0);
        header.number(116, 8, 0);
        header.number(124, 12, if size > MAX_OCTAL { 0 } else { size });
        header.number(136, 12, 0);
        header.0[156] = kind;
        header.text(257, 8, "ustar\u{0}00");
        header
    }

    fn devices(&mut self) {
        self.number(329, 8, 0);
        self.number(337, 8, 0);
    }

    fn text(&mut self, at: usize, room: usize, text: &str) {
        let length = text.len().min(room);
        self.0[at..at + length].copy_from_slice(&text.as_bytes()[..length]);
    }

    /// Octal digits, filled up with zeros, and a zero byte.
    fn number(&mut self, at: usize, room: usize, value: u64) {
        let digits = format!("{value:0width$o}", width = room - 1);
        self.text(at, room, &digits);
    }

    fn add_to(mut self, hash: &mut Sha256) {
        self.0[148..156].fill(b' ');
        let sum: u64 = self.0.iter().map(|byte| u64::from(*byte)).sum();
        self.number(148, 7, sum);
        self.0[154] = 0;
        hash.update(self.0);
    }
}
