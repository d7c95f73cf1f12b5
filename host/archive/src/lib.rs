//! The archives that Pulumi installs plugins from: the files in them, their names, and the platforms that Pulumi knows.
//!
//! `pulumi-wasm bundle` makes plugins of components with it, and `cargo xtask release` the archives of a release. So it is
//! small: a contributor's commands are compiled before anything else.

mod extent;
mod files;
mod numbers;
mod platform;
mod release;

pub use files::{CHECKSUMS, Files, checksum_line, folded};
pub use platform::Platform;
pub use release::{PLUGIN, Release, TOOL, archive_name};
