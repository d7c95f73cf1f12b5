//! Linux and macOS.

use std::io;

use rustix::process::{Resource, Rlimit, Signal, getpid, getrlimit, kill_process, nice, setrlimit};

use super::ProcessBounds;

/// The compiler reserves address space that it does not use. On Linux, writable memory is limited instead.
#[cfg(target_os = "linux")]
const MEMORY: Resource = Resource::Data;
#[cfg(not(target_os = "linux"))]
const MEMORY: Resource = Resource::As;

pub(super) fn bind(bounds: ProcessBounds, niceness: i32) -> io::Result<()> {
    let limit = |resource, value: u64| {
        let hard = getrlimit(resource).maximum;
        let value = hard.map_or(value, |hard| value.min(hard));
        setrlimit(
            resource,
            Rlimit {
                current: Some(value),
                maximum: Some(value),
            },
        )
    };
    limit(MEMORY, bounds.memory)?;
    limit(Resource::Cpu, bounds.seconds)?;
    limit(Resource::Fsize, bounds.file)?;
    // A core dump would fill the disk, and would not help.
    limit(Resource::Core, 0)?;
    #[cfg(target_os = "linux")]
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    nice(niceness)?;
    Ok(())
}

pub(super) fn max_descriptors() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

pub(super) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    // Some systems allow less than the maximum that they report. The existing limit is enough then.
    _ = setrlimit(Resource::Nofile, raised);
}

pub(super) fn address_space() -> Option<u64> {
    getrlimit(Resource::As).current
}

/// Linux has a niceness for each thread. On other systems it belongs to the whole process, whose priority must not
/// change.
pub(super) fn give_way(niceness: i32) {
    if cfg!(target_os = "linux") {
        _ = nice(niceness);
    }
}

pub(super) fn end_at_once(_status: i32) {
    _ = kill_process(getpid(), Signal::KILL);
}
