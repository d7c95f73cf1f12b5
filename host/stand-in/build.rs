//! Compiles the protocol files in `proto/` to Rust, without protoc: both sides, because a stand-in serves, and tests call.

use std::error::Error;
use std::path::{Path, PathBuf};

const PROTO: &str = "../../proto";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={PROTO}");
    let mut files = Vec::new();
    collect(Path::new(PROTO), &mut files)?;
    files.sort();
    tonic_prost_build::configure()
        .include_file("protocol.rs")
        .compile_fds(protox::compile(&files, [PROTO])?)?;
    Ok(())
}

/// Every protocol file below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|found| found == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
