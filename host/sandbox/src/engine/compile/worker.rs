//! The compiling process: it sets its own limits, reads a component from standard input, and writes the code to
//! standard output.
//!
//! It needs no file, no variable and no network, and a crash affects no other process.

use std::io::{Read, Write};
use std::process::ExitCode;

use sha2::{Digest, Sha256};

use super::CompileArguments;
use crate::engine::bound_process::{ProcessBounds, bind, end_with_parent};
use crate::engine::{Engine, error_text};

/// The reason why the process failed. Each has its own exit status, so that the parent recognises it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkerFailure {
    /// The engine cannot compile the component, or the system refused a resource. The process prints why.
    Other,
    /// The component's bytes do not match its digest.
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

/// Compiles a component in the child process, which does nothing else. The parent reads the exit status, and the
/// sentence on standard error.
#[must_use]
pub fn run_compile_worker(arguments: &CompileArguments) -> ExitCode {
    match compile(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err((failure, reason)) => {
            // The reader may be gone.
            drop(writeln!(std::io::stderr(), "{reason}"));
            ExitCode::from(failure.status())
        }
    }
}

/// Does the work.
///
/// # Errors
/// The kind of the failure, and a sentence about it.
fn compile(arguments: &CompileArguments) -> Result<(), (WorkerFailure, String)> {
    let other = |reason: String| (WorkerFailure::Other, reason);
    end_with_parent(arguments.parent, WorkerFailure::Other.status()).map_err(other)?;
    // Before the limits, because the compiled code depends on the address space, which must be the plugin's.
    let engine = Engine::new()
        .compiling()
        .map_err(|error| other(error.to_string()))?;
    let bounds = ProcessBounds {
        memory: arguments.memory,
        seconds: arguments.seconds,
        file: arguments.code,
    };
    bind(bounds).map_err(|error| other(format!("cannot set its limits: {error}")))?;
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| other(format!("cannot read the component: {error}")))?;
    if hex::encode(Sha256::digest(&bytes)) != arguments.digest {
        return Err((WorkerFailure::Damaged, String::new()));
    }
    let code = engine
        .precompile_component(&bytes)
        .map_err(|error| other(error_text(&error)))?;
    if code.len() as u64 > arguments.code {
        return Err((WorkerFailure::TooLarge, String::new()));
    }
    let mut output = std::io::stdout().lock();
    output
        .write_all(&code)
        .and_then(|()| output.flush())
        .map_err(|error| (WorkerFailure::Unwritable, error.to_string()))
}
