//! The common part of this program's child processes: they bind themselves, and end with the process that waits for
//! them.
//!
//! They set their limits themselves: without unsafe code, a process cannot set the limits of another process before
//! that process runs.

use std::io;
use std::time::Duration;

use pulumi_wasm_platform::parent;
use pulumi_wasm_platform::process;
pub(super) use pulumi_wasm_platform::process::ProcessBounds;

/// The niceness of a child: small, because a call waits for it.
const NICENESS: i32 = 2;
/// How long a child may outlive its parent.
const LOOK_FOR_PARENT_EVERY: Duration = Duration::from_millis(200);

/// Sets the limits that the system holds this process to.
///
/// # Errors
/// If the system refuses a limit.
pub(super) fn bind(bounds: ProcessBounds) -> io::Result<()> {
    process::bind(bounds, NICENESS)
}

/// Ends this process when the waiting process has ended. It ends with this status.
///
/// # Errors
/// When the parent is gone already, or no thread can be started.
pub(super) fn end_with_parent(parent: u32, status: u8) -> Result<(), String> {
    parent::end_with(parent, LOOK_FOR_PARENT_EVERY, status)
}
