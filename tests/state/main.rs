//! The state machine: a server that moves, a component in front of it, and an engine that records. After random sequences of
//! actions by people, servers and networks, the state must be true; `state/judge.rs` defines that.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod acts;
mod commands;
mod component;
mod engine;
mod expected;
mod fault;
mod judge;
mod looks;
mod manifest;
mod outside;
mod program;
mod recorded;
mod regressions;
mod script;
mod secrets;
mod sequences;
mod server;
mod system;
mod values;
