//! Values that must not be shown.

use serde_json::{Value, json};

use super::guests::{echo, thing};
use super::properties::{json, object, secret};
use super::world::World;
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step};

#[tokio::test]
async fn a_check_keeps_secrets_where_they_are() {
    let world = World::of(&thing()).await;
    let inputs = json!({
        "label": secret("x"),
        "level": secret(4.0),
        "tags": { "a": secret("b"), "c": "d" },
        "rules": [{ "port": secret(1.0) }],
        "anything": secret(json!({ "a": [secret("b")] })),
    });
    let checked = world.checked(inputs.clone()).await;
    assert_eq!(checked["label"], inputs["label"]);
    assert_eq!(checked["level"], inputs["level"]);
    assert_eq!(checked["tags"], inputs["tags"]);
    assert_eq!(checked["rules"], inputs["rules"]);
    assert_eq!(checked["anything"], inputs["anything"]);
}

#[tokio::test]
async fn a_secret_within_a_secret_is_one_secret() {
    let world = World::of(&thing()).await;
    let checked = world.checked(json!({ "label": secret(secret("x")) })).await;
    assert_eq!(checked["label"], secret("x"));
}

#[tokio::test]
async fn what_the_schema_calls_secret_is_one_after_the_check() {
    let world = World::of(&thing()).await;
    let checked = world
        .checked(json!({ "label": "x", "password": "p" }))
        .await;
    assert_eq!(checked["password"], secret("p"));
    assert_eq!(checked["label"], "x");
}

/// A component whose create, read and update return these outputs without secret marks.
fn careless() -> Guest {
    let outputs = r#"{"label":"x","tags":{"a":"b"},"password":"p","serial":"1","token":"t"}"#;
    let created = Answer::Created {
        id: "made",
        outputs,
    };
    thing()
        .does("create", [Step::Answer(created)])
        .does("read", [Step::Answer(Answer::Found { outputs })])
        .does("update", [Step::Answer(Answer::Updated { outputs })])
}

#[track_caller]
fn assert_hidden(outputs: &Value) {
    assert_eq!(outputs["label"], "x");
    assert_eq!(outputs["serial"], "1");
    // By the schema, as output and as input.
    assert_eq!(outputs["token"], secret("t"));
    assert_eq!(outputs["password"], secret("p"));
    // Like the same part of the input with its name.
    assert_eq!(outputs["tags"], json!({ "a": secret("b") }));
}

#[tokio::test]
async fn outputs_are_secret_by_the_schema_and_by_the_input_of_their_name() {
    let world = World::of(&careless()).await;
    let inputs = json!({ "label": "x", "tags": { "a": secret("b") } });

    let answer = world.create(|ask| ask.properties = object(inputs.clone()));
    assert_hidden(&json(answer.await.unwrap().properties.as_ref()));
    let answer = world.update(|ask| ask.news = object(inputs.clone()));
    assert_hidden(&json(answer.await.unwrap().properties.as_ref()));
    let answer = world.read(|ask| {
        ask.inputs = object(inputs.clone());
        ask.properties = object(json!({ "label": "x" }));
    });
    assert_hidden(&json(answer.await.unwrap().properties.as_ref()));
}

#[tokio::test]
async fn inputs_that_were_read_are_secret_by_the_schema_and_as_they_were() {
    let world = World::of(&careless()).await;
    let imported = world.read(|_| {}).await.unwrap();
    let imported = json(imported.inputs.as_ref());
    assert_eq!(imported["password"], secret("p"));
    assert_eq!(imported["label"], "x");

    let inputs =
        json!({ "label": secret("was"), "tags": { "a": secret("was") }, "password": "was" });
    let state =
        json!({ "label": secret("was"), "tags": secret(json!({ "a": "was" })), "password": "was" });
    let refreshed = world.read(|ask| {
        ask.inputs = object(inputs);
        ask.properties = object(state);
    });
    let refreshed = refreshed.await.unwrap();
    let refreshed = json(refreshed.inputs.as_ref());
    assert_eq!(refreshed["label"], secret("x"));
    assert_eq!(refreshed["password"], secret("p"));
    let text = refreshed["tags"].to_string();
    assert!(text.contains("1b47061264138c4ac30d75fd1eb44270"), "{text}");
}

#[tokio::test]
async fn what_a_failure_keeps_is_secret_too() {
    let partial = Step::Answer(Answer::Partial {
        id: "half",
        outputs: r#"{"label":"x","password":"p","token":"t","serial":"1"}"#,
        reason: "it does not start",
    });
    let note = Step::Checkpoint {
        id: "half",
        outputs: r#"{"label":"x","password":"p","token":"t","serial":"1"}"#,
    };
    for steps in [vec![partial], vec![note, Step::Crash]] {
        let guest = thing().does("create", steps.clone()).does("update", steps);
        let world = World::of(&guest).await;
        let inputs = json!({ "label": secret("x"), "password": secret("p") });
        for status in [
            world
                .create(|ask| ask.properties = object(inputs.clone()))
                .await
                .unwrap_err(),
            world
                .update(|ask| ask.news = object(inputs.clone()))
                .await
                .unwrap_err(),
        ] {
            let kept = test_support::fake::calls::saved(&status).unwrap();
            assert_eq!(json(kept.inputs.as_ref()), inputs);
            let state = json(kept.properties.as_ref());
            assert_eq!(state["label"], secret("x"));
            assert_eq!(state["password"], secret("p"));
            assert_eq!(state["token"], secret("t"));
            assert_eq!(state["serial"], "1");
        }
    }
}

#[tokio::test]
async fn a_preview_shows_no_secret_either() {
    let world = World::of(&careless()).await;
    let inputs = json!({ "label": secret("x"), "password": "p" });
    let answer = world.create(|request| {
        request.preview = true;
        request.properties = object(inputs);
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs["label"], secret("x"));
    assert_eq!(outputs["password"], secret("p"));
    assert_eq!(outputs["token"], secret(super::properties::UNKNOWN));
}

#[tokio::test]
async fn a_component_gets_secrets_as_secrets() {
    let world = World::of(&echo()).await;
    let inputs = json!({ "label": secret("x") });
    let answer = world.create(|ask| ask.properties = object(inputs.clone()));
    answer.await.unwrap();
    assert_eq!(world.told_json(), [inputs]);
}

#[tokio::test]
async fn secrets_are_compared_by_what_is_in_them() {
    let world = World::of(&echo()).await;
    for (old, new, differs) in [
        (secret("a"), json!("a"), false),
        (json!("a"), secret("a"), false),
        (secret("a"), secret("a"), false),
        (secret("a"), secret("b"), true),
        (secret("a"), json!("b"), true),
    ] {
        let inputs = |value: &Value| json!({ "label": "x", "zone": value });
        let answer = world.compared(inputs(&old), inputs(&new)).await;
        let mut found = answer.detailed_diff.values();
        assert_eq!(found.any(|one| one.input_diff), differs, "{old} {new}");
    }
}

#[tokio::test]
async fn a_value_that_becomes_a_secret_is_recorded_as_one() {
    let guest = echo().does("update", [Step::Crash]);
    let world = World::of(&guest).await;
    let state = |value: Value| json!({ "label": "x", "tags": { "a": value } });
    let (open, hidden) = (state(json!("b")), state(secret("b")));
    let answer = world.compared(open.clone(), hidden.clone()).await;
    assert_eq!(answer.diffs, ["tags"]);
    assert_eq!(answer.replaces, [""; 0]);
    for preview in [true, false] {
        let answer = world.update(|ask| {
            ask.olds = object(open.clone());
            ask.old_inputs = object(open.clone());
            ask.news = object(hidden.clone());
            ask.preview = preview;
        });
        let outputs = json(answer.await.unwrap().properties.as_ref());
        assert_eq!(outputs, hidden);
    }
    let answer = world.compared(hidden.clone(), hidden).await;
    assert_eq!(answer.diffs, [""; 0]);
}

#[tokio::test]
async fn a_function_may_give_secrets() {
    let text = r#"{"a":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":"b"}}"#;
    let guest = thing().does("invoke", [Step::Answer(Answer::Result(text))]);
    let answer = World::of(&guest).await.invoke(|_| {}).await.unwrap();
    assert_eq!(json(answer.r#return.as_ref())["a"], secret("b"));
}

/// A component that says the word of its tests in the open, within a longer output.
fn telling() -> Guest {
    let outputs = r#"{"label":"x","serial":"https://ada:correct-horse@example.test"}"#;
    let created = Answer::Created {
        id: "made",
        outputs,
    };
    thing().does("create", [Step::Answer(created)])
}

#[tokio::test]
async fn an_output_that_holds_a_secret_is_secret() {
    let world = World::of(&telling()).await;
    let inputs = json!({ "label": "x", "password": "correct-horse" });
    let checked = world.checked(inputs).await;
    let answer = world.create(|ask| ask.properties = object(checked));
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(
        outputs["serial"],
        secret("https://ada:correct-horse@example.test")
    );
    assert_eq!(outputs["label"], "x");
    let messages = world.scene.engine.messages();
    let told = messages
        .iter()
        .filter(|message| message.message.contains("has a secret in it"));
    assert_eq!(told.count(), 1, "{messages:?}");
}

#[tokio::test]
async fn what_is_secret_of_one_resource_says_nothing_of_another() {
    let world = World::of(&telling()).await;
    let plain = "https://ada:correct-horse@example.test";
    for (inputs, expected) in [
        (json!({ "label": "x" }), json!(plain)),
        (
            json!({ "label": "x", "password": secret("correct-horse") }),
            secret(plain),
        ),
        (json!({ "label": "x" }), json!(plain)),
        (
            json!({ "label": "x", "password": secret("another one") }),
            json!(plain),
        ),
    ] {
        let answer = world.create(|ask| ask.properties = object(inputs));
        let outputs = json(answer.await.unwrap().properties.as_ref());
        assert_eq!(outputs["serial"], expected);
    }
}

#[tokio::test]
async fn a_check_that_moves_a_secret_keeps_it_one() {
    let answer = Answer::Checked {
        inputs: r#"{"label":"x","tags":{"pass":"pw"},"level":3,"kind":"thing"}"#,
    };
    let world = World::of(&thing().does("check", [Step::Answer(answer)])).await;
    let checked = world
        .checked(json!({ "label": "x", "zone": secret("pw") }))
        .await;
    assert_eq!(checked["tags"], json!({ "pass": secret("pw") }));
    assert!(checked.get("zone").is_none(), "{checked}");
}
