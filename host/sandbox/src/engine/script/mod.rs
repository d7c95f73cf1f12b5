//! Where a script was when its guest was ended. An interpreter's own frames say nothing of the script that it runs; its memory
//! does, and is still there after a trap. Nothing is asked of the guest, and nothing costs anything before.
//!
//! What is read was written by the guest, and is believed no more than its log: each number is looked at before it is used,
//! each walk has an end, and what does not fit gives no place.

mod bytes;
mod cpython;
mod page;

use bytes::Bytes;
use wasmtime::{AsContext, WasmBacktrace, WasmCoreDump};

use super::cpu_budget::beside;
use super::function_name::readable;

/// How names of the functions begin in which interpreters run scripts: of CPython, QuickJS and StarlingMonkey.
const INTERPRETERS: [&str; 5] = ["JS_", "JS::", "PyEval_", "_PyEval_", "js::"];

/// The lines of an author's script that a guest was at when it was ended with this error, innermost first, as lines of a report:
/// `create (zone.py:12)`. Empty for guests that run no script, or one of an interpreter that is not known.
pub fn places(error: &wasmtime::Error, store: impl AsContext) -> Vec<String> {
    let Some(dump) = error.downcast_ref::<WasmCoreDump>() else {
        return Vec::new();
    };
    if !ran_script(error) {
        return Vec::new();
    }
    let memories = dump.memories().iter();
    let memories: Vec<Bytes<'_>> = memories
        .map(|memory| Bytes::of(memory.data(&store)))
        .collect();
    let size = memories.iter().map(|memory| memory.size()).sum();
    let search = || {
        let places = |memory: &Bytes<'_>| match cpython::places(*memory) {
            places if places.is_empty() => page::places(*memory),
            places => places,
        };
        let mut places = memories.iter().map(places);
        places.find(|places| !places.is_empty())
    };
    // Milliseconds, in which other calls need not wait.
    beside(size, search).unwrap_or_default()
}

/// Whether a guest was ended in an interpreter: the memory of others need not be searched.
fn ran_script(error: &wasmtime::Error) -> bool {
    let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() else {
        return false;
    };
    let frames = backtrace.frames().iter();
    frames.filter_map(|frame| frame.func_name()).any(|name| {
        let name = readable(name);
        INTERPRETERS.iter().any(|begins| name.starts_with(begins))
    })
}
