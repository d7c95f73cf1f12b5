//! Computes a version for the form of stored schemas and manifests, for the crates that store them.

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The sources that affect that form.
const SOURCES: [&str; 4] = [
    "src/manifest",
    "src/schema",
    "src/value/mod.rs",
    "src/value/special_values.rs",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for source in SOURCES.map(Path::new) {
        println!("cargo::rerun-if-changed={}", source.display());
        if source.is_dir() {
            collect(source, "rs", &mut files)?;
        } else {
            files.push(source.to_owned());
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    std::env::var("CARGO_PKG_VERSION")?.hash(&mut hasher);
    for file in &files {
        file.hash(&mut hasher);
        std::fs::read(file)?.hash(&mut hasher);
    }
    println!("cargo::metadata=form={:016x}", hasher.finish());
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
