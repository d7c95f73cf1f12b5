//! Components as providers of Terraform and OpenTofu, judged by both programs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod bookmarks;
mod by_hand;
mod drift;
mod failed_update;
mod generated_configuration;
mod interruption;
mod journeys;
mod later_parts;
mod mapping;
mod moved;
mod newer_cores;
mod package;
mod protocol;
mod random;
mod takeover;
mod things;
mod workspace;
mod zones;
