//! The real engine with real components and servers: the last word.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod components;
mod documentation;
mod examples;
mod languages;
mod packages;
mod resources;
mod servers;
