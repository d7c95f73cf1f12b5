//! Compiles the protocol files in `proto/` to Rust, without protoc, lists the SDKs that the tool carries, and names the form
//! of what is kept of schemas.

#![cfg_attr(
    not(feature = "plugin"),
    allow(dead_code, unused_imports, reason = "nothing to compile")
)]

#[cfg(feature = "plugin")]
#[path = "host/tool/sdk/files.rs"]
mod sdk_files;

use std::error::Error;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    name_tables()?;
    #[cfg(feature = "plugin")]
    compile_protocols()?;
    Ok(())
}

/// Names the form in which schemas are kept for later starts after this version and all sources that have a part in it. The
/// form has no names of fields, so that a build with others would read nonsense and not notice.
fn name_tables() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    // The libraries have a part in it as well. A package may come without the list of their versions.
    let libraries = Path::new("Cargo.lock");
    let sources = ["host/provider/signature.rs", "host/provider/value.rs"].map(Path::new);
    for file in sources
        .into_iter()
        .chain(libraries.exists().then_some(libraries))
    {
        println!("cargo::rerun-if-changed={}", file.display());
        files.push(file.to_owned());
    }
    for folder in [
        "host/provider/manifest",
        "host/provider/schema",
        "host/source/tables",
    ] {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), "rs", &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    std::env::var("CARGO_PKG_VERSION")?.hash(&mut hasher);
    for file in &files {
        file.hash(&mut hasher);
        std::fs::read(file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=TABLES_BUILD={:016x}", hasher.finish());
    Ok(())
}

#[cfg(feature = "plugin")]
fn compile_protocols() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    println!("cargo::rerun-if-changed=host/tool/sdk/files.rs");
    let mut files = Vec::new();
    collect(Path::new("proto"), "proto", &mut files)?;
    files.sort();
    let descriptors = protox::compile(&files, ["proto"])?;
    tonic_prost_build::configure()
        // The health check of gRPC and the protocol's own servers for tests need both sides.
        .build_client(true)
        .build_server(true)
        .include_file("protocol.rs")
        .compile_fds(descriptors.clone())?;
    let served = PathBuf::from(std::env::var("OUT_DIR")?).join("wire");
    std::fs::create_dir_all(&served)?;
    tonic_prost_build::configure()
        .bytes(".")
        .out_dir(served)
        .include_file("wire.rs")
        .compile_fds(with_encoded_values(descriptors))?;
    // In development the tool reads the SDKs where they are: whoever changes one need not compile all of this again.
    println!("cargo::rustc-check-cfg=cfg(sdk_inside)");
    if std::env::var("PROFILE")? == "release" {
        embed_sdks()?;
        println!("cargo::rustc-cfg=sdk_inside");
    }
    Ok(())
}

/// What the plugin itself speaks, with property values left as the bytes that they are on the wire: what no call looks at
/// is not read, and what one looks at is read in one step.
#[cfg(feature = "plugin")]
fn with_encoded_values(
    mut files: prost_types::FileDescriptorSet,
) -> prost_types::FileDescriptorSet {
    use prost_types::field_descriptor_proto::Type;

    const SPOKEN: [&str; 7] = [
        "google/protobuf/status.proto",
        "pulumi/alias.proto",
        "pulumi/engine.proto",
        "pulumi/errors.proto",
        "pulumi/plugin.proto",
        "pulumi/provider.proto",
        "pulumi/resource_status.proto",
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

/// Writes an expression that is the names and contents of the SDKs' files.
#[cfg(feature = "plugin")]
fn embed_sdks() -> Result<(), Box<dyn Error>> {
    let repository = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    for root in sdk_files::ROOTS {
        println!("cargo::rerun-if-changed={root}");
    }
    let mut files = String::from("&[\n");
    for file in sdk_files::list(&repository)? {
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
