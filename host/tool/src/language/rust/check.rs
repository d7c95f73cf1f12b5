//! What of a provider's own sources does not work in a component, or is not part of it, though it compiles: told before cargo is run.

use std::path::{Path, PathBuf};

use anyhow::bail;
use syn::{Expr, ExprLit, ItemMod, Lit, Meta};

use super::listing::Listing;
use super::{crates, uses};
use crate::bounded_file;
use crate::project_files::read_toml;

/// Files of one project are not more than this: a module that leads back to itself ends here.
const MAX_FILES: usize = 10_000;

/// Looks at the library of a project and at the crates that it depends on.
///
/// # Errors
/// With a line for each use of a name that does not work.
pub(super) fn check(folder: &Path) -> anyhow::Result<()> {
    let manifest = folder.join("Cargo.toml");
    // Cargo tells what is wrong with it.
    let Ok(document) = read_toml(&manifest) else {
        return Ok(());
    };
    let text = bounded_file::text(&manifest).unwrap_or_default();
    for warning in crates::warnings(&document, &text) {
        eprintln!("warning: {warning}");
    }
    let library = document.get("lib").and_then(|library| library.get("path"));
    let library = library
        .and_then(toml::Value::as_str)
        .unwrap_or("src/lib.rs");
    let (mistakes, listing) = read(folder, &folder.join(library));
    for warning in listing.warnings() {
        eprintln!("warning: {warning}");
    }
    if mistakes.is_empty() {
        return Ok(());
    }
    let hint = "what no component compiles, below `#[cfg(not(target_arch = \"wasm32\"))]` or `#[cfg(test)]`, may use it";
    bail!("{}\nhint: {hint}", mistakes.join("\n"));
}

/// A module that is a file.
struct File {
    path: PathBuf,
    /// The folder with the files of its modules.
    below: PathBuf,
}

/// The mistakes in the files of a library, and what these define and list.
fn read(folder: &Path, library: &Path) -> (Vec<String>, Listing) {
    let below = library.parent().unwrap_or(folder).to_owned();
    let mut files = vec![File {
        path: library.to_owned(),
        below,
    }];
    let (mut mistakes, mut listing) = (Vec::new(), Listing::default());
    let mut next = 0;
    while next < files.len().min(MAX_FILES) {
        let File { path, below } = &files[next];
        let (path, below) = (path.clone(), below.clone());
        next += 1;
        // Cargo tells what cannot be read or parsed.
        let parsed = bounded_file::text(&path).map(|text| syn::parse_file(&text));
        let Ok(Ok(parsed)) = parsed else {
            continue;
        };
        let found = uses::find(&parsed, &mut |around, module| {
            let mut below = below.clone();
            below.extend(around);
            files.extend(file_of(module, &path, &below));
        });
        let shown = path.strip_prefix(folder).unwrap_or(&path);
        let shown = shown.display().to_string();
        listing.read(&shown, &parsed);
        mistakes.extend(found.into_iter().map(|found| {
            let uses::Found {
                line,
                column,
                name,
                absent,
            } = found;
            format!(
                "{shown}:{line}:{column}: `{name}` {}\nhint: {}",
                absent.reason, absent.hint
            )
        }));
    }
    (mistakes, listing)
}

/// The file of `mod name;`.
fn file_of(module: &ItemMod, declared_in: &Path, below: &Path) -> Option<File> {
    let name = module.ident.to_string();
    if let Some(path) = module.attrs.iter().find_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        let Expr::Lit(ExprLit {
            lit: Lit::Str(path),
            ..
        }) = &pair.value
        else {
            return None;
        };
        pair.path.is_ident("path").then(|| path.value())
    }) {
        let path = declared_in.parent()?.join(path);
        let below = path.parent()?.to_owned();
        return Some(File { path, below });
    }
    let inside = below.join(&name);
    let beside = below.join(format!("{name}.rs"));
    let path = match beside.is_file() {
        true => beside,
        false => inside.join("mod.rs"),
    };
    Some(File {
        path,
        below: inside,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read_files(files: &[(&str, &str)]) -> (Vec<String>, Listing) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        read(folder.path(), &folder.path().join("src/lib.rs"))
    }

    fn told(files: &[(&str, &str)]) -> Vec<String> {
        let (told, _) = read_files(files);
        let places = told.iter().map(|text| {
            let (place, hint) = text.split_once("\nhint: ").unwrap();
            assert!(!hint.is_empty());
            let (place, reason) = place.split_once(": ").unwrap();
            let name = reason.split('`').nth(1).unwrap();
            format!("{place} {name}")
        });
        places.collect()
    }

    fn of(source: &str) -> Vec<String> {
        told(&[("src/lib.rs", source)])
    }

    #[test]
    fn each_module_that_does_not_work_is_told_with_its_place() {
        for (call, name) in [
            (
                "std::net::TcpStream::connect(\"a\")",
                "std::net::TcpStream::connect",
            ),
            ("std::fs::read(\"a\")", "std::fs::read"),
            (
                "std::process::Command::new(\"a\")",
                "std::process::Command::new",
            ),
            ("std::process::exit(1)", "std::process::exit"),
            ("std::thread::spawn(|| 1)", "std::thread::spawn"),
            ("std::thread::sleep(time)", "std::thread::sleep"),
            ("std::env::var(\"A\")", "std::env::var"),
            ("std::env::args()", "std::env::args"),
            ("std::env::temp_dir()", "std::env::temp_dir"),
            ("std::time::Instant::now()", "std::time::Instant::now"),
            ("std::time::SystemTime::now()", "std::time::SystemTime::now"),
            ("std::io::stdin()", "std::io::stdin"),
        ] {
            let source = format!("fn hook() {{\n    let a = {call};\n}}\n");
            assert_eq!(of(&source), [format!("src/lib.rs:2:13 {name}")], "{call}");
        }
    }

    #[test]
    fn names_that_work_are_not_told() {
        let source = r#"
            use std::net::{IpAddr, SocketAddr};
            use std::time::{Duration, Instant, UNIX_EPOCH};
            use std::{env, path::Path, process::ExitCode};
            const A: &str = env!("CARGO_PKG_NAME");
            fn hook(at: Instant) -> &'static str { env::consts::OS }
            mod fs { pub fn read() {} }
            fn own() { fs::read(); crate::fs::read() }
        "#;
        assert_eq!(of(source), Vec::<String>::new());
    }

    #[test]
    fn imports_are_followed_through_aliases_groups_blocks_and_macros() {
        let source = r#"use std::{fs::{self as files, File}, time::Instant as Moment};
use std::fs::*;
fn hook() {
    use std::env;
    File::open("a");
    files::read("a");
    format!("{}", Moment::now());
    env::var("A");
}
fn other() { env::var("A"); }
mod inner { fn hook() { files::read("a"); ::std::fs::read("b"); } }
"#;
        assert_eq!(
            of(source),
            [
                "src/lib.rs:1:31 std::fs::File",
                "src/lib.rs:2:14 std::fs",
                "src/lib.rs:6:5 std::fs::read",
                "src/lib.rs:7:19 std::time::Instant::now",
                "src/lib.rs:8:5 std::env::var",
                "src/lib.rs:11:43 std::fs::read",
            ]
        );
    }

    #[test]
    fn code_that_no_component_compiles_may_use_what_it_likes() {
        let source = r#"
            #[cfg(test)] mod tests { fn a() { std::fs::read("a"); } }
            #[cfg(test)] mod file;
            #[cfg(all(test, feature = "a"))] use std::fs::File;
            #[cfg(not(target_arch = "wasm32"))] fn b() { std::fs::read("a"); }
            #[cfg(any(unix, windows))] fn c() { std::fs::read("a"); }
            #[test] fn d() { std::fs::read("a"); }
            impl A { #[cfg(test)] fn e() { std::fs::read("a"); } }
            fn f() { #[cfg(test)] let a = std::fs::read("a"); #[cfg(test)] { std::fs::read("a"); } }
        "#;
        let none = Vec::<String>::new();
        let file = ("src/file.rs", "fn a() { std::fs::read(\"a\"); }");
        assert_eq!(told(&[("src/lib.rs", source), file]), none);
        for condition in ["feature = \"a\"", "target_arch = \"wasm32\"", "not(test)"] {
            let source = format!("#[cfg({condition})]\nfn a() {{ std::fs::read(\"a\"); }}");
            assert_eq!(
                of(&source),
                ["src/lib.rs:2:10 std::fs::read"],
                "{condition}"
            );
        }
    }

    #[test]
    fn modules_are_followed_into_their_files() {
        let call = "fn a() { std::fs::read(\"a\"); }";
        let files = [
            (
                "src/lib.rs",
                "mod one; mod two; #[path = \"odd.rs\"] mod three; mod four { mod five; }",
            ),
            ("src/one.rs", "mod below;"),
            ("src/one/below.rs", call),
            ("src/two/mod.rs", call),
            ("src/odd.rs", call),
            ("src/four/five.rs", call),
            ("src/unused.rs", call),
        ];
        let mut told = told(&files);
        told.sort();
        assert_eq!(
            told,
            [
                "src/four/five.rs:1:10 std::fs::read",
                "src/odd.rs:1:10 std::fs::read",
                "src/one/below.rs:1:10 std::fs::read",
                "src/two/mod.rs:1:10 std::fs::read",
            ]
        );
    }

    #[test]
    fn what_any_file_lists_is_listed() {
        let (mistakes, listing) = read_files(&[
            (
                "src/lib.rs",
                "mod one; mod two; provider!(Provider::new(\"a\").resource::<one::Zone>());",
            ),
            ("src/one.rs", "#[derive(Resource)] pub struct Zone {}"),
            ("src/two.rs", "#[derive(Resource)] pub struct Record {}"),
        ]);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        let warnings = listing.warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(
            warnings[0].starts_with(
                "src/two.rs:1:32: `Record` is a resource that `provider!` does not list"
            )
        );
    }
}
