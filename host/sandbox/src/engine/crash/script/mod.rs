//! Where a script was when its guest was ended. An interpreter's own frames say nothing about the script, but its
//! memory does, and it still exists after a trap. The guest is not asked, and nothing costs time before a trap.
//!
//! The guest wrote this memory, so it is trusted no more than its log: each number is checked before its use, each walk
//! is bounded, and inconsistent data give no location.

mod bytes;
mod cpython;
mod page;

use bytes::Bytes;
use pulumi_wasm_core::long_work::beside;
use wasmtime::{AsContext, WasmCoreDump};

use super::backtrace::may_be_of_script;

/// The lines of an author's script that a guest was at when it was ended with this error, innermost first, as lines of
/// a report: `create (zone.py:12)`. Empty for guests without a script, or with an unknown interpreter.
pub fn places(error: &wasmtime::Error, store: impl AsContext) -> Vec<String> {
    let Some(dump) = error.downcast_ref::<WasmCoreDump>() else {
        return Vec::new();
    };
    if !may_be_of_script(error) {
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
    // The search takes milliseconds. Other calls do not wait for it.
    beside(size, search).unwrap_or_default()
}
