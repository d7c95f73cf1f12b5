//! State that an older or newer version of the component recorded.

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::diff_response::DiffChanges;
use test_support::protocol::pulumirpc::property_diff::Kind;
use tonic::Code;

use test_support::fake::calls::urn;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::value::properties;
use test_support::servers::registry::Registry;
use test_support::{assert_says, within};

/// A guest of state version 1, whose version 0 had another name for `label`.
fn guest() -> Guest {
    let migrated = Answer::Migrated {
        inputs: Some("{\"label\":\"x\"}"),
        outputs: Some("{\"label\":\"x\"}"),
    };
    let updated = Answer::Updated {
        outputs: "{\"label\":\"y\"}",
    };
    Guest::new()
        .does("migrate", [Step::Answer(migrated)])
        .does("update", [Step::Answer(updated)])
        .does("delete", [Step::Answer(Answer::Done)])
        .manifest(|manifest| manifest["resources"][THING]["stateVersion"] = json!(1))
}

fn diff(old: &serde_json::Value, new: &serde_json::Value) -> pb::DiffRequest {
    pb::DiffRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        olds: Some(properties(old)),
        old_inputs: Some(properties(old)),
        news: Some(properties(new)),
        ..pb::DiffRequest::default()
    }
}

#[tokio::test]
async fn old_state_goes_through_the_guest_and_comes_back_new() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let old = json!({ "title": "x" });
    let new = json!({ "label": "x", "__wasm": { "version": 1 } });
    let answer = within(plugin.client().diff(diff(&old, &new))).await;
    let answer = answer.unwrap().into_inner();
    // The inputs are the same; the outputs get another form.
    assert_eq!(answer.changes(), DiffChanges::DiffSome, "{answer:?}");
    assert_eq!(answer.diffs, ["label", "title"]);
    assert_eq!(answer.replaces, [""; 0]);
    let is_of_output = |diff: &pb::PropertyDiff| !diff.input_diff;
    assert!(
        answer.detailed_diff.values().all(is_of_output),
        "{answer:?}"
    );
    assert_eq!(answer.detailed_diff["title"].kind(), Kind::Delete);
    assert_eq!(answer.detailed_diff["label"].kind(), Kind::Add);

    let update = pb::UpdateRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        olds: Some(properties(&old)),
        old_inputs: Some(properties(&old)),
        news: Some(properties(
            &json!({ "label": "y", "__wasm": { "version": 1 } }),
        )),
        ..pb::UpdateRequest::default()
    };
    let updated = within(plugin.client().update(update)).await.unwrap();
    let expected = json!({ "label": "y", "__wasm": { "version": 1 } });
    assert_eq!(updated.into_inner().properties, Some(properties(&expected)));

    let delete = pb::DeleteRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        properties: Some(properties(&old)),
        old_inputs: Some(properties(&old)),
        ..pb::DeleteRequest::default()
    };
    within(plugin.client().delete(delete)).await.unwrap();
}

#[tokio::test]
async fn outputs_in_a_new_form_are_recorded_without_the_component() {
    // Its update would crash the call.
    let guest = guest().does("update", [Step::Crash]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let old = json!({ "title": "x" });
    let new = json!({ "label": "x", "__wasm": { "version": 1 } });
    for preview in [true, false] {
        let update = pb::UpdateRequest {
            id: "made".to_owned(),
            urn: urn("one"),
            olds: Some(properties(&old)),
            old_inputs: Some(properties(&old)),
            news: Some(properties(&new)),
            preview,
            ..pb::UpdateRequest::default()
        };
        let updated = within(plugin.client().update(update)).await.unwrap();
        assert_eq!(updated.into_inner().properties, Some(properties(&new)));
    }
    let read = pb::ReadRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        properties: Some(properties(&old)),
        inputs: Some(properties(&old)),
        ..pb::ReadRequest::default()
    };
    let read = within(plugin.client().read(read)).await.unwrap();
    let read = read.into_inner();
    assert_eq!(read.properties, Some(properties(&new)));
    assert_eq!(read.inputs, Some(properties(&new)));
}

#[tokio::test]
async fn newer_state_is_refused_and_nothing_is_uncertain() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let newer = json!({ "label": "x", "__wasm": { "version": 2 } });
    let status = within(plugin.client().diff(diff(&newer, &newer)))
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(
        status.message(),
        &[
            THING,
            "state version 2",
            "up to 1",
            "acme.wasm",
            "hint: use the newer component",
        ],
    );
}

/// A component from a registry is not a file of the user.
#[tokio::test]
async fn newer_state_of_a_component_from_a_registry_is_refused_with_the_command_for_it() {
    let registry = Registry::start();
    registry.publish_bytes("acme/provider:1.2.3", &guest().build());
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    let newer = json!({ "label": "x", "__wasm": { "version": 2 } });
    let status = within(plugin.client().diff(diff(&newer, &newer)))
        .await
        .unwrap_err();
    assert_says(
        status.message(),
        &[
            "state version 2",
            &format!("hint: use the newer component instead of `{reference}"),
            "`pulumi-wasm update acme VERSION`",
        ],
    );
    assert!(!status.message().contains("FILE"), "{status}");
}

#[tokio::test]
async fn a_migration_that_leaves_something_out_changes_nothing() {
    let migrated = Answer::Migrated {
        inputs: Some("{}"),
        outputs: None,
    };
    let guest = guest().does("migrate", [Step::Answer(migrated)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let delete = pb::DeleteRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        properties: Some(properties(&json!({ "title": "x" }))),
        old_inputs: Some(properties(&json!({ "title": "x" }))),
        ..pb::DeleteRequest::default()
    };
    let status = within(plugin.client().delete(delete)).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(
        status.message(),
        &[
            "version 0 could not be brought to version 1",
            "left out the resource's outputs",
        ],
    );
}
