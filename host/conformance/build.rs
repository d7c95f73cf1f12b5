//! Puts the cases and the protocol's description into the library, so that a program has them without this repository.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use prost::Message as _;

const CASES: &str = "../../tests/conformance/cases";
const PROTOCOL: &str = "../../proto";

fn main() -> Result<(), Box<dyn Error>> {
    let output = PathBuf::from(std::env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={CASES}");
    println!("cargo::rerun-if-changed={PROTOCOL}");
    fs::write(output.join("cases.rs"), cases()?)?;
    let files = [
        "pulumi/provider.proto",
        "pulumi/engine.proto",
        "pulumi/errors.proto",
        "pulumi/resource.proto",
        "pulumi/resource_status.proto",
        "google/protobuf/status.proto",
    ];
    let descriptors = protox::compile(files, [PROTOCOL])?;
    fs::write(output.join("protocol.bin"), descriptors.encode_to_vec())?;
    Ok(())
}

/// A list of the cases, each with its name and its text.
fn cases() -> Result<String, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(CASES)? {
        let file = entry?.path();
        let name = file.file_stem().and_then(|name| name.to_str());
        names.push(name.ok_or("a case has no name in Unicode")?.to_owned());
    }
    names.sort();
    let mut text = "&[\n".to_owned();
    for name in names {
        let file = Path::new(CASES).join(format!("{name}.yaml"));
        let file = std::path::absolute(file)?;
        writeln!(text, "    ({name:?}, include_str!({file:?})),")?;
    }
    text.push_str("]\n");
    Ok(text)
}
