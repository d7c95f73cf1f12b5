//! What a component cannot do: take more than its limits, reach what it was not granted, or take others down with it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "limits/compiling.rs"]
mod compiling;
#[path = "limits/crashes.rs"]
mod crashes;
mod fake;
#[path = "limits/hostile.rs"]
mod hostile;
#[path = "limits/isolation.rs"]
mod isolation;
#[path = "limits/load.rs"]
mod load;
#[path = "limits/log.rs"]
mod log;
#[path = "limits/reach.rs"]
mod reach;
#[path = "limits/sizes.rs"]
mod sizes;
#[path = "limits/times.rs"]
mod times;

use tonic::Status;

use fake::assert_says;
use fake::guest::Guest;
use fake::scene::Scene;

/// Makes sure that a message names a limit and how to raise it.
#[track_caller]
fn assert_names(status: &Status, limit: &str) {
    let knob = format!("`--limit {limit}=");
    assert_says(
        status.message(),
        &["hint: raise it with", &knob, "`pulumi package add`"],
    );
}

/// How the creation of `one` fails.
async fn failed_create(guest: &Guest, flags: &[&str]) -> Status {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(guest, flags).await;
    let status = plugin.create("one").await.expect_err("a failure");
    // The process goes on.
    plugin.handshake().await;
    status
}
