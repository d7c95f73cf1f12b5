//! The rules between the parts of the host, as `docs/architecture.md` states them, checked on the text of the source.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

mod cycles;
mod modules;
mod named_paths;

/// A line of code: its place, and its text without the comment.
struct Line {
    /// Relative to `host/`, with `/` between the parts.
    file: String,
    number: usize,
    code: String,
}

impl Line {
    /// The crate that it belongs to, by its folder.
    fn part(&self) -> &str {
        match self.file.split_once("/src/") {
            Some((part, _)) if !part.contains('/') => part,
            _ => "plugin",
        }
    }

    fn place(&self) -> String {
        format!("host/{}:{}: {}", self.file, self.number, self.code.trim())
    }
}

/// The host's code; `tool` is a separate program.
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
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path.file_name().is_some_and(|name| name != "build.rs")
        {
            let file = path.strip_prefix(root).unwrap().to_str().unwrap();
            for (index, text) in fs::read_to_string(&path).unwrap().lines().enumerate() {
                let code = if text.trim_start().starts_with("//") {
                    ""
                } else {
                    text.split(" // ").next().unwrap()
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

/// Whether code contains this word, and not only as a part of a longer word.
fn has_word(code: &str, word: &str) -> bool {
    let in_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(in_word) && !after.is_some_and(in_word)
    })
}

#[track_caller]
fn assert_none(rule: &str, lines: impl IntoIterator<Item = Line>) {
    let places: Vec<String> = lines.into_iter().map(|line| line.place()).collect();
    assert!(places.is_empty(), "{rule}:\n{}", places.join("\n"));
}

/// The places of a text in the named parts; in all parts if the list is empty.
fn occurrences(parts: &[&str], text: &str) -> Vec<String> {
    host()
        .into_iter()
        .filter(|line| parts.is_empty() || parts.contains(&line.part()))
        .filter(|line| line.code.contains(text))
        .map(|line| line.file)
        .collect()
}

/// The manifest of a crate of the host.
fn manifest(part: &str) -> String {
    let folder = match part {
        "plugin" => String::new(),
        part => format!("host/{part}/"),
    };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder + "Cargo.toml");
    fs::read_to_string(file).unwrap()
}

/// The dependencies of a crate of the host outside of tests.
fn dependencies(part: &str) -> Vec<String> {
    let text = manifest(part);
    let (_, section) = text.split_once("\n[dependencies]\n").unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.strip_suffix(".workspace = true"));
    names.map(str::to_owned).collect()
}

/// The crates of the host, and for each the crates of the host that it depends on.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let parts: BTreeSet<String> = all().iter().map(|line| line.part().to_owned()).collect();
    let own = |part: &str| {
        let names = dependencies(part);
        let own = names
            .iter()
            .filter_map(|name| name.strip_prefix("pulumi-wasm-"));
        own.map(str::to_owned).collect()
    };
    parts
        .into_iter()
        .map(|part| (part.clone(), own(&part)))
        .collect()
}

#[test]
fn the_page_about_the_structure_lists_the_crates_with_what_they_depend_on() {
    let page = include_str!("../../docs/architecture.md");
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `host/")?.split(" | ").collect();
        let name = cells[0].trim_end_matches('`');
        let name = if name.is_empty() { "plugin" } else { name };
        let below = cells.last().unwrap().trim_end_matches(" |").split(", ");
        let below = below.map(|name| name.trim_matches('`').to_owned());
        Some((
            name.to_owned(),
            below.filter(|name| name != "nothing").collect(),
        ))
    });
    assert_eq!(rows.collect::<BTreeMap<_, BTreeSet<_>>>(), crates());
}

/// The picture leaves out an arrow if a longer path leads to the same crate.
#[test]
fn the_picture_of_the_structure_shows_the_crates_and_their_dependencies() {
    let page = include_str!("../../docs/architecture.md");
    let picture = page.split("```").find(|text| text.starts_with("mermaid"));
    let lines = picture.unwrap().lines().skip(2).map(str::trim);
    let (arrows, names): (Vec<_>, Vec<_>) = lines
        .filter(|line| !line.is_empty())
        .partition(|line| line.contains(" --> "));
    let crates = crates();
    assert_eq!(names, crates.keys().map(String::as_str).collect::<Vec<_>>());
    let mut expected = Vec::new();
    for (name, below) in &crates {
        for to in below {
            let is_reached = |other: &String| reaches(&crates, other, to);
            if !below.iter().any(is_reached) {
                expected.push(format!("{name} --> {to}"));
            }
        }
    }
    assert_eq!(arrows, expected, "the picture in docs/architecture.md");
}

/// Whether a crate depends on another crate, directly or through others.
fn reaches(crates: &BTreeMap<String, BTreeSet<String>>, name: &str, other: &str) -> bool {
    let mut below = crates.get(name).into_iter().flatten();
    below.any(|next| next == other || reaches(crates, next, other))
}

#[test]
fn the_core_knows_no_protocol_no_sandbox_and_no_machine() {
    let foreign = [
        "clap",
        "hyper",
        "notify",
        "prost",
        "rustix",
        "rustls",
        "tonic",
        "wasmtime",
        "wasmtime-wasi",
    ];
    for part in ["core", "simulator"] {
        let found = dependencies(part);
        assert!(
            found.iter().all(|name| !foreign.contains(&name.as_str())),
            "{part}: {found:?}"
        );
    }
    let files = host_without_tests().filter(|line| {
        line.part() == "core"
            && ["fs::", "tokio::net", "TcpStream"]
                .iter()
                .any(|name| line.code.contains(name))
    });
    assert_none("the core opens nothing", files);
}

#[test]
fn each_large_library_stays_in_its_crate() {
    for (library, allowed) in [
        (
            "tonic",
            &["conformance", "plugin", "stand-in", "terraform"][..],
        ),
        ("prost", &["conformance", "plugin", "stand-in", "terraform"]),
        ("wasmi", &["sandbox"]),
        ("wasmtime", &["sandbox"]),
        ("wasmtime-wasi", &["sandbox"]),
        ("wasmtime-wasi-http", &["sandbox"]),
        ("wasmtime-wizer", &["sandbox"]),
        ("hyper", &["network"]),
        ("rustls", &["network", "terraform"]),
        ("ring", &["signature"]),
        ("notify", &["tool"]),
    ] {
        let users = crates().into_keys();
        let users = users.filter(|part| dependencies(part).iter().any(|name| name == library));
        assert_eq!(users.collect::<Vec<_>>(), allowed, "{library}");
    }
}

#[test]
fn statuses_are_made_in_the_face() {
    let wrong = host().into_iter().filter(|line| {
        // The stand-in and the conformance suite are the engine's side of the protocol.
        !["conformance", "plugin", "stand-in", "terraform"].contains(&line.part())
            && has_word(&line.code, "Status")
    });
    assert_none("only the faces make a gRPC status", wrong);
    let made = host()
        .into_iter()
        .filter(|line| line.part() == "terraform" && line.code.contains("Status::"));
    assert_none(
        "a failure of a call is a message of its answer in the face of Terraform",
        made,
    );
}

#[test]
fn the_core_names_no_command_of_an_engine() {
    let wrong =
        host_without_tests().filter(|line| line.part() == "core" && line.code.contains("`pulumi"));
    assert_none(
        "`Wording` of a face names the commands of its engine",
        wrong,
    );
}

/// Users of Terraform read the messages of these crates.
#[test]
fn users_of_terraform_read_no_command_or_file_of_pulumi() {
    /// The crates behind both faces, and the face of Terraform.
    const PARTS: [&str; 6] = [
        "capability",
        "core",
        "network",
        "platform",
        "sandbox",
        "terraform",
    ];
    /// Has the commands and files of each engine, and the caller chooses.
    const CHOICE: &str = "capability/src/flag_place.rs";
    let wrong = without_tests().into_iter().filter(|line| {
        let names_pulumi = ["`pulumi ", "Pulumi.yaml", "PulumiPlugin.yaml"]
            .iter()
            .any(|text| line.code.contains(text));
        names_pulumi && PARTS.contains(&line.part()) && line.file != CHOICE
    });
    assert_none(
        "`Wording` or `FlagPlace` has the words for the engine of the user",
        wrong,
    );
}

#[test]
fn there_is_one_place_for_a_store_and_one_for_the_engines_configuration() {
    let mut stores: Vec<String> = host_without_tests()
        .filter(|line| line.part() == "sandbox" && line.code.contains("Store::new("))
        .map(|line| line.file)
        .collect();
    stores.sort();
    assert_eq!(
        stores,
        // The second store has no host: a module is initialized in it when it is built.
        [
            "sandbox/src/guest/instances/instance.rs",
            "sandbox/src/preinitialize/mod.rs",
        ]
    );
    assert_eq!(
        occurrences(&[], "Config::new()"),
        ["sandbox/src/engine/config.rs"]
    );
    assert_eq!(
        occurrences(&[], "wasmtime::Engine::new("),
        ["sandbox/src/engine/config.rs"]
    );
}

#[test]
fn guests_are_entered_in_one_place_and_made_in_another() {
    let mut running = occurrences(&["sandbox"], "cpu_budget.run(");
    running.sort();
    let expected = [
        "sandbox/src/guest/call.rs",
        "sandbox/src/guest/instances/prepared.rs",
    ];
    assert_eq!(running, expected);
    let entered = occurrences(&["sandbox"], "guest.as_ref()");
    assert_eq!(entered, ["sandbox/src/guest/call.rs"]);
}

#[test]
fn a_version_of_the_interface_is_known_to_the_list_of_versions_alone() {
    let names = |line: &Line| {
        ["v0_1_0", "test_version"]
            .iter()
            .any(|version| has_word(&line.code, version))
    };
    let is_allowed = |file: &str| {
        let inside = file.strip_prefix("sandbox/src/guest/");
        inside.is_some_and(|file| {
            // The declarations, the list, and a version that builds on another.
            ["mod.rs", "versions.rs"].contains(&file)
                || ["v0_", "test_version/"]
                    .iter()
                    .any(|folder| file.starts_with(folder))
        })
    };
    let wrong = host()
        .into_iter()
        .filter(|line| names(line) && !is_allowed(&line.file));
    assert_none("guest/versions.rs alone lists versions", wrong);
}

#[test]
fn errors_of_the_engine_become_text_in_one_place() {
    // Such an error may carry a call stack, with names that the guest wrote.
    let parts = ["sandbox"];
    for text in [":#}", "root_cause", "WasmBacktrace>()"] {
        let mut files = occurrences(&parts, text);
        files.dedup();
        let allowed: &[&str] = match text {
            // The alternate form is what leaves the hash of a function's name out.
            ":#}" => &[
                "sandbox/src/engine/crash/function_name.rs",
                "sandbox/src/engine/error_text.rs",
            ],
            "root_cause" => &["sandbox/src/engine/error_text.rs"],
            _ => &[
                "sandbox/src/engine/crash/backtrace.rs",
                "sandbox/src/engine/error_text.rs",
            ],
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
        ["sandbox/src/engine/crash/symbols/dwarf.rs"]
    );
    let mut files = occurrences(&[], "dwarf::");
    files.dedup();
    assert_eq!(files, ["sandbox/src/engine/crash/symbols/worker.rs"]);
    let mut files = occurrences(&[], "addr2line");
    files.dedup();
    assert_eq!(files, ["sandbox/src/engine/crash/symbols/dwarf.rs"]);
    let mut files = occurrences(&[], "rustc_demangle");
    files.dedup();
    assert_eq!(files, ["sandbox/src/engine/crash/function_name.rs"]);
    assert!(occurrences(&[], ".symbols()").is_empty());
    // The engine does not name it either when it prints an error.
    let manifest = include_str!("../../Cargo.toml");
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
    let lock = include_str!("../../Cargo.lock");
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
        // Earlier patches of this line let a request address another host than the judged one.
        assert!(
            version >= semver::Version::new(48, 0, 8),
            "{line} {version}"
        );
        found += 1;
    }
    assert_eq!(found, 3);
}

#[test]
fn unsafe_code_is_where_compiled_code_is_loaded_and_where_windows_is_called() {
    let mut files: Vec<String> = host()
        .into_iter()
        .filter(|line| has_word(&line.code, "unsafe"))
        .map(|line| line.file)
        .collect();
    files.sort();
    files.dedup();
    files.retain(|file| !file.starts_with("platform/src/windows/"));
    assert_eq!(files, ["sandbox/src/engine/cache/mapped.rs"]);
}

#[test]
fn the_crate_for_platforms_alone_knows_operating_systems() {
    let mut in_tests = String::new();
    let lines = all().into_iter().filter(|line| {
        // Tests stand at the end of a file, or in files of their own.
        if line.code.trim() == "#[cfg(test)]" {
            in_tests.clone_from(&line.file);
        }
        let is_test =
            line.file == in_tests || line.file.split('/').any(|part| part.starts_with("tests"));
        let names = [
            "cfg(target_os",
            "cfg(unix)",
            "cfg(windows)",
            "\"/proc/",
            "rustix::",
            "std::os::",
            "windows_sys",
        ];
        !is_test && line.part() != "platform" && names.iter().any(|name| line.code.contains(name))
    });
    assert_none("host/platform alone knows operating systems", lines);
}

#[test]
fn the_environment_is_read_in_known_places() {
    let mut files = occurrences(&[], "env::var");
    files.sort();
    files.dedup();
    assert_eq!(
        files,
        [
            "capability/src/system/local.rs",
            "platform/src/env.rs",
            "platform/src/env/terraform.rs",
        ]
    );
}

/// The host's code without files of tests.
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
fn what_an_engine_shows_is_made_printable_in_known_places() {
    // The stand-in and the conformance suite are an engine: they make answers for the plugin, and show nothing.
    let is_engine = |line: &Line| ["conformance", "stand-in"].contains(&line.part());
    let statuses = host_without_tests().filter(|line| {
        line.file != "pulumi/status.rs" && !is_engine(line) && makes_a_status(&line.code)
    });
    assert_none("pulumi/status.rs alone makes a gRPC status", statuses);
    let failures = host_without_tests().filter(|line| {
        line.file != "pulumi/convert/difference.rs"
            && !is_engine(line)
            && line.code.contains("CheckFailure {")
    });
    assert_none(
        "pulumi/convert/difference.rs alone makes a CheckFailure",
        failures,
    );
    let messages = host_without_tests().filter(|line| {
        !line.file.starts_with("pulumi/engine/log") && line.code.contains("LogRequest {")
    });
    assert_none("pulumi/engine/log alone makes messages", messages);
    // Code that gives out the engine's log puts the layer in front that makes messages printable.
    let mut sinks = occurrences(&[], "CleanLog::new(");
    sinks.sort();
    sinks.dedup();
    let expected = [
        "core/src/call.rs",
        "core/src/redaction/text.rs",
        // Credentials for a registry are secrets too, like credentials for a session.
        "packages/src/loader/fetch/context.rs",
        "pulumi/session/mod.rs",
    ];
    assert_eq!(sinks, expected);
    let raw = host_without_tests().filter(|line| {
        line.part() == "plugin"
            && !line.file.starts_with("pulumi/engine/log")
            && (line.code.contains(".own_sink()") || line.code.contains(".log.sink()"))
            && !["pulumi/session/mod.rs", "pulumi/rpc/list.rs"].contains(&line.file.as_str())
    });
    assert_none("a session alone has a way to the engine's log", raw);
}

#[test]
fn no_macro_that_fails_without_a_reader_writes_to_standard_output_or_error() {
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
    assert_eq!(files, [""; 0]);
    // In the tool, these names are its macros, which use the only function that makes texts printable.
    let macros = tool()
        .into_iter()
        .filter(|line| line.file == "tool/src/lib.rs" && line.code.starts_with("macro_rules! "));
    assert_eq!(macros.count(), 4);
    let around = tool().into_iter().filter(|line| {
        let code = &line.code;
        let is_stream = code.contains("stdout()") || code.contains("stderr()");
        let is_harmless = ["is_terminal", "flush", "Paint::of_"]
            .iter()
            .any(|name| code.contains(name));
        !line.file.starts_with("tool/src/terminal/")
            && (code.contains("std::print")
                || code.contains("std::eprint")
                || (is_stream && !is_harmless))
    });
    assert_none("tool/src/terminal alone writes to a terminal", around);
}

/// Whether a line opens, reads or copies a file by the standard library.
fn opens_a_file(code: &str) -> bool {
    [
        "File::open(",
        "File::options(",
        "OpenOptions::new(",
        "from_pem_file(",
        "fs::copy(",
        "fs::read(",
        "fs::read_to_string(",
        "pem_file_iter(",
        "tokio::fs",
    ]
    .iter()
    .any(|call| {
        let starts = code.match_indices(call).map(|(at, _)| at);
        let before = |at: usize| code[..at].chars().next_back();
        // `RecordingFile::open` is another function.
        starts
            .map(before)
            .any(|letter| !letter.is_some_and(char::is_alphanumeric))
    })
}

/// The lines of the host and the tool outside of tests, which stand at the end of a file or in files of their own.
fn without_tests() -> Vec<Line> {
    let mut in_tests = String::new();
    let mut lines = all();
    lines.retain(|line| {
        if line.code.trim().starts_with("#[cfg(") && line.code.contains("test") {
            in_tests.clone_from(&line.file);
        }
        let is_test = |part: &str| part.starts_with("tests") || part.ends_with("_tests.rs");
        line.file != in_tests && !line.file.split('/').any(is_test)
    });
    lines
}

#[test]
fn files_are_read_by_the_function_that_bounds_them() {
    let mut files: Vec<String> = without_tests()
        .into_iter()
        .filter(|line| opens_a_file(&line.code))
        .map(|line| line.file)
        .collect();
    files.sort();
    files.dedup();
    let allowed = [
        // Functions that open files, and special files of the system.
        "platform/src/files/unix.rs",
        "platform/src/files/windows.rs",
        "platform/src/machine.rs",
        "platform/src/ownership/windows.rs",
        "platform/src/peers/linux/mod.rs",
        "platform/src/peers/linux/table.rs",
        "platform/src/peers/users.rs",
        "platform/src/private_folder/windows.rs",
        // Files that are written: a copy, locks, and files that are replaced as a whole.
        "tool/src/files/bounded_file.rs",
        "tool/src/files/lock_file.rs",
        "tool/src/files/whole_file.rs",
    ];
    assert_eq!(files, allowed);
}

#[test]
fn toolchains_are_started_by_the_function_that_scrubs_their_environment() {
    let mut files: Vec<String> = without_tests()
        .into_iter()
        .filter(|line| line.part() == "tool" && line.code.contains("Command::new("))
        .map(|line| line.file)
        .collect();
    files.sort();
    files.dedup();
    let allowed = [
        // Pulumi itself, in an empty folder.
        "tool/src/commands/add/source.rs",
        // The plugin beside the tool.
        "tool/src/commands/install.rs",
        "tool/src/terminal/program.rs",
    ];
    assert_eq!(files, allowed);
}

#[test]
fn the_tool_knows_guest_languages_in_their_folders_alone() {
    let words = [
        "\"rust\"",
        "\"python\"",
        "\"typescript\"",
        "::Rust",
        "::Python",
        "::TypeScript",
        "Cargo.toml",
        "pyproject.toml",
        "tsconfig.json",
    ];
    let mut files: Vec<String> = without_tests()
        .into_iter()
        .filter(|line| line.part() == "tool" && !line.file.starts_with("tool/src/language/"))
        .filter(|line| words.iter().any(|word| line.code.contains(word)))
        .map(|line| line.file)
        .collect();
    files.sort();
    files.dedup();
    let allowed = [
        // The languages of the SDKs that Pulumi generates.
        "tool/src/commands/build/sdks.rs",
        // The manifests of the SDK in Rust, which are in the repository.
        "tool/src/sdk/files.rs",
        "tool/src/sdk/mod.rs",
    ];
    assert_eq!(files, allowed);
}
