//! Invoke: functions.

use serde_json::json;
use tonic::Code;

use super::guests::thing;
use super::properties::{json, object, reasons};
use super::world::World;
use test_support::assert_says;
use test_support::fake::guest::{FUNCTION, Guest};
use test_support::fake::steps::{Answer, Step};
use test_support::servers::fixed_answer;

/// A guest with a function that takes a number and a text.
fn function(steps: impl Into<Vec<Step>>) -> Guest {
    thing().does("invoke", steps).manifest(|manifest| {
        manifest["schema"]["functions"][FUNCTION]["inputs"] = json!({
            "properties": {
                "size": { "type": "integer", "default": 3 },
                "name": { "type": "string" },
            },
            "required": ["name"],
        });
    })
}

#[tokio::test]
async fn a_function_gets_its_arguments_and_gives_its_result() {
    let steps = [
        Step::Tell("token"),
        Step::Tell("arguments"),
        Step::AnswerWith(Answer::Result("{}"), "arguments"),
    ];
    let world = World::of(&function(steps)).await;
    let answer = world.invoke(|ask| ask.args = object(json!({ "name": "n", "size": "5" })));
    let answer = answer.await.unwrap();
    assert_eq!(
        json(answer.r#return.as_ref()),
        json!({ "name": "n", "size": 5.0 })
    );
    assert_eq!(
        world.told_json(),
        [json!(FUNCTION), json!({ "name": "n", "size": 5 })]
    );
}

#[tokio::test]
async fn a_function_is_optional_in_what_it_takes_and_gives() {
    let nothing = Step::Answer(Answer::Result("{}"));
    let world = World::of(&thing().does("invoke", [nothing])).await;
    let answer = world.invoke(|ask| ask.args = None).await.unwrap();
    assert_eq!(json(answer.r#return.as_ref()), json!({}));
}

#[tokio::test]
async fn arguments_that_do_not_conform_are_failures_by_property() {
    let world = World::of(&function([Step::Crash])).await;
    let answer = world.invoke(|ask| ask.args = object(json!({ "size": "many", "nam": "n" })));
    let answer = answer.await.unwrap();
    let mut paths: Vec<&str> = reasons(&answer.failures)
        .iter()
        .map(|found| found.0)
        .collect();
    paths.sort_unstable();
    assert_eq!(paths, ["nam", "name", "size"]);
}

#[tokio::test]
async fn a_function_can_refuse_its_arguments_by_property() {
    let refuses = Answer::Unacceptable(&[("name", "nobody is called that")]);
    let world = World::of(&function([Step::Answer(refuses)])).await;
    let answer = world.invoke(|ask| ask.args = object(json!({ "name": "n" })));
    let answer = answer.await.unwrap();
    assert_eq!(
        reasons(&answer.failures),
        [("name", "nobody is called that")]
    );
}

#[tokio::test]
async fn a_function_in_a_preview_changes_nothing() {
    let server = fixed_answer::start(2).await;
    let steps = [
        Step::Fetch {
            method: "POST",
            url: server.clone(),
        },
        Step::Answer(Answer::Result("{}")),
    ];
    let world = World::with(&function(steps), &["--allow-net", &server]).await;
    world.plugin.handshake().await;
    let arguments = || object(json!({ "name": "n" }));
    let status = world.invoke(|ask| {
        ask.args = arguments();
        ask.preview = true;
    });
    let status = status.await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(status.message(), &["POST"]);
    world.invoke(|ask| ask.args = arguments()).await.unwrap();
}

#[tokio::test]
async fn a_function_that_the_package_does_not_have_is_refused() {
    let world = World::of(&function([Step::Crash])).await;
    let status = world.invoke(|ask| ask.tok = "acme:index:loook".to_owned());
    let status = status.await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(status.message(), &["did you mean `acme:index:look`?"]);
}
