//! The archives of plugins, as Pulumi installs them: their files, their names, and Pulumi's names for platforms. Also the
//! packages of a release for pip, npm and Homebrew.
//!
//! `pulumi-wasm bundle` and `cargo xtask release` use it. It has few dependencies, because contributors compile it
//! before anything else.

mod extent;
mod files;
mod formula;
mod linkage;
mod npm;
mod numbers;
mod platform;
mod release;
mod wheel;
mod zip;

/// The level of compression. The plugin takes half the time of level 6, the default, and 1.5 % more space.
const LEVEL: u32 = 5;

pub use files::{CHECKSUMS, Files, checksum_line, folded};
pub use formula::{FORMULA, formula};
pub use npm::{npm_archive_name, npm_main_package};
pub use platform::Platform;
pub use release::{LIBRARY_FOLDER, PLUGIN, Release, TOOL, archive_name};
pub use wheel::is_wheel_for;
