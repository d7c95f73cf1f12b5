//! What bad input gets: every way in which Parameterize and the calls after it can be given something wrong ends in a text
//! that says what is wrong and what to do.

mod calls;
mod configured;
mod files;
mod grants;
mod manifest;
mod pins;
mod places;
mod policy;
mod schema;
mod stand_in;
mod tool;
mod value;

use tonic::{Code, Status};

use crate::fake::scene::Scene;

/// What is said when these arguments are given. The process lives, and says the same again.
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
