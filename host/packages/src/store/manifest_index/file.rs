//! The file with tables in an entry of the store.

use std::fs::File;
use std::io;
use std::io::Write as _;

use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_platform::files::read_exact_at;
use pulumi_wasm_platform::private_folder::{PrivateFolder, UNFINISHED};

use crate::store::entry::{OpenEntry, TABLES_PREFIX};
use crate::store::manifest_index::layout;
use crate::store::manifest_index::layout::{FIXED, Index};

/// Each build of the plugin has its own file, so that two versions do not overwrite each other's tables.
pub(super) const NAME: &str = concat!("tables-", env!("TABLES_BUILD"));
/// How many builds have a file at most; the oldest goes.
const MAX_BUILDS: usize = 4;
/// The size of one read: most packages fit into it.
const FIRST_BYTES: usize = 32 << 10;

/// The source of entries.
#[derive(Debug)]
pub(super) enum Bytes {
    /// All bytes of a small file, which need not stay open.
    Held(Vec<u8>),
    File(File),
}

impl Bytes {
    /// Some of the bytes, or `None` if they are missing.
    pub(super) fn read(&self, offset: u64, length: usize) -> Option<Vec<u8>> {
        match self {
            Self::Held(bytes) => {
                let start = usize::try_from(offset).ok()?;
                let end = start.checked_add(length)?;
                bytes.get(start..end).map(<[u8]>::to_vec)
            }
            Self::File(file) => {
                let mut bytes = vec![0; length];
                read_exact_at(file, &mut bytes, offset).ok()?;
                Some(bytes)
            }
        }
    }
}

/// The head of the tables, which every start needs, and the place of the rest, or `None` if the tables are missing or
/// damaged, or belong to a manifest of another length.
pub(super) fn open(entry: &OpenEntry) -> Option<(Manifest, Index, Bytes)> {
    let file = entry.folder().file(NAME).ok()??;
    let length = usize::try_from(file.metadata().ok()?.len()).ok()?;
    let mut first = vec![0; length.min(FIRST_BYTES)];
    read_exact_at(&file, &mut first, 0).ok()?;
    let prefix = layout::prefix_length(first.get(..FIXED)?, entry.manifest_length())?;
    if prefix > length {
        return None;
    }
    let known = first.len();
    if prefix > known {
        first.resize(prefix, 0);
        let missing = first.get_mut(known..)?;
        read_exact_at(&file, missing, known as u64).ok()?;
    }
    let (head, index) = layout::head(first.get(..prefix)?)?;
    let bytes = if first.len() == length {
        Bytes::Held(first)
    } else {
        Bytes::File(file)
    };
    Some((head, index, bytes))
}

/// Writes the tables of a manifest that has this text. If that fails, the next start reads the manifest, as this one
/// did.
pub(super) fn write(entry: &OpenEntry, manifest: &Manifest, text: &str) {
    let written = layout::encode(manifest, text)
        .and_then(|tables| put(entry.folder(), &tables).map_err(|error| error.to_string()));
    if let Err(error) = written {
        let folder = entry.folder().path().display();
        tracing::debug!("no tables in `{folder}`: {error}");
    }
}

/// Removes tables that were found damaged, or of another manifest.
pub(super) fn remove(folder: &PrivateFolder) {
    // The next start finds a file that cannot be removed.
    drop(folder.remove_file(NAME));
}

fn put(folder: &PrivateFolder, tables: &[u8]) -> io::Result<()> {
    // The file is not synced to disk: a power cut leaves a file that fails its checksums.
    folder
        .replace(NAME, |file| file.write_all(tables))
        .map_err(io::Error::other)?;
    remove_old(folder)
}

/// Removes the tables of builds that are probably not used any more.
fn remove_old(folder: &PrivateFolder) -> io::Result<()> {
    let mut others = Vec::new();
    for name in folder.names()? {
        if name.starts_with(TABLES_PREFIX)
            && name != NAME
            && !name.ends_with(UNFINISHED)
            && let Ok(Some(file)) = folder.file(&name)
        {
            others.push((file.metadata()?.modified()?, name));
        }
    }
    others.sort();
    let most = MAX_BUILDS - 1;
    for (_, name) in others.iter().take(others.len().saturating_sub(most)) {
        folder.remove_file(name)?;
    }
    Ok(())
}
