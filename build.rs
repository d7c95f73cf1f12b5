//! Compiles the protocol files in `proto/` to Rust, without protoc.

#![cfg_attr(
    not(feature = "plugin"),
    allow(dead_code, unused_imports, reason = "nothing to compile")
)]

use std::error::Error;
use std::path::{Path, PathBuf};

#[cfg(not(feature = "plugin"))]
fn main() {}

#[cfg(feature = "plugin")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    let mut files = Vec::new();
    collect(Path::new("proto"), &mut files)?;
    files.sort();
    let descriptors = protox::compile(&files, ["proto"])?;
    tonic_prost_build::configure()
        // The health check of gRPC and the protocol's own servers for tests need both sides.
        .build_client(true)
        .build_server(true)
        .include_file("protocol.rs")
        .codec_path("crate::rpc::codec::BoundedCodec")
        .compile_fds(descriptors)?;
    Ok(())
}

/// Every `.proto` file below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "proto")
        {
            files.push(path);
        }
    }
    Ok(())
}
