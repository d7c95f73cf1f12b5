//! Calls with something wrong in them.

use prost_types::value::Kind;
use prost_types::{Struct, Value};
use tonic::Code;

use test_support::fake::calls::{check_request, create_request, properties, saved};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::{assert_says, within};

/// The key of special values.
const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";

#[tokio::test]
async fn an_unknown_type_gets_the_one_that_may_be_meant() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let mut check = check_request("one", properties(&[]));
    check.r#type = "acme:index:Thign".to_owned();
    let mut create = create_request("one");
    create.r#type = check.r#type.clone();
    for status in [
        within(plugin.client().check(check)).await.unwrap_err(),
        within(plugin.client().create(create)).await.unwrap_err(),
    ] {
        assert_eq!(status.code(), Code::FailedPrecondition);
        assert_says(
            status.message(),
            &[
                "no resource type `acme:index:Thign`",
                "did you mean `acme:index:Thing`?",
            ],
        );
    }
}

#[tokio::test]
async fn an_unknown_function_is_said() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let status = plugin.invoke(false).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(
        status.message(),
        &["no function `acme:index:look`", "no functions at all"],
    );
}

#[tokio::test]
async fn malformed_property_values_are_refused_by_their_name() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let special = |members: &[(&str, &str)]| Value {
        kind: Some(Kind::StructValue(properties(members))),
    };
    let malformed = [
        special(&[(SIGNATURE, "who knows")]),
        // A secret without its value.
        special(&[(SIGNATURE, "1b47061264138c4ac30d75fd1eb44270")]),
        Value { kind: None },
    ];
    for value in malformed {
        let inputs = Struct {
            fields: [("label".to_owned(), value)].into(),
        };
        let checked = plugin.check(inputs.clone()).await.unwrap_err();
        let mut request = create_request("one");
        request.properties = Some(inputs);
        let created = within(plugin.client().create(request)).await.unwrap_err();
        for status in [checked, created] {
            assert_eq!(status.code(), Code::InvalidArgument, "{status}");
            assert_says(status.message(), &["the property `label`"]);
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_no_property_map_is_the_mistake_of_the_component() {
    for outputs in ["[1]", "{\"label\":", "null", "\"text\""] {
        let made = Answer::Created {
            id: "made",
            outputs,
        };
        let guest = Guest::new().does("create", [Step::Answer(made)]);
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest, &[]).await;
        let status = plugin.create("one").await.unwrap_err();
        assert_eq!(status.code(), Code::Unknown);
        assert_says(status.message(), &["answer cannot be used", "its author"]);
        // Its id is recorded, so that it is not created twice.
        let kept = saved(&status).expect("what is recorded");
        assert_eq!(kept.id, "made");
        assert!(!kept.reasons.is_empty());
    }
}

#[tokio::test]
async fn a_created_resource_without_an_id_is_the_mistake_of_the_component() {
    let made = Answer::Created {
        id: "",
        outputs: "{}",
    };
    let guest = Guest::new().does("create", [Step::Answer(made)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = plugin.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["answer cannot be used", "id"]);
}
