//! The host: the bindings of the interface, and the host's functions. No other code of this crate calls an import.
//!
//! In a component the functions are the imports. On any other target they are stand-ins, so that an author's unit tests run as
//! plain Rust.

#[doc(hidden)]
#[allow(
    missing_docs,
    unreachable_pub,
    unsafe_code,
    clippy::all,
    reason = "generated from the WIT"
)]
pub mod bindings;
#[cfg(target_arch = "wasm32")]
mod component;
#[doc(hidden)]
#[allow(
    missing_docs,
    unreachable_pub,
    unsafe_code,
    clippy::all,
    reason = "generated from the WIT"
)]
pub mod component_bindings;
#[cfg(target_arch = "wasm32")]
mod component_nodes;
mod error;
pub(crate) mod fatal;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
mod native_nodes;
mod node;
pub(crate) mod wire;

#[cfg(target_arch = "wasm32")]
pub(crate) use component::{
    answer_exchange, archive_entries, close_exchange, env, fetch, forget_shared, get_shared,
    give_up_shared, keep_shared, last_words, log, monotonic, now, open_asset, open_exchange, pause,
    publish, random, read_asset, read_exchange, save_checkpoint, sleep, turn, write_exchange,
};
#[cfg(target_arch = "wasm32")]
pub(crate) use component_nodes::{derive_node, find_node, finish_node, register_node};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{
    answer_exchange, archive_entries, close_exchange, env, fetch, forget_shared, get_shared,
    give_up_shared, keep_shared, last_words, log, monotonic, now, open_asset, open_exchange, pause,
    publish, random, read_asset, read_exchange, save_checkpoint, sleep, turn, write_exchange,
};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native_nodes::{derive_node, find_node, finish_node, register_node};
pub(crate) use node::{LookupKind, NewLookup, NewNode, NodeKind};

/// The value of every `extra` field, in which a later version of the interface may say more.
pub(crate) const NO_EXTRA: &str = "{}";

/// An empty `extra` field.
pub(crate) fn no_extra() -> String {
    NO_EXTRA.to_owned()
}

/// The host's answer about a shared value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FoundShared {
    Value(String),
    /// The call must make the value with this number.
    Missing(u32),
}
