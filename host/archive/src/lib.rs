//! The archives of plugins, as Pulumi installs them: their files, their names, and Pulumi's names for platforms.
//!
//! `pulumi-wasm bundle` and `cargo xtask release` use it. It has few dependencies, because contributors compile it
//! before anything else.

mod extent;
mod files;
mod numbers;
mod platform;
mod release;
mod zip;

pub use files::{CHECKSUMS, Files, checksum_line, folded};
pub use platform::Platform;
pub use release::{PLUGIN, Release, TOOL, archive_name};
