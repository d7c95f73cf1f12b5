//! The plugin's own process, between a recording engine and guests that run a test's steps: what each call answers, and how the
//! process starts and ends.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod capability;
mod construct;
mod guide;
mod launch;
mod lifecycle;
