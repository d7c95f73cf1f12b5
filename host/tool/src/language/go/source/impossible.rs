//! Calls that cannot work in a component.

use super::syntax::{File, usual_name};

const PROCESSES: &str = "a component starts no processes";
const FILES: &str = "a component has no files";
const SOCKETS: &str = "a component has no sockets, only HTTP";

/// Functions that cannot work in a component, by the path of their package, and why.
const IMPOSSIBLE: [(&str, &[&str], &str); 12] = [
    (
        "os/exec",
        &["Command", "CommandContext", "LookPath"],
        PROCESSES,
    ),
    ("syscall", &["Exec", "ForkExec", "StartProcess"], PROCESSES),
    ("os", &["StartProcess"], PROCESSES),
    (
        "os",
        &[
            "Open",
            "OpenFile",
            "Create",
            "CreateTemp",
            "ReadFile",
            "WriteFile",
            "ReadDir",
            "Mkdir",
            "MkdirAll",
            "MkdirTemp",
            "Remove",
            "RemoveAll",
            "Rename",
            "Stat",
            "Lstat",
            "Chmod",
            "Symlink",
        ],
        FILES,
    ),
    (
        "io/ioutil",
        &["ReadFile", "WriteFile", "ReadDir", "TempFile", "TempDir"],
        FILES,
    ),
    ("path/filepath", &["Walk", "WalkDir", "Glob"], FILES),
    (
        "os/user",
        &["Current", "Lookup", "LookupId"],
        "a component has no users",
    ),
    (
        "net",
        &[
            "Dial",
            "DialTimeout",
            "Listen",
            "ListenPacket",
            "ListenTCP",
            "DialTCP",
            "DialUDP",
        ],
        SOCKETS,
    ),
    ("crypto/tls", &["Dial"], SOCKETS),
    ("golang.org/x/crypto/ssh", &["Dial", "NewClient"], SOCKETS),
    (
        "google.golang.org/grpc",
        &["Dial", "NewClient", "DialContext"],
        SOCKETS,
    ),
    ("plugin", &["Open"], "a component loads no libraries"),
];

/// The calls in a file, each as `FILE:LINE: FUNCTION` with the reason.
pub(super) fn find(file: &File) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for at in 0..file.tokens.len() {
        let Some(call) = file.call_at(at) else {
            continue;
        };
        let Some(path) = call.package(file) else {
            continue;
        };
        let mut functions = IMPOSSIBLE.iter();
        let function =
            functions.find(|(package, names, _)| *package == path && names.contains(&call.name));
        if let Some((_, _, reason)) = function {
            let name = format!("{}.{}", usual_name(path), call.name);
            let place = format!("{}: `{name}`", file.place(call.line));
            found.push((place, (*reason).to_owned()));
        }
    }
    found
}
