//! Values that nobody should send: each has one answer, and the process goes on.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod fake;
#[path = "bad_input/from_engine.rs"]
mod from_engine;
#[path = "bad_input/from_guest.rs"]
mod from_guest;
#[path = "bad_input/raw.rs"]
mod raw;
#[path = "bad_input/reports.rs"]
mod reports;
#[path = "bad_input/secrets.rs"]
mod secrets;

use fake::guest::Guest;
use fake::plugin::Plugin;
use fake::scene::Scene;
use fake::steps::{Answer, Step};

/// A guest that answers with its inputs.
async fn echo(scene: &Scene) -> Plugin {
    let guest = Guest::new().does(
        "create",
        [Step::AnswerWith(
            Answer::Created {
                id: "made",
                outputs: "{}",
            },
            "inputs",
        )],
    );
    scene.launch_with(&guest, &[]).await
}
