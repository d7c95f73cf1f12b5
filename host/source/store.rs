//! The content-addressed store of components: a folder for each digest, written once and never changed.
//!
//! Entries are never evicted: a stack's state names the digest that made it, and a destroy may need it years later.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::{Digest, SourceError};

const COMPONENT: &str = "component.wasm";
const MANIFEST: &str = "manifest.json";

/// A store in a folder, which is made when something is put in.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

/// A component in the store.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The component itself. Its bytes were hashed when they came in, and are trusted by their name since.
    pub component: PathBuf,
    /// Its manifest.
    pub manifest: String,
}

impl Store {
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where the store is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, digest: &Digest) -> PathBuf {
        self.folder.join(digest.hex())
    }

    /// Looks a component up. Reads its manifest, not the component.
    ///
    /// # Errors
    /// When the store cannot be read, or others may write to it: its entries are trusted by their names.
    pub fn get(&self, digest: &Digest) -> Result<Option<Entry>, SourceError> {
        let folder = self.path(digest);
        let component = folder.join(COMPONENT);
        let manifest = match fs::read_to_string(folder.join(MANIFEST)) {
            Ok(manifest) => manifest,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.unusable("read", &error)),
        };
        self.make_sure_of_owner()?;
        Ok(component.is_file().then_some(Entry {
            component,
            manifest,
        }))
    }

    /// Puts a component in, with its manifest. Whatever happens meanwhile, a crash or another writer, an entry is there
    /// as a whole or not at all.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn put(
        &self,
        digest: &Digest,
        component: &[u8],
        manifest: &str,
    ) -> Result<Entry, SourceError> {
        if let Some(entry) = self.get(digest)? {
            return Ok(entry);
        }
        let failed = |error: io::Error| self.unusable("write to", &error);
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)
            .map_err(failed)?;
        self.make_sure_of_owner()?;
        let unfinished = self.folder.join(format!(
            ".{}.{}.{}",
            digest.hex(),
            std::process::id(),
            unique()
        ));
        let written = write_entry(&unfinished, component, manifest).and_then(|()| {
            match fs::rename(&unfinished, self.path(digest)) {
                // Another writer was faster: a folder with content is never replaced.
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists
                    ) =>
                {
                    Ok(())
                }
                other => other,
            }
        });
        // What is left of an attempt is of no use to anybody.
        drop(fs::remove_dir_all(&unfinished));
        written.map_err(failed)?;
        sync_folder(&self.folder).map_err(failed)?;
        self.get(digest)?
            .ok_or_else(|| self.unusable("write to", &io::Error::other("the entry vanished")))
    }

    /// Others who can write to the store could change what runs.
    fn make_sure_of_owner(&self) -> Result<(), SourceError> {
        let metadata = fs::metadata(&self.folder).map_err(|error| self.unusable("read", &error))?;
        if metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(self.unusable("trust", &io::Error::other("it belongs to another user")));
        }
        if metadata.mode() & 0o022 != 0 {
            return Err(self.unusable(
                "trust",
                &io::Error::other("others may write to it (`chmod go-w` it)"),
            ));
        }
        Ok(())
    }

    fn unusable(&self, verb: &str, error: &io::Error) -> SourceError {
        let hint = match error.kind() {
            io::ErrorKind::StorageFull => "free some room on that disk",
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "make the folder yours and writable, or set `PULUMI_HOME` to another one"
            }
            _ => "see that `PULUMI_HOME` names a folder of yours",
        };
        SourceError::new(format!(
            "cannot {verb} the component store `{}`: {error}",
            self.folder.display()
        ))
        .hint(hint)
    }
}

fn write_entry(folder: &Path, component: &[u8], manifest: &str) -> io::Result<()> {
    fs::DirBuilder::new().mode(0o700).create(folder)?;
    for (name, bytes) in [(COMPONENT, component), (MANIFEST, manifest.as_bytes())] {
        let mut file = File::create_new(folder.join(name))?;
        file.write_all(bytes)?;
        // On disk before the entry gets its name: a crash must not leave half of it under that name.
        file.sync_all()?;
    }
    sync_folder(folder)
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// A number that no other attempt of this process has.
fn unique() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("wasm/store"));
        (folder, store)
    }

    #[test]
    fn what_was_put_in_is_found_and_nothing_else_is_left() {
        let (_folder, store) = store();
        let digest = Digest::of(b"component");
        assert!(store.get(&digest).expect("an empty store").is_none());
        store
            .put(&digest, b"component", "{}")
            .expect("it is written");
        let entry = store.put(&digest, b"component", "{}").expect("it is there");
        assert_eq!(
            fs::read(entry.component).expect("the component"),
            b"component"
        );
        assert_eq!(fs::read_dir(store.folder()).expect("the store").count(), 1);
    }

    #[test]
    fn many_writers_at_once_leave_one_whole_entry() {
        let (_folder, store) = store();
        let bytes = vec![7; 1 << 20];
        let digest = Digest::of(&bytes);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| store.put(&digest, &bytes, "{}").expect("it is written"));
            }
        });
        assert_eq!(fs::read_dir(store.folder()).expect("the store").count(), 1);
        let entry = store.get(&digest).expect("the store").expect("the entry");
        assert_eq!(
            Digest::of(&fs::read(entry.component).expect("the component")),
            digest
        );
    }

    #[test]
    fn what_a_crash_left_is_no_entry() {
        let (_folder, store) = store();
        let digest = Digest::of(b"component");
        store
            .put(&Digest::of(b"other"), b"other", "{}")
            .expect("it is written");
        // A writer that died: its folder has no manifest yet, under the name of its attempt.
        fs::create_dir(store.folder().join(format!(".{}.1.0", digest.hex()))).expect("a folder");
        assert!(store.get(&digest).expect("the store").is_none());
        store
            .put(&digest, b"component", "{}")
            .expect("it is written");
        assert!(store.get(&digest).expect("the store").is_some());
    }

    #[test]
    fn a_store_that_others_can_write_to_is_not_trusted() {
        let (_folder, store) = store();
        let digest = Digest::of(b"component");
        store
            .put(&digest, b"component", "{}")
            .expect("it is written");
        fs::set_permissions(store.folder(), fs::Permissions::from_mode(0o777))
            .expect("permissions");
        let error = store.get(&digest).expect_err("it is refused");
        assert!(error.reason.contains("others may write to it"), "{error}");
    }

    #[test]
    fn a_store_that_cannot_be_written_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        let error = Store::new(file.join("store"))
            .put(&Digest::of(b"x"), b"x", "{}")
            .expect_err("it fails");
        assert!(
            error.reason.contains("component store") && error.hint.is_some(),
            "{error}"
        );
    }
}
