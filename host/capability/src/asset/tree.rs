//! An asset or archive made of the content that was read: bytes, or files with paths.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue,
};
use url::Url;

use super::budget::AssetBudget;
use super::content::{Blob, Content, Member, Tree};
use super::fault::Fault;
use super::path::{inner, join};
use super::remote::{Fetched, is_remote};
use super::unpack::{format_of, unpack};
use super::{file, hash};

/// Opens a value whose remote addresses were fetched before. Blocks while it reads files.
pub(super) fn assemble(
    value: &PropertyValue,
    fetched: &Fetched,
    budget: &mut AssetBudget<'_>,
) -> Result<Content, Fault> {
    match value.reveal() {
        PropertyValue::Asset(asset) => {
            let bytes = content_of(asset, fetched, budget)?;
            Ok(Content::Asset(Arc::new(Blob::new(bytes))))
        }
        PropertyValue::Archive(archive) => {
            let files = files_of(archive, fetched, budget)?;
            Ok(Content::Archive(tree(files)?))
        }
        _ => Err(neither()),
    }
}

fn neither() -> Fault {
    Fault::unusable("it is neither an asset nor an archive")
}

fn elided() -> Fault {
    Fault::new(
        GuestError::Unavailable,
        "its content was left out by Pulumi, as it is in old values, in diff, read and delete: compare its hash instead",
    )
}

/// The files of an archive, and the hash of the file that they came from.
struct Files {
    members: Vec<Member>,
    hash: Option<String>,
}

fn tree(files: Files) -> Result<Tree, Fault> {
    let named = files
        .members
        .iter()
        .map(|member| (member.name.as_str(), member.content.as_slice()));
    let hash = files.hash.unwrap_or_else(|| hash::of_files(named));
    let mut entries = BTreeMap::new();
    for member in files.members {
        let path =
            inner(&member.name).map_err(|reason| Fault::unusable(reason).within(&member.name))?;
        // If two files have the same path, the first one counts, as for Pulumi.
        entries
            .entry(path)
            .or_insert_with(|| Arc::new(Blob::new(member.content)));
    }
    Ok(Tree { hash, entries })
}

fn content_of(
    asset: &Asset,
    fetched: &Fetched,
    budget: &mut AssetBudget<'_>,
) -> Result<Vec<u8>, Fault> {
    match &asset.content {
        AssetContent::Text(text) => budget.read_whole(&mut text.as_bytes()),
        AssetContent::Path(path) => {
            let path = Path::new(path);
            file::read(path, budget).map_err(|fault| file::show(path, fault))
        }
        AssetContent::Uri(address) => read_address(address, fetched, budget),
        // The engine omits an empty text in the same way as omitted content. The hash distinguishes them.
        AssetContent::Elided if asset.hash == hash::EMPTY_ASSET => Ok(Vec::new()),
        AssetContent::Elided => Err(elided()),
    }
}

fn read_address(
    address: &str,
    fetched: &Fetched,
    budget: &mut AssetBudget<'_>,
) -> Result<Vec<u8>, Fault> {
    if let Some(bytes) = fetched.get(address) {
        return budget.read_whole(&mut bytes.as_slice());
    }
    let path = local(address)?;
    file::read(&path, budget).map_err(|fault| file::show(&path, fault))
}

/// The path of an address that is not remote.
fn local(address: &str) -> Result<std::path::PathBuf, Fault> {
    let address = Url::parse(address)
        .map_err(|error| Fault::unusable("its address is not valid").detailed(error.to_string()))?;
    if address.scheme() != "file" {
        let reason = "its address is not one of `http`, `https` or `file`";
        return Err(Fault::new(GuestError::Unsupported, reason));
    }
    file::path_of(&address)
}

fn files_of(
    archive: &Archive,
    fetched: &Fetched,
    budget: &mut AssetBudget<'_>,
) -> Result<Files, Fault> {
    match &archive.content {
        ArchiveContent::Assets(assets) => Ok(Files {
            members: assets_of(assets, fetched, budget)?,
            hash: None,
        }),
        ArchiveContent::Path(path) => {
            let path = Path::new(path);
            files_at(path, budget).map_err(|fault| file::show(path, fault))
        }
        ArchiveContent::Uri(address) => {
            let parsed = Url::parse(address).map_err(|error| {
                Fault::unusable("its address is not valid").detailed(error.to_string())
            })?;
            let Some(format) = format_of(parsed.path()) else {
                return Err(not_an_archive());
            };
            if !is_remote(&parsed) && parsed.scheme() != "file" {
                local(address)?;
            }
            let bytes = read_address(address, fetched, budget)?;
            Ok(Files {
                members: unpack(format, &bytes, budget)?,
                hash: Some(hash::of_bytes(&bytes)),
            })
        }
        ArchiveContent::Elided if archive.hash == hash::EMPTY_ARCHIVE => Ok(Files {
            members: Vec::new(),
            hash: None,
        }),
        ArchiveContent::Elided => Err(elided()),
    }
}

fn not_an_archive() -> Fault {
    Fault::unusable(
        "it is not an archive\nhint: archives end in `.tar`, `.tgz`, `.tar.gz`, `.zip` or `.jar`, or are folders",
    )
}

/// An archive file or a folder.
fn files_at(path: &Path, budget: &mut AssetBudget<'_>) -> Result<Files, Fault> {
    if let Some(format) = format_of(&path.to_string_lossy()) {
        let bytes = file::read(path, budget)?;
        return Ok(Files {
            members: unpack(format, &bytes, budget)?,
            hash: Some(hash::of_bytes(&bytes)),
        });
    }
    if !file::is_folder(path)? {
        return Err(not_an_archive());
    }
    Ok(Files {
        members: file::walk(path, budget)?,
        hash: None,
    })
}

/// Assets and archives by name: archives become files below their name.
fn assets_of(
    assets: &PropertyMap,
    fetched: &Fetched,
    budget: &mut AssetBudget<'_>,
) -> Result<Vec<Member>, Fault> {
    let mut members = Vec::new();
    for (name, value) in assets {
        let mut open = || match value.reveal() {
            PropertyValue::Asset(asset) => {
                let content = content_of(asset, fetched, budget)?;
                budget.count_entry()?;
                members.push(Member {
                    name: name.clone(),
                    content,
                });
                Ok(())
            }
            PropertyValue::Archive(archive) => {
                let files = files_of(archive, fetched, budget)?;
                members.extend(files.members.into_iter().map(|member| Member {
                    name: join(name, &member.name),
                    content: member.content,
                }));
                Ok(())
            }
            PropertyValue::Unknown => Err(Fault::new(
                GuestError::Unavailable,
                "it is not known before the deployment",
            )),
            _ => Err(neither()),
        };
        open().map_err(|fault| fault.within(name))?;
    }
    Ok(members)
}
