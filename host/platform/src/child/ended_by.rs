//! What ended a process.

/// A limit of [`crate::process::bind`], or somebody, that ended a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBy {
    /// It computed for longer than it may.
    Time,
    /// It wrote a larger file than it may.
    FileSize,
    /// Another process ended it, or the system, because there was no memory left. Windows does not tell that from other ends.
    Killed,
}
