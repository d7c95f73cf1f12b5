//! Everything that differs between operating systems: private files and folders, the users of connections,
//! signals, the end of the parent process, limits of processes, and the environment.
//!
//! Each module has the same functions on every system. A file `unix.rs` (Linux and macOS) and a file `windows.rs`
//! beside it implement them. `docs/use/platforms.md` says what is guaranteed on which system.

#[cfg(not(any(unix, windows)))]
compile_error!(
    "pulumi-wasm runs on Linux, macOS and Windows; for another system, write the files beside `unix.rs` in host/platform"
);

pub mod child;
pub mod env;
pub mod files;
pub mod local_socket;
pub mod machine;
pub mod ownership;
pub mod parent;
pub mod peers;
pub mod private_folder;
pub mod process;
pub mod regular_file;
pub mod termination;
#[cfg(windows)]
mod windows;
