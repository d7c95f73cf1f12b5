//! Values and elements that a server chose: a refresh, an import, and a program that leaves them out.

use serde_json::{Value, json};

use super::guests::thing;
use super::properties::{json, object};
use super::world::World;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

/// A thing with a zone and with rules. The server chooses the zone and the host of a rule.
fn chosen(found: Answer) -> Guest {
    let guest = thing().manifest(|manifest| {
        manifest["types"] = json!({
            "acme:index:Rule": { "properties": { "host": { "serverDefault": true } } },
        });
        manifest["resources"][THING]["properties"] = json!({ "zone": { "serverDefault": true } });
    });
    guest.does("read", [Step::Answer(found)])
}

async fn refreshed(guest: &Guest, inputs: &Value, state: &Value) -> Value {
    let world = World::of(guest).await;
    let answer = world.read(|request| {
        request.inputs = object(inputs.clone());
        request.properties = object(state.clone());
    });
    json(answer.await.unwrap().inputs.as_ref())
}

/// The properties that differ, and whether the thing is replaced.
async fn differences(
    guest: &Guest,
    inputs: &Value,
    state: &Value,
    wanted: &Value,
) -> (Vec<String>, bool) {
    let world = World::of(guest).await;
    let answer = world.diff(|request| {
        request.old_inputs = object(inputs.clone());
        request.olds = object(state.clone());
        request.news = object(wanted.clone());
    });
    let answer = answer.await.unwrap();
    (answer.diffs, !answer.replaces.is_empty())
}

const FOUND: Answer = Answer::Found {
    outputs: r#"{"label":"x","zone":"z","serial":"1","tags":{"a":"b"},"rules":[{"port":1,"host":"h"}]}"#,
};

#[tokio::test]
async fn what_the_record_does_not_show_is_no_input_after_a_refresh() {
    let guest = thing().does("read", [Step::Answer(FOUND)]);
    let inputs = json!({ "label": "x" });
    let state = json!({ "label": "x", "serial": "1" });
    assert_eq!(refreshed(&guest, &inputs, &state).await, inputs);
    let other = json!({ "label": "x", "serial": "1", "zone": "y" });
    let drifted = json!({ "label": "x", "zone": "z" });
    assert_eq!(refreshed(&guest, &inputs, &other).await, drifted);
}

#[tokio::test]
async fn what_a_server_chose_is_never_an_input() {
    let inputs = json!({ "label": "x", "rules": [{ "port": 1.0 }] });
    let state =
        json!({ "label": "x", "serial": "1", "zone": "y", "rules": [{ "port": 1, "host": "g" }] });
    assert_eq!(refreshed(&chosen(FOUND), &inputs, &state).await, inputs);
    // A record that has it, as an older plugin wrote it, is not a reason to change anything.
    let recorded = json!({ "label": "x", "zone": "y", "rules": [{ "port": 1.0, "host": "g" }] });
    let (told, replaces) = differences(&chosen(FOUND), &recorded, &state, &inputs).await;
    assert_eq!((told, replaces), (Vec::new(), false));
}

/// The engine compares the inputs that were read with the program's inputs, and imports only if they are equal.
#[tokio::test]
async fn an_import_fits_a_program_that_leaves_to_the_server_what_it_chose() {
    let guest = chosen(FOUND);
    let world = World::of(&guest).await;
    let answer = world.read(|_| {}).await.unwrap();
    let inputs = json(answer.inputs.as_ref());
    let state = json(answer.properties.as_ref());
    let expected = json!({ "label": "x", "tags": { "a": "b" }, "rules": [{ "port": 1.0 }] });
    assert_eq!(inputs, expected);
    let full = json!({
        "label": "x", "zone": "z", "tags": { "a": "b" }, "rules": [{ "port": 1.0, "host": "h" }]
    });
    for wanted in [&expected, &full] {
        let (told, _) = differences(&guest, &inputs, &state, wanted).await;
        assert_eq!(told, Vec::<String>::new(), "{wanted}");
    }
    let other =
        json!({ "label": "x", "zone": "other", "tags": { "a": "b" }, "rules": [{ "port": 1.0 }] });
    let (told, replaces) = differences(&guest, &inputs, &state, &other).await;
    assert_eq!((told, replaces), (vec!["zone".to_owned()], true));
}

#[tokio::test]
async fn an_element_that_came_or_went_leaves_the_others_as_they_are() {
    let found = |outputs| thing().does("read", [Step::Answer(Answer::Found { outputs })]);
    let inputs =
        json!({ "label": "x", "rules": [{ "port": 1.0 }, { "port": 2.0 }, { "port": 3.0 }] });
    let state = json!({ "label": "x", "serial": "1", "rules": [
        { "port": 1, "host": "a" }, { "port": 2, "host": "b" }, { "port": 3, "host": "c" },
    ] });
    let went = found(
        r#"{"label":"x","serial":"1","rules":[{"port":2,"host":"b"},{"port":3,"host":"c"}]}"#,
    );
    let left = json!({ "label": "x", "rules": [{ "port": 2.0 }, { "port": 3.0 }] });
    assert_eq!(refreshed(&went, &inputs, &state).await, left);
    let came = found(
        r#"{"label":"x","serial":"1","rules":[{"port":9,"host":"i"},{"port":1,"host":"a"},{"port":2,"host":"b"},{"port":3,"host":"c"}]}"#,
    );
    // The new element is noted, because the server's part of it cannot be told apart.
    let more = json!({ "label": "x", "rules": [
        { "port": 9.0, "host": "i" }, { "port": 1.0 }, { "port": 2.0 }, { "port": 3.0 },
    ], "__wasm": { "taken": { "rules": [0.0] } } });
    assert_eq!(refreshed(&came, &inputs, &state).await, more);
}

#[tokio::test]
async fn an_element_of_a_set_that_the_server_completed_is_the_programs() {
    let outputs =
        r#"{"label":"x","serial":"1","rules":[{"port":2,"host":"b"},{"port":1,"host":"a"}]}"#;
    let guest = thing().manifest(|manifest| {
        manifest["resources"][THING]["properties"] = json!({ "rules": { "compare": ["set"] } });
    });
    let guest = guest.does("read", [Step::Answer(Answer::Found { outputs })]);
    let inputs = json!({ "label": "x", "rules": [{ "port": 1.0 }, { "port": 2.0 }] });
    let state = json!({ "label": "x", "serial": "1", "rules": [{ "port": 1 }, { "port": 2 }] });
    let now = refreshed(&guest, &inputs, &state).await;
    assert_eq!(now, inputs);
    let (told, _) = differences(&guest, &now, &state, &inputs).await;
    assert_eq!(told, Vec::<String>::new());
}
