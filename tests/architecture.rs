//! The rules between the parts of the host, as `docs/architecture.md` states them, checked on the text of the source.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

use std::fs;
use std::path::Path;

/// A line of code: where it is, and what it says without its comment.
struct Line {
    /// Relative to `host/`, with `/` between the parts.
    file: String,
    number: usize,
    code: String,
}

impl Line {
    /// The part of the host that it belongs to: a folder, or a file beside the folders without its ending.
    fn part(&self) -> &str {
        let first = self.file.split('/').next().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    fn place(&self) -> String {
        format!("host/{}:{}: {}", self.file, self.number, self.code.trim())
    }
}

/// The host's code; `tool` is a program of its own.
fn host() -> Vec<Line> {
    let mut lines = all();
    lines.retain(|line| line.part() != "tool");
    lines
}

/// The tool's code.
fn tool() -> Vec<Line> {
    let mut lines = all();
    lines.retain(|line| line.part() == "tool");
    lines
}

fn all() -> Vec<Line> {
    let mut lines = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("host");
    collect(&root, &root, &mut lines);
    assert!(lines.len() > 5000, "the host was not found");
    lines
}

fn collect(root: &Path, folder: &Path, lines: &mut Vec<Line>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, lines);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix(root).unwrap().to_str().unwrap();
            for (index, text) in fs::read_to_string(&path).unwrap().lines().enumerate() {
                let code = match text.trim_start().starts_with("//") {
                    true => "",
                    false => text.split(" // ").next().unwrap(),
                };
                lines.push(Line {
                    file: file.to_owned(),
                    number: index + 1,
                    code: code.to_owned(),
                });
            }
        }
    }
}

/// Whether code has this word, not only as a part of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    let in_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(in_word) && !after.is_some_and(in_word)
    })
}

/// The parts of the host that a line names by their path from the root.
fn named_parts(code: &str) -> Vec<&str> {
    code.split("crate::")
        .skip(1)
        .map(|rest| {
            let end = rest
                .find(|character: char| !character.is_alphanumeric() && character != '_')
                .unwrap_or(rest.len());
            &rest[..end]
        })
        .collect()
}

#[track_caller]
fn assert_none(rule: &str, lines: impl IntoIterator<Item = Line>) {
    let places: Vec<String> = lines.into_iter().map(|line| line.place()).collect();
    assert!(places.is_empty(), "{rule}:\n{}", places.join("\n"));
}

/// Where a text occurs in the parts that are named; all where none are.
fn occurrences(parts: &[&str], text: &str) -> Vec<String> {
    host()
        .into_iter()
        .filter(|line| parts.is_empty() || parts.contains(&line.part()))
        .filter(|line| line.code.contains(text))
        .map(|line| line.file)
        .collect()
}

#[test]
fn parts_import_only_those_below_them() {
    let rules: [(&str, &[&str]); 18] = [
        ("text", &[]),
        ("limits", &[]),
        ("budget", &["budget", "limits"]),
        ("env", &[]),
        ("peers", &["peers"]),
        ("private_folder", &["text"]),
        ("provider", &["provider", "text"]),
        ("driver", &["driver", "provider", "text"]),
        ("termination", &[]),
        ("turns", &[]),
        (
            "engine",
            &[
                "engine",
                "budget",
                "limits",
                "private_folder",
                "provider",
                "text",
                "turns",
            ],
        ),
        (
            "capability",
            &[
                "capability",
                "budget",
                "limits",
                "private_folder",
                "provider",
                "text",
            ],
        ),
        ("policy", &["policy", "capability", "limits", "text"]),
        (
            "guest",
            &[
                "guest",
                "budget",
                "capability",
                "engine",
                "limits",
                "provider",
                "text",
            ],
        ),
        (
            "source",
            &[
                "source",
                "guest",
                "capability",
                "engine",
                "env",
                "journal",
                "limits",
                "policy",
                "private_folder",
                "provider",
                "text",
            ],
        ),
        (
            "journal",
            &["journal", "private_folder", "provider", "text"],
        ),
        ("cli", &["engine"]),
        (
            "rpc",
            &[
                "rpc",
                "peers",
                "provider",
                "source",
                "termination",
                "text",
                "turns",
            ],
        ),
    ];
    let known: Vec<&str> = rules.iter().map(|(part, _)| *part).collect();
    for (part, allowed) in rules {
        let wrong = host().into_iter().filter(|line| {
            let parts = named_parts(&line.code);
            line.part() == part
                && parts
                    .iter()
                    .any(|named| known.contains(named) && !allowed.contains(named))
        });
        assert_none(&format!("{part} may import {allowed:?} only"), wrong);
    }
    let stray = host()
        .into_iter()
        .filter(|line| !known.contains(&line.part()) && !["lib", "main"].contains(&line.part()));
    assert_none("a part without a rule", stray);
}

#[test]
fn protobuf_stays_in_rpc() {
    let wrong = host().into_iter().filter(|line| {
        let names = ["prost", "prost_types", "tonic"];
        line.part() != "rpc"
            && (names.iter().any(|name| has_word(&line.code, name))
                || line.code.contains("rpc::proto"))
    });
    assert_none(
        "only rpc names prost, tonic and the protocol's types",
        wrong,
    );
}

#[test]
fn statuses_are_made_in_rpc() {
    let wrong = host()
        .into_iter()
        .filter(|line| line.part() != "rpc" && has_word(&line.code, "Status"));
    assert_none("only rpc makes a gRPC status", wrong);
}

#[test]
fn wasmtime_stays_in_engine_guest_and_capability() {
    let wrong = host().into_iter().filter(|line| {
        !["engine", "guest", "capability"].contains(&line.part())
            && ["wasmtime", "wasmtime_wasi"]
                .iter()
                .any(|name| has_word(&line.code, name))
    });
    assert_none("only engine, guest and capability name wasmtime", wrong);
}

#[test]
fn there_is_one_place_for_a_store_and_one_for_the_engines_configuration() {
    let parts = ["engine", "guest", "capability"];
    assert_eq!(occurrences(&parts, "Store::new("), ["guest/instance.rs"]);
    assert_eq!(occurrences(&[], "Config::new()"), ["engine/config.rs"]);
    assert_eq!(
        occurrences(&[], "wasmtime::Engine::new("),
        ["engine/config.rs"]
    );
}

#[test]
fn errors_of_the_engine_become_text_in_one_place() {
    // Such an error may carry a call stack, with names that the guest wrote.
    let parts = ["engine", "guest", "capability"];
    for text in [":#}", "root_cause", "WasmBacktrace>()"] {
        let mut files = occurrences(&parts, text);
        files.retain(|file| !file.contains("/http/machine/"));
        files.dedup();
        let allowed: &[&str] = match text {
            // The alternate form is what leaves the hash of a function's name out.
            ":#}" => &["engine/error_text.rs", "engine/function_name.rs"],
            "root_cause" => &["engine/error_text.rs"],
            _ => &["engine/backtrace.rs", "engine/error_text.rs"],
        };
        files.sort();
        assert_eq!(files, allowed, "{text}");
    }
    assert!(occurrences(&parts, "{crash").is_empty());
    assert!(occurrences(&parts, "crash.to_string()").is_empty());
}

#[test]
fn debugging_information_is_read_in_the_child_process_alone() {
    assert_eq!(
        occurrences(&[], "addr2line::gimli"),
        ["engine/symbols/dwarf.rs"]
    );
    let mut files = occurrences(&[], "dwarf::");
    files.dedup();
    assert_eq!(files, ["engine/symbols/worker.rs"]);
    let mut files = occurrences(&[], "addr2line");
    files.dedup();
    assert_eq!(files, ["engine/symbols/dwarf.rs"]);
    let mut files = occurrences(&[], "rustc_demangle");
    files.dedup();
    assert_eq!(files, ["engine/function_name.rs"]);
    assert!(occurrences(&[], ".symbols()").is_empty());
    // Nor does the engine itself, whoever prints one of its errors.
    let manifest = include_str!("../Cargo.toml");
    let wasmtime = manifest
        .lines()
        .find(|line| line.starts_with("wasmtime = "))
        .unwrap();
    for feature in ["addr2line", "demangle"] {
        assert!(!wasmtime.contains(feature), "{wasmtime}");
    }
}

#[test]
fn the_engine_is_one_without_the_known_ways_around_its_policies() {
    let lock = include_str!("../Cargo.lock");
    let mut found = 0;
    let mut lines = lock.lines();
    while let Some(line) = lines.next() {
        let names = ["wasmtime", "wasmtime-wasi", "wasmtime-wasi-http"];
        if !names
            .iter()
            .any(|name| line == format!("name = \"{name}\""))
        {
            continue;
        }
        let version = lines.next().unwrap();
        let version = version.trim_start_matches("version = ").trim_matches('"');
        let version = semver::Version::parse(version).unwrap();
        // Earlier patches of this line let a request address another host than the one that was judged.
        assert!(
            version >= semver::Version::new(48, 0, 8),
            "{line} {version}"
        );
        found += 1;
    }
    assert_eq!(found, 3);
}

#[test]
fn unsafe_code_is_in_one_place() {
    let mut files: Vec<String> = host()
        .into_iter()
        .filter(|line| has_word(&line.code, "unsafe"))
        .map(|line| line.file)
        .collect();
    files.dedup();
    assert_eq!(files, ["engine/cache.rs"]);
}

#[test]
fn the_environment_is_read_in_two_places() {
    let mut files = occurrences(&[], "env::var");
    files.sort();
    files.dedup();
    assert_eq!(files, ["capability/machine.rs", "env.rs"]);
}

/// The host's code without its tests that have files of their own.
fn host_without_tests() -> impl Iterator<Item = Line> {
    let is_test = |line: &Line| line.file.split('/').any(|part| part.starts_with("tests"));
    host().into_iter().filter(move |line| !is_test(line))
}

/// Whether a line calls a constructor of a gRPC status.
fn makes_a_status(code: &str) -> bool {
    code.match_indices("Status::").any(|(at, name)| {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_lowercase)
    })
}

#[test]
fn what_an_engine_shows_is_made_printable_in_three_places() {
    let statuses = host_without_tests()
        .filter(|line| line.file != "rpc/status.rs" && makes_a_status(&line.code));
    assert_none("rpc/status.rs alone makes a gRPC status", statuses);
    let failures = host_without_tests()
        .filter(|line| line.file != "rpc/difference.rs" && line.code.contains("CheckFailure {"));
    assert_none("rpc/difference.rs alone makes a CheckFailure", failures);
    let messages = host_without_tests().filter(|line| {
        !line.file.starts_with("rpc/engine_log") && line.code.contains("LogRequest {")
    });
    assert_none("rpc/engine_log alone makes messages", messages);
    // Whoever gives out a way to the engine's log puts the one in front that makes messages printable.
    let mut sinks = occurrences(&[], "CleanLog::new(");
    sinks.sort();
    sinks.dedup();
    let expected = [
        "provider/call.rs",
        "provider/redaction/log.rs",
        "rpc/session.rs",
    ];
    assert_eq!(sinks, expected);
    let raw = host_without_tests().filter(|line| {
        line.part() == "rpc"
            && !line.file.starts_with("rpc/engine_log")
            && (line.code.contains(".own_sink()") || line.code.contains(".log.sink()"))
            && !["rpc/session.rs", "rpc/list.rs"].contains(&line.file.as_str())
    });
    assert_none("a session alone has a way to the engine's log", raw);
}

#[test]
fn standard_output_and_standard_error_are_written_to_in_few_places() {
    let prints = |line: &Line| {
        ["print!", "println!", "eprint!", "eprintln!", "dbg!"]
            .iter()
            .any(|name| line.code.contains(name))
    };
    let mut files: Vec<String> = host_without_tests()
        .filter(prints)
        .map(|line| line.file)
        .collect();
    files.sort();
    files.dedup();
    assert_eq!(files, ["main.rs", "rpc/server.rs"]);
    // In the tool these names are macros of its own, which take the one way that makes texts printable.
    let macros = tool()
        .into_iter()
        .filter(|line| line.file == "tool/main.rs" && line.code.starts_with("macro_rules! "));
    assert_eq!(macros.count(), 4);
    let around = tool().into_iter().filter(|line| {
        let code = &line.code;
        let is_stream = code.contains("stdout()") || code.contains("stderr()");
        let is_harmless = ["is_terminal", "flush", "Paint::of_"]
            .iter()
            .any(|name| code.contains(name));
        let is_script = line.file == "tool/main.rs" && code.contains("&script");
        !line.file.starts_with("tool/terminal/")
            && (code.contains("std::print")
                || code.contains("std::eprint")
                || (is_stream && !is_harmless && !is_script))
    });
    assert_none("tool/terminal alone writes to a terminal", around);
}
