//! Components as packages: what Parameterize makes of files, references, policies and signatures. Every wrong input of it and of the
//! calls after it ends in a text with the fault and the remedy.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod beside;
mod calls;
mod configured;
mod files;
mod grants;
mod keyless;
mod manifest;
mod mirrors;
mod pins;
mod places;
mod policy;
mod registry;
mod releases;
mod replacement_build;
mod review;
mod schema;
mod signers;
mod sources;
mod stranger_signatures;
mod tool;
mod value;
mod web;

use tonic::{Code, Status};

use test_support::fake::scene::Scene;

/// The message for these arguments. The process is alive and gives the same answer again.
async fn refused(scene: &Scene, words: &[&str]) -> String {
    let plugin = scene.launch().await;
    let status = plugin.parameterize(words).await.expect_err("a refusal");
    let again = plugin.parameterize(words).await.expect_err("a refusal");
    assert_eq!(status.message(), again.message());
    message(&status)
}

/// The text of a refusal that has its usual code.
fn message(status: &Status) -> String {
    assert_eq!(status.code(), Code::InvalidArgument, "{status}");
    status.message().to_owned()
}
