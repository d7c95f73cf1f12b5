//! A guest's call stack, as its author knows it: source names and places, without what compilers and interpreters add.

use wasmtime::{FrameInfo, WasmBacktrace};

/// Frames that are shown; those further out are the way into the component.
const MAX_FRAMES: usize = 16;

/// How names of the machinery begin: of panics and aborts, of bindings, and of interpreters, whose frames say nothing of
/// the script that they run.
const MACHINERY: [&str; 29] = [
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
    "__rust",
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
    "js::",
    "panic_abort",
    "rust_panic",
    "std::",
    "wit-component:",
];

/// The frames of a crash, innermost first.
pub(super) fn frames(error: &wasmtime::Error) -> Vec<String> {
    let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() else {
        return Vec::new();
    };
    compact(backtrace.frames().iter().flat_map(named))
}

/// The functions of a frame, which are several where some were inlined: each with its place, where the component has
/// debugging information.
fn named(frame: &FrameInfo) -> Vec<(String, Option<String>)> {
    let symbols = frame.symbols();
    let whole = frame.func_name();
    if symbols.is_empty() {
        let name = whole.map(|name| (name.to_owned(), None));
        return name.into_iter().collect();
    }
    let outermost = symbols.len() - 1;
    let named = symbols.iter().enumerate().filter_map(|(index, symbol)| {
        if symbol.file().is_some_and(is_of_rust) {
            return None;
        }
        let place = symbol.file().map(|file| match symbol.line() {
            Some(line) => format!("{}:{line}", shortened(file)),
            None => shortened(file).to_owned(),
        });
        // Debugging information has names without their modules; that of the function itself is known in full.
        let name = match index == outermost {
            true => whole.or(symbol.name()),
            false => symbol.name(),
        };
        Some((name?.to_owned(), place))
    });
    named.collect()
}

/// Whether a source is one of Rust's own libraries: nobody looks for a mistake there.
fn is_of_rust(path: &str) -> bool {
    ["alloc", "core", "std"]
        .iter()
        .any(|library| path.contains(&format!("/library/{library}/src/")))
}

/// A path from the folder of its sources on: what is above it is on another machine.
fn shortened(path: &str) -> &str {
    let parts = ["/src/", "/tests/", "/examples/"];
    let start = parts
        .into_iter()
        .filter_map(|part| path.rfind(part))
        .max()
        .map(|at| at + 1);
    start.and_then(|start| path.get(start..)).unwrap_or(path)
}

/// Demangles names, leaves machinery out, and counts what repeats.
fn compact(frames: impl Iterator<Item = (String, Option<String>)>) -> Vec<String> {
    let mut shown: Vec<(String, usize)> = Vec::new();
    for (name, place) in frames {
        // The alternate form has no hash.
        let name = format!("{:#}", rustc_demangle::demangle(&name));
        let is_machinery = MACHINERY.iter().any(|prefix| name.starts_with(prefix));
        // What an export is called on the outside, such as `pulumi-wasm:provider/lifecycle@0.1.0#create`.
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
    use super::*;

    fn compacted(names: &[&str]) -> Vec<String> {
        compact(names.iter().map(|name| ((*name).to_owned(), None)))
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
            "_export_create_cabi",
            "pulumi-wasm:provider/lifecycle@0.1.0#create",
            "",
        ]);
        assert_eq!(
            frames,
            [
                "acme::zone::make",
                "acme::zone::create",
                "main.(*Zone).Create"
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
    fn sources_of_rust_itself_are_known() {
        for (path, expected) in [
            ("/rustc/ac68faa20/library/core/src/panicking.rs", true),
            (
                "/usr/lib/rustlib/src/rust/library/std/src/panicking.rs",
                true,
            ),
            ("/home/ada/library/src/book.rs", false),
            ("src/core/src/zone.rs", false),
        ] {
            assert_eq!(is_of_rust(path), expected, "{path}");
        }
    }

    #[test]
    fn a_place_has_no_folders_of_another_machine() {
        for (path, expected) in [
            ("/home/ada/acme/src/zone.rs", "src/zone.rs"),
            ("/build/src/acme/src/a/b.rs", "src/a/b.rs"),
            ("src/zone.rs", "src/zone.rs"),
            ("zone.c", "zone.c"),
        ] {
            assert_eq!(shortened(path), expected);
        }
    }
}
