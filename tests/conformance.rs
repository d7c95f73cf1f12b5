//! The same cases for guests in every language, through the plugin's own process.
//!
//! `tests/conformance/cases/NAME.yaml` is a case; `tests/conformance/guests/<language>` is the guest that serves all of
//! them. The tests compare the messages that an engine sees.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod conformance_runner;

fn main() -> std::process::ExitCode {
    conformance_runner::run()
}
