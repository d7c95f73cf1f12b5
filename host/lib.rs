//! The host of `pulumi-resource-wasm`.
//!
//! See `docs/architecture.md` for the picture. The rule between the parts: `rpc → provider ← guest ← engine`, with
//! `capability` beside `engine` and `source` beside `provider`.

pub mod capability;
pub mod cli;
pub mod engine;
pub mod env;
pub mod guest;
pub mod limits;
pub mod provider;
pub mod rpc;
pub mod source;
