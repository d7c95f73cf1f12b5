//! Delete: removes a resource.

use serde_json::json;
use tonic::Code;

use super::guests::{echo, thing};
use super::world::World;
use test_support::assert_says;
use test_support::fake::steps::{Answer, Step, error};

#[tokio::test]
async fn a_delete_gets_the_id_and_the_recorded_state() {
    let world = World::of(&echo()).await;
    world.delete(|_| {}).await.unwrap();
    assert_eq!(
        world.told_json(),
        [
            json!("made"),
            json!({ "label": "x" }),
            json!({ "label": "x", "serial": "1" }),
        ]
    );
}

/// `NotFound` has no special meaning to the engine: the host turns it into success.
#[tokio::test]
async fn what_is_gone_already_is_deleted() {
    let gone = Answer::Refused(error::NOT_FOUND, "there is none");
    let world = World::of(&thing().does("delete", [Step::Answer(gone)])).await;
    world.delete(|_| {}).await.unwrap();
    world.delete(|_| {}).await.unwrap();
}

#[tokio::test]
async fn a_component_without_a_delete_forgets() {
    let world = World::of(&thing()).await;
    world.delete(|_| {}).await.unwrap();
}

#[tokio::test]
async fn a_delete_that_failed_is_an_error() {
    let refused = Answer::Refused(error::OTHER, "it is in use");
    let world = World::of(&thing().does("delete", [Step::Answer(refused)])).await;
    let status = world.delete(|_| {}).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(status.message(), &["it is in use"]);
}

#[tokio::test]
async fn the_timeout_of_a_delete_is_the_users() {
    let steps = [Step::Sleep(3_600_000), Step::Crash];
    let world = World::of(&thing().does("delete", steps)).await;
    let status = world.delete(|request| request.timeout = 0.3).await;
    assert_says(status.unwrap_err().message(), &["300 ms", "customTimeouts"]);
}
