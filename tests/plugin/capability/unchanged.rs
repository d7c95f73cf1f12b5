//! Assets and archives in the state: how they come back, and when they have changed.

use prost_types::value::Kind;
use prost_types::{Struct, Value};
use pulumi_wasm_core::value::special_values::{ARCHIVE, ASSET, KEY, RESOURCE_REFERENCE};
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::diff_response::DiffChanges;

use test_support::fake::calls::{create_request, object, special, string, structure, urn};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::within;

/// A guest whose resource has an asset, an archive and another resource as inputs, and returns its inputs.
fn guest() -> Guest {
    Guest::new()
        .does(
            "create",
            [Step::AnswerWith(
                Answer::Created {
                    id: "made",
                    outputs: "{}",
                },
                "inputs",
            )],
        )
        .does("update", [Step::Answer(Answer::Updated { outputs: "{}" })])
        .manifest(|manifest| {
            for side in ["inputProperties", "properties"] {
                manifest["schema"]["resources"][THING][side] = json!({
                    "code": { "$ref": "pulumi.json#/Asset" },
                    "lib": { "$ref": "pulumi.json#/Archive" },
                    "other": { "$ref": "#/resources/acme:index:Thing" },
                });
            }
        })
}

async fn diff(plugin: &Plugin, old: &Struct, new: &Struct) -> pb::DiffResponse {
    let request = pb::DiffRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        name: "one".to_owned(),
        r#type: THING.to_owned(),
        olds: Some(old.clone()),
        old_inputs: Some(old.clone()),
        news: Some(new.clone()),
        ..pb::DiffRequest::default()
    };
    within(plugin.client().diff(request))
        .await
        .unwrap()
        .into_inner()
}

#[tokio::test]
async fn what_a_guest_hands_back_is_what_came() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let asset = special(ASSET, &[("hash", string("h1")), ("path", string("./none"))]);
    let members = [
        ("a", asset.clone()),
        (
            "b",
            special(
                ARCHIVE,
                &[("hash", string("h2")), ("uri", string("https://x/y.zip"))],
            ),
        ),
    ];
    let members = [("hash", string("h3")), ("assets", object(&members))];
    let reference = [
        ("urn", string(&urn("other"))),
        ("id", string("other-id")),
        ("name", string("other")),
        ("type", string(THING)),
        ("packageVersion", string("1.2.3")),
    ];
    let inputs = structure(&[
        ("code", asset),
        ("lib", special(ARCHIVE, &members)),
        ("other", special(RESOURCE_REFERENCE, &reference)),
    ]);
    let request = pb::CreateRequest {
        properties: Some(inputs.clone()),
        ..create_request("one")
    };
    let created = within(plugin.client().create(request)).await.unwrap();
    assert_eq!(created.into_inner().properties, Some(inputs));
}

#[tokio::test]
async fn a_changed_file_is_a_difference_and_another_path_is_not() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let hashed = |kind: &str, hash: &str| special(kind, &[("hash", string(hash))]);
    let at = |kind: &str, hash: &str, path: &str| {
        special(kind, &[("hash", string(hash)), ("path", string(path))])
    };
    let plain = |kind: &str, path: &str| special(kind, &[("path", string(path))]);
    for (name, kind) in [("code", ASSET), ("lib", ARCHIVE)] {
        let cases: [(Value, Value, bool); 6] = [
            (hashed(kind, "h1"), hashed(kind, "h1"), false),
            (hashed(kind, "h1"), hashed(kind, "h2"), true),
            (at(kind, "h1", "a"), at(kind, "h1", "b"), false),
            (at(kind, "h1", "a"), at(kind, "h2", "a"), true),
            // The values that old states may contain.
            (plain(kind, "a"), at(kind, "h1", "a"), false),
            (special(kind, &[]), hashed(kind, "h1"), true),
        ];
        for (old, new, changed) in cases {
            let found = diff(
                &plugin,
                &structure(&[(name, old.clone())]),
                &structure(&[(name, new.clone())]),
            )
            .await;
            let expected = if changed {
                DiffChanges::DiffSome
            } else {
                DiffChanges::DiffNone
            };
            assert_eq!(found.changes, expected as i32, "{old:?} {new:?}");
            let keys: Vec<&String> = found.detailed_diff.keys().collect();
            assert_eq!(keys, if changed { vec![name] } else { vec![] });
        }
    }
}

#[tokio::test]
async fn a_changed_file_in_an_archive_of_assets_is_a_difference() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    let lib = |hash: &str| {
        let asset = special(ASSET, &[("hash", string(hash)), ("path", string("a"))]);
        let members = [("assets", object(&[("a", asset)]))];
        structure(&[("lib", special(ARCHIVE, &members))])
    };
    let same = diff(&plugin, &lib("h1"), &lib("h1")).await;
    assert_eq!(same.changes, DiffChanges::DiffNone as i32);
    let changed = diff(&plugin, &lib("h1"), &lib("h2")).await;
    assert_eq!(changed.changes, DiffChanges::DiffSome as i32);
}

#[tokio::test]
async fn a_reference_is_typed_for_the_guest() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(), &[]).await;
    // A component has no id, and a planned resource has an unknown id: the three cases must stay distinguishable.
    for id in [None, Some(""), Some("other-id")] {
        let mut members = vec![("urn", string(&urn("other")))];
        members.extend(id.map(|id| ("id", string(id))));
        let inputs = structure(&[("other", special(RESOURCE_REFERENCE, &members))]);
        let request = pb::CreateRequest {
            properties: Some(inputs),
            ..create_request("one")
        };
        let created = within(plugin.client().create(request)).await.unwrap();
        let properties = created.into_inner().properties.unwrap();
        let Some(Kind::StructValue(other)) = &properties.fields["other"].kind else {
            panic!("{properties:?}");
        };
        assert_eq!(other.fields[KEY], string(RESOURCE_REFERENCE));
        assert_eq!(other.fields.contains_key("id"), id.is_some());
    }
}
