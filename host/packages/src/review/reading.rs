//! What a review is asked to read.

use std::path::{Path, PathBuf};

use super::{Review, file, state, walk};

impl Review {
    /// Reads all that lies in a folder, or a single file, but for paths that are excluded, with all below them. The state
    /// of stacks in the `.pulumi` of the folder, or of a backend, is read as such. Links are followed.
    pub fn add_folder(&mut self, folder: &Path, excluded: &[PathBuf]) {
        walk::walk(self, folder, excluded);
    }

    /// Reads a stack's state: an export, or a file of the file backend.
    pub fn add_state(&mut self, file: &Path) {
        state::read(self, file);
    }

    /// Looks at the bytes of a file below `sdks`, as if it had been read there.
    pub fn add_sdk_file(&mut self, file: &Path, bytes: &[u8]) {
        file::look_at(self, file, bytes, true);
    }

    /// Looks at the bytes of a stack's state; they are zipped if the file's name ends with `.gz`.
    pub fn add_state_bytes(&mut self, file: &Path, bytes: &[u8]) {
        state::look_at(self, file, bytes);
    }

    /// Reads the state of a project's stacks in a folder of the file backend.
    pub fn add_backend(&mut self, folder: &Path, project: &str) {
        // A name that leads elsewhere is not a project's.
        if !project.is_empty() && !project.contains(['/', '\\']) && !project.starts_with('.') {
            walk::stacks(self, &folder.join(".pulumi/stacks").join(project));
        }
    }
}
