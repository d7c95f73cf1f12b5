//! The limits that a process sets for itself.

/// Limits that a process sets for itself.
#[derive(Debug, Clone, Copy)]
pub struct ProcessBounds {
    /// Bytes of memory.
    pub memory: u64,
    /// Seconds on all processors together.
    pub seconds: u64,
    /// Bytes of the largest file that it may write. Windows has no such limit.
    pub file: u64,
}
