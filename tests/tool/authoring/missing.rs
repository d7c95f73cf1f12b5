//! Builds on machines without a required program: the message names the program, with a command to install it if there
//! is one.

use std::fs;

use super::Author;
use test_support::fake::guest::Guest;

#[test]
fn a_machine_without_rust_is_told_where_it_comes_from() {
    let author = Author::new().with_rust_project();
    author.runs(&["build"]).fails(&[
        "a Rust compiler is not on PATH",
        "https://rustup.rs",
        "rustup target add wasm32-unknown-unknown",
    ]);
}

#[test]
fn a_machine_without_go_is_told_where_it_comes_from() {
    let author = Author::new();
    let requirement = "github.com/pulumi/pulumi-go-provider v1.5.0";
    author.write("go.mod", format!("module acme\n\nrequire {requirement}\n"));
    author.runs(&["build"]).fails(&[
        "`go` is not on PATH",
        "hint: install Go 1.24 or newer: from https://go.dev/dl",
    ]);
    author.has("go", "printf 'go1.23.4\n/nowhere\n'");
    let ran = author.runs(&["build"]);
    ran.fails(&["go1.23.4 is too old", "install Go 1.24"]);
    author.has("go", "echo 'go: go.mod requires go >= 1.99' >&2; exit 1");
    author
        .runs(&["build"])
        .fails(&["go.mod requires go >= 1.99"]);

    // A module that does not require the framework is not a provider.
    author.write("go.mod", "module acme\n");
    let ran = author.runs(&["build"]);
    ran.fails(&[
        "go.mod is not the project of a provider",
        "pulumi-wasm new --lang go NAME",
    ]);
}

#[test]
fn a_machine_without_a_compiler_for_c_is_told_which_will_do() {
    let author = Author::new();
    author.write("provider.c", "");
    let ran = author.runs(&["build"]);
    ran.fails(&[
        "provider.c is not the project of a provider: it has no `manifest.yaml` or `manifest.json` beside it",
        "pulumi-wasm new --lang c NAME",
    ]);
    let manifest = "schema: {name: acme, version: 1.0.0}\n";
    author.write("manifest.yaml", manifest);
    author.runs(&["build"]).fails(&[
        "a compiler for C is missing: Python is not on PATH",
        "hint: the tool takes `zig` 0.14 or newer, else clang 19 or newer",
        "apt-get install clang-19 lld-19 wasi-libc",
    ]);
}

#[test]
fn a_toolchain_that_cannot_be_installed_is_told_with_the_reason() {
    let author = Author::new();
    author.write("provider.c", "");
    author.write("manifest.yaml", "schema: {name: acme, version: 1.0.0}\n");
    fs::create_dir_all(author.home().join(".pulumi/wasm")).unwrap();
    fs::write(author.toolchains(), "").unwrap();
    author.runs(&["build"]).fails(&[
        "a compiler for C is missing: cannot make ",
        "wasm/toolchains: File exists",
    ]);
}

#[test]
fn zig_gets_a_cache_on_a_machine_without_a_home() {
    let author = Author::new();
    author.write("provider.c", "");
    author.write("manifest.yaml", "schema: {name: acme, version: 1.0.0}\n");
    author.has(
        "zig",
        "case \"$*\" in version) echo 0.17.1 ;; *) echo \"cache: $ZIG_GLOBAL_CACHE_DIR\" >&2; exit 1 ;; esac",
    );
    author.runs(&["build"]).says(&["\ncache:\n"]);
    let mut command = author.command(&["build"]);
    command
        .env_remove("HOME")
        .env("PULUMI_HOME", author.home().join(".pulumi"));
    let ran = super::Ran::of(&command.output().unwrap());
    let cache = author.work().join(".pulumi-wasm/build/zig/global");
    ran.says(&[&format!("cache: {}", cache.display())]);
}

#[test]
fn a_compiler_that_is_too_old_is_told_with_both_versions() {
    let author = Author::new().with_rust_project();
    author.has_rustc("1.80.1", true);
    author.has_cargo(&Guest::new(), "");
    let ran = author.runs(&["build"]);
    ran.fails(&["is version 1.80", "needs 1.95", "install Rust 1.95"]);
    author.has("rustup", "");
    author.runs(&["build"]).fails(&["run `rustup update`"]);
}

#[test]
fn a_compiler_without_the_target_is_told_with_the_command_that_adds_it() {
    let author = Author::new().with_rust_project();
    author.has_rustc("1.95.0", false);
    author.has("rustup", "");
    author.runs(&["build"]).fails(&[
        "cannot compile for WebAssembly",
        "run `rustup target add wasm32-unknown-unknown`",
    ]);
}

#[test]
fn a_compiler_with_sources_needs_a_linker() {
    let author = Author::new().with_rust_project();
    author.has_rustc("1.96.0", false);
    let sources = author
        .directory
        .path()
        .join("sysroot/lib/rustlib/src/rust/library/std");
    fs::create_dir_all(&sources).unwrap();
    fs::write(sources.join("Cargo.toml"), "").unwrap();
    let ran = author.runs(&["build"]);
    ran.fails(&["a linker for WebAssembly is missing", "lld"]);

    // With one, cargo also needs the standard library.
    author.has("wasm-ld-19", "");
    author.has_cargo(&Guest::new(), "echo \"$*\" >&2");
    let ran = author.runs(&["build"]).succeeds();
    ran.says(&["-Zbuild-std=std,panic_abort"]);
}

#[test]
fn a_compiler_without_cargo_is_told() {
    let author = Author::new().with_rust_project();
    author.has_rustc("1.95.0", true);
    let ran = author.runs(&["build"]);
    ran.fails(&["`cargo` is not on PATH", "https://rustup.rs"]);
}

#[test]
fn a_machine_without_python_is_told() {
    let author = Author::new();
    author.write(
        "pyproject.toml",
        "[project]\nname = \"acme\"\nversion = \"1.0.0\"\n[tool.pulumi-wasm]\nmodule = \"acme\"\n",
    );
    author.write("acme.py", "");
    let ran = author.runs(&["build"]);
    ran.fails(&["Python", "python3-venv"]);
    author.has("python3", "echo 3 9");
    let ran = author.runs(&["build"]);
    ran.fails(&["3.9", "3.11 or newer"]);
}

/// An author of a provider in TypeScript.
fn typescript_author() -> Author {
    let author = Author::new();
    author.write(
        "package.json",
        "{ \"name\": \"acme\", \"pulumi-wasm\": { \"source\": \"index.ts\" } }",
    );
    author.write("index.ts", "");
    author
}

#[test]
fn a_machine_without_node_is_told() {
    let author = typescript_author();
    let install = "install Node 20 or newer with npm";
    let ran = author.runs(&["build"]);
    ran.fails(&["`node` is not on PATH", install, "nodejs.org"]);
    author.has("node", "echo v16.20.2");
    let ran = author.runs(&["build"]);
    ran.fails(&["Node v16.20.2 is too old", install]);
    author.has("node", "echo v20.1.0");
    let ran = author.runs(&["build"]);
    ran.fails(&["`npm` is not on PATH", install]);

    // Even if the packages already exist.
    author.write(
        "node_modules/pulumi-wasm-provider/package.json",
        "{ \"name\": \"pulumi-wasm-provider\" }",
    );
    author.has("npm", "");
    author
        .runs(&["build"])
        .says(&["cannot read", "typescript.wasm"]);
    author.has("node", "exit 127");
    author
        .runs(&["build"])
        .fails(&["`node --version` failed", install]);
}

#[test]
fn packages_that_cannot_be_installed_are_told() {
    let author = typescript_author();
    author.has("node", "echo v20.1.0");
    author.has("npm", "echo 'npm error 404 no-such-package' >&2; exit 1");
    author.runs(&["build"]).fails(&[
        "npm cannot install the packages of",
        "404 no-such-package",
        "its `dependencies`",
    ]);
    author.has("npm", "");
    author.runs(&["build"]).fails(&[
        "does not depend on the SDK",
        "\"pulumi-wasm-provider\": \"file:.pulumi-wasm/sdk/guest-sdk/typescript\"",
    ]);
}

#[test]
fn broken_files_are_told_with_their_line() {
    let author = Author::new();
    author.write("pyproject.toml", "[project]\nname = \n");
    let ran = author.runs(&["build"]);
    assert!(!ran.succeeded);
    ran.says(&["error: ", "pyproject.toml:2:8: "]);

    let author = Author::new();
    author.write("package.json", "{\n  \"name\": \"acme\",\n}\n");
    let ran = author.runs(&["build"]);
    assert!(!ran.succeeded);
    ran.says(&["error: ", "package.json:3:1: trailing comma"]);
}

#[test]
fn a_folder_without_a_provider_is_told_how_to_begin_one() {
    let author = Author::new();
    let ran = author.runs(&["build"]);
    ran.fails(&["there is no provider in", "pulumi-wasm new NAME"]);
    author.write("package.json", "{ \"name\": \"something-else\" }");
    let ran = author.runs(&["build"]);
    ran.fails(&["is not the project of a provider", "--lang typescript"]);
    let ran = author.runs(&["build", "nowhere"]);
    assert!(!ran.succeeded);
    ran.says(&["cannot read the folder nowhere"]);
}
