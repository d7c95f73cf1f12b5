//! Parts of a resource that a guest shows as resources of their own.

use pulumi_wasm_core::value::special_values::SECRET;
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::view_step::Op;
use tonic::{Code, Status};

use test_support::fake::calls::{create_request, properties, special, string, structure};
use test_support::fake::guest::Guest;
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::{assert_says, within};

/// An input of each resource.
const A_SECRET: &str = "known to the host";

/// How a create ends that publishes a view with these inputs to an engine that shows views or not, and the published
/// views.
async fn create(
    inputs: &'static str,
    shown: bool,
) -> (Result<(), Status>, Vec<pb::PublishViewStepsRequest>) {
    create_named("left", inputs, shown).await
}

/// The same with a view of that name.
async fn create_named(
    name: &'static str,
    inputs: &'static str,
    shown: bool,
) -> (Result<(), Status>, Vec<pb::PublishViewStepsRequest>) {
    let publish = Step::Reach(Reach::Publish {
        token: "acme:index:Part",
        name,
        inputs,
    });
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    });
    let guest = Guest::new().does("create", [publish, made]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let handshake = pb::ProviderHandshakeRequest {
        supports_views: true,
        ..pb::ProviderHandshakeRequest::default()
    };
    within(plugin.client().handshake(handshake)).await.unwrap();
    let request = pb::CreateRequest {
        resource_status_address: if shown {
            scene.engine.address.clone()
        } else {
            String::new()
        },
        resource_status_token: "token".to_owned(),
        properties: Some(structure(&[
            ("label", string("x")),
            ("key", special(SECRET, &[("value", string(A_SECRET))])),
        ])),
        ..create_request("one")
    };
    let created = within(plugin.client().create(request)).await.map(drop);
    (created, scene.engine.views())
}

#[tokio::test]
async fn a_view_is_published_as_the_guest_says() {
    let (created, published) = create("{\"label\":\"x\"}", true).await;
    created.unwrap();
    let [request] = published.as_slice() else {
        panic!("{published:?}");
    };
    assert_eq!(request.token, "token");
    let [step] = request.steps.as_slice() else {
        panic!("{request:?}");
    };
    assert_eq!(step.op, Op::Create as i32);
    assert_eq!(
        (step.r#type.as_str(), step.name.as_str()),
        ("acme:index:Part", "left")
    );
    assert!(step.old.is_none() && step.error.is_empty(), "{step:?}");
    let new = step.new.as_ref().unwrap();
    assert_eq!(new.inputs, Some(properties(&[("label", "x")])));
    assert_eq!(new.outputs, Some(properties(&[])));
}

#[tokio::test]
async fn where_no_views_are_shown_that_is_said() {
    let (created, _) = create("{}", false).await;
    let status = created.unwrap_err();
    assert_says(status.message(), &["views cannot be shown here"]);
}

#[tokio::test]
async fn a_view_that_is_malformed_names_its_place() {
    let (created, published) = create("{\"label\":", true).await;
    let status = created.unwrap_err();
    assert_ne!(status.code(), Code::Ok);
    assert_says(status.message(), &["the inputs of the view `left`"]);
    assert!(published.is_empty());
}

#[tokio::test]
async fn a_view_has_no_secret_in_the_open() {
    let inputs = r#"{"label":"known to the host","other":"x"}"#;
    let (created, published) = create(inputs, true).await;
    created.unwrap();
    let new = published[0].steps[0].new.as_ref().unwrap();
    let hidden = special(SECRET, &[("value", string(A_SECRET))]);
    assert_eq!(
        new.inputs,
        Some(structure(&[("label", hidden), ("other", string("x"))]))
    );
    let (created, published) = create_named("of known to the host", "{}", true).await;
    assert_says(
        created.unwrap_err().message(),
        &["steps[0]", "contains a secret"],
    );
    assert!(published.is_empty());
}
