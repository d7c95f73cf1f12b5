//! Searches the places where the engine or a language reads parameter values: generated SDKs, installed packages, lock
//! files, other files of a project, and stack state. Values decide which code runs.
//!
//! Files may be damaged or hostile. Reading is bounded, and the review reports a file that it cannot judge. It finds values
//! as code generators and the engine write them, and not values that code hides.

mod backend;
mod file;
mod members;
mod plugin;
mod state;
#[cfg(test)]
mod tests;
mod values;
mod walk;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub use backend::Backend;

use super::{Declared, ParameterValue};

/// More values than this in all files are an error.
const MAX_FINDINGS: usize = 20_000;

/// A value and where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub file: PathBuf,
    /// The URN of the resource with the value, in a stack's state.
    pub urn: Option<String>,
    pub value: ParameterValue,
}

/// A file that cannot be judged, or was left out, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnreadableFile {
    pub file: PathBuf,
    pub reason: String,
}

/// The result of a review.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Review {
    pub findings: Vec<Finding>,
    pub unreadable: Vec<UnreadableFile>,
    /// The files that were left out on purpose.
    pub left_out: Vec<UnreadableFile>,
    /// The number of files that were searched.
    pub files: usize,
    /// The values that were found, by file and resource, and the reports about files.
    seen: HashSet<(PathBuf, Option<String>, Vec<u8>)>,
    told: HashSet<UnreadableFile>,
    /// The folders that the file backend keeps its `.pulumi` in.
    backends: Vec<PathBuf>,
}

impl Review {
    /// Declares a folder of the file backend. Called before a folder that may contain it is read.
    pub fn keep_state_in(&mut self, folder: &Path) {
        self.backends.push(folder.to_owned());
    }

    /// Adds a value. A value that a file has twice counts once, with its resource if that is known.
    fn add_value(&mut self, file: &Path, urn: Option<&str>, bytes: &[u8]) {
        let value = match ParameterValue::parse(bytes) {
            Ok(value) => value,
            Err(error) => return self.add_unreadable(file, error.reason),
        };
        let key = |urn: Option<&str>| (file.to_owned(), urn.map(str::to_owned), value.to_bytes());
        if self.seen.contains(&key(urn)) {
            return;
        }
        if self.findings.len() == MAX_FINDINGS {
            let reason =
                format!("more than {MAX_FINDINGS} values were found; this one is not reviewed");
            return self.add_unreadable(file, reason);
        }
        self.seen.extend([key(urn), key(None)]);
        self.findings.push(Finding {
            file: file.to_owned(),
            urn: urn.map(str::to_owned),
            value,
        });
    }

    fn add_left_out(&mut self, file: &Path, reason: &str) {
        let left_out = UnreadableFile {
            file: file.to_owned(),
            reason: reason.to_owned(),
        };
        if self.told.insert(left_out.clone()) {
            self.left_out.push(left_out);
        }
    }

    fn add_unreadable(&mut self, file: &Path, reason: impl Into<String>) {
        let unreadable = UnreadableFile {
            file: file.to_owned(),
            reason: reason.into(),
        };
        if self.told.insert(unreadable.clone()) {
            self.unreadable.push(unreadable);
        }
    }
}
