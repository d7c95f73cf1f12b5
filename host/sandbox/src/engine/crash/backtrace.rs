//! A guest's call stack, as its author knows it: source names and places, without what compilers and interpreters add.

use wasmtime::{FrameInfo, WasmBacktrace};

use super::function_name::{beginning, readable};
pub(super) use super::symbols::Symbols;
use super::symbols::{CodeAddress, Symbol};

/// Frames that are shown; those further out are the way into the component.
const MAX_FRAMES: usize = 16;
/// The bytes of a name that are kept: more than a user ever reads of a name.
const MAX_NAME_BYTES: usize = 2 << 10;

/// Prefixes of the names of runtime functions: of panics and aborts, of bindings, of Go's runtime, and of interpreters,
/// whose frames say nothing about the script.
const MACHINERY: [&str; 42] = [
    "<alloc::boxed::Box<",
    "JS_",
    "JS::",
    "PyEval_",
    "PyObject_",
    "PyVectorcall",
    "_PyEval_",
    "_PyFunction_",
    "_PyObject_",
    "_RNvCs",
    "_RNvNtCs",
    "__assert_fail",
    "__rust",
    "__ubsan_",
    "__wasi_",
    "__wasilibc",
    "_export_",
    "abort",
    "alloc::alloc::handle_alloc_error",
    "alloc::alloc::rust_oom",
    "core::ops::function::",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::panicking",
    "core::result::unwrap_failed",
    "cabi_",
    "debug.FullPanic(",
    "debug.defaultPanic",
    "debug.panicExtra",
    "github.com_pulumi_pulumi_go_provider_",
    "js::",
    "os.Exit",
    "panic_abort",
    "pulumi_wasm_provider_",
    "pw_",
    "reflect.",
    "runtime.",
    "rust_panic",
    "std::",
    "syscall.",
    "wasm_pc_f_loop",
    "wit-component:",
];

/// How names of the functions begin in which interpreters run scripts: of CPython, QuickJS and StarlingMonkey.
const INTERPRETERS: [&str; 5] = ["JS_", "JS::", "PyEval_", "_PyEval_", "js::"];

/// A frame of a call stack, as the engine knows it.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// The name of the function in the component, as its compiler made it.
    name: Option<String>,
    /// The address in the component's code.
    pub(crate) address: Option<CodeAddress>,
}

/// Whether the names of the functions on the stack allow that a script was running. The QuickJS of the toolchain has no
/// names except for its exports.
pub(super) fn may_be_of_script(error: &wasmtime::Error) -> bool {
    let frames = frames(error);
    let is_named = frames.first().is_some_and(|frame| frame.name.is_some());
    let mut names = frames.iter().filter_map(|frame| frame.name.as_deref());
    let begins = |name: &str| INTERPRETERS.iter().any(|begins| name.starts_with(begins));
    !is_named || names.any(|name| begins(&readable(name)))
}

/// The frames of a crash, innermost first.
pub(crate) fn frames(error: &wasmtime::Error) -> Vec<Frame> {
    let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() else {
        return Vec::new();
    };
    backtrace.frames().iter().map(frame).collect()
}

fn frame(info: &FrameInfo) -> Frame {
    Frame {
        name: info
            .func_name()
            .map(|name| beginning(name, MAX_NAME_BYTES).to_owned()),
        address: info.module_offset().map(|offset| CodeAddress {
            function: info.func_index(),
            offset: offset as u64,
        }),
    }
}

/// The lines of a report: frames with their places, if these are known.
pub(crate) fn lines(frames: &[Frame], symbols: &Symbols) -> Vec<String> {
    compact(frames.iter().flat_map(|frame| {
        let known = frame.address.and_then(|address| symbols.get(&address));
        named(frame, known.map_or(&[], |symbols| symbols))
    }))
}

/// The functions of a frame, which are several if some were inlined: each with its place, if the component has
/// debugging information.
fn named(frame: &Frame, symbols: &[Symbol]) -> Vec<(String, Option<String>)> {
    let whole = frame.name.as_deref().map(readable);
    if symbols.is_empty() {
        return whole.map(|name| (name, None)).into_iter().collect();
    }
    let named = symbols.iter().filter_map(|symbol| {
        let place = symbol.file.as_ref().map(|file| match symbol.line {
            Some(line) => format!("{file}:{line}"),
            None => file.clone(),
        });
        // Debugging information has names without their modules, except the full name of the function itself.
        let name = if symbol.is_function {
            whole.clone().or_else(|| symbol.name.clone())
        } else {
            symbol.name.clone()
        };
        Some((name?, place))
    });
    named.collect()
}

/// Whether a function belongs to an internal package of Go, such as `internal_poll.(*FD).Read`. The author's functions
/// in other languages may begin in the same way.
fn is_of_go_library(name: &str) -> bool {
    name.starts_with("internal_") && name.contains('.') && !name.contains("::")
}

/// Leaves out runtime functions and counts repeated frames.
pub(super) fn compact(frames: impl Iterator<Item = (String, Option<String>)>) -> Vec<String> {
    let mut shown: Vec<(String, usize)> = Vec::new();
    for (name, place) in frames {
        let is_machinery =
            MACHINERY.iter().any(|prefix| name.starts_with(prefix)) || is_of_go_library(&name);
        // The external name of an export, such as `pulumi-wasm:provider/lifecycle@0.1.0#create`.
        if name.is_empty() || is_machinery || name.contains('#') {
            continue;
        }
        let frame = match place {
            Some(place) => format!("{name} ({place})"),
            None => name,
        };
        let is_full = shown.len() == MAX_FRAMES;
        match shown.last_mut() {
            Some((last, count)) if *last == frame => *count += 1,
            _ if is_full => break,
            _ => shown.push((frame, 1)),
        }
    }
    let frame = |(frame, count)| match count {
        1 => frame,
        count => format!("{frame}, {count} times"),
    };
    shown.into_iter().map(frame).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn compacted(names: &[&str]) -> Vec<String> {
        let frame = |name: &&str| Frame {
            name: Some((*name).to_owned()),
            address: None,
        };
        let frames: Vec<Frame> = names.iter().map(frame).collect();
        lines(&frames, &Symbols::new())
    }

    #[test]
    fn names_are_those_of_the_source_and_machinery_is_left_out() {
        let frames = compacted(&[
            "abort",
            "_RNvCsfQcKX9Wnb4Z_7___rustc17rust_begin_unwind",
            "_ZN4core9panicking9panic_fmt17h0123456789abcdefE",
            "_ZN4core6option13expect_failed17h0123456789abcdefE",
            "_ZN4acme4zone4make17h0123456789abcdefE",
            "_RNvNtCs1234_4acme4zone6create",
            "main.(*Zone).Create",
            "internal_poll.(*FD).Read",
            "internal_parse",
            "_ZN12internal_api4make17h0123456789abcdefE",
            "_export_create_cabi",
            "pulumi-wasm:provider/lifecycle@0.1.0#create",
            "",
        ]);
        assert_eq!(
            frames,
            [
                "acme::zone::make",
                "acme::zone::create",
                "main.(*Zone).Create",
                "internal_parse",
                "internal_api::make"
            ]
        );
    }

    #[test]
    fn what_repeats_is_counted_and_what_is_far_out_left_away() {
        let frames = compacted(&["walk", "walk", "walk", "create"]);
        assert_eq!(frames, ["walk, 3 times", "create"]);
        let many: Vec<String> = (0..40).map(|index| format!("f{index}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(compacted(&many).len(), MAX_FRAMES);
    }

    #[test]
    fn places_are_those_of_each_function_of_a_frame() {
        let address = CodeAddress {
            function: 7,
            offset: 99,
        };
        let frames = [Frame {
            name: Some("_ZN4acme4zone4make17h0123456789abcdefE".to_owned()),
            address: Some(address),
        }];
        let symbol = |name: &str, line, is_function| Symbol {
            name: Some(name.to_owned()),
            file: Some("src/zone.rs".to_owned()),
            line,
            is_function,
        };
        let known: Arc<[Symbol]> =
            [symbol("check", Some(3), false), symbol("make", None, true)].into();
        let symbols = Symbols::from([(address, known)]);
        assert_eq!(
            lines(&frames, &symbols),
            ["check (src/zone.rs:3)", "acme::zone::make (src/zone.rs)"]
        );
        assert_eq!(lines(&frames, &Symbols::new()), ["acme::zone::make"]);
    }
}
