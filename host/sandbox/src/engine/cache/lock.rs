//! One process at a time makes an entry: it holds a lock that is released when the process ends in any way.

use std::fs::{File, TryLockError};
use std::io;

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};

/// The lock of an entry.
#[derive(Debug)]
pub(crate) struct EntryLock {
    name: String,
    /// Locked for as long as it is open.
    file: File,
}

impl EntryLock {
    /// Locks an entry; `None` while another process has the lock.
    ///
    /// # Errors
    /// When the folder cannot be written to, or its file system knows no locks.
    pub(super) fn try_take(
        folder: &PrivateFolder,
        digest: &str,
    ) -> Result<Option<Self>, FolderError> {
        let name = format!("{digest}.lock");
        loop {
            let file = folder.file_to_lock(&name)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => {
                    return Err(FolderError {
                        path: folder.path().join(&name),
                        problem: error.into(),
                    });
                }
            }
            // Its last owner has removed it: the lock on the removed file excludes no process any more.
            if folder.still_has(&name, &file) {
                return Ok(Some(Self { name, file }));
            }
        }
    }

    /// Removes the lock and gives it up, in this order.
    pub(super) fn release(self, folder: &PrivateFolder) -> io::Result<()> {
        let removed = folder.remove_file(&self.name);
        drop(self.file);
        removed
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn one_at_a_time_has_the_lock_and_nothing_is_left() {
        let outside = tempfile::tempdir().expect("a folder");
        let folder = PrivateFolder::make(&outside.path().join("cache")).expect("it is made");
        let inside = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut taken = 0;
                    while taken < 50 {
                        let Some(lock) = EntryLock::try_take(&folder, "x").expect("a lock") else {
                            std::thread::yield_now();
                            continue;
                        };
                        taken += 1;
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        assert_eq!(inside.fetch_sub(1, Ordering::SeqCst), 1);
                        lock.release(&folder).expect("it is released");
                    }
                });
            }
        });
        assert!(folder.names().expect("names").is_empty());
    }
}
