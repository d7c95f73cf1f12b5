//! Check: inputs judged and completed.

use serde_json::{Value, json};

use super::guests::thing;
use super::properties::{json, object, path_of, reasons, secret};
use super::world::World;
use test_support::fake::steps::{Answer, Step};

#[tokio::test]
async fn a_valid_input_comes_back_as_it_is() {
    let world = World::of(&thing()).await;
    let inputs = json!({
        "label": "x",
        "zone": "a",
        "level": 1.0,
        "ratio": 0.5,
        "enabled": false,
        "color": "green",
        "kind": "thing",
        "tags": { "a": "b" },
        "rules": [{ "port": 1.0, "host": "h" }],
        "anything": [1.0, { "a": null }],
    });
    assert_eq!(world.checked(inputs.clone()).await, inputs);
}

#[tokio::test]
async fn the_same_question_has_the_same_answer() {
    let steps = [
        Step::TellRandom,
        Step::AnswerWith(Answer::Checked { inputs: "{}" }, "inputs"),
    ];
    let world = World::of(&thing().does("check", steps)).await;
    let mut told = Vec::new();
    for seed in [7, 7, 8] {
        let answer = world.check(|ask| ask.random_seed = vec![seed; 32]).await;
        told.push((json(answer.unwrap().inputs.as_ref()), world.told()));
    }
    assert_eq!(told[0], told[1]);
    // Random values depend on the seed alone.
    assert_eq!(told[0].1[0].len(), 32, "{told:?}");
    assert_ne!(told[0].1, told[2].1);
}

#[tokio::test]
async fn checked_inputs_are_the_same_when_they_are_checked_again() {
    let world = World::of(&thing()).await;
    let inputs = json!({
        "label": 5,
        "level": "4",
        "enabled": "true",
        "password": "p",
        "tags": { "a": 1 },
        "rules": [{ "port": "80" }],
    });
    let once = world.checked(inputs).await;
    let again = world.check(|request| {
        request.olds = object(once.clone());
        request.news = object(once.clone());
    });
    let again = again.await.unwrap();
    assert!(again.failures.is_empty(), "{:?}", again.failures);
    assert_eq!(json(again.inputs.as_ref()), once);
}

#[tokio::test]
async fn the_recorded_inputs_and_the_new_ones_reach_the_component() {
    let steps = [
        Step::Tell("old-inputs"),
        Step::Tell("inputs"),
        Step::AnswerWith(Answer::Checked { inputs: "{}" }, "inputs"),
    ];
    let world = World::of(&thing().does("check", steps)).await;
    let (old, new) = (json!({ "label": "a" }), json!({ "label": "b" }));
    let answer = world.check(|request| {
        request.olds = object(old.clone());
        request.news = object(new.clone());
    });
    answer.await.unwrap();
    let told = world.told_json();
    assert_eq!(told[0], old);
    assert_eq!(told[1]["label"], "b");
}

#[tokio::test]
async fn the_recorded_outputs_reach_the_component_where_the_engine_sends_them() {
    let steps = [
        Step::Tell("old-outputs"),
        Step::AnswerWith(Answer::Checked { inputs: "{}" }, "inputs"),
    ];
    let world = World::of(&thing().does("check", steps)).await;
    let outputs = json!({ "label": "a", "serial": "1" });
    for (sent, told) in [(None, json!("none")), (Some(outputs.clone()), outputs)] {
        let sent = sent.and_then(object);
        world.check(|ask| ask.old_outputs = sent).await.unwrap();
        assert_eq!(world.told_json(), [told]);
    }
}

/// The guide lets old inputs be absent; the protocol reference says that an engine sends an empty object. Both mean
/// that the resource is new.
#[tokio::test]
async fn without_old_inputs_a_resource_is_new() {
    let world = World::of(&thing()).await;
    let mut answers = Vec::new();
    for olds in [None, object(json!({}))] {
        let answer = world.check(|request| request.olds = olds).await.unwrap();
        answers.push((json(answer.inputs.as_ref()), answer.failures));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].0["label"], "x");
}

#[tokio::test]
async fn defaults_are_put_where_nothing_is_given_and_have_the_schemas_type() {
    let world = World::of(&thing()).await;
    assert_eq!(world.checked(json!({ "label": "x" })).await["level"], 3.0);
    // A value counts as given, even if it is zero.
    for given in [json!(0.0), secret(0.0)] {
        let inputs = json!({ "label": "x", "level": given });
        assert_eq!(world.checked(inputs).await["level"], given);
    }
}

#[tokio::test]
async fn what_is_not_acceptable_is_told_with_its_path_and_is_no_error_of_the_call() {
    let world = World::of(&thing()).await;
    for (inputs, path, says) in [
        (json!({}), "label", "missing required property `label`"),
        (
            json!({ "label": {} }),
            "label",
            "expected a string, found an object",
        ),
        (
            json!({ "label": "x", "level": 1.5 }),
            "level",
            "whole number",
        ),
        (
            json!({ "label": "x", "enabled": "maybe" }),
            "enabled",
            "boolean",
        ),
        (json!({ "label": "x", "color": "blue" }), "color", "red"),
        (json!({ "label": "x", "kind": "other" }), "kind", "`thing`"),
        (
            json!({ "label": "x", "tags": { "a b": [] } }),
            "tags[\"a b\"]",
            "string",
        ),
        (
            json!({ "label": "x", "tags": { "a.b": [] } }),
            "tags[\"a.b\"]",
            "string",
        ),
        (
            json!({ "label": "x", "rules": [{ "port": 1 }, {}] }),
            "rules[1].port",
            "missing",
        ),
        (json!({ "label": "x", "rules": {} }), "rules", "list"),
        (json!({ "label": "x", "blob": "text" }), "blob", "asset"),
    ] {
        let failures = world.failures(inputs.clone()).await;
        let [failure] = &failures[..] else {
            panic!("{inputs}: {failures:?}");
        };
        let given = path_of(failure);
        let plain = path.replace("[\"a b\"]", ".a b");
        assert!(given == path || given == plain, "{given}");
        assert!(failure.reason.contains(says), "{inputs}: {failure:?}");
    }
}

/// An engine prints `inputs[property]`. It prints `{<nil>}` if no input has that name.
#[tokio::test]
async fn a_failure_names_an_input_alone_whose_value_can_be_printed() {
    let answer = Step::Answer(Answer::Unacceptable(&[
        ("rules[0].port", "is taken"),
        ("gone", "is gone"),
        ("label", "is odd"),
    ]));
    let world = World::of(&thing().does("check", [answer])).await;
    let inputs = json!({ "label": "x", "rules": [{ "port": 1 }] });
    let failures = world.failures(inputs).await;
    let expected = [
        ("", "`rules[0].port`: is taken"),
        ("", "`gone`: is gone"),
        ("label", "is odd"),
    ];
    assert_eq!(reasons(&failures), expected);
    let failures = world.failures(json!({ "label": null })).await;
    let expected = [("", "missing required property `label`")];
    assert_eq!(reasons(&failures), expected);
}

#[tokio::test]
async fn all_that_is_not_acceptable_is_told_at_once() {
    let world = World::of(&thing()).await;
    let inputs = json!({ "level": [], "color": "blue", "rules": [{}, {}], "zonne": "a" });
    let failures = world.failures(inputs).await;
    let mut paths: Vec<&str> = failures.iter().map(path_of).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "color",
            "label",
            "level",
            "rules[0].port",
            "rules[1].port",
            "zonne"
        ]
    );
}

#[tokio::test]
async fn a_property_that_the_schema_does_not_have_gets_the_one_that_may_be_meant() {
    let world = World::of(&thing()).await;
    let failures = world.failures(json!({ "label": "x", "zonne": "a" })).await;
    assert!(
        failures[0].reason.contains("did you mean `zone`?"),
        "{failures:?}"
    );
}

#[tokio::test]
async fn the_types_of_checked_inputs_are_those_of_the_schema() {
    let world = World::of(&thing()).await;
    let inputs = json!({
        "label": 5,
        "level": "4",
        "ratio": "0.5",
        "enabled": "false",
        "tags": { "a": true },
        "rules": [{ "port": "80" }],
    });
    let checked = world.checked(inputs).await;
    assert_eq!(checked["label"], "5");
    assert_eq!(checked["level"], 4.0);
    assert_eq!(checked["ratio"], 0.5);
    assert_eq!(checked["enabled"], false);
    assert_eq!(checked["tags"]["a"], "true");
    assert_eq!(checked["rules"][0]["port"], 80.0);
}

#[tokio::test]
async fn a_component_can_refuse_and_complete_what_the_schema_accepts() {
    let refuses = Step::Answer(Answer::Unacceptable(&[("zone", "there is no such zone")]));
    let world = World::of(&thing().does("check", [refuses])).await;
    let failures = world.failures(json!({ "label": "x", "zone": "a" })).await;
    assert_eq!(reasons(&failures), [("zone", "there is no such zone")]);

    let completes = Answer::Checked {
        inputs: "{\"label\":\"x\",\"zone\":\"computed\"}",
    };
    let world = World::of(&thing().does("check", [Step::Answer(completes)])).await;
    assert_eq!(
        world.checked(json!({ "label": "x" })).await["zone"],
        "computed"
    );
}

#[tokio::test]
async fn a_component_is_not_asked_about_what_the_schema_refuses() {
    let world = World::of(&thing().does("check", [Step::Crash])).await;
    let failures = world.failures(json!({})).await;
    assert_eq!(path_of(&failures[0]), "label");
}

#[tokio::test]
async fn secrets_survive_a_component_that_gives_them_back_bare() {
    let bare = Answer::Checked {
        inputs: "{\"label\":\"x\",\"password\":\"p\"}",
    };
    let world = World::of(&thing().does("check", [Step::Answer(bare)])).await;
    let inputs = json!({ "label": secret("x"), "password": "p" });
    let checked: Value = world.checked(inputs).await;
    assert_eq!(checked["label"], secret("x"));
    assert_eq!(checked["password"], secret("p"));
}

#[tokio::test]
async fn a_check_changes_nothing_outside() {
    let server = test_support::servers::fixed_answer::start(2).await;
    let fetch = Step::Fetch {
        method: "POST",
        url: server.clone(),
    };
    let guest = thing().does("check", [fetch, Step::Crash]);
    let world = World::with(&guest, &["--allow-net", &server]).await;
    let status = world.check(|_| {}).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::PermissionDenied, "{status}");
}
