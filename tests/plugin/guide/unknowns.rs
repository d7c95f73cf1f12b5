//! Values that are not known yet.

use serde_json::{Value, json};
use tonic::Code;

use super::guests::{echo, thing};
use super::properties::{UNKNOWN, json, object, secret};
use super::world::World;
use test_support::assert_says;
use test_support::fake::steps::{Answer, Step};

#[tokio::test]
async fn every_sentinel_means_unknown_at_every_place() {
    let world = World::of(&thing()).await;
    for sentinel in [
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        UNKNOWN,
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    ] {
        let inputs = json!({
            "label": sentinel,
            "level": sentinel,
            "enabled": sentinel,
            "color": sentinel,
            "kind": sentinel,
            "tags": sentinel,
            "rules": [sentinel, { "port": sentinel }],
            "blob": sentinel,
            "anything": { "a": [sentinel] },
        });
        let expected = inputs.to_string().replace(sentinel, UNKNOWN);
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(world.checked(inputs).await, expected);
    }
}

#[tokio::test]
async fn an_unknown_input_counts_as_given() {
    let world = World::of(&thing()).await;
    assert!(world.failures(json!({ "label": UNKNOWN })).await.is_empty());
    let secret = world.checked(json!({ "label": secret(UNKNOWN) })).await;
    assert_eq!(secret["label"], super::properties::secret(UNKNOWN));
}

#[tokio::test]
async fn an_unknown_value_is_a_change() {
    let world = World::of(&echo()).await;
    let old = json!({ "label": "a", "tags": { "b": "c" } });
    let new = json!({ "label": "a", "tags": { "b": UNKNOWN } });
    let answer = world.compared(old, new).await;
    assert!(answer.detailed_diff.contains_key("tags.b"), "{answer:?}");
}

#[tokio::test]
async fn a_preview_gives_unknown_inputs_as_unknown_outputs() {
    let world = World::of(&echo()).await;
    let inputs = json!({ "label": UNKNOWN, "anything": { "a": [1.0, UNKNOWN] } });
    let answer = world.create(|request| {
        request.preview = true;
        request.properties = object(inputs.clone());
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs["label"], UNKNOWN);
    assert_eq!(outputs["anything"], inputs["anything"]);
}

/// The engine would drop the whole answer, and with it all facts about the resource.
#[tokio::test]
async fn outside_previews_an_unknown_output_is_the_mistake_of_the_component() {
    let unknown =
        "{\"label\":\"x\",\"anything\":{\"a\":[\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"]}}";
    let created = Answer::Created {
        id: "made",
        outputs: unknown,
    };
    let guest = thing()
        .does("create", [Step::Answer(created)])
        .does(
            "update",
            [Step::Answer(Answer::Updated { outputs: unknown })],
        )
        .does("read", [Step::Answer(Answer::Found { outputs: unknown })]);
    let world = World::of(&guest).await;

    let status = world.create(|_| {}).await.unwrap_err();
    assert_says(status.message(), &["`anything`", "unknown"]);
    // It was created: the known outputs are kept.
    let kept = test_support::fake::calls::saved(&status).unwrap();
    assert_eq!(kept.id, "made");
    assert_eq!(json(kept.properties.as_ref())["label"], "x");

    let status = world.update(|_| {}).await.unwrap_err();
    assert_says(status.message(), &["`anything`", "unknown"]);
    let kept = test_support::fake::calls::saved(&status).unwrap();
    assert_eq!(json(kept.properties.as_ref())["label"], "x");

    let status = world.read(|_| {}).await.unwrap_err();
    assert_says(status.message(), &["`anything`", "unknown"]);
}

#[tokio::test]
async fn a_function_gives_no_unknown_value() {
    let unknown = "{\"a\":\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"}";
    let guest = thing().does("invoke", [Step::Answer(Answer::Result(unknown))]);
    let status = World::of(&guest).await.invoke(|_| {}).await.unwrap_err();
    assert_ne!(status.code(), Code::Unknown);
    assert_says(status.message(), &["`a` is unknown"]);
}
