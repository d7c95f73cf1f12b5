//! A user's view of a component that crashes, under the real engine: a component in Rust, as its author wrote it.

use test_support::pulumi::engine::Engine;
use test_support::pulumi::output::Output;
use test_support::pulumi::stack::Stack;

/// No text may contain it.
const KEY: &str = "open-sesame-1234";

/// The ways in which it crashes; each resource is named after its way.
const FAULTS: [&str; 5] = ["panic", "index", "recursion", "memory", "abort"];

fn stack() -> Stack {
    let mut program =
        "name: crashes\nruntime: yaml\nconfig:\n  key: {type: string, secret: true}\nresources:\n"
            .to_owned();
    for fault in FAULTS {
        program.push_str(&format!(
            "  {fault}:\n    type: crash:Engine\n    properties: {{fault: {fault}, key: '${{key}}'}}\n"
        ));
    }
    let stack = Engine::stack("crashes")
        .program(program)
        .component("crash")
        .create();
    let flags = ["./crash.wasm", "--", "--limit", "memory=128MiB"];
    stack.package_add(&flags).succeeds();
    stack.config_set("key", KEY, true);
    stack
}

/// The output about a resource at the end, from its line on to the next one's.
fn shown<'a>(output: &'a Output, name: &str) -> &'a str {
    let (_, diagnostics) = output.stdout.split_once("\nDiagnostics:\n").unwrap();
    let own = format!("  crash:index:Engine ({name}):\n");
    let (_, rest) = diagnostics.split_once(&own).unwrap();
    rest.split("\n\n").next().unwrap_or(rest)
}

#[test]
fn every_crash_is_told_with_its_place_and_without_secrets() {
    let stack = stack();
    // All of them, although the first fails.
    let output = stack.run(&[
        "up",
        "--stack",
        "dev",
        "--yes",
        "--skip-preview",
        "--continue-on-error",
    ]);
    let output = output.fails().lacks(KEY);
    for (fault, words) in [
        (
            "panic",
            &[
                "the component crashed:\n      the provider panicked at ",
                "tests/components/crash/src/engine.rs:",
                "the key `[secret]` does not fit\n      it was bent",
                "at crash::engine::ignite\n",
            ][..],
        ),
        (
            "index",
            &[
                "engine.rs:",
                "index out of bounds: the len is 4 but the index is 5",
                "at crash::engine::cylinder\n",
            ],
        ),
        (
            "recursion",
            &[
                "endless recursion ends like this as well",
                "at crash::engine::turn, ",
                "hint: the usual cause is endless recursion",
            ],
        ),
        (
            "memory",
            &[
                "reached its limit: memory of 128 MiB",
                "at crash::engine::fill\n",
                "hint: raise it with `--limit memory=",
            ],
        ),
        (
            "abort",
            &[
                "it stopped without a message",
                "at crash::engine::start\n",
                "it smokes",
            ],
        ),
    ] {
        let shown = shown(&output, fault);
        let named = format!("create of `crash:index:Engine` `{fault}` failed: ");
        let always = [
            &*named,
            "its last messages:\n",
            "starting with the key [secret]\n",
            "the oil is warm\n",
            "hint: ",
            "component: crash.wasm (sha256:",
            ", version 0.1.0, built with pulumi-wasm-provider (Rust) ",
            "more: `pulumi up --debug` shows its whole log, `pulumi-wasm inspect crash.wasm` describes it",
        ];
        for words in words.iter().chain(&always) {
            assert!(shown.contains(words), "{fault} has no `{words}`:\n{shown}");
        }
        let is_saved = fault == "abort";
        assert_eq!(stack.resource(fault).is_some(), is_saved, "{fault}");
        assert_eq!(shown.contains("`import: ID`"), !is_saved, "{shown}");
    }
}

/// An exception of a script language has the lines of its author's files, in the order in which that language shows
/// them.
#[test]
fn an_uncaught_exception_is_told_with_its_source_lines() {
    for (language, words) in [
        (
            "typescript",
            [
                "TypeError: the guest stumbled\n",
                "at error (src/failing.ts:",
                "at create (src/failing.ts:",
            ],
        ),
        (
            "python",
            [
                "RuntimeError: the guest stumbled\n",
                "failing.py:",
                ", in create\n",
            ],
        ),
    ] {
        let component = format!("conformance-{language}");
        let stack = Engine::stack(&component)
            .program(THROWS.to_owned())
            .component(&component)
            .create();
        stack
            .package_add(&[&format!("./{component}.wasm")])
            .succeeds();
        stack.config_set("conformance:region", "here", false);
        let output = stack.run(&["up", "--stack", "dev", "--yes", "--skip-preview"]);
        let output = output.fails();
        let (_, shown) = output.stdout.split_once("\nDiagnostics:\n").unwrap();
        let always = [
            "create of `conformance:index:Failing` `one` failed: the component crashed:\n",
            "hint: this is a mistake in the component; tell its author",
            "`import: ID`",
        ];
        for words in words.iter().chain(&always) {
            assert!(
                shown.contains(words),
                "{language} has no `{words}`:\n{shown}"
            );
        }
        // No place is inside the SDK.
        for foreign in ["pulumi_wasm_provider", "guest-sdk", "dispatch"] {
            assert!(!shown.contains(foreign), "{shown}");
        }
        assert!(stack.resource("one").is_none());
    }
}

const THROWS: &str = "name: throws
runtime: yaml
resources:
  one:
    type: conformance:Failing
    properties: {at: create, how: crash}
";
