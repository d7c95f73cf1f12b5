//! Child processes: starting them apart from the terminal, asking them to end, and learning why they ended.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::process::ExitStatus;

use tokio::process::{Child, Command};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Why a process ended without exiting: a limit of [`crate::process::bind`], or a kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBy {
    /// It used up its time on processors.
    Time,
    /// It wrote a file that is larger than its limit.
    FileSize,
    /// Another process killed it, or the system did because memory ran out. Windows does not report this.
    Killed,
}

/// Starts the child in a separate process group, so that signals of the terminal, such as an interrupt, do not
/// reach it.
pub fn start_apart(command: &mut Command) -> &mut Command {
    system::start_apart(command)
}

/// Asks a process to end. On Windows it is ended at once, because a process without a window cannot be asked.
pub fn ask_to_end(child: &mut Child) {
    system::ask_to_end(child);
}

/// The limit or signal that ended a process, or `None` if it exited.
#[must_use]
pub fn ended_by(status: ExitStatus) -> Option<EndedBy> {
    system::ended_by(status)
}

/// Whether a message on standard error says that the system had no memory or threads left.
#[must_use]
pub fn ran_out_of_memory(words: &str) -> bool {
    let of_all_systems = ["memory allocation of", "failed to initiate panic"];
    of_all_systems
        .iter()
        .chain(system::OUT_OF_MEMORY)
        .any(|text| words.contains(text))
}
