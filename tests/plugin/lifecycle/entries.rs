//! The calls that enter the component's code: the fastest call is the call that is never made.

use serde_json::json;
use test_support::protocol::pulumirpc as pb;

use test_support::fake::calls::{create_request, urn};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::value::properties;
use test_support::within;

/// The requests of a preview for an update, and for a create.
async fn preview(plugin: &Plugin) {
    let inputs = properties(&json!({ "label": "x" }));
    plugin.check(inputs.clone()).await.unwrap();
    let diff = pb::DiffRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        olds: Some(properties(&json!({ "label": "old" }))),
        old_inputs: Some(properties(&json!({ "label": "old" }))),
        news: Some(inputs),
        ..pb::DiffRequest::default()
    };
    within(plugin.client().diff(diff)).await.unwrap();
    let mut create = create_request("one");
    create.preview = true;
    within(plugin.client().create(create)).await.unwrap();
}

#[tokio::test]
async fn check_diff_and_previews_without_hooks_never_enter_wasm() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    preview(&plugin).await;
    plugin.cancel().await;
    scene
        .engine
        .hears("calls that entered ./acme.wasm: 0")
        .await;
    // Nothing was compiled either.
    let messages = scene.engine.messages();
    assert!(
        messages
            .iter()
            .all(|message| !message.message.contains("compil"))
    );
}

#[tokio::test]
async fn hooks_and_real_calls_do_and_are_counted() {
    let checked = Answer::Checked {
        inputs: "{\"label\":\"x\"}",
    };
    let guest = Guest::new()
        .does("check", [Step::Answer(checked)])
        .manifest(|manifest| manifest["resources"][THING]["consistency"] = json!("off"));
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    preview(&plugin).await;
    plugin.create("one").await.unwrap();
    plugin.cancel().await;
    scene
        .engine
        .hears("calls that entered ./acme.wasm: 2")
        .await;
}
