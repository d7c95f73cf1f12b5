//! Computes a name for the format of stored schemas from this version and all sources that affect the format. The form
//! has no names of fields, so that a build with other fields would read nonsense and not notice.

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/store/manifest_index");
    let sources = std::fs::read_dir("src/store/manifest_index")?;
    let mut files = sources
        .map(|source| Ok(source?.path()))
        .collect::<Result<Vec<PathBuf>, std::io::Error>>()?;
    // The libraries affect it too. A package may come without the list of their versions.
    let libraries = Path::new("../../Cargo.lock");
    if libraries.exists() {
        println!("cargo::rerun-if-changed={}", libraries.display());
        files.push(libraries.to_owned());
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    std::env::var("CARGO_PKG_VERSION")?.hash(&mut hasher);
    // The fingerprint of the kept types, from the core's build script.
    std::env::var("DEP_PULUMI_WASM_CORE_FORM")?.hash(&mut hasher);
    for file in &files {
        file.hash(&mut hasher);
        std::fs::read(file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=TABLES_BUILD={:016x}", hasher.finish());
    Ok(())
}
