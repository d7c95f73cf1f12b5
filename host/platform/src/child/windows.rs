//! Windows.

use std::process::ExitStatus;

use tokio::process::{Child, Command};
use windows_sys::Win32::Foundation::ERROR_NOT_ENOUGH_QUOTA;
use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW};

use super::EndedBy;

/// The codes for too little memory, and for a commit that the job or the page file does not allow.
pub(super) const OUT_OF_MEMORY: &[&str] = &["(os error 8)", "(os error 14)", "(os error 1455)"];

pub(super) fn start_apart(command: &mut Command) -> &mut Command {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW)
}

pub(super) fn ask_to_end(child: &mut Child) {
    // Fails if the process has already ended.
    _ = child.start_kill();
}

/// The system ends a process with this status when the time of its job is used up.
pub(super) fn ended_by(status: ExitStatus) -> Option<EndedBy> {
    let is_time = status.code() == i32::try_from(ERROR_NOT_ENOUGH_QUOTA).ok();
    is_time.then_some(EndedBy::Time)
}
