//! The host's functions. Nothing else in this crate calls an import.
//!
//! In a component they are the imports. On any other target there is no host, so the same functions are stand-ins,
//! with which an author's unit tests run as plain Rust.

#[cfg(target_arch = "wasm32")]
mod component;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub(crate) use component::{
    archive_entries, env, fetch, log, monotonic, now, open_asset, pause, publish, random,
    read_asset, save_checkpoint, sleep,
};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{
    archive_entries, env, fetch, log, monotonic, now, open_asset, pause, publish, random,
    read_asset, save_checkpoint, sleep,
};

/// The value of every `extra` field: nothing, so far.
pub(crate) const NO_EXTRA: &str = "{}";
