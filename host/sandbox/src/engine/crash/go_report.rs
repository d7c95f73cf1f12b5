//! A report of Go's runtime about a crash, in the form that panics of other languages have: the reason, and the author's functions.

use pulumi_wasm_capability::begins_go_report;

use super::backtrace::compact;

/// How the names of functions of Go begin. `places.go` of the SDK has the same, except the functions that end the program.
const PARTS_OF_GO: [&str; 7] = [
    "runtime.",
    "runtime/",
    "reflect.",
    "internal/",
    "log.Fatal",
    "os.Exit",
    "pulumi-wasm:",
];

/// The modules that the build adds. `places.go` of the SDK has the same.
const ADDED_MODULES: [&str; 3] = [
    "github.com/pulumi/pulumi/sdk/v3",
    "github.com/pulumi/pulumi-go-provider",
    "github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm",
];

/// How the line begins that names the function which began a goroutine.
const CREATED: &str = "created by ";

/// The SDK's examples count as code of an author.
const EXAMPLES: &str = "github.com/pulumi/pulumi-go-provider/examples/";

/// A report.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GoReport {
    /// The text before the goroutines.
    pub(crate) message: String,
    /// The author's functions in the first goroutine that has any, innermost first, with their places.
    pub(crate) frames: Vec<String>,
}

impl GoReport {
    /// Parses the last output of a guest.
    pub(crate) fn read(words: &str) -> Option<Self> {
        let lines: Vec<&str> = words.lines().collect();
        let first = lines.iter().position(|line| begins_go_report(line))?;
        let goroutines = first + lines.iter().skip(first).position(is_goroutine)?;
        let (message, stacks) = lines.split_at_checked(goroutines)?;
        let mut frames = stacks
            .split(is_goroutine)
            .map(|stack| compact(stack_frames(stack)));
        Some(Self {
            message: said(message),
            frames: frames.find(|frames| !frames.is_empty()).unwrap_or_default(),
        })
    }
}

/// Whether the line is the head of a goroutine's stack: `goroutine 7 [running]:`.
fn is_goroutine(line: &&str) -> bool {
    line.starts_with("goroutine ") && line.ends_with("]:")
}

/// The lines that say something: addresses of stacks, and the stack of Go's runtime itself, do not.
fn said(lines: &[&str]) -> String {
    let end = lines.iter().position(|line| *line == "runtime stack:");
    let lines = lines.get(..end.unwrap_or(lines.len())).unwrap_or_default();
    let lines = lines
        .iter()
        .filter(|line| !line.starts_with("runtime: sp="));
    let lines: Vec<&str> = lines.copied().collect();
    lines.join("\n").trim().to_owned()
}

/// The author's functions of a stack, each with its place.
fn stack_frames<'a>(
    stack: &'a [&'a str],
) -> impl Iterator<Item = (String, Option<String>)> + use<'a> {
    stack.windows(2).filter_map(|pair| {
        let [function, place] = pair else {
            return None;
        };
        let place = place.strip_prefix('\t')?;
        // Inlined functions have no offset.
        let (place, _) = place.split_once(" +").unwrap_or((place, ""));
        let name = named(function);
        let bare = name.strip_prefix(CREATED).unwrap_or(&name);
        is_of_author(bare).then(|| (name, Some(place.to_owned())))
    })
}

/// Whether a function is of the author or of a module that the author uses.
fn is_of_author(function: &str) -> bool {
    let is_in = |module: &&str| {
        let rest = function.strip_prefix(*module);
        // The name of a package in the module, or of a function in the package at its root, follows.
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
    };
    let is_of_go = || {
        let mut parts = PARTS_OF_GO.iter();
        function == "panic" || parts.any(|part| function.starts_with(part))
    };
    function.starts_with(EXAMPLES) || !is_of_go() && !ADDED_MODULES.iter().any(is_in)
}

/// The name of a function without its arguments: `main.(*Zone).Create(0x550b40, …)` → `main.(*Zone).Create`.
fn named(function: &str) -> String {
    if function.starts_with(CREATED) {
        let (creator, _) = function
            .rsplit_once(" in goroutine ")
            .unwrap_or((function, ""));
        return creator.to_owned();
    }
    let mut depth = 0;
    for (at, letter) in function.char_indices().rev() {
        match letter {
            ')' | '}' | ']' => depth += 1,
            '(' | '{' | '[' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return function.get(..at).unwrap_or(function).to_owned();
        }
    }
    function.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_goroutine_has_its_reason_and_the_functions_of_the_author() {
        let words = "printed before\npanic: in the background\n\ngoroutine 7 [running]:\npanic({0x1, 0x2})\n\truntime/panic.go:1 +0x2\n\
            main.(*Zone).Create.func1(...)\n\texample.com/acme/main.go:255\ncreated by main.(*Zone).Create in goroutine 1\n\t\
            example.com/acme/main.go:254 +0x56";
        let report = GoReport::read(words).expect("it is a report");
        assert_eq!(report.message, "printed before\npanic: in the background");
        assert_eq!(
            report.frames,
            [
                "main.(*Zone).Create.func1 (example.com/acme/main.go:255)",
                "created by main.(*Zone).Create (example.com/acme/main.go:254)"
            ]
        );
    }

    #[test]
    fn a_stack_without_end_is_counted_and_the_stack_of_the_runtime_left_out() {
        let words = "runtime: goroutine stack exceeds 1048576-byte limit\nruntime: sp=0x1 stack=[0x2, 0x3]\nfatal error: stack overflow\n\n\
            runtime stack:\nruntime.throw({0x1, 0x2})\n\truntime/panic.go:1 +0x2\n\ngoroutine 1 gp=0x1 m=0 mp=0x2 [running]:\n\
            runtime.newstack()\n\truntime/stack.go:1 +0x2 fp=0x1\nmain.deeper({0x1, 0x2})\n\tacme/main.go:9 +0x2 fp=0x1\n\
            main.deeper({0x1, 0x2})\n\tacme/main.go:9 +0x2 fp=0x1\n...53 frames elided...\nmain.(*Zone).Create(0x1, {{0x2}, 0x3})\n\
            \tacme/main.go:3 +0x2 fp=0x1\n\ngoroutine 2 gp=0x1 m=nil [force gc (idle)]:\nmain.other()\n\tacme/main.go:1 +0x1";
        let report = GoReport::read(words).expect("it is a report");
        assert_eq!(
            report.message,
            "runtime: goroutine stack exceeds 1048576-byte limit\nfatal error: stack overflow"
        );
        assert_eq!(
            report.frames,
            [
                "main.deeper (acme/main.go:9), 2 times",
                "main.(*Zone).Create (acme/main.go:3)"
            ]
        );
    }

    #[test]
    fn the_first_goroutine_with_functions_of_the_author_counts() {
        let words = "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nreflect.Value.call(0x1)\n\t\
            reflect/value.go:1 +0x1\n\ngoroutine 5 [chan receive (nil chan)]:\nacme/client.Wait[...]()\n\tacme/client/client.go:7 +0x1";
        let report = GoReport::read(words).expect("it is a report");
        assert_eq!(
            report.frames,
            ["acme/client.Wait[...] (acme/client/client.go:7)"]
        );
    }

    #[test]
    fn a_module_is_not_of_the_sdk_because_its_path_begins_like_a_path_of_the_sdk() {
        for (function, expected) in [
            ("main.(*Zone).Create", true),
            ("github.com/pulumi/pulumi-go-provider.Run", false),
            (
                "github.com/pulumi/pulumi-go-provider/infer.Resource[...]",
                false,
            ),
            ("github.com/pulumi/pulumi-go-provider-x/acme.New", true),
            (
                "github.com/pulumi/pulumi-go-provider/examples/random.Create",
                true,
            ),
            (
                "github.com/pulumi/pulumi/sdk/v3/go/pulumi.(*Context).RegisterResource",
                false,
            ),
            ("github.com/pulumi/pulumi/sdk/v30/go.New", true),
            (
                "github.com/pulumi/pulumi-random/sdk/v4/go/random.NewRandomPet",
                true,
            ),
            (
                "github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm.Wait",
                false,
            ),
            (
                "github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasmtime.Wait",
                true,
            ),
            ("internal/poll.(*FD).Read", false),
            ("internals/acme.New", true),
        ] {
            assert_eq!(is_of_author(function), expected, "{function}");
        }
    }

    #[test]
    fn the_sdk_for_go_leaves_the_same_places_out() {
        let file = "../../guest-sdk/go/pulumi/go/graph/places.go";
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(file).expect("places.go");
        let of_program = |part: &&str| ["log.Fatal", "os.Exit"].contains(part);
        let parts = PARTS_OF_GO.into_iter().filter(|part| !of_program(part));
        for name in parts.chain(ADDED_MODULES) {
            assert!(text.contains(&format!("\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn other_last_words_are_no_report() {
        for words in [
            "",
            "panic: boom",
            "thread 'main' panicked",
            "goroutine 1 [running]:",
        ] {
            assert_eq!(GoReport::read(words), None);
        }
    }
}
