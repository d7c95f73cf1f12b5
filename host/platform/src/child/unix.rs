//! Linux and macOS.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};

use super::EndedBy;

/// Parts of the messages. The last one is the place where Rust's runtime allocates the signal stack of a new
/// thread.
pub(super) const OUT_OF_MEMORY: &[&str] = &[
    "Cannot allocate memory",
    "(os error 12)",
    "(os error 11)",
    "code: 12,",
    "code: 11,",
    "unix/stack_overflow.rs",
];

pub(super) fn start_apart(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

pub(super) fn ask_to_end(child: &mut Child) {
    let id = child.id().and_then(|id| i32::try_from(id).ok());
    if let Some(id) = id.and_then(Pid::from_raw) {
        // If the child has ended, its number is not reused before the parent has waited for it.
        _ = kill_process(id, Signal::TERM);
    }
}

pub(super) fn ended_by(status: ExitStatus) -> Option<EndedBy> {
    let is = |signal: Signal| status.signal() == Some(signal.as_raw());
    if is(Signal::XCPU) {
        Some(EndedBy::Time)
    } else if is(Signal::XFSZ) {
        Some(EndedBy::FileSize)
    } else {
        is(Signal::KILL).then_some(EndedBy::Killed)
    }
}
