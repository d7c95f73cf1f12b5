//! Compares the versions of runtimes in `SECURITY.md` with the files that decide them.

use super::{read, rows};

/// The text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text
        .split_once(before)
        .unwrap_or_else(|| panic!("no `{before}`"));
    rest.split_once(after)
        .unwrap_or_else(|| panic!("no `{after}`"))
        .0
}

#[test]
fn the_security_policy_has_the_versions_of_the_runtimes_inside() {
    let page = read("SECURITY.md");
    let table = rows(&page, "Versions inside");
    let row = |runtime: &str| {
        let mut rows = table.iter().filter(|row| row[1] == runtime);
        rows.next().unwrap_or_else(|| panic!("no row of {runtime}"))
    };
    let lock = read("Cargo.lock");
    let wasmtime = between(&lock, "\nname = \"wasmtime\"\nversion = \"", "\"");
    assert_eq!(row("Wasmtime")[2], wasmtime);
    let wasmi = between(&lock, "\nname = \"wasmi\"\nversion = \"", "\"");
    assert_eq!(row("Wasmi")[2], wasmi);

    let python = read("host/tool/src/language/python/toolchain.rs");
    assert_eq!(
        row("CPython")[2],
        between(&python, "CPYTHON: &str = \"", "\"")
    );
    let componentize = between(&python, "COMPONENTIZE: &str = \"", "\"");
    assert_eq!(row("CPython")[3], format!("componentize-py {componentize}"));
    let guest = between(&python, "GUEST_VERSION: &str = \"", "\"");
    assert!(row("CPython")[2].starts_with(&format!("{guest}.")));

    let quickjs = read("host/tool/src/language/typescript/contents.rs");
    assert_eq!(
        row("QuickJS-ng")[2],
        between(&quickjs, "QUICKJS: &str = \"", "\"")
    );
    let packages = read("guest-sdk/typescript/package.json");
    let componentize = between(&packages, "\"componentize-qjs\": \"", "\"");
    assert_eq!(
        row("QuickJS-ng")[3],
        format!("componentize-qjs {componentize}")
    );
    // The version of the interpreter was read from this release.
    assert!(quickjs.contains(&format!("componentize-qjs {componentize}, which")));
    let spidermonkey = read("guest-sdk/typescript/src-tool/engines/starlingmonkey.ts");
    let componentize = between(&spidermonkey, "VERSION = \"", "\"");
    assert_eq!(
        row("StarlingMonkey")[3],
        format!("componentize-js {componentize}")
    );
}
