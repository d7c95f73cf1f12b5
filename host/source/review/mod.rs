//! Reading parameter values where Pulumi keeps them: in generated SDKs, lock files and stack state. What runs is the
//! value, so that is what is reviewed.
//!
//! What is read here was written by others, and may be damaged or made to deceive: it is bounded, links are not followed,
//! and what cannot be judged is told.

mod backend;
mod sdk;
mod state;
#[cfg(test)]
mod tests;
mod walk;

use std::path::{Path, PathBuf};

use super::{Declared, ParameterValue};
pub use backend::Backend;

/// A value, and where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub file: PathBuf,
    /// The resource that has it, where that is a stack's state.
    pub urn: Option<String>,
    pub value: ParameterValue,
}

/// Something that cannot be judged, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    pub file: PathBuf,
    pub reason: String,
}

/// Everything that was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Review {
    pub findings: Vec<Finding>,
    pub unreadable: Vec<Unreadable>,
}

impl Review {
    /// Reads what lies in a project's folder: SDKs, lock files, and the state of stacks in a `.pulumi` of its own.
    pub fn add_folder(&mut self, folder: &Path) {
        walk::walk(self, folder);
    }

    /// Reads a stack's state: an export, or a file of the file backend.
    pub fn add_state(&mut self, file: &Path) {
        state::read(self, file);
    }

    /// Looks at the bytes of a file below `sdks`, as if it had been read there.
    pub fn add_sdk_file(&mut self, file: &Path, bytes: &[u8]) {
        sdk::look_at(self, file, bytes, true);
    }

    /// Looks at the bytes of a stack's state; they are zipped where the file's name ends with `.gz`.
    pub fn add_state_bytes(&mut self, file: &Path, bytes: &[u8]) {
        state::look_at(self, file, bytes);
    }

    /// Reads the state of a project's stacks in a folder of the file backend.
    pub fn add_backend(&mut self, folder: &Path, project: &str) {
        // A name that leads elsewhere is no project's.
        if !project.is_empty() && !project.contains(['/', '\\']) && !project.starts_with('.') {
            walk::stacks(self, &folder.join(".pulumi/stacks").join(project));
        }
    }

    /// Adds what some text says; a value that a file has twice counts once.
    fn add_value(&mut self, file: &Path, urn: Option<&str>, bytes: &[u8]) {
        match ParameterValue::parse(bytes) {
            Ok(value) => {
                let finding = Finding {
                    file: file.to_owned(),
                    urn: urn.map(str::to_owned),
                    value,
                };
                if !self.findings.contains(&finding) {
                    self.findings.push(finding);
                }
            }
            Err(error) => self.add_unreadable(file, error.reason),
        }
    }

    fn add_unreadable(&mut self, file: &Path, reason: impl Into<String>) {
        let unreadable = Unreadable {
            file: file.to_owned(),
            reason: reason.into(),
        };
        if !self.unreadable.contains(&unreadable) {
            self.unreadable.push(unreadable);
        }
    }
}
