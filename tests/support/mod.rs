//! What the integration tests share: a real Pulumi engine, and the servers that it manages things on.
//!
//! `engine` finds the engine, `stack` is one isolated project with one stack, `output` is what a
//! command said, `calls` is the engine's own record of the RPCs that it made.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "each test file uses its own part of this, and a test may say what it expects shortly"
)]

pub mod calls;
pub mod engine;
pub mod output;
pub mod powerdns;
pub mod powerdns_stack;
pub mod stack;
