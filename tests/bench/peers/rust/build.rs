//! Compiles the protocol files of the repository, without protoc.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let proto = "../../../../proto";
    println!("cargo::rerun-if-changed={proto}");
    let descriptors = protox::compile(["pulumi/provider.proto"], [proto])?;
    tonic_prost_build::configure()
        .build_client(false)
        .generate_default_stubs(true)
        .include_file("protocol.rs")
        .compile_fds(descriptors)?;
    Ok(())
}
