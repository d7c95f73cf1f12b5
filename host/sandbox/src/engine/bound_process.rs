//! The common part of this program's child processes: they bind themselves, and end with the process that waits for
//! them.
//!
//! They set their limits themselves, because a process cannot set another's before that runs without unsafe code.

use std::io;
use std::time::Duration;

use pulumi_wasm_platform::parent;
use pulumi_wasm_platform::process;
pub(super) use pulumi_wasm_platform::process::ProcessBounds;

/// How much a child gives way to other processes: a little, because a call waits for it.
const NICENESS: i32 = 2;
/// How long a child may outlive its parent.
const LOOK_FOR_PARENT_EVERY: Duration = Duration::from_millis(200);

/// Sets the limits that the system holds this process to.
///
/// # Errors
/// When the system refuses one.
pub(super) fn bind(bounds: ProcessBounds) -> io::Result<()> {
    process::bind(bounds, NICENESS)
}

/// Makes sure that this process does not outlive the one that waits for it. It ends with this status.
///
/// # Errors
/// When the parent is gone already, or no thread can be started.
pub(super) fn end_with_parent(parent: u32, status: u8) -> Result<(), String> {
    parent::end_with(parent, LOOK_FOR_PARENT_EVERY, status)
}
