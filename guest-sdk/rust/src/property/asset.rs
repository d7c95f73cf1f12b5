//! Assets and archives: files that a program gives, which only the host ever opens.

use std::io;

use serde_json::{Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder, unexpected};
use crate::error::{Error, PropertyFailure, Result};
use crate::host;
use crate::host::bindings::pulumi_wasm::provider::http;
use crate::host::wire::{self, Special};
use crate::manifest::types::Types;
use crate::property::{HasDraft, Kind, Property};
use crate::value::map::{PropertyMap, map_of};
use crate::value::path::PropertyPath;

type Decoded<T> = core::result::Result<T, PropertyFailure>;

/// The number of bytes that [`AssetReader`] requests at a time.
const CHUNK: u32 = 1 << 18;

/// One file, or a text instead of one.
///
/// The content is read from the host on request. The program's content can only be read in the call that received it:
/// `diff`, `read`, `delete` and old values have only the hash.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    content: Content,
    hash: Option<String>,
}

/// Several files with their paths.
#[derive(Clone, Debug, PartialEq)]
pub struct Archive {
    handle: Option<u32>,
    hash: Option<String>,
}

/// A property that accepts either.
#[derive(Clone, Debug, PartialEq)]
pub enum AssetOrArchive {
    /// One file.
    Asset(Asset),
    /// Several.
    Archive(Archive),
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ArchiveEntry {
    /// Its path in the archive, with `/` between the parts.
    pub path: String,
    /// The file.
    pub asset: Asset,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    /// The host has it.
    Handle(u32),
    /// The provider created it.
    Text(String),
    /// Only the hash was received.
    Absent,
}

impl Asset {
    /// An asset of the provider's own.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            content: Content::Text(text.into()),
            hash: None,
        }
    }

    /// SHA-256 of the content, in hexadecimal. `None` for an asset of the provider's own.
    pub fn hash(&self) -> Option<&str> {
        self.hash.as_deref()
    }

    /// The size in bytes.
    ///
    /// # Errors
    /// Like [`Asset::reader`].
    pub fn size(&self) -> Result<u64> {
        match &self.content {
            Content::Handle(handle) => Ok(host::open_asset(*handle)?),
            Content::Text(text) => Ok(text.len() as u64),
            Content::Absent => Err(absent()),
        }
    }

    /// The whole content.
    ///
    /// # Errors
    /// Like [`Asset::reader`].
    pub fn read_all(&self) -> Result<Vec<u8>> {
        let handle = match &self.content {
            Content::Handle(handle) => *handle,
            Content::Text(text) => return Ok(text.clone().into_bytes()),
            Content::Absent => return Err(absent()),
        };
        let mut bytes = Vec::new();
        loop {
            let part = host::read_asset(handle, bytes.len() as u64, CHUNK)?;
            if part.is_empty() {
                return Ok(bytes);
            }
            bytes.extend(part);
        }
    }

    /// The whole content as text.
    ///
    /// # Errors
    /// Like [`Asset::reader`], and if it is not UTF-8.
    pub fn read_text(&self) -> Result<String> {
        String::from_utf8(self.read_all()?).map_err(|_| Error::other("the asset is not text"))
    }

    /// The content piece by piece, for content that is too large for the component's memory.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the file does not exist, [`Error::Denied`] without a grant for the address,
    /// [`Error::Unavailable`] when the content did not come with this call.
    pub fn reader(&self) -> Result<AssetReader<'_>> {
        self.size()?;
        Ok(AssetReader {
            asset: self,
            offset: 0,
        })
    }
}

impl Asset {
    /// The content that the host sends as the body of a request.
    pub(crate) fn content_to_send(&self) -> Result<http::Content> {
        match &self.content {
            Content::Handle(handle) => Ok(http::Content::Asset(*handle)),
            Content::Text(text) => Ok(http::Content::Text(text.clone())),
            Content::Absent => Err(absent()),
        }
    }
}

impl Archive {
    /// SHA-256 of the archive as Pulumi computes it, in hexadecimal.
    pub fn hash(&self) -> Option<&str> {
        self.hash.as_deref()
    }

    /// The files in the archive and in archives inside it, sorted by path.
    ///
    /// # Errors
    /// Like [`Asset::reader`].
    pub fn entries(&self) -> Result<Vec<ArchiveEntry>> {
        let handle = self.handle.ok_or_else(absent)?;
        let entries = host::archive_entries(handle)?.into_iter();
        Ok(entries
            .map(|(path, handle)| ArchiveEntry {
                path,
                asset: Asset {
                    content: Content::Handle(handle),
                    hash: None,
                },
            })
            .collect())
    }
}

impl AssetOrArchive {
    /// The hash of the asset or archive.
    pub fn hash(&self) -> Option<&str> {
        match self {
            Self::Asset(asset) => asset.hash(),
            Self::Archive(archive) => archive.hash(),
        }
    }
}

fn absent() -> Error {
    Error::unavailable("the content did not come with this call; only the hash can be compared")
}

/// Reads an asset from the host. Made by [`Asset::reader`].
#[derive(Debug)]
pub struct AssetReader<'a> {
    asset: &'a Asset,
    offset: u64,
}

impl io::Read for AssetReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &self.asset.content {
            Content::Handle(handle) => {
                let count = u32::try_from(buffer.len()).unwrap_or(CHUNK).min(CHUNK);
                host::read_asset(*handle, self.offset, count).map_err(io::Error::other)?
            }
            Content::Text(text) => {
                let start = usize::try_from(self.offset).unwrap_or(usize::MAX);
                let rest = text.as_bytes().get(start..).unwrap_or_default();
                rest[..rest.len().min(buffer.len())].to_vec()
            }
            Content::Absent => return Err(io::Error::other(absent())),
        };
        let Some(target) = buffer.get_mut(..read.len()) else {
            return Err(io::Error::other(
                "the host returned more bytes than requested",
            ));
        };
        target.copy_from_slice(&read);
        self.offset += read.len() as u64;
        Ok(read.len())
    }
}

/// The object's handle, or its text, and its hash.
fn parts(object: &mut PropertyMap) -> (Content, Option<String>) {
    let hash = match object.remove("hash") {
        Some(JsonValue::String(hash)) if !hash.is_empty() => Some(hash),
        _ => None,
    };
    let handle = object.get("handle").and_then(JsonValue::as_f64);
    let content = match (handle, object.remove("text")) {
        // Handles are small whole numbers.
        (Some(handle), _) => Content::Handle(handle as u32),
        (None, Some(JsonValue::String(text))) => Content::Text(text),
        (None, _) => Content::Absent,
    };
    (content, hash)
}

fn members(hash: Option<&String>) -> PropertyMap {
    let hash = hash.map(|hash| ("hash".to_owned(), JsonValue::from(hash.as_str())));
    map_of(&mut hash.into_iter())
}

impl Property for Asset {
    const KIND: Kind = Kind::Handle;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "$ref": "pulumi.json#/Asset" })
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        match AssetOrArchive::decode(from, path)? {
            AssetOrArchive::Asset(asset) => Ok(asset),
            AssetOrArchive::Archive(_) => Err(path.failure("expected an asset, found an archive")),
        }
    }

    fn encode(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Decoded<()> {
        let mut members = members(self.hash.as_ref());
        match &self.content {
            Content::Handle(handle) => {
                members.insert("handle".to_owned(), (*handle).into());
            }
            Content::Text(text) => {
                members.insert("text".to_owned(), text.as_str().into());
            }
            Content::Absent => {}
        }
        into.json(&wire::signed(Special::Asset, members));
        Ok(())
    }
}

impl Property for Archive {
    const KIND: Kind = Kind::Handle;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "$ref": "pulumi.json#/Archive" })
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        match AssetOrArchive::decode(from, path)? {
            AssetOrArchive::Archive(archive) => Ok(archive),
            AssetOrArchive::Asset(_) => Err(path.failure("expected an archive, found an asset")),
        }
    }

    fn encode(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Decoded<()> {
        let mut members = members(self.hash.as_ref());
        if let Some(handle) = self.handle {
            members.insert("handle".to_owned(), handle.into());
        }
        into.json(&wire::signed(Special::Archive, members));
        Ok(())
    }
}

impl Property for AssetOrArchive {
    const KIND: Kind = Kind::Handle;

    fn schema(types: &mut Types) -> JsonValue {
        // In Pulumi's schema, `Asset` accepts archives too.
        Asset::schema(types)
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        let form = from.opened_form(path)?;
        let JsonValue::Object(mut object) = from.json(path)? else {
            return Err(unexpected(path, "an asset or archive", form));
        };
        let special = wire::special(&object);
        let (content, hash) = parts(&mut object);
        match (special, content) {
            (Some(Special::Asset), content) => Ok(Self::Asset(Asset { content, hash })),
            (Some(Special::Archive), Content::Handle(handle)) => Ok(Self::Archive(Archive {
                handle: Some(handle),
                hash,
            })),
            (Some(Special::Archive), _) => Ok(Self::Archive(Archive { handle: None, hash })),
            _ => Err(path.failure("expected an asset or archive, found an object")),
        }
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
        match self {
            Self::Asset(asset) => asset.encode(into, path),
            Self::Archive(archive) => archive.encode(into, path),
        }
    }
}

impl HasDraft for Asset {
    type Draft = Self;
}

impl HasDraft for Archive {
    type Draft = Self;
}

impl HasDraft for AssetOrArchive {
    type Draft = Self;
}
