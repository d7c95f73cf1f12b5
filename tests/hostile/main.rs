//! The plugin's own process, attacked: components that misbehave, requests that no engine should send, and each limit.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod bad_input;
mod guests;
mod limits;
