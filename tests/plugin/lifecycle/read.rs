//! Read: its time, and a resource that is not as it should be.

use std::time::Duration;

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use test_support::fake::calls::{saved, urn};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::value::properties;
use test_support::{assert_says, within, within_time};

fn refresh() -> pb::ReadRequest {
    let state = properties(&json!({ "label": "x" }));
    pb::ReadRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        properties: Some(state.clone()),
        inputs: Some(state),
        ..pb::ReadRequest::default()
    }
}

#[tokio::test]
async fn a_read_has_the_time_that_the_user_gives_it() {
    let guest = Guest::new().does("read", [Step::Loop]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let mut request = refresh();
    request.timeout = 0.3;
    let work = async { plugin.client().read(request).await };
    let status = within_time(Duration::from_secs(20), work)
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::DeadlineExceeded);
    assert_says(status.message(), &["read of", "300 ms", "customTimeouts"]);
}

#[tokio::test]
async fn a_resource_in_a_bad_state_is_recorded_as_it_is() {
    let partial = Answer::Partial {
        id: "made",
        outputs: "{\"label\":\"drifted\"}",
        reason: "its disk is full",
    };
    let guest = Guest::new().does("read", [Step::Answer(partial)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = within(plugin.client().read(refresh())).await.unwrap_err();
    let saved = saved(&status).unwrap();
    assert_eq!(
        (saved.id.as_str(), &saved.reasons[..]),
        ("made", &["its disk is full".to_owned()][..])
    );
    let drifted = Some(properties(&json!({ "label": "drifted" })));
    let failed = json!({ "label": "drifted", "__wasm": { "failed": [] } });
    assert_eq!(
        (saved.properties, saved.inputs),
        (Some(properties(&failed)), drifted)
    );
}
