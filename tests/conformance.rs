//! The same cases for guests in every language, through the plugin's own process.
//!
//! `tests/conformance/<case>/case.yaml` is a case; `tests/conformance/guests/<language>` is the guest that serves all of
//! them. Nothing of the host is linked: the tests compare the messages that an engine sees.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod conformance_runner;
#[allow(dead_code, reason = "other tests use other parts")]
#[path = "fake/engine.rs"]
mod engine;

/// The generated protocol types, a module for each protobuf package: the engine's side of the tests is made of them.
#[allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::all,
    clippy::pedantic,
    reason = "generated"
)]
mod protocol {
    include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
}

fn main() -> std::process::ExitCode {
    conformance_runner::run()
}
