//! Loading compiled code, which is running it. All unsafe code of the crate is here.

use std::fs::File;
use std::io::{Read, Seek};

use pulumi_wasm_platform::files::path_of_open;
use wasmtime::component::Component;

use crate::engine::Engine;

/// Deserializes a component from compiled code. The code is mapped if the system allows it. Otherwise it is copied:
/// from a disk without execute permission, or on a system without paths for open files. On Windows it is always copied:
/// a file that is mapped there could be neither replaced nor removed.
///
/// # Errors
/// When it is not code of this engine.
pub(in crate::engine) fn map(engine: &Engine, code: &File) -> Result<Component, wasmtime::Error> {
    let engine = engine.running()?;
    let copied = || {
        let bytes = read(code)?;
        // SAFETY: the code that is explained below.
        #[allow(unsafe_code)]
        unsafe {
            Component::deserialize(engine.wasmtime(), bytes)
        }
    };
    let Some(path) = path_of_open(code) else {
        return copied();
    };
    // SAFETY: the code was made by this program for this engine. It came either from a child process through a file
    // without a name, or from a file that is this user's alone, in folders that are, whose seal names this engine and
    // component; files of the cache are replaced by renaming, and never changed in place. The path names that very open
    // file, not the one that has its name now.
    #[allow(unsafe_code)]
    let mapped = unsafe { Component::deserialize_file(engine.wasmtime(), path) };
    mapped.or_else(|_| copied())
}

/// Reads a file from its beginning, independent of its position.
fn read(mut file: &File) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
