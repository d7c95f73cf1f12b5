//! What tells files, and the states of a file, apart.

use std::time::SystemTime;

/// Which file or folder something is, by whatever path: its device, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileIdentity {
    pub(super) device: u64,
    pub(super) number: u128,
}

/// A file at one moment. As text it is another one whenever somebody wrote to the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileState {
    pub(super) text: String,
    pub(super) length: u64,
    pub(super) changed: Option<SystemTime>,
}
