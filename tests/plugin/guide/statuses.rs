//! An engine's reaction to a failure: `Unknown`, `Internal` and `DataLoss` put the state in doubt, every other code
//! says that the call failed cleanly, and some have a special meaning.

use prost::Message as _;
use serde_json::json;
use test_support::protocol::google::rpc::Status as RpcStatus;
use tonic::{Code, Status};

use super::guests::thing;
use super::properties::object;
use super::world::World;
use test_support::assert_says;
use test_support::fake::steps::{Answer, Step, error};

const IN_DOUBT: [Code; 3] = [Code::Unknown, Code::Internal, Code::DataLoss];
/// That the plugin is gone, and that it is too old to know the call.
const MISUNDERSTOOD: [Code; 2] = [Code::Unavailable, Code::Unimplemented];

#[track_caller]
fn assert_clean(status: &Status) {
    let code = status.code();
    assert!(!IN_DOUBT.contains(&code), "{status:?}");
    assert!(!MISUNDERSTOOD.contains(&code), "{status:?}");
}

/// The errors of the interface except `invalid`, `not-found`, `partial` and `crashed`.
const ERRORS: [u32; 8] = [
    error::ALREADY_EXISTS,
    error::DENIED,
    error::UNAVAILABLE,
    error::TIMED_OUT,
    error::CANCELLED,
    error::UNSUPPORTED,
    error::AWAIT_FAILED,
    error::OTHER,
];

#[tokio::test]
async fn an_orderly_error_leaves_no_doubt() {
    for number in ERRORS {
        let refused = [Step::Answer(Answer::Refused(number, "because"))];
        let hooks = [
            "check", "diff", "create", "read", "update", "delete", "invoke",
        ];
        let guest = hooks
            .into_iter()
            .fold(thing(), |guest, hook| guest.does(hook, refused.clone()));
        let world = World::of(&guest).await;
        for status in [
            world.check(|_| {}).await.unwrap_err(),
            world.diff(|_| {}).await.unwrap_err(),
            world.create(|_| {}).await.unwrap_err(),
            world.read(|_| {}).await.unwrap_err(),
            world.update(|_| {}).await.unwrap_err(),
            world.delete(|_| {}).await.unwrap_err(),
            world.invoke(|_| {}).await.unwrap_err(),
        ] {
            assert_clean(&status);
            assert_says(status.message(), &["because"]);
        }
    }
}

#[tokio::test]
async fn properties_that_a_component_refuses_late_are_named() {
    let invalid = Answer::Invalid(&[("rules[0].port", "is taken"), ("", "is too much")]);
    let guest = thing()
        .does("create", [Step::Answer(invalid.clone())])
        .does("update", [Step::Answer(invalid)]);
    let world = World::of(&guest).await;
    for status in [
        world.create(|_| {}).await.unwrap_err(),
        world.update(|_| {}).await.unwrap_err(),
    ] {
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_says(
            status.message(),
            &["`rules[0].port`", "is taken", "is too much"],
        );
    }
}

#[tokio::test]
async fn a_change_that_crashed_puts_the_state_in_doubt_and_nothing_else_does() {
    let hooks = [
        "check", "diff", "create", "read", "update", "delete", "invoke",
    ];
    let crash = [Step::Crash];
    let guest = hooks
        .into_iter()
        .fold(thing(), |guest, hook| guest.does(hook, crash.clone()));
    let world = World::of(&guest).await;
    for status in [
        world.create(|_| {}).await.unwrap_err(),
        world.update(|_| {}).await.unwrap_err(),
        world.delete(|_| {}).await.unwrap_err(),
    ] {
        assert_eq!(status.code(), Code::Unknown, "{status:?}");
    }
    for status in [
        world.check(|_| {}).await.unwrap_err(),
        world.diff(|_| {}).await.unwrap_err(),
        world.read(|_| {}).await.unwrap_err(),
        world.invoke(|_| {}).await.unwrap_err(),
    ] {
        assert_clean(&status);
    }
}

#[tokio::test]
async fn a_request_that_is_refused_before_anything_runs_is_a_clean_failure() {
    let world = World::of(&thing()).await;
    let malformed = || object(json!({ "label": { super::properties::SIGNATURE: "nonsense" } }));
    for status in [
        world.check(|ask| ask.news = malformed()).await.unwrap_err(),
        world.diff(|ask| ask.olds = malformed()).await.unwrap_err(),
        world
            .create(|ask| ask.properties = malformed())
            .await
            .unwrap_err(),
        world
            .read(|ask| ask.inputs = malformed())
            .await
            .unwrap_err(),
        world
            .update(|ask| ask.news = malformed())
            .await
            .unwrap_err(),
        world
            .delete(|ask| ask.properties = malformed())
            .await
            .unwrap_err(),
    ] {
        assert_clean(&status);
        assert_says(status.message(), &["`label`"]);
    }
}

/// Errors of create, update and read can report existing resources.
#[tokio::test]
async fn elsewhere_a_partial_state_is_an_error_like_any_other() {
    let partial = [Step::Answer(Answer::Partial {
        id: "half",
        outputs: "{}",
        reason: "it does not start",
    })];
    let hooks = ["check", "diff", "delete", "invoke"];
    let guest = hooks
        .into_iter()
        .fold(thing(), |guest, hook| guest.does(hook, partial.clone()));
    let world = World::of(&guest).await;
    for status in [
        world.check(|_| {}).await.unwrap_err(),
        world.diff(|_| {}).await.unwrap_err(),
        world.delete(|_| {}).await.unwrap_err(),
        world.invoke(|_| {}).await.unwrap_err(),
    ] {
        assert!(test_support::fake::calls::saved(&status).is_none());
        assert_says(status.message(), &["it does not start"]);
    }
}

/// Two would end the engine itself.
#[tokio::test]
async fn a_failure_has_one_detail_at_most() {
    use prost::Message as _;
    use test_support::protocol::google::rpc::Status as RpcStatus;

    let partial = Answer::Partial {
        id: "half",
        outputs: "{}",
        reason: "it does not start",
    };
    let world = World::of(&thing().does("create", [Step::Answer(partial)])).await;
    let status = world.create(|_| {}).await.unwrap_err();
    let details = RpcStatus::decode(status.details()).unwrap();
    assert_eq!(details.details.len(), 1);
    assert_eq!(
        details.details[0].type_url,
        "type.googleapis.com/pulumirpc.ErrorResourceInitFailed"
    );
    // gRPC sends these twice, and both agree.
    assert_eq!(details.code, i32::from(status.code()));
    assert_eq!(details.message, status.message());
}

/// An engine before 3.272 does not know the detail.
#[tokio::test]
async fn what_did_not_become_ready_has_its_own_detail() {
    let waits = Answer::Refused(error::AWAIT_FAILED, "not ready");
    let guest = ["create", "update", "delete"]
        .into_iter()
        .fold(thing(), |guest, hook| {
            guest.does(hook, [Step::Answer(waits.clone())])
        });
    let world = World::of(&guest).await;
    for status in [
        world.create(|_| {}).await.unwrap_err(),
        world.update(|_| {}).await.unwrap_err(),
    ] {
        assert_clean(&status);
        let details = RpcStatus::decode(status.details()).unwrap().details;
        let names: Vec<&str> = details.iter().map(|one| one.type_url.as_str()).collect();
        let expected = "type.googleapis.com/pulumirpc.ErrorResourceAwaitFailed";
        assert_eq!(names, [expected]);
    }
    let status = world.delete(|_| {}).await.unwrap_err();
    assert_clean(&status);
    assert!(status.details().is_empty());
}
