//! Warnings about a provider before cargo compiles it: resources and functions that `provider!` does not list, and
//! crates that cannot work in a component.

use std::path::{Path, PathBuf};

use syn::{Expr, ExprLit, ItemMod, Lit, Meta};

use super::crates;
use super::listing::Listing;
use crate::files::bounded_file;
use crate::project::project_files::read_toml;

/// The maximum number of files of a library. A recursive module ends here.
const MAX_FILES: usize = 10_000;

/// Prints the warnings about the library of a project and the crates that it depends on.
pub(super) fn warn(folder: &Path) {
    let manifest = folder.join("Cargo.toml");
    // Cargo reports mistakes in the manifest.
    let Ok(document) = read_toml(&manifest) else {
        return;
    };
    let text = bounded_file::text(&manifest).unwrap_or_default();
    let library = document.get("lib").and_then(|library| library.get("path"));
    let library = library
        .and_then(toml::Value::as_str)
        .unwrap_or("src/lib.rs");
    let listing = read(folder, &folder.join(library));
    let crates = crates::warnings(&document, &text);
    for warning in crates.into_iter().chain(listing.warnings()) {
        eprintln!("warning: {warning}");
    }
}

/// A module that is a file.
struct File {
    path: PathBuf,
    /// The folder with the files of its modules.
    below: PathBuf,
}

/// Reads the files of a library.
fn read(folder: &Path, library: &Path) -> Listing {
    let below = library.parent().unwrap_or(folder).to_owned();
    let mut files = vec![File {
        path: library.to_owned(),
        below,
    }];
    let mut listing = Listing::default();
    let mut next = 0;
    while next < files.len().min(MAX_FILES) {
        let File { path, below } = &files[next];
        let (path, below) = (path.clone(), below.clone());
        next += 1;
        // Cargo reports files that cannot be read or parsed.
        let parsed = bounded_file::text(&path).map(|text| syn::parse_file(&text));
        let Ok(Ok(parsed)) = parsed else {
            continue;
        };
        let shown = path.strip_prefix(folder).unwrap_or(&path);
        for (around, module) in listing.read(&shown.display().to_string(), &parsed) {
            let mut below = below.clone();
            below.extend(around);
            files.extend(file_of(module, &path, &below));
        }
    }
    listing
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
    let path = if beside.is_file() {
        beside
    } else {
        inside.join("mod.rs")
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

    /// The warnings about a library of these files.
    fn warnings(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        read(folder.path(), &folder.path().join("src/lib.rs")).warnings()
    }

    #[test]
    fn modules_are_followed_into_their_files() {
        let zone = "#[derive(Resource)] struct Zone {}";
        let mut warnings = warnings(&[
            (
                "src/lib.rs",
                "mod one; mod two; #[path = \"odd.rs\"] mod three; mod four { mod five; } #[cfg(test)] mod left_out; provider!(Provider::new(\"a\"));",
            ),
            ("src/one.rs", "mod below;"),
            ("src/one/below.rs", zone),
            ("src/two/mod.rs", zone),
            ("src/odd.rs", zone),
            ("src/four/five.rs", zone),
            ("src/left_out.rs", zone),
            ("src/unused.rs", zone),
        ]);
        warnings.sort();
        let places = warnings.iter().map(|text| text.split(':').next().unwrap());
        assert_eq!(
            places.collect::<Vec<_>>(),
            [
                "src/four/five.rs",
                "src/odd.rs",
                "src/one/below.rs",
                "src/two/mod.rs"
            ]
        );
    }

    #[test]
    fn what_any_file_lists_is_listed() {
        let warnings = warnings(&[
            (
                "src/lib.rs",
                "mod one; mod two; provider!(Provider::new(\"a\").resource::<one::Zone>());",
            ),
            ("src/one.rs", "#[derive(Resource)] pub struct Zone {}"),
            ("src/two.rs", "#[derive(Resource)] pub struct Record {}"),
        ]);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(
            warnings[0].starts_with(
                "src/two.rs:1:32: `Record` is a resource that `provider!` does not list"
            )
        );
    }
}
