//! Compiles the protocol files in `proto/` to Rust, without protoc, and gives the linker the order of the plugin's functions.

use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    compile_protocols()?;
    lay_out_functions()?;
    Ok(())
}

/// Puts the functions that every start runs side by side in the published plugin. Linux makes 64 KiB of a program resident for
/// each place that runs, and with this layout a start runs fewer places.
fn lay_out_functions() -> Result<(), Box<dyn Error>> {
    const LAYOUT: &str = "host/layout.ld";
    /// Linkers that are known to read a layout, in addition to rustc's default.
    const LINKER: &str = "musl-linker";

    println!("cargo::rerun-if-changed={LAYOUT}");
    let is_published = std::env::var("PROFILE")? == "release";
    let is_for_linux = std::env::var("CARGO_CFG_TARGET_OS")? == "linux";
    // Not every linker that a person configures reads a layout.
    let linker = std::env::var("RUSTC_LINKER").unwrap_or_default();
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_default_linker = (linker.is_empty() || linker.ends_with(LINKER))
        && ["fuse-ld", "linker", "ld-path"]
            .iter()
            .all(|flag| !flags.contains(flag));
    if is_published && is_for_linux && is_default_linker {
        let layout = std::path::absolute(LAYOUT)?;
        println!(
            "cargo::rustc-link-arg-bin=pulumi-resource-wasm=-T{}",
            layout.display()
        );
    }
    Ok(())
}

fn compile_protocols() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    let mut files = Vec::new();
    collect(Path::new("proto"), "proto", &mut files)?;
    files.sort();
    let descriptors = protox::compile(&files, ["proto"])?;
    let served = PathBuf::from(std::env::var("OUT_DIR")?).join("wire");
    std::fs::create_dir_all(&served)?;
    tonic_prost_build::configure()
        .bytes(".")
        .out_dir(served)
        .include_file("wire.rs")
        .compile_fds(with_encoded_values(descriptors))?;
    Ok(())
}

/// What the plugin itself speaks, with property values left as the bytes that they are on the wire: what no call looks at
/// is not read, and what one looks at is read in one step.
fn with_encoded_values(
    mut files: prost_types::FileDescriptorSet,
) -> prost_types::FileDescriptorSet {
    use prost_types::field_descriptor_proto::Type;

    const SPOKEN: [&str; 12] = [
        "google/protobuf/status.proto",
        "pulumi/alias.proto",
        "pulumi/callback.proto",
        "pulumi/codegen/hcl.proto",
        "pulumi/engine.proto",
        "pulumi/errors.proto",
        "pulumi/language.proto",
        "pulumi/plugin.proto",
        "pulumi/provider.proto",
        "pulumi/resource.proto",
        "pulumi/resource_status.proto",
        "pulumi/source.proto",
    ];
    const VALUES: [&str; 2] = [".google.protobuf.Struct", ".google.protobuf.Value"];
    files.file.retain(|file| SPOKEN.contains(&file.name()));
    let messages = files
        .file
        .iter_mut()
        .flat_map(|file| &mut file.message_type);
    for field in messages.flat_map(|message| &mut message.field) {
        if VALUES.contains(&field.type_name()) {
            field.set_type(Type::Bytes);
            field.type_name = None;
            // A message that is not there is another thing than an empty one.
            field.proto3_optional = Some(true);
        }
    }
    files
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
