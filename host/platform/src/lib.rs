//! The one place that knows operating systems: files and folders that are this user's alone, the users of connections,
//! signals, the end of the parent process, limits of processes, and the environment.
//!
//! Each module has the same functions on every system. A file `unix.rs` and a file `windows.rs` beside it do the work; Linux and
//! macOS share the first. `docs/use/platforms.md` says what is promised on which system.

#[cfg(not(any(unix, windows)))]
compile_error!(
    "pulumi-wasm runs on Linux, macOS and Windows; for another system, write the files beside `unix.rs` in host/platform"
);

pub mod child;
pub mod env;
pub mod files;
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
