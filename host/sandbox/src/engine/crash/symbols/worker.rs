//! The reading process: it binds itself, and looks up the addresses in the component on standard input.

use std::io::{Read, Write};
use std::process::ExitCode;

use super::arguments::{CodeAddress, SymbolizeArguments};
use super::dwarf;
use crate::engine::bound_process::{ProcessBounds, bind, end_with_parent};

/// The status of a process that had nothing to answer.
const FAILED: u8 = 10;
/// The largest component that is read, in bytes.
const COMPONENT_BYTES: u64 = 256 << 20;

/// Looks addresses up in the child process, which does nothing else. The parent reads the exit status, and the answer
/// on standard output.
#[must_use]
pub fn run_symbolize_worker(arguments: &SymbolizeArguments) -> ExitCode {
    match symbolize(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            // For users; the reader may have ended.
            drop(writeln!(std::io::stderr(), "{reason}"));
            ExitCode::from(FAILED)
        }
    }
}

/// Looks places up in the code of a component in this process, without bounds: for tests, which feed the reader.
/// Functions are counted from the first of the component's module, places in bytes from the beginning of its file.
///
/// Gives how many functions were found at them all together.
///
/// # Errors
/// When the component or its debugging information cannot be read.
pub fn symbolize_here(component: &[u8], places: &[(u32, u64)]) -> Result<usize, String> {
    let address = |&(function, offset): &(u32, u64)| CodeAddress { function, offset };
    let addresses: Vec<CodeAddress> = places.iter().map(address).collect();
    let found = dwarf::symbols(component, &addresses)?;
    Ok(found.iter().flatten().map(Vec::len).sum())
}

fn symbolize(arguments: &SymbolizeArguments) -> Result<(), String> {
    end_with_parent(arguments.parent, FAILED)?;
    let bounds = ProcessBounds {
        memory: arguments.memory,
        seconds: arguments.seconds,
        // It answers through a pipe.
        file: 0,
    };
    bind(bounds).map_err(|error| format!("cannot set its limits: {error}"))?;
    let mut component = Vec::new();
    std::io::stdin()
        .lock()
        .take(COMPONENT_BYTES + 1)
        .read_to_end(&mut component)
        .map_err(|error| format!("cannot read the component: {error}"))?;
    if component.len() as u64 > COMPONENT_BYTES {
        return Err("the component is too large".to_owned());
    }
    let answer = dwarf::symbols(&component, &arguments.addresses)?;
    let answer = serde_json::to_vec(&answer).map_err(|error| error.to_string())?;
    let mut output = std::io::stdout().lock();
    output
        .write_all(&answer)
        .and_then(|()| output.flush())
        .map_err(|error| error.to_string())
}
