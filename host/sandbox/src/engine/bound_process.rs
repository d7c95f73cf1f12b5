//! The common part of this program's child processes: they bind themselves, and end with the process that waits for
//! them.
//!
//! They set their limits themselves, because a process cannot set another's before that runs without unsafe code.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getppid, nice, setrlimit};

/// How much a child gives way to other processes: a little, because a call waits for it.
const NICENESS: i32 = 2;
/// How long a child may outlive its parent.
const LOOK_FOR_PARENT_EVERY: Duration = Duration::from_millis(200);
/// The thread that looks needs next to nothing.
const WATCHER_STACK_BYTES: usize = 64 << 10;

/// The amounts that the system lets a process take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Bytes of memory.
    pub(super) memory: u64,
    /// Seconds on all processors together.
    pub(super) seconds: u64,
    /// Bytes of the largest file that it may write.
    pub(super) file: u64,
}

/// Sets the limits that the system holds this process to.
///
/// # Errors
/// When the system refuses one.
pub(super) fn bind(bounds: Bounds) -> rustix::io::Result<()> {
    let limit = |resource, value: u64| {
        let hard = rustix::process::getrlimit(resource).maximum;
        let value = hard.map_or(value, |hard| value.min(hard));
        setrlimit(
            resource,
            Rlimit {
                current: Some(value),
                maximum: Some(value),
            },
        )
    };
    // The compiler reserves room that it does not use: on Linux, writable memory is counted instead.
    limit(MEMORY, bounds.memory)?;
    limit(Resource::Cpu, bounds.seconds)?;
    limit(Resource::Fsize, bounds.file)?;
    // A core dump would fill the disk, and has no use.
    limit(Resource::Core, 0)?;
    #[cfg(target_os = "linux")]
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    nice(NICENESS)?;
    Ok(())
}

#[cfg(target_os = "linux")]
const MEMORY: Resource = Resource::Data;
#[cfg(not(target_os = "linux"))]
const MEMORY: Resource = Resource::As;

/// Makes sure that this process does not outlive the one that waits for it. It checks by itself: the system's signal
/// comes when a thread of the parent ends, and threads come and go there. It ends with this status.
///
/// # Errors
/// When the parent is gone already, or no thread can be started.
pub(super) fn end_with_parent(parent: u32, status: u8) -> Result<(), String> {
    is_child_of(parent)?;
    let (begin, has_begun) = std::sync::mpsc::channel();
    std::thread::Builder::new()
        .name("parent".to_owned())
        .stack_size(WATCHER_STACK_BYTES)
        .spawn(move || {
            _ = begin.send(());
            while is_child_of(parent).is_ok() {
                std::thread::sleep(LOOK_FOR_PARENT_EVERY);
            }
            std::process::exit(status.into());
        })
        .map_err(|error| format!("cannot start a thread: {error}"))?;
    // A thread takes memory while it starts, which it might not get under the limits that are set next.
    has_begun
        .recv()
        .map_err(|error| format!("cannot start a thread: {error}"))
}

fn is_child_of(parent: u32) -> Result<(), String> {
    let found = getppid().map(|process| process.as_raw_nonzero().get().unsigned_abs());
    match found == Some(parent) {
        true => Ok(()),
        false => Err("the process that waited for it is gone".to_owned()),
    }
}
