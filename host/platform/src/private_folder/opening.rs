//! How the files of a private folder are opened, and the folder is emptied.

/// How often a folder is emptied while another process, which has it open, still writes to it.
pub(super) const ATTEMPTS: usize = 8;

/// What a file is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is there, and read.
    Read,
    /// It is made where there is none, and left as it is where there is one.
    Lock,
    /// It is made, and must not be there.
    New,
}

/// As what a file is closed to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// Others may not change it.
    ToWriters,
    /// Others may not even read it.
    ToAll,
}
