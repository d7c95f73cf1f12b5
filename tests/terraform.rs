//! Components as providers of Terraform and OpenTofu, judged by both programs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "terraform/by_hand.rs"]
mod by_hand;
#[path = "terraform/random.rs"]
mod random;
#[path = "terraform/workspace.rs"]
mod workspace;
