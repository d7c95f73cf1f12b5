//! The contents of the store and of the cache, put together for people.

use std::collections::BTreeMap;
use std::time::SystemTime;

use pulumi_wasm_core::manifest::{Bounds, Manifest};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::{Digest, Store, kept_signatures};
use pulumi_wasm_sandbox::engine::{CodeCache, CompiledCode};

/// A component of the store.
pub(super) struct Stored {
    pub(super) digest: Digest,
    pub(super) bytes: u64,
    /// When it was added, if the system knows.
    pub(super) added: Option<SystemTime>,
    /// The package's name and version; `None` if the manifest cannot be read.
    pub(super) package: Option<(String, String)>,
    /// The number of its stored signatures, valid or not.
    pub(super) signatures: usize,
}

/// The contents of both folders.
pub(super) struct Contents {
    pub(super) stored: Vec<Stored>,
    pub(super) compiled: Vec<CompiledCode>,
}

impl Contents {
    pub(super) fn of(folders: &Folders) -> anyhow::Result<Self> {
        let digests = folders.store.digests()?;
        let stored = digests.into_iter().map(|digest| {
            Ok(Stored {
                signatures: kept_signatures(&folders.store, &digest)?,
                bytes: folders.store.bytes(&digest).unwrap_or(0),
                added: std::fs::metadata(folders.store.folder().join(digest.hex()))
                    .and_then(|metadata| metadata.modified())
                    .ok(),
                package: package(&folders.store, &digest),
                digest,
            })
        });
        let stored = stored.collect::<anyhow::Result<_>>()?;
        let mut compiled = folders.cache.entries()?;
        compiled.sort_by_key(|code| std::cmp::Reverse(code.last_used));
        Ok(Self { stored, compiled })
    }

    /// The names that people use for each component, by its digest.
    pub(super) fn names(&self) -> BTreeMap<&str, String> {
        self.stored
            .iter()
            .map(|stored| (stored.digest.hex(), stored.name()))
            .collect()
    }
}

impl Stored {
    /// The package's name and version for people.
    pub(super) fn name(&self) -> String {
        match &self.package {
            Some((name, version)) => {
                format!("{} {}", Excerpt::name(name), Excerpt::name(version))
            }
            None => "(manifest not readable)".to_owned(),
        }
    }
}

fn package(store: &Store, digest: &Digest) -> Option<(String, String)> {
    let entry = store.get(digest).ok().flatten()?;
    // It was judged when the component was added, within the limits that were set then.
    let manifest = Manifest::parse_within(&entry.manifest, &Bounds::none()).ok()?;
    Some((manifest.name().to_owned(), manifest.version().to_string()))
}

/// The two folders.
pub(super) struct Folders {
    pub(super) store: Store,
    pub(super) cache: CodeCache,
}
