//! `pulumi-wasm`, the author's tool, as its users start it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod audit;
mod authoring;
mod bundle;
mod components;
mod conformance;
mod dev;
mod diff;
mod documents;
mod foreign;
mod inspect;
mod mistakes;
mod registries;
mod terminal;
mod test;
mod r#try;
mod update;
mod update_releases;
