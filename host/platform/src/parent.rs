//! The process that started this one, and whether it still runs.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::time::Duration;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// The watching thread needs very little stack.
const WATCHER_STACK_BYTES: usize = 64 << 10;

/// The process that started this one.
#[derive(Debug)]
pub struct Parent(system::Parent);

impl Parent {
    /// Finds the parent. Returns `None` without a parent, or if it has visibly ended.
    #[must_use]
    pub fn find() -> Option<Self> {
        system::Parent::find().map(Self)
    }

    /// Whether the parent still runs.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.0.is_alive()
    }

    /// The parent's process number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

/// Ends this process with `status` at most `interval` after the process `parent` has ended. `parent` must be the
/// process that started this one. A thread polls for this, because Linux's own signal (`PR_SET_PDEATHSIG`) comes
/// when the parent's thread ends, not the process.
///
/// # Errors
/// If the parent has already ended, or a thread cannot be started.
pub fn end_with(parent: u32, interval: Duration, status: u8) -> Result<(), String> {
    let found = Parent::find().filter(|found| found.id() == parent && found.is_alive());
    let Some(parent) = found else {
        return Err("the process that waited for it is gone".to_owned());
    };
    let (begin, has_begun) = std::sync::mpsc::channel();
    std::thread::Builder::new()
        .name("parent".to_owned())
        .stack_size(WATCHER_STACK_BYTES)
        .spawn(move || {
            _ = begin.send(());
            while parent.is_alive() {
                std::thread::sleep(interval);
            }
            std::process::exit(status.into());
        })
        .map_err(|error| format!("cannot start a thread: {error}"))?;
    // The thread allocates memory while it starts. Limits that the caller sets next might not leave it enough.
    has_begun
        .recv()
        .map_err(|error| format!("cannot start a thread: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_process_that_runs_the_tests_is_alive_and_another_is_not_its_parent() {
        let parent = Parent::find().expect("something runs the tests");
        assert!(parent.is_alive());
        assert_ne!(parent.id(), std::process::id());
        let other = end_with(std::process::id(), Duration::from_secs(1), 1);
        assert!(other.is_err_and(|reason| reason.contains("is gone")));
    }
}
