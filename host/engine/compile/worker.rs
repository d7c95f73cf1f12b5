//! What the compiling process does: it binds itself, and turns standard input into standard output.
//!
//! It needs no file, no variable and no network, and takes nothing with it when it fails. It sets its limits itself,
//! because a process cannot set another's before that runs without unsafe code.

use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getppid, nice, setrlimit};
use sha2::{Digest, Sha256};

use super::CompileOrder;
use crate::engine::Engine;

/// How much it gives way to everybody else: a little, because somebody waits for it.
const NICENESS: i32 = 2;
/// How long it may outlive its parent.
const LOOK_FOR_PARENT_EVERY: Duration = Duration::from_millis(200);
/// The thread that looks needs next to nothing.
const WATCHER_STACK_BYTES: usize = 64 << 10;

/// Why the process could not do what it was told. Each has a status of its own, by which its parent knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkerFailure {
    /// The component is not one that the engine compiles, or the system refused something. Says why.
    Other,
    /// The component's bytes are not those of its digest.
    Damaged,
    /// The code is larger than it may be.
    TooLarge,
    /// The code could not be handed over.
    Unwritable,
}

impl WorkerFailure {
    const ALL: [Self; 4] = [Self::Other, Self::Damaged, Self::TooLarge, Self::Unwritable];

    /// The exit status of the process.
    fn status(self) -> u8 {
        match self {
            Self::Other => 10,
            Self::Damaged => 11,
            Self::TooLarge => 12,
            Self::Unwritable => 13,
        }
    }

    pub(super) fn of_status(status: i32) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|failure| i32::from(failure.status()) == status)
    }
}

/// Compiles a component as it was ordered. This is all that the child process does; its parent reads the status, and the
/// sentence on standard error.
#[must_use]
pub fn compile_as_ordered(order: &CompileOrder) -> ExitCode {
    match compile(order) {
        Ok(()) => ExitCode::SUCCESS,
        Err((failure, reason)) => {
            // Nobody may be there to read it any more.
            drop(writeln!(std::io::stderr(), "{reason}"));
            ExitCode::from(failure.status())
        }
    }
}

/// Does the work.
///
/// # Errors
/// What went wrong, and a sentence about it.
fn compile(order: &CompileOrder) -> Result<(), (WorkerFailure, String)> {
    let other = |reason: String| (WorkerFailure::Other, reason);
    end_with_parent(order.parent).map_err(other)?;
    // Before the limits: how code is made depends on the address space, which has to be the plugin's.
    let engine = Engine::new()
        .compiling()
        .map_err(|error| other(error.to_string()))?;
    bind(order).map_err(|error| other(format!("cannot set its limits: {error}")))?;
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| other(format!("cannot read the component: {error}")))?;
    if hexadecimal(&Sha256::digest(&bytes)) != order.digest {
        return Err((WorkerFailure::Damaged, String::new()));
    }
    let code = engine
        .precompile_component(&bytes)
        .map_err(|error| other(format!("{error:#}")))?;
    if code.len() as u64 > order.code {
        return Err((WorkerFailure::TooLarge, String::new()));
    }
    let mut output = std::io::stdout().lock();
    output
        .write_all(&code)
        .and_then(|()| output.flush())
        .map_err(|error| (WorkerFailure::Unwritable, error.to_string()))
}

/// Sets the limits that the system holds the process to.
fn bind(order: &CompileOrder) -> rustix::io::Result<()> {
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
    // The compiler reserves room that it does not use: on Linux, what can be written to is counted instead.
    limit(MEMORY, order.memory)?;
    limit(Resource::Cpu, order.seconds)?;
    limit(Resource::Fsize, order.code)?;
    // A picture of its memory would fill the disk and help nobody.
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

/// Makes sure that this process does not outlive the one that waits for it. It looks for itself: the system's own signal
/// comes when a thread of the parent ends, and threads come and go there.
fn end_with_parent(parent: u32) -> Result<(), String> {
    is_child_of(parent)?;
    std::thread::Builder::new()
        .name("parent".to_owned())
        .stack_size(WATCHER_STACK_BYTES)
        .spawn(move || {
            while is_child_of(parent).is_ok() {
                std::thread::sleep(LOOK_FOR_PARENT_EVERY);
            }
            std::process::exit(WorkerFailure::Other.status().into());
        })
        .map(drop)
        .map_err(|error| format!("cannot start a thread: {error}"))
}

fn is_child_of(parent: u32) -> Result<(), String> {
    let found = getppid().map(|process| process.as_raw_nonzero().get().unsigned_abs());
    match found == Some(parent) {
        true => Ok(()),
        false => Err("the process that waited for it is gone".to_owned()),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
