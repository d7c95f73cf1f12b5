//! One process at a time fetches a component: a deployment starts many at once, and all of them want the same.

use std::fs::{File, TryLockError};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_platform::private_folder::PrivateFolder;

use crate::{Digest, Store};

/// The folder of the locks, beside the store.
const FOLDER: &str = "fetching";
/// How often a process looks whether it is its turn.
const INTERVAL: Duration = Duration::from_millis(100);
/// The time of waiting after which it is told.
const TOLD_AFTER: Duration = Duration::from_secs(1);

/// The right to fetch a component, until it is dropped. It ends with its process, in any way.
pub(super) struct FetchLock(Option<Taken>);

struct Taken {
    folder: PrivateFolder,
    name: String,
    /// Locked for as long as it is open.
    file: File,
}

impl FetchLock {
    /// Waits until no other process fetches this component, for so long at most. If the folder or its file system has no
    /// locks, nothing is waited for: then each process fetches for itself.
    pub(super) async fn take(
        store: &Store,
        digest: &Digest,
        most: Duration,
        log: &Arc<dyn LogSink>,
    ) -> Self {
        let Ok(folder) = PrivateFolder::make(&store.folder().with_file_name(FOLDER)) else {
            return Self(None);
        };
        let name = format!("{}.lock", digest.hex());
        let begun = Instant::now();
        let mut is_told = false;
        while begun.elapsed() < most {
            let Ok(file) = folder.file_to_lock(&name) else {
                break;
            };
            match file.try_lock() {
                // Its last owner may have removed it: the lock on a removed file keeps no process away.
                Ok(()) if folder.still_has(&name, &file) => {
                    return Self(Some(Taken { folder, name, file }));
                }
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(_)) => break,
            }
            if !is_told && begun.elapsed() >= TOLD_AFTER {
                is_told = true;
                let message = format!("waiting for another process, which fetches {digest}");
                log.log(Severity::Info, "", &message, true);
            }
            tokio::time::sleep(INTERVAL).await;
        }
        Self(None)
    }
}

impl Drop for FetchLock {
    fn drop(&mut self) {
        if let Some(Taken { folder, name, file }) = self.0.take() {
            // Removed first: who opens it afterwards makes a new one. An empty file that stays does no harm.
            drop(folder.remove_file(&name));
            drop(file);
        }
    }
}
