//! Reading parameter values at all places at which the engine or a language would: in generated SDKs, installed
//! packages, declarations in YAML, any other file of a project, and stack state. The value decides which code runs, so
//! the review reads values.
//!
//! The files were written by others, and may be damaged or made to deceive: reading is bounded, and a file that cannot
//! be judged is reported.

mod backend;
mod budget;
mod file;
mod git;
mod members;
mod packed;
mod plugin;
mod reading;
mod state;
#[cfg(test)]
mod tests;
mod values;
mod walk;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub use backend::Backend;
use budget::{Budget, MAX_FINDINGS};

use super::{Declared, ParameterValue};

/// A value, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub file: PathBuf,
    /// The resource that has it, in a stack's state.
    pub urn: Option<String>,
    pub value: ParameterValue,
}

/// Something that cannot be judged, or was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnreadableFile {
    pub file: PathBuf,
    pub reason: String,
}

/// Everything that was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Review {
    pub findings: Vec<Finding>,
    pub unreadable: Vec<UnreadableFile>,
    /// The files that were left out on purpose.
    pub left_out: Vec<UnreadableFile>,
    /// How many files were looked at.
    pub files: usize,
    /// The values that were found, by file and resource, and the reports about files.
    seen: HashSet<(PathBuf, Option<String>, Vec<u8>)>,
    told: HashSet<UnreadableFile>,
    /// The folders that the file backend keeps its `.pulumi` in.
    backends: Vec<PathBuf>,
    budget: Budget,
}

impl Review {
    /// Says that the file backend keeps state in this folder; to be called before a folder is read that it may lie in.
    pub fn keep_state_in(&mut self, folder: &Path) {
        self.backends.push(folder.to_owned());
    }

    /// Adds what some text says; a value that a file has twice counts once, for a resource if it is there.
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
            let reason = format!("more than {MAX_FINDINGS} values were found, this one is left");
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
