//! The process that started this one, and whether it is still there.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::time::Duration;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// The thread that looks needs next to nothing.
const WATCHER_STACK_BYTES: usize = 64 << 10;

/// The process that started this one.
#[derive(Debug)]
pub struct Parent(system::Parent);

impl Parent {
    /// Finds it; none if it is gone already, as far as the system can tell, or if there never was one.
    #[must_use]
    pub fn find() -> Option<Self> {
        system::Parent::find().map(Self)
    }

    /// Whether it still runs.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.0.is_alive()
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

/// Makes sure that this process does not outlive the one with the number `parent`, which started it and waits for it, by more
/// than `interval`. It looks for itself: the signal that Linux could send comes when a thread of the parent ends, and threads
/// come and go there. It ends with this status.
///
/// # Errors
/// When the parent is gone already, or no thread can be started.
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
    // A thread takes memory while it starts, which it might not get under limits that are set next.
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
