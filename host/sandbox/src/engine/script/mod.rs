//! Where a script was when its guest was ended. An interpreter's own frames say nothing of the script that it runs; its memory
//! does, and is still there after a trap. Nothing is asked of the guest, and nothing costs anything before.
//!
//! The guest wrote the memory that is read, so it is trusted no more than its log: each number is looked at before it
//! is used,
//! each walk has an end, and what does not fit gives no place.

mod bytes;
mod cpython;
mod page;

use bytes::Bytes;
use pulumi_wasm_core::long_work::beside;
use wasmtime::{AsContext, WasmCoreDump};

use super::backtrace::may_be_of_script;

/// The lines of an author's script that a guest was at when it was ended with this error, innermost first, as lines of a report:
/// `create (zone.py:12)`. Empty for guests that run no script, or one of an interpreter that is not known.
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
    // Milliseconds, in which other calls need not wait.
    beside(size, search).unwrap_or_default()
}
