//! Child processes: how they start apart from this one, and what ended them.

mod ended_by;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::process::ExitStatus;

pub use ended_by::EndedBy;
use tokio::process::{Child, Command};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Keeps what a terminal sends to its programs, such as an interrupt, from a child that is about to start.
pub fn start_apart(command: &mut Command) -> &mut Command {
    system::start_apart(command)
}

/// Asks a process to end; on Windows, which has no such question for a process without a window, it is ended.
pub fn ask_to_end(child: &mut Child) {
    system::ask_to_end(child);
}

/// What ended a process; none if it ended by itself.
#[must_use]
pub fn ended_by(status: ExitStatus) -> Option<EndedBy> {
    system::ended_by(status)
}

/// Whether these words, which a process wrote to standard error before it failed, are the system's for want of memory or threads.
#[must_use]
pub fn ran_out_of_memory(words: &str) -> bool {
    let of_all_systems = ["memory allocation of", "failed to initiate panic"];
    of_all_systems
        .iter()
        .chain(system::OUT_OF_MEMORY)
        .any(|text| words.contains(text))
}
