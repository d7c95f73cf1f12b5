//! Values that no engine should send: each has a defined answer, and the process continues.

mod from_engine;
mod from_guest;
mod raw;
mod reports;
mod secrets;

use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};

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
