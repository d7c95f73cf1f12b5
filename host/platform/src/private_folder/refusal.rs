//! Why a folder or a file is not used.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use pulumi_wasm_core::text::quoted;

/// Others may change it.
pub(super) const WRITABLE_FOR_OTHERS: u32 = 0o022;
/// Others may do anything with it.
pub(super) const OPEN_FOR_OTHERS: u32 = 0o077;

/// A folder or a file in it is not used, and why.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct FolderError {
    /// The refused path.
    pub path: PathBuf,
    /// The fault of it.
    pub problem: Problem,
}

/// The fault of a folder or a file. If a command repairs it, the text has that command.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("{0}")]
    Unusable(#[from] io::Error),
    #[error("it is not a folder")]
    NoFolder,
    #[error("it is not a regular file")]
    NoFile,
    #[error("it is a symbolic link, which may come to lead elsewhere; name what it leads to")]
    Link,
    #[error("it belongs to another user (user id {owner}; `sudo chown {user} {path}` would make it yours)", path = quoted(&.path.to_string_lossy()))]
    OtherOwner {
        owner: u32,
        user: u32,
        path: PathBuf,
    },
    #[error("others may write to it (`chmod go-w {path}` makes it yours alone)", path = quoted(&.path.to_string_lossy()))]
    Writable { path: PathBuf },
    #[error("others may read it (`chmod go= {path}` makes it yours alone)", path = quoted(&.path.to_string_lossy()))]
    Readable { path: PathBuf },
}

impl FolderError {
    pub(super) fn new(path: &Path, problem: impl Into<Problem>) -> Self {
        Self {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }

    /// The error of the system, if the system refused.
    #[must_use]
    pub fn kind(&self) -> Option<io::ErrorKind> {
        match &self.problem {
            Problem::Unusable(error) => Some(error.kind()),
            _ => None,
        }
    }
}

/// Others who can write to it could change the code that runs. `forbidden` is what they may not be permitted.
pub(super) fn judge(
    path: &Path,
    metadata: &std::fs::Metadata,
    forbidden: u32,
) -> Result<(), FolderError> {
    let user = rustix::process::geteuid().as_raw();
    let permitted = metadata.mode() & forbidden;
    let path = path.to_owned();
    let problem = if metadata.uid() != user {
        Problem::OtherOwner {
            owner: metadata.uid(),
            user,
            path: path.clone(),
        }
    } else if permitted & WRITABLE_FOR_OTHERS != 0 {
        Problem::Writable { path: path.clone() }
    } else if permitted != 0 {
        Problem::Readable { path: path.clone() }
    } else {
        return Ok(());
    };
    Err(FolderError { path, problem })
}

/// Describes the entry that is there instead of the expected one.
pub(super) fn explain(
    path: &Path,
    error: rustix::io::Errno,
    found: io::Result<std::fs::Metadata>,
) -> FolderError {
    use rustix::io::Errno;
    let problem = match found {
        Ok(found) if found.is_symlink() => Problem::Link,
        Ok(_) if error == Errno::NOTDIR => Problem::NoFolder,
        Ok(found) if found.is_dir() && error == Errno::ISDIR => Problem::NoFile,
        _ => Problem::Unusable(error.into()),
    };
    FolderError::new(path, problem)
}
