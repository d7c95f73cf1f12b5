//! Views: parts of a resource that the engine shows as resources of their own.

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::view_step::Op;
use tonic::{Code, Status};

use test_support::fake::calls::create_request;
use test_support::fake::guest::Guest;
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::value::properties;
use test_support::{assert_says, within};

fn guest(token: &'static str) -> Guest {
    let publish = Reach::Publish {
        token,
        name: "part",
        inputs: "{\"size\":3}",
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    };
    let publish = Step::Reach(publish);
    let shown = Step::Answer(Answer::Outputs("{}".to_owned()));
    Guest::new()
        .does("create", [publish.clone(), Step::Answer(made)])
        .does("preview-create", [publish, shown])
}

/// Creates with an engine that shows views, or with one that does not.
async fn create(
    scene: &Scene,
    token: &'static str,
    preview: bool,
    shows: bool,
) -> Result<(), Status> {
    let plugin = scene.launch_with(&guest(token), &[]).await;
    let mut request = create_request("one");
    request.preview = preview;
    if shows {
        request.resource_status_address = scene.engine.address.clone();
        request.resource_status_token = "token".to_owned();
    }
    within(plugin.client().create(request)).await.map(drop)
}

#[tokio::test]
async fn what_a_guest_publishes_is_with_the_engine_before_the_answer_once() {
    for preview in [true, false] {
        let scene = Scene::new().await;
        create(&scene, "acme:index:Part", preview, true)
            .await
            .unwrap();
        let published = scene.engine.views();
        // The preview that the result is compared with shows nothing.
        assert_eq!(published.len(), 1);
        assert_eq!(published[0].token, "token");
        let [step] = &published[0].steps[..] else {
            panic!("{published:?}");
        };
        assert_eq!(step.op(), Op::Create);
        assert_eq!(
            (step.r#type.as_str(), step.name.as_str()),
            ("acme:index:Part", "part")
        );
        let expected = pb::ViewStepState {
            r#type: step.r#type.clone(),
            name: step.name.clone(),
            inputs: Some(properties(&json!({ "size": 3 }))),
            outputs: Some(properties(&json!({}))),
            ..pb::ViewStepState::default()
        };
        assert_eq!((&step.old, &step.new), (&None, &Some(expected)));
    }
}

#[tokio::test]
async fn what_the_engine_would_not_survive_is_the_guests_mistake() {
    let scene = Scene::new().await;
    let status = create(&scene, "other:index:Part", false, true)
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_says(status.message(), &["`other:index:Part`", "package `acme`"]);
    assert!(scene.engine.views().is_empty());
}

#[tokio::test]
async fn an_engine_without_views_is_told_to_the_guest() {
    let scene = Scene::new().await;
    let status = create(&scene, "acme:index:Part", false, false)
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(status.message(), &["views cannot be shown here"]);
}
