//! Limits, priority and resources of this process.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// The limits that a process sets for itself.
#[derive(Debug, Clone, Copy)]
pub struct ProcessBounds {
    /// Memory in bytes.
    pub memory: u64,
    /// Time on all processors together, in seconds.
    pub seconds: u64,
    /// The size of the largest file that it may write, in bytes. Windows has no such limit.
    pub file: u64,
}

/// Sets permanent limits for this process, and raises its niceness by `niceness` (1 to 19).
///
/// # Errors
/// If the system refuses a limit.
pub fn bind(bounds: ProcessBounds, niceness: i32) -> io::Result<()> {
    system::bind(bounds, niceness)
}

/// The maximum number of descriptors of this process, or `None` if it is unlimited.
#[must_use]
pub fn max_descriptors() -> Option<u64> {
    system::max_descriptors()
}

/// Raises the limit of descriptors to the maximum that the system allows. If the system refuses, nothing changes.
pub fn raise_descriptors() {
    system::raise_descriptors();
}

/// The maximum address space of this process in bytes, or `None` if it is unlimited.
#[must_use]
pub fn address_space() -> Option<u64> {
    system::address_space()
}

/// Raises the niceness of this thread by `niceness` (1 to 19). If the system refuses, or on macOS, which has no
/// niceness of threads, nothing changes.
pub fn give_way(niceness: i32) {
    system::give_way(niceness);
}

/// Ends this process at once, without destructors and exit handlers.
pub fn end_at_once(status: i32) {
    system::end_at_once(status);
}
