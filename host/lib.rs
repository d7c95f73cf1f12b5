//! The host of `pulumi-resource-wasm`.
//!
//! See `docs/architecture.md` for the picture. The rule between the parts: `rpc → provider ← guest ← engine`, with
//! `capability` beside `engine` and `source` beside `provider`.
//!
//! The feature `plugin` is the whole; `sandbox` leaves out what speaks with the engine, for tests of components. Without
//! features there is neither a sandbox nor a network: what remains serves guests that run in this process.

pub mod budget;
pub mod capability;
#[cfg(feature = "plugin")]
pub mod cli;
pub mod driver;
#[cfg(feature = "sandbox")]
pub mod engine;
pub mod env;
pub mod guest;
#[cfg(feature = "sandbox")]
pub mod journal;
pub mod limits;
#[cfg(feature = "plugin")]
pub mod peers;
#[cfg(feature = "sandbox")]
pub mod policy;
pub mod private_folder;
pub mod provider;
#[cfg(feature = "plugin")]
pub mod rpc;
#[cfg(feature = "sandbox")]
pub mod source;
#[cfg(feature = "plugin")]
pub mod termination;
pub mod text;
#[cfg(feature = "sandbox")]
pub mod turns;

/// The stack of threads that serve requests. Deeply nested messages are read by recursion. An engine, whose own limit is
/// 10,000 levels, cannot send one that needs more than this; memory is taken only where it is used.
pub const STACK_BYTES: usize = 64 << 20;
