//! What the system lets this process take, and how much it gives way to others.

mod bounds;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;

pub use bounds::ProcessBounds;
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Sets limits for this process, for ever, and lets it give way to others by `niceness` (1 to 19) from then on.
///
/// # Errors
/// When the system refuses one.
pub fn bind(bounds: ProcessBounds, niceness: i32) -> io::Result<()> {
    system::bind(bounds, niceness)
}

/// How many descriptors the process may have; none if the system sets no limit.
#[must_use]
pub fn max_descriptors() -> Option<u64> {
    system::max_descriptors()
}

/// Lets the process have as many descriptors as the system allows it. If the system refuses, nothing changes.
pub fn raise_descriptors() {
    system::raise_descriptors();
}

/// How many bytes of address space the process may use; none if nothing limits it.
#[must_use]
pub fn address_space() -> Option<u64> {
    system::address_space()
}

/// Lets this thread give way to others by `niceness` (1 to 19). If the system refuses, the thread is as others are; on macOS,
/// where a thread has no such number, it always is.
pub fn give_way(niceness: i32) {
    system::give_way(niceness);
}

/// Ends this process at once: no destructor and no exit handler runs.
pub fn end_at_once(status: i32) {
    system::end_at_once(status);
}
