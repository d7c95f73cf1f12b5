//! The file in which this user's credentials for registries are kept. Two commands that change it at once lose nothing
//! of each other.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_platform::files::open_without_waiting;
use pulumi_wasm_platform::private_folder::PrivateFolder;

use crate::files::whole_file::{self, Audience};

/// The maximum size of a file of credentials in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// How long the command waits for another command, which holds the file for milliseconds, and how often it checks.
const MAX_WAIT: Duration = Duration::from_secs(5);
const INTERVAL: Duration = Duration::from_millis(20);

/// The file that is written.
pub(super) struct CredentialsFile(PathBuf);

impl CredentialsFile {
    /// The file of this machine: the target of a link, so that the link stays.
    ///
    /// # Errors
    /// If its folder is unknown.
    pub(super) fn of_machine() -> anyhow::Result<Self> {
        let places = environment::registry_credentials();
        let file = places.own.or(places.kept);
        let file = file.ok_or_else(|| {
            anyhow!("there is no home folder to keep credentials in\nhint: set `PULUMI_HOME`")
        })?;
        Ok(Self(file.canonicalize().unwrap_or(file)))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The bytes of the file, or `None` if it is missing.
    ///
    /// # Errors
    /// When it cannot be read, or is something else than a file of that size.
    pub(super) fn read(&self) -> anyhow::Result<Option<Vec<u8>>> {
        let shown = self.0.display();
        let failed = || format!("cannot read `{shown}`");
        // A pipe in its place would block the command for ever.
        let opened = match open_without_waiting(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.with_context(failed)?,
        };
        ensure!(
            opened.metadata().with_context(failed)?.is_file(),
            "cannot read `{shown}`: it is not a regular file\nhint: name another file in `{}`",
            environment::REGISTRY_AUTH
        );
        let mut bytes = Vec::new();
        let read = opened.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.with_context(failed)?;
        ensure!(
            bytes.len() as u64 <= MAX_BYTES,
            "`{shown}` is larger than 1 MiB, and not a file of credentials"
        );
        Ok(Some(bytes))
    }

    /// Changes the file under a lock, and returns whether it changed. `change` gets the bytes, or `None` if the file is
    /// missing. It returns the new bytes, `None` to leave the file as it is, or a sentence on why the file cannot be
    /// changed.
    ///
    /// # Errors
    /// When it cannot be read, changed or written; the old one stays.
    pub(super) fn change(
        &self,
        change: impl FnOnce(Option<&[u8]>) -> Result<Option<Vec<u8>>, String>,
    ) -> anyhow::Result<bool> {
        let _turn = Turn::take(&self.0);
        let before = self.read()?;
        let after = change(before.as_deref()).map_err(|reason| self.unusable(&reason))?;
        let Some(after) = after else {
            return Ok(false);
        };
        let written = whole_file::write(&self.0, &after, Audience::Owner);
        written.with_context(|| format!("cannot write `{}`", self.0.display()))?;
        Ok(true)
    }

    /// The error for a file that cannot be changed.
    pub(super) fn unusable(&self, reason: &str) -> anyhow::Error {
        anyhow!(
            "`{}` cannot be changed: {reason}\nhint: correct or remove it, or name another file in `{}`",
            self.0.display(),
            environment::REGISTRY_AUTH
        )
    }
}

/// The right to change the file, among commands of this tool, until it is dropped. The lock is released when the
/// process ends in any way.
struct Turn(Option<LockedFile>);

struct LockedFile {
    folder: PrivateFolder,
    name: String,
    /// Locked for as long as it is open.
    file: File,
}

impl Turn {
    /// Waits for other commands, for a few seconds at most. If the folder is open to other users, or its file system
    /// has no locks, it does not wait.
    fn take(path: &Path) -> Self {
        let name = path.file_name().and_then(|name| name.to_str());
        let (Some(folder), Some(name)) = (path.parent(), name) else {
            return Self(None);
        };
        let Ok(folder) = PrivateFolder::make(folder) else {
            return Self(None);
        };
        let name = format!(".{name}.lock");
        let begun = Instant::now();
        while begun.elapsed() < MAX_WAIT {
            let Ok(file) = folder.file_to_lock(&name) else {
                break;
            };
            match file.try_lock() {
                // Its last owner may have removed it: a lock on a removed file excludes no other process.
                Ok(()) if folder.still_has(&name, &file) => {
                    return Self(Some(LockedFile { folder, name, file }));
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => thread::sleep(INTERVAL),
                Err(TryLockError::Error(_)) => break,
            }
        }
        Self(None)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(LockedFile { folder, name, file }) = self.0.take() {
            // Removed first, so that the next process that opens it creates a new one.
            drop(folder.remove_file(&name));
            drop(file);
        }
    }
}
