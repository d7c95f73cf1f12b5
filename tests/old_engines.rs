//! Bundled components under engines of other years: what each can do works, from its first resource to its last.
//!
//! `docs/use/platforms.md` says since which version each feature works.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "old_engines/age.rs"]
mod age;
mod fake;
#[path = "old_engines/forward.rs"]
mod forward;
#[path = "old_engines/half_made.rs"]
mod half_made;
#[path = "old_engines/powerdns.rs"]
mod powerdns;
#[path = "old_engines/program.rs"]
mod program;
#[path = "old_engines/random.rs"]
mod random;
#[path = "old_engines/stack.rs"]
mod stack;
#[allow(unused, reason = "each suite uses another part")]
mod support;

/// The protocol's types, at the path that the engine's stand-in uses.
mod protocol {
    pub(crate) use pulumi_wasm_host::pulumi::proto::pulumirpc;
}
