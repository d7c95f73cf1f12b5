//! The plugin's own process, between a recording engine and guests that run a test's steps.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod authoring;
mod bad_input;
mod capability;
mod construct;
mod fake;
#[path = "support/fault_proxy.rs"]
mod fault_proxy;
#[path = "support/guarded_registry.rs"]
mod guarded_registry;
mod guide;
mod hostile;
#[path = "support/http.rs"]
mod http;
mod launch;
mod lifecycle;
mod limits;
#[path = "support/long.rs"]
mod long;
mod parameterize;
#[path = "support/referrers_registry.rs"]
mod referrers_registry;
#[path = "support/registry.rs"]
mod registry;
#[path = "support/tls.rs"]
mod tls;
mod tool;

/// The protocol's types, at the path that the engine's stand-in uses.
mod protocol {
    pub(crate) use pulumi_wasm_host::pulumi::proto::pulumirpc;
}
