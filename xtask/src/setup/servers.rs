//! The servers that tests run against, and their clients: PowerDNS, etcd, a registry, and a web server for Git. Also the debugger of unit tests in C.

use std::path::Path;

use anyhow::Result;

use super::debian;
use crate::process;

/// Packages of Debian with a program of each.
const PROGRAMS: [(&str, &str); 9] = [
    ("etcd-server", "etcd"),
    ("pdns-server", "pdns_server"),
    ("sqlite3", "sqlite3"),
    ("bind9-dnsutils", "dig"),
    ("docker-registry", "docker-registry"),
    ("skopeo", "skopeo"),
    ("apache2-utils", "htpasswd"),
    ("lighttpd", "lighttpd"),
    ("gdb", "gdb"),
];
/// Packages of Debian with a file of each.
const FILES: [(&str, &str); 2] = [
    (
        "pdns-backend-sqlite3",
        "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql",
    ),
    ("lighttpd-mod-openssl", "/usr/lib/lighttpd/mod_openssl.so"),
];

pub(crate) fn install_missing() -> Result<()> {
    let programs = PROGRAMS
        .iter()
        .filter(|(_, program)| process::find(program).is_none());
    let files = FILES.iter().filter(|(_, file)| !Path::new(file).is_file());
    let missing: Vec<&str> = programs.chain(files).map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let programs: Vec<&str> = PROGRAMS.iter().map(|(_, program)| *program).collect();
    let files: Vec<&str> = FILES.iter().map(|(_, file)| *file).collect();
    let elsewhere = format!(
        "Put {} on PATH, and add these files:\n  {}",
        programs.join(", "),
        files.join("\n  ")
    );
    debian::install("a server for the tests", &missing, &elsewhere)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// CI does not run as root.
    #[test]
    fn ci_installs_all_servers_first() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows/ci.yml");
        let text = fs::read_to_string(file).unwrap();
        let (_, step) = text
            .split_once("- name: Install the servers of the tests")
            .unwrap();
        let step = step.split("\n      - ").next().unwrap();
        let words: Vec<&str> = step.split_whitespace().collect();
        for (package, _) in PROGRAMS.iter().chain(&FILES) {
            assert!(words.contains(package), "{package} is missing: {step}");
        }
    }
}
