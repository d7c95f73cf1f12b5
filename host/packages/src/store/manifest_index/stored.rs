//! Entries of tables, read one by one.

use std::sync::OnceLock;

use pulumi_wasm_core::manifest::{Bounds, Documents, Manifest, ManifestParts, Unreadable};
use pulumi_wasm_core::schema::{EnumType, FunctionSchema, ObjectType, ResourceSchema};
use serde::de::DeserializeOwned;

use crate::store::OpenEntry;
use crate::store::manifest_index::file;
use crate::store::manifest_index::file::Bytes;
use crate::store::manifest_index::layout::{Index, Kind};
use crate::{Digest, Store};

/// The tables in an entry of the store.
#[derive(Debug)]
pub(super) struct StoredParts {
    bytes: Bytes,
    index: Index,
    store: Store,
    digest: Digest,
    /// The manifest that the tables were made of, if they were damaged.
    whole: OnceLock<Manifest>,
}

impl StoredParts {
    /// The tables in an entry of the store, with the head that every start needs, or `None` without tables of this
    /// build.
    pub(super) fn open(
        store: &Store,
        digest: &Digest,
        entry: &OpenEntry,
    ) -> Option<(Manifest, Self)> {
        let (head, index, bytes) = file::open(entry)?;
        let parts = Self {
            bytes,
            index,
            store: store.clone(),
            digest: digest.clone(),
            whole: OnceLock::new(),
        };
        Some((head, parts))
    }

    /// An entry: of the tables, else of the manifest itself.
    fn entry<T: DeserializeOwned + Clone>(
        &self,
        kind: Kind,
        position: usize,
        of_whole: impl FnOnce(&Manifest) -> Option<&T>,
    ) -> Result<T, Unreadable> {
        if self.whole.get().is_none() {
            let place = self.index.place(kind, position);
            let read = place.and_then(|place| {
                let bytes = self.bytes.read(place.offset, place.length)?;
                place.decode(&bytes)
            });
            if let Some(entry) = read {
                return Ok(entry);
            }
            tracing::debug!("the tables of {} are damaged", self.digest);
        }
        let entry = of_whole(self.whole()?).cloned();
        entry.ok_or_else(|| self.unreadable("its content has changed"))
    }

    /// The manifest. Read at its first use.
    fn whole(&self) -> Result<&Manifest, Unreadable> {
        if let Some(whole) = self.whole.get() {
            return Ok(whole);
        }
        let whole = self.read()?;
        Ok(self.whole.get_or_init(|| whole))
    }

    /// Parses the manifest and writes new tables. It removes the old tables first, so that the next start judges a
    /// refused manifest again.
    fn read(&self) -> Result<Manifest, Unreadable> {
        let entry = self.opened()?;
        let text = self.text(&entry)?;
        file::remove(entry.folder());
        // The tables were made from this text, which was judged then.
        let manifest = Manifest::parse_within(&text, &Bounds::none());
        let manifest = manifest.map_err(|error| self.unreadable(&error.to_string()))?;
        file::write(&entry, &manifest, &text);
        Ok(manifest)
    }

    fn opened(&self) -> Result<OpenEntry, Unreadable> {
        let entry = self.store.open(&self.digest);
        let entry = entry.map_err(|error| self.unreadable(&error.reason))?;
        entry.ok_or_else(|| self.unreadable("it is gone"))
    }

    /// The manifest's text, if it is the one that the tables were made of. A start takes that on trust, by the text's
    /// length: If it has changed, the tables are removed, so that the next start reads and judges the manifest.
    fn text(&self, entry: &OpenEntry) -> Result<String, Unreadable> {
        let text = entry.text();
        let text = text.map_err(|error| self.unreadable(&error.reason))?;
        let problem = match text {
            Some(text) if self.index.is_of(&text) => return Ok(text),
            Some(_) => "its content has changed",
            None => "it is not text",
        };
        file::remove(entry.folder());
        Err(self.unreadable(problem))
    }

    fn unreadable(&self, reason: &str) -> Unreadable {
        let folder = self.store.folder().join(self.digest.hex());
        Unreadable {
            reason: format!(
                "the stored manifest of the component {} cannot be used: {reason}",
                self.digest
            ),
            hint: format!(
                "remove `{}`, and run the command again: the next start reads the component anew, or says how to get it",
                folder.display()
            ),
        }
    }
}

impl ManifestParts for StoredParts {
    fn resource(&self, index: usize) -> Result<ResourceSchema, Unreadable> {
        self.entry(Kind::Resource, index, |whole| {
            whole.schema.resources.values().nth(index)
        })
    }

    fn function(&self, index: usize) -> Result<FunctionSchema, Unreadable> {
        self.entry(Kind::Function, index, |whole| {
            whole.schema.functions.values().nth(index)
        })
    }

    fn object(&self, index: usize) -> Result<ObjectType, Unreadable> {
        self.entry(Kind::Object, index, |whole| {
            whole.schema.types.objects().nth(index)
        })
    }

    fn enumeration(&self, index: usize) -> Result<EnumType, Unreadable> {
        self.entry(Kind::Enum, index, |whole| {
            whole.schema.types.enumerations().nth(index)
        })
    }

    fn documents(&self) -> Result<Documents, Unreadable> {
        let text = self.text(&self.opened()?)?;
        Documents::read(&text).map_err(|error| self.unreadable(&error.to_string()))
    }
}
