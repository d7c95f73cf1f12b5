//! A component cannot exceed its limits, reach addresses without a grant, or disturb others.

mod compiling;
mod crashes;
mod hostile;
mod isolation;
mod load;
mod log;
mod panics;
mod reach;
mod sizes;
mod times;
mod waiting;

use tonic::Status;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::{assert_says, words_about};

/// Makes sure that a message names a limit and the next step.
#[track_caller]
fn assert_names(status: &Status, limit: &str) {
    for words in words_about(limit) {
        assert_says(status.message(), &[&words]);
    }
}

/// How the creation of `one` fails.
async fn failed_create(guest: &Guest, flags: &[&str]) -> Status {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(guest, flags).await;
    let status = plugin.create("one").await.expect_err("a failure");
    // The process continues.
    plugin.handshake().await;
    status
}
