//! Lists the SDKs that the tool carries.

#[path = "src/sdk/files.rs"]
mod sdk_files;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/sdk/files.rs");
    // In development the tool reads the SDKs from the repository, so that a change in an SDK does not recompile this
    // crate.
    println!("cargo::rustc-check-cfg=cfg(sdk_inside)");
    if std::env::var("PROFILE")? == "release" {
        embed_sdks()?;
        println!("cargo::rustc-cfg=sdk_inside");
    }
    Ok(())
}

/// Writes an expression that is the names and contents of the SDKs' files.
fn embed_sdks() -> Result<(), Box<dyn Error>> {
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let repository = sdk_files::repository(&package);
    for root in sdk_files::ROOTS {
        println!(
            "cargo::rerun-if-changed={}",
            repository.join(root).display()
        );
    }
    let mut files = String::from("&[\n");
    for file in sdk_files::list(repository)? {
        writeln!(
            files,
            "    ({:?}, include_bytes!({:?})),",
            file.name, file.path
        )?;
    }
    files.push_str("]\n");
    let output = PathBuf::from(std::env::var("OUT_DIR")?).join("sdk.rs");
    std::fs::write(output, files)?;
    Ok(())
}
