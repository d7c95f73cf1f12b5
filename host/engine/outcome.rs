//! What wasmtime says about a failed call, in the core's terms.

use wasmtime::{Trap, WasmBacktrace};

use super::MemoryLimiter;
use crate::limits::Limit;
use crate::provider::error::{CallError, TrapReport};

/// Turns a wasmtime error into the way a call ended. `limiter` is that of the store, `last_words` what the guest
/// printed or logged as its error before it ended.
#[must_use]
pub fn describe_failure(
    error: &wasmtime::Error,
    limiter: &MemoryLimiter,
    last_words: Option<String>,
) -> CallError {
    let limits = limiter.limits();
    // wasmtime has no types for these refusals; their texts are pinned by tests.
    let text = format!("{error:#}");
    let refused = match limiter.refused() {
        None if text.contains("count too high") => Some(Limit::CoreInstances),
        refused => refused,
    };
    if let Some(limit) = refused {
        return CallError::Limit {
            limit: format!("{} of {}", limit.name(), limit.show(limits.get(limit))),
            knob: limits.knob(limit),
        };
    }
    if text.contains("fuel allocated for hostcalls") {
        return CallError::Limit {
            limit: format!(
                "{} of {}, the bytes that may be handed over in one go",
                Limit::Transfer.name(),
                Limit::Transfer.show(limits.get(Limit::Transfer))
            ),
            knob: limits.knob(Limit::Transfer),
        };
    }
    let mut hint = None;
    let cause = match error.downcast_ref::<Trap>() {
        // Guests keep their stack in ordinary memory, so running over it looks like this too.
        Some(Trap::MemoryOutOfBounds) => {
            "out of bounds memory access (endless recursion ends like this as well)".to_owned()
        }
        Some(Trap::StackOverflow) => {
            let limit = Limit::Stack;
            hint = Some(format!(
                "raise it with {}, unless the component recurses without end",
                limits.knob(limit)
            ));
            format!(
                "call stack exhausted: the recursion is too deep for the limit {} of {}",
                limit.name(),
                limit.show(limits.get(limit))
            )
        }
        Some(trap) => trap.to_string(),
        None => error.root_cause().to_string(),
    };
    CallError::Trap(TrapReport {
        cause,
        message: last_words,
        frames: frames(error),
        hint,
    })
}

/// The guest's call stack, without the machinery of panics.
fn frames(error: &wasmtime::Error) -> Vec<String> {
    let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() else {
        return Vec::new();
    };
    let name = |frame: &wasmtime::FrameInfo| {
        frame
            .func_name()
            .map(|name| rustc_demangle::demangle(name).to_string())
    };
    let machinery = [
        "core::panicking",
        "std::panicking",
        "rust_panic",
        "__rust",
        "std::sys",
        "_RNvNtCs",
    ];
    backtrace
        .frames()
        .iter()
        .filter_map(name)
        .map(|name| strip_hash(&name))
        .filter(|name| !machinery.iter().any(|prefix| name.starts_with(prefix)))
        .collect()
}

/// Removes the hash that rustc's older mangling ends with.
fn strip_hash(name: &str) -> String {
    match name.rsplit_once("::h") {
        Some((path, hash))
            if hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            path.to_owned()
        }
        _ => name.to_owned(),
    }
}
