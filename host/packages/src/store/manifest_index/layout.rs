//! The bytes of tables: a prefix that a start reads, and then the entries, which are read one by one.
//!
//! The prefix is magic, checksum, build, the length and checksum of the manifest's text, the head's length, how many
//! entries of each kind there are, the head, and the place and checksum of each entry. All numbers are little-endian.
//! The format is `postcard`, which has no names of fields in it: the reader must be the build that wrote it.

use crc32fast::hash;
use pulumi_wasm_core::manifest::Manifest;
use serde::de::DeserializeOwned;

const MAGIC: &[u8; 16] = b"pulumi-wasm type";
/// A fingerprint of all sources that decide the content and the format of tables; see `build.rs`.
const BUILD: &str = env!("TABLES_BUILD");
/// Magic and checksum, which the checksum does not cover.
const UNCHECKED: usize = MAGIC.len() + 4;
/// The part of fixed length at the beginning.
pub(super) const FIXED: usize = UNCHECKED + 16 + TEXT + 4 + 4 * KINDS;
/// Length and checksum of the manifest's text.
const TEXT: usize = 8 + 4;
/// Offset, length and checksum of an entry.
const PLACE: usize = 8 + 4 + 4;
const KINDS: usize = 4;

/// The kind of an entry.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Resource,
    Function,
    Object,
    Enum,
}

/// The places of entries, and the text that they belong to.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The checksum of the manifest's text.
    text: u32,
    counts: [usize; KINDS],
    places: Vec<u8>,
}

/// The place of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) offset: u64,
    pub(super) length: usize,
    checksum: u32,
}

/// The tables of a manifest that has this text.
///
/// # Errors
/// When something is too large for its number.
pub(super) fn encode(manifest: &Manifest, text: &str) -> Result<Vec<u8>, String> {
    let failed = |error: postcard::Error| error.to_string();
    let head = postcard::to_allocvec(manifest).map_err(failed)?;
    let schema = &manifest.schema;
    let mut entries: [Vec<Vec<u8>>; KINDS] = Default::default();
    let [resources, functions, objects, enums] = &mut entries;
    for resource in schema.resources.values() {
        resources.push(postcard::to_allocvec(resource).map_err(failed)?);
    }
    for function in schema.functions.values() {
        functions.push(postcard::to_allocvec(function).map_err(failed)?);
    }
    for object in schema.types.objects() {
        objects.push(postcard::to_allocvec(object).map_err(failed)?);
    }
    for enumeration in schema.types.enumerations() {
        enums.push(postcard::to_allocvec(enumeration).map_err(failed)?);
    }
    let small = |length: usize| u32::try_from(length).map_err(|error| error.to_string());
    let mut checked = Vec::new();
    checked.extend_from_slice(BUILD.as_bytes());
    checked.extend_from_slice(&(text.len() as u64).to_le_bytes());
    checked.extend_from_slice(&hash(text.as_bytes()).to_le_bytes());
    checked.extend_from_slice(&small(head.len())?.to_le_bytes());
    for kind in &entries {
        checked.extend_from_slice(&small(kind.len())?.to_le_bytes());
    }
    checked.extend_from_slice(&head);
    let count: usize = entries.iter().map(Vec::len).sum();
    let mut offset = (UNCHECKED + checked.len() + count * PLACE) as u64;
    for entry in entries.iter().flatten() {
        checked.extend_from_slice(&offset.to_le_bytes());
        checked.extend_from_slice(&small(entry.len())?.to_le_bytes());
        checked.extend_from_slice(&hash(entry).to_le_bytes());
        offset += entry.len() as u64;
    }
    let mut tables = MAGIC.to_vec();
    tables.extend_from_slice(&hash(&checked).to_le_bytes());
    tables.extend_from_slice(&checked);
    tables.extend(entries.iter().flatten().flatten());
    Ok(tables)
}

/// The length of the prefix, from the part of fixed length; `None` if it belongs to another build or to a text of
/// another length.
pub(super) fn prefix_length(fixed: &[u8], manifest_length: u64) -> Option<usize> {
    let mut rest = fixed.strip_prefix(MAGIC)?.get(4..)?;
    rest = rest.strip_prefix(BUILD.as_bytes())?;
    if u64::from_le_bytes(take(&mut rest)?) != manifest_length {
        return None;
    }
    let (head, counts) = lengths(rest.get(4..)?)?;
    let places = counts.iter().sum::<usize>().checked_mul(PLACE)?;
    FIXED.checked_add(head)?.checked_add(places)
}

/// The head, which every start needs, from a prefix that was read as a whole, or `None` if it is damaged.
pub(super) fn head(prefix: &[u8]) -> Option<(Manifest, Index)> {
    let mut rest = prefix.get(MAGIC.len()..)?;
    let checksum = u32::from_le_bytes(take(&mut rest)?);
    if hash(rest) != checksum {
        return None;
    }
    rest = rest.get(BUILD.len() + 8..)?;
    let text = u32::from_le_bytes(take(&mut rest)?);
    let (length, counts) = lengths(rest)?;
    let (head, places) = prefix.get(FIXED..)?.split_at_checked(length)?;
    let manifest = postcard::from_bytes(head).ok()?;
    let places = places.to_vec();
    let index = Index {
        text,
        counts,
        places,
    };
    Some((manifest, index))
}

/// The lengths of the head and of the lists of entries.
fn lengths(mut rest: &[u8]) -> Option<(usize, [usize; KINDS])> {
    let mut next = || Some(u32::from_le_bytes(take(&mut rest)?) as usize);
    let head = next()?;
    Some((head, [next()?, next()?, next()?, next()?]))
}

/// The next bytes.
fn take<const COUNT: usize>(rest: &mut &[u8]) -> Option<[u8; COUNT]> {
    let (first, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(*first)
}

impl Index {
    /// Whether the tables have the checksum of this text.
    pub(super) fn is_of(&self, text: &str) -> bool {
        self.text == hash(text.as_bytes())
    }

    /// The place of an entry, or `None` if there are fewer of its kind.
    pub(super) fn place(&self, kind: Kind, position: usize) -> Option<Extent> {
        let kind = kind as usize;
        if position >= *self.counts.get(kind)? {
            return None;
        }
        let before: usize = self.counts.iter().take(kind).sum();
        let mut rest = self.places.get((before + position) * PLACE..)?;
        Some(Extent {
            offset: u64::from_le_bytes(take(&mut rest)?),
            length: u32::from_le_bytes(take(&mut rest)?) as usize,
            checksum: u32::from_le_bytes(take(&mut rest)?),
        })
    }
}

impl Extent {
    /// The entry that was read from the place, or `None` if it is damaged.
    pub(super) fn decode<T: DeserializeOwned>(self, bytes: &[u8]) -> Option<T> {
        let is_whole = bytes.len() == self.length && hash(bytes) == self.checksum;
        is_whole.then(|| postcard::from_bytes(bytes).ok()).flatten()
    }
}
