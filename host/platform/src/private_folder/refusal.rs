//! Why a folder or a file is not used.

use std::io;
use std::path::{Path, PathBuf};

/// A folder or a file in it is not used, and why.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct FolderError {
    /// The refused path.
    pub path: PathBuf,
    /// The fault of it.
    pub problem: Problem,
}

/// What is wrong with a folder or a file. Where a command of the system repairs it, the text has that command.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("{0}")]
    Unusable(#[from] io::Error),
    #[error("it is not a folder")]
    NoFolder,
    #[error("it is not a regular file")]
    NoFile,
    #[error("it is a symbolic link, whose target may change; name the target itself")]
    Link,
    #[error("it belongs to another user ({remedy} would make it yours)")]
    OtherOwner { remedy: String },
    #[error("others may write to it (`{remedy}` makes it yours alone)")]
    Writable { remedy: String },
    #[error("others may read it (`{remedy}` makes it yours alone)")]
    Readable { remedy: String },
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
