//! The state machine: a server that moves, a component in front of it, and an engine that records. After random sequences of
//! actions by people, servers and networks, the state must be true; `state/judge.rs` defines that.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "state/acts.rs"]
mod acts;
#[path = "state/commands.rs"]
mod commands;
#[path = "state/component.rs"]
mod component;
#[path = "state/engine.rs"]
mod engine;
#[path = "state/expected.rs"]
mod expected;
#[path = "state/fault.rs"]
mod fault;
#[path = "state/judge.rs"]
mod judge;
#[path = "support/long.rs"]
mod long;
#[path = "state/looks.rs"]
mod looks;
#[path = "state/manifest.rs"]
mod manifest;
#[path = "state/outside.rs"]
mod outside;
#[path = "state/program.rs"]
mod program;
#[path = "state/recorded.rs"]
mod recorded;
#[path = "state/regressions.rs"]
mod regressions;
#[path = "state/script.rs"]
mod script;
#[path = "state/secrets.rs"]
mod secrets;
#[path = "state/sequences.rs"]
mod sequences;
#[path = "state/server.rs"]
mod server;
#[path = "state/system.rs"]
mod system;
#[path = "state/values.rs"]
mod values;
