//! Names the form in which schemas are kept for later starts after this version and all sources that have a part in it. The
//! form has no names of fields, so that a build with others would read nonsense and not notice.

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    println!("cargo::rerun-if-changed=src/manifest_index");
    collect(Path::new("src/manifest_index"), "rs", &mut files)?;
    // The libraries have a part in it as well. A package may come without the list of their versions.
    let libraries = Path::new("../../Cargo.lock");
    if libraries.exists() {
        println!("cargo::rerun-if-changed={}", libraries.display());
        files.push(libraries.to_owned());
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    std::env::var("CARGO_PKG_VERSION")?.hash(&mut hasher);
    // What the core's own build script says of the types that are kept.
    std::env::var("DEP_PULUMI_WASM_CORE_FORM")?.hash(&mut hasher);
    for file in &files {
        file.hash(&mut hasher);
        std::fs::read(file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=TABLES_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// Every file with an extension below a folder.
fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}
