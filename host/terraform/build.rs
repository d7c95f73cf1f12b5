//! Compiles the protocol files in `proto/` to Rust, without protoc.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    let files = ["tfplugin5.proto", "tfplugin6.proto", "plugin.proto"];
    let descriptors = protox::compile(files, ["proto"])?;
    tonic_prost_build::configure()
        .build_client(false)
        .bytes(".")
        .btree_map(".")
        // A call that is not served is answered as unimplemented.
        .generate_default_stubs(true)
        .include_file("protocol.rs")
        .compile_fds(descriptors)?;
    Ok(())
}
