//! Create: creates a resource, or previews it.

use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use super::guests::{echo, thing};
use super::properties::{UNKNOWN, json, object};
use super::world::World;
use test_support::assert_says;
use test_support::fake::calls::saved;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step, error};

/// The id is the component's, and the form of ids cannot tell `/` of a zone from its own.
#[tokio::test]
async fn an_id_that_an_import_would_misread_is_said() {
    let guest = echo().manifest(|manifest| {
        manifest["resources"][THING]["importId"] = json!("{zone}/{label}");
    });
    for (zone, is_said) in [("a", false), ("a/b", true)] {
        let world = World::of(&guest).await;
        let inputs = json!({ "label": "c/d", "zone": zone });
        world
            .create(|request| request.properties = object(inputs))
            .await
            .unwrap();
        let said = world.scene.engine.messages();
        let says = |message: &pb::LogRequest| {
            message.message.contains("`a/b/c/d`") && message.message.contains("{zone}/{label}")
        };
        assert_eq!(said.iter().any(says), is_said, "{said:?}");
    }
}

#[tokio::test]
async fn a_create_gives_the_id_and_the_state() {
    let world = World::of(&echo()).await;
    let inputs = json!({ "label": "x", "rules": [{ "port": 1.0 }] });
    let made = world.create(|ask| ask.properties = object(inputs.clone()));
    let made = made.await.unwrap();
    assert_eq!(made.id, "made");
    assert_eq!(json(made.properties.as_ref()), inputs);
    assert!(!made.refresh_before_update);
    // The component got the checked inputs unchanged.
    assert_eq!(world.told(), ["{\"label\":\"x\",\"rules\":[{\"port\":1}]}"]);
}

#[tokio::test]
async fn outputs_beyond_the_schema_are_kept() {
    let outputs = r#"{"label":"x","id":"of its own","more":{"a":[1]},"__private":true}"#;
    let made = Answer::Created {
        id: "made",
        outputs,
    };
    let world = World::of(&thing().does("create", [Step::Answer(made)])).await;
    let made = world.create(|_| {}).await.unwrap();
    let state = json(made.properties.as_ref());
    assert_eq!(made.id, "made");
    assert_eq!(state["id"], "of its own");
    assert_eq!(state["more"], json!({ "a": [1.0] }));
    assert_eq!(state["__private"], true);
}

#[tokio::test]
async fn a_create_without_an_id_is_the_mistake_of_the_component() {
    let nameless = Answer::Created {
        id: "",
        outputs: "{}",
    };
    let world = World::of(&thing().does("create", [Step::Answer(nameless)])).await;
    let status = world.create(|_| {}).await.unwrap_err();
    assert_says(status.message(), &["no id"]);
}

#[tokio::test]
async fn a_preview_makes_nothing() {
    let world = World::of(&thing().does("create", [Step::Crash])).await;
    let answer = world.create(|request| request.preview = true).await;
    assert_eq!(answer.unwrap().id, "");
}

#[tokio::test]
async fn a_preview_shows_what_is_known_and_that_the_rest_is_not() {
    let world = World::of(&thing()).await;
    let inputs = json!({
        "label": "x",
        "rules": [{ "port": 1.0 }, { "port": UNKNOWN }],
        "tags": UNKNOWN,
    });
    let answer = world.create(|request| {
        request.preview = true;
        request.properties = object(inputs.clone());
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    for known in ["label", "rules", "tags"] {
        assert_eq!(outputs[known], inputs[known]);
    }
    assert_eq!(outputs["serial"], UNKNOWN);
}

/// The hook of a component that knows more than the schema: other values stay unknown.
#[tokio::test]
async fn a_component_can_say_more_of_a_preview() {
    let shown = "{\"label\":\"x\",\"serial\":\"known before\"}".to_owned();
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\",\"serial\":\"made\"}",
    };
    let guest = thing()
        .does("create", [Step::Answer(made)])
        .does("preview-create", [Step::Answer(Answer::Outputs(shown))]);
    let world = World::of(&guest).await;
    for (preview, serial) in [(true, "known before"), (false, "made")] {
        let answer = world.create(|request| request.preview = preview);
        let outputs = json(answer.await.unwrap().properties.as_ref());
        assert_eq!(outputs["serial"], serial);
    }
}

/// A preview must show the real result. The host knows the preview, and reports its mistakes.
#[tokio::test]
async fn a_result_that_is_another_than_its_preview_is_told() {
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"another\",\"serial\":\"1\"}",
    };
    for consistency in ["warn", "error", "off"] {
        let guest = thing().does("create", [Step::Answer(made.clone())]);
        let guest = guest.manifest(|manifest| {
            manifest["resources"][test_support::fake::guest::THING]["consistency"] =
                consistency.into();
        });
        let world = World::of(&guest).await;
        let answer = world.create(|_| {}).await;
        let heard = |words: &str| {
            let messages = world.scene.engine.messages().into_iter();
            messages
                .filter(|found| found.message.contains(words))
                .count()
        };
        match consistency {
            "error" => {
                let status = answer.unwrap_err();
                assert_says(status.message(), &["`label`", "preview"]);
                // The resource exists nevertheless.
                assert_eq!(saved(&status).unwrap().id, "made");
            }
            "warn" => {
                answer.unwrap();
                let warning = world.scene.engine.hears("`label`").await;
                assert_eq!(warning.urn, test_support::fake::calls::urn("one"));
            }
            _ => {
                answer.unwrap();
                assert_eq!(heard("`label`"), 0);
            }
        }
    }
}

#[tokio::test]
async fn a_timeout_of_zero_means_no_timeout() {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let steps = [Step::Sleep(700), Step::Answer(made)];
    let world = World::of(&thing().does("create", steps)).await;
    world.create(|request| request.timeout = 0.0).await.unwrap();
    let status = world.create(|request| request.timeout = 0.3).await;
    let status = status.unwrap_err();
    assert_says(status.message(), &["300 ms", "customTimeouts"]);
}

fn partial() -> Answer {
    Answer::Partial {
        id: "half",
        outputs: "{\"label\":\"x\",\"serial\":\"1\"}",
        reason: "it does not start",
    }
}

/// The engine's record of a failed create: id, state, inputs and reasons. The code of the status does not count.
#[track_caller]
fn assert_kept(status: &tonic::Status, reason: &str) -> Value {
    let kept = saved(status).expect("a detail");
    assert_eq!(kept.id, "half");
    assert_eq!(json(kept.inputs.as_ref()), json!({ "label": "x" }));
    assert_says(&kept.reasons.concat(), &[reason]);
    json(kept.properties.as_ref())
}

#[tokio::test]
async fn a_create_that_failed_half_way_keeps_what_exists() {
    let world = World::of(&thing().does("create", [Step::Answer(partial())])).await;
    let status = world.create(|_| {}).await.unwrap_err();
    assert_says(status.message(), &["it does not start"]);
    let state = assert_kept(&status, "it does not start");
    assert_eq!(state["serial"], "1");
}

fn noting(then: Vec<Step>) -> Guest {
    let note = Step::Checkpoint {
        id: "half",
        outputs: "{\"label\":\"x\",\"serial\":\"1\"}",
    };
    let steps: Vec<Step> = [note].into_iter().chain(then).collect();
    thing().does("create", steps)
}

#[tokio::test]
async fn a_create_that_ends_early_keeps_what_it_noted() {
    let refused = Step::Answer(Answer::Refused(error::OTHER, "no more"));
    for (then, reason) in [
        (Step::Crash, "crashed"),
        (Step::Sleep(3_600_000), "300 ms"),
        (refused, "no more"),
    ] {
        let world = World::of(&noting(vec![then])).await;
        let status = world.create(|request| request.timeout = 0.3).await;
        let state = assert_kept(&status.unwrap_err(), reason);
        assert_eq!(state["serial"], "1");
    }
}

/// Nothing exists after a preview, for any answer of the component.
#[tokio::test]
async fn a_preview_that_failed_keeps_nothing() {
    let partial = [Step::Answer(partial())];
    let guest = thing()
        .does("preview-create", partial.clone())
        .does("preview-update", partial);
    let world = World::of(&guest).await;
    for status in [
        world.create(|ask| ask.preview = true).await.unwrap_err(),
        world.update(|ask| ask.preview = true).await.unwrap_err(),
    ] {
        assert!(saved(&status).is_none(), "{status:?}");
        assert_eq!(status.code(), Code::FailedPrecondition);
        assert_says(status.message(), &["it does not start"]);
    }
}

/// An engine treats it as an error, and forgets the rest.
#[tokio::test]
async fn what_is_left_half_way_without_an_id_cannot_be_kept() {
    let partial = Answer::Partial {
        id: "",
        outputs: "{}",
        reason: "it does not start",
    };
    let note = Step::Checkpoint {
        id: "",
        outputs: "{}",
    };
    for steps in [vec![Step::Answer(partial)], vec![note, Step::Crash]] {
        let world = World::of(&thing().does("create", steps)).await;
        let status = world.create(|_| {}).await.unwrap_err();
        assert!(saved(&status).is_none(), "{status:?}");
        assert_says(status.message(), &["id"]);
    }
}

#[tokio::test]
async fn a_create_that_is_cancelled_keeps_what_it_noted() {
    let begun = Step::Log {
        severity: test_support::fake::steps::DEBUG,
        text: "begun",
        times: 1,
    };
    let world = World::of(&noting(vec![begun, Step::Sleep(3_600_000)])).await;
    let create = world.create(|_| {});
    let cancel = async {
        world.scene.engine.hears("begun").await;
        world.plugin.cancel().await;
    };
    let (status, ()) = tokio::join!(create, cancel);
    assert_kept(&status.unwrap_err(), "cancelled");
}

#[tokio::test]
async fn a_create_that_failed_and_noted_nothing_leaves_nothing() {
    let refused = Answer::Refused(error::OTHER, "no such zone");
    let world = World::of(&thing().does("create", [Step::Answer(refused)])).await;
    let status = world.create(|_| {}).await.unwrap_err();
    assert!(saved(&status).is_none());
    assert_eq!(status.code(), Code::FailedPrecondition);
}

#[tokio::test]
async fn the_wish_for_a_refresh_before_updates_is_passed_on() {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let guest = thing()
        .does("create", [Step::Answer(Answer::Refreshing(Box::new(made)))])
        .does(
            "update",
            [Step::Answer(Answer::Refreshing(Box::new(
                Answer::Updated { outputs: "{}" },
            )))],
        )
        .does(
            "read",
            [Step::Answer(Answer::Refreshing(Box::new(Answer::Found {
                outputs: "{}",
            })))],
        );
    let world = World::of(&guest).await;
    assert!(world.create(|_| {}).await.unwrap().refresh_before_update);
    assert!(world.update(|_| {}).await.unwrap().refresh_before_update);
    assert!(world.read(|_| {}).await.unwrap().refresh_before_update);
}

/// Even if the answer is faulty, its resource exists.
#[tokio::test]
async fn what_was_made_keeps_its_id_where_its_outputs_cannot_be_read() {
    for (outputs, expected, lost) in [
        (
            r#"{"label":"x","serial":NaN}"#,
            json!({ "label": "x" }),
            "`serial`",
        ),
        (
            r#"{"label":"x","serial":1e999}"#,
            json!({ "label": "x" }),
            "`serial`",
        ),
        (
            r#"{"label":"x","a":1,"a":2}"#,
            json!({ "label": "x" }),
            "`a`",
        ),
        (r#"{"label":"x""#, json!({}), "some of its outputs"),
        ("[]", json!({}), "some of its outputs"),
    ] {
        let made = Answer::Created {
            id: "made",
            outputs,
        };
        let world = World::of(&thing().does("create", [Step::Answer(made)])).await;
        let status = world.create(|_| {}).await.unwrap_err();
        let kept = saved(&status).unwrap_or_else(|| panic!("{outputs}: {status}"));
        assert_eq!(kept.id, "made");
        let mut expected = expected;
        expected["__wasm"] = json!({ "failed": true });
        assert_eq!(json(kept.properties.as_ref()), expected, "{outputs}");
        let reasons = kept.reasons.join("\n");
        assert_says(&reasons, &["its outputs", lost, "tell its author"]);
        // A preview creates nothing.
        let status = world.create(|request| request.preview = true).await;
        if let Err(status) = status {
            assert!(saved(&status).is_none(), "{outputs}");
        }
    }
}
