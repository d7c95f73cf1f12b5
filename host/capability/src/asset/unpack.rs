//! Archive files: tar, compressed or not, and zip.
//!
//! Archives come from outside: sizes are counted during unpacking and never taken from a header, and entries that are
//! neither files nor folders are refused.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder};
use rawzip::{CompressionMethod, ZipArchive};
use tar::EntryType;

use super::budget::AssetBudget;
use super::content::Member;
use super::fault::Fault;
use super::path::inner;
use super::tar_heads;

/// The kind of an archive file, by the end of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveFormat {
    Tar,
    TarGzip,
    Zip,
}

/// The format that a path or the path of an address names; `None` for a folder, or for a file that is not an archive.
#[must_use]
pub fn format_of(path: &str) -> Option<ArchiveFormat> {
    let formats = [
        (".tar", ArchiveFormat::Tar),
        (".tar.gz", ArchiveFormat::TarGzip),
        (".tgz", ArchiveFormat::TarGzip),
        (".zip", ArchiveFormat::Zip),
        (".jar", ArchiveFormat::Zip),
    ];
    formats
        .into_iter()
        .find(|(ending, _)| path.ends_with(ending))
        .map(|(_, format)| format)
}

/// The files of an archive file, in its order.
///
/// # Errors
/// If the archive is damaged, exceeds the limits, or contains an entry that is neither a file nor a folder.
pub fn unpack(
    format: ArchiveFormat,
    bytes: &[u8],
    budget: &mut AssetBudget<'_>,
) -> Result<Vec<Member>, Fault> {
    match format {
        ArchiveFormat::Tar => unpack_tar(bytes, budget),
        ArchiveFormat::TarGzip => {
            let packed = budget.watched(bytes);
            let unpacked = budget.read_all(&mut MultiGzDecoder::new(packed))?;
            unpack_tar(&unpacked, budget)
        }
        ArchiveFormat::Zip => unpack_zip(bytes, budget),
    }
}

fn damaged(error: impl std::fmt::Display) -> Fault {
    Fault::unusable("it is damaged, or not the kind of archive that its name says")
        .detailed(error.to_string())
}

fn unpack_tar(bytes: &[u8], budget: &mut AssetBudget<'_>) -> Result<Vec<Member>, Fault> {
    tar_heads::judge(bytes).map_err(damaged)?;
    let mut members = Vec::new();
    let mut archive = tar::Archive::new(bytes);
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let name = entry.path_bytes().into_owned();
        match entry.header().entry_type() {
            // The oldest form of a folder.
            EntryType::Regular if name.ends_with(b"/") => continue,
            EntryType::Regular | EntryType::Continuous => {}
            // Attributes for the whole archive, such as the commit that `git archive` notes.
            EntryType::Directory | EntryType::XGlobalHeader => continue,
            kind => {
                let reason = format!("it is {}, not a file", kind_of(kind));
                let shown = String::from_utf8_lossy(&name);
                return Err(Fault::unusable(reason).within(&shown));
            }
        }
        members.push(member(&name, &mut entry, budget)?);
    }
    Ok(members)
}

fn kind_of(kind: EntryType) -> &'static str {
    match kind {
        EntryType::Symlink => "a symbolic link",
        EntryType::Link => "a link to another file",
        EntryType::Char | EntryType::Block => "a device",
        EntryType::Fifo => "a pipe",
        EntryType::GNUSparse => "a file with holes",
        _ => "of an unknown kind",
    }
}

fn unpack_zip(bytes: &[u8], budget: &mut AssetBudget<'_>) -> Result<Vec<Member>, Fault> {
    let mut members = Vec::new();
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut entries = archive.entries();
    let mut left = bytes.len();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        if entry.is_dir() {
            continue;
        }
        let name = entry.file_path().as_bytes();
        let refuse = |reason: &str| {
            let shown = String::from_utf8_lossy(name);
            Err(Fault::unusable(reason).within(&shown))
        };
        if entry.mode().is_symlink() {
            return refuse("it is a symbolic link, not a file");
        }
        if entry.flags().is_encrypted() {
            return refuse("it is encrypted");
        }
        let file = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
        // Files that share their bytes take far longer to unpack than their archive is long.
        match left.checked_sub(file.data().len()) {
            Some(rest) => left = rest,
            None => return refuse("its data overlaps another file in it"),
        }
        let packed = budget.watched(file.data());
        members.push(match entry.compression_method() {
            CompressionMethod::STORE => member(name, &mut file.verifying_reader(packed), budget)?,
            CompressionMethod::DEFLATE => {
                let unpacked = DeflateDecoder::new(packed);
                member(name, &mut file.verifying_reader(unpacked), budget)?
            }
            _ => return refuse("this host does not support its compression"),
        });
    }
    Ok(members)
}

fn member(
    name: &[u8],
    content: &mut dyn Read,
    budget: &mut AssetBudget<'_>,
) -> Result<Member, Fault> {
    let Ok(name) = std::str::from_utf8(name) else {
        let shown = String::from_utf8_lossy(name);
        return Err(Fault::unusable("its name is not UTF-8").within(&shown));
    };
    let mut read = || {
        budget.take_name(name)?;
        Ok(Member {
            name: inner(name).map_err(Fault::unusable)?,
            content: budget.read_entry(content)?,
        })
    };
    read().map_err(|fault: Fault| fault.within(name))
}

#[cfg(test)]
mod tests;
