//! Read: the current state of a resource, for refresh, import and look-up.

use serde_json::{Value, json};

use super::guests::{echo, thing};
use super::properties::{json, object};
use super::world::World;
use test_support::assert_says;
use test_support::fake::calls::saved;
use test_support::fake::guest::THING;
use test_support::fake::steps::{Answer, Step, error};

/// The state of a thing that a server completed.
const FOUND: &str =
    r#"{"label":"x","zone":"z","serial":"1","tags":{"a":"b"},"rules":[{"port":1}]}"#;

fn reads(answer: Answer) -> test_support::fake::guest::Guest {
    thing().does("read", [Step::Answer(answer)])
}

#[tokio::test]
async fn an_import_is_given_the_id_alone() {
    let world = World::of(&echo()).await;
    world.read(|_| {}).await.unwrap();
    assert_eq!(world.told(), ["made", "none", "none"]);
}

/// If the manifest has a form of ids, the component gets the parts of an id.
#[tokio::test]
async fn an_import_takes_ids_of_the_declared_form() {
    let guest = echo().manifest(|manifest| {
        manifest["resources"][THING]["importId"] = "{zone}/{label}".into();
    });
    let world = World::of(&guest).await;
    world
        .read(|request| request.id = "z/x".to_owned())
        .await
        .unwrap();
    let told = world.told_json();
    assert_eq!(told[1], json!({ "zone": "z", "label": "x" }));
    let status = world.read(|request| request.id = "x".to_owned()).await;
    let status = status.unwrap_err();
    assert_eq!(status.code(), tonic::Code::InvalidArgument);
    assert_says(status.message(), &["`x`", "{zone}/{label}"]);
}

#[tokio::test]
async fn an_import_gives_inputs_and_state() {
    let world = World::of(&reads(Answer::Found { outputs: FOUND })).await;
    let answer = world.read(|_| {}).await.unwrap();
    assert_eq!(answer.id, "found");
    let inputs = json(answer.inputs.as_ref());
    assert_eq!(json(answer.properties.as_ref())["serial"], "1");
    assert_eq!(
        inputs,
        json!({ "label": "x", "zone": "z", "tags": { "a": "b" }, "rules": [{ "port": 1.0 }] })
    );
}

/// So the engine imports: it checks the inputs that were read, and compares them with the state.
#[tokio::test]
async fn what_was_imported_passes_the_check_and_differs_in_nothing() {
    let world = World::of(&reads(Answer::Found { outputs: FOUND })).await;
    let answer = world.read(|_| {}).await.unwrap();
    let inputs = json(answer.inputs.as_ref());
    let checked = world.check(|request| {
        request.olds = object(inputs.clone());
        request.news = object(inputs.clone());
    });
    let checked = checked.await.unwrap();
    assert!(checked.failures.is_empty(), "{:?}", checked.failures);
    let compared = world.diff(|request| {
        request.old_inputs = object(inputs);
        request.olds = answer.properties;
        request.news = checked.inputs;
    });
    assert!(compared.await.unwrap().detailed_diff.is_empty());
}

#[tokio::test]
async fn a_component_can_say_the_inputs_of_an_import_itself() {
    let answer = Answer::FoundWithInputs {
        inputs: "{\"label\":\"from the component\"}",
        outputs: FOUND,
    };
    let world = World::of(&reads(answer)).await;
    let answer = world.read(|_| {}).await.unwrap();
    let inputs = json(answer.inputs.as_ref());
    assert_eq!(inputs, json!({ "label": "from the component" }));
}

/// The guide does not say how; the protocol reference does: an answer without an id tells a refresh that the resource
/// does not exist, and an answer without properties tells the same to an import.
#[tokio::test]
async fn what_does_not_exist_has_neither_id_nor_state() {
    let not_found = Answer::Refused(error::NOT_FOUND, "gone");
    for gone in [Answer::Gone, not_found] {
        let world = World::of(&reads(gone)).await;
        for recorded in [None, object(json!({ "label": "x" }))] {
            let answer = world.read(|request| {
                request.inputs.clone_from(&recorded);
                request.properties = recorded;
            });
            let answer = answer.await.unwrap();
            assert_eq!(answer.id, "");
            assert!(answer.properties.is_none() && answer.inputs.is_none());
        }
    }
}

#[tokio::test]
async fn a_refresh_is_given_the_recorded_inputs_and_state() {
    let world = World::of(&echo()).await;
    let (inputs, state) = (
        json!({ "label": "x" }),
        json!({ "label": "x", "serial": "1" }),
    );
    let answer = world.read(|request| {
        request.inputs = object(inputs.clone());
        request.properties = object(state.clone());
    });
    answer.await.unwrap();
    assert_eq!(world.told_json(), [json!("made"), inputs, state]);
}

/// A look-up of an external resource contains the program's properties on both sides.
#[tokio::test]
async fn a_lookup_gets_the_id_and_what_the_program_knows() {
    let world = World::of(&echo()).await;
    let known = json!({ "zone": "z" });
    let answer = world.read(|request| {
        request.inputs = object(known.clone());
        request.properties = object(known.clone());
    });
    answer.await.unwrap();
    assert_eq!(world.told_json(), [json!("made"), known.clone(), known]);

    let world = World::of(&reads(Answer::Found { outputs: FOUND })).await;
    let answer = world.read(|request| {
        request.inputs = object(json!({}));
        request.properties = object(json!({}));
    });
    let answer = answer.await.unwrap();
    assert_eq!(json(answer.properties.as_ref())["serial"], "1");
}

async fn refreshed(found: Answer, inputs: Value, state: Value) -> (Value, Value) {
    let world = World::of(&reads(found)).await;
    let answer = world.read(|request| {
        request.inputs = object(inputs);
        request.properties = object(state);
    });
    let answer = answer.await.unwrap();
    (
        json(answer.inputs.as_ref()),
        json(answer.properties.as_ref()),
    )
}

#[tokio::test]
async fn a_refresh_that_finds_nothing_new_leaves_the_inputs_alone() {
    let inputs = json!({ "label": "x", "rules": [{ "port": 1.0 }] });
    let state = json!({
        "label": "x", "zone": "z", "serial": "1", "tags": { "a": "b" }, "rules": [{ "port": 1.0 }]
    });
    let found = Answer::Found { outputs: FOUND };
    let (now, outputs) = refreshed(found, inputs.clone(), state.clone()).await;
    assert_eq!(now, inputs);
    assert_eq!(outputs, state);
}

/// The guide would leave the inputs of a refresh as they are if a provider has detailed diffs. Our differences compare
/// inputs with inputs, so drifted values must be among the inputs to be visible, as it says of providers that compute
/// inputs.
#[tokio::test]
async fn what_has_drifted_is_among_the_inputs_of_a_refresh() {
    let inputs = json!({ "label": "was", "rules": [{ "port": 1.0 }] });
    let state = json!({
        "label": "was", "zone": "z", "serial": "1", "tags": { "a": "b" }, "rules": [{ "port": 1.0 }]
    });
    let found = Answer::Found { outputs: FOUND };
    let (now, _) = refreshed(found, inputs, state).await;
    assert_eq!(now, json!({ "label": "x", "rules": [{ "port": 1.0 }] }));
}

#[tokio::test]
async fn an_id_that_a_read_changed_is_told() {
    let world = World::of(&reads(Answer::Found { outputs: FOUND })).await;
    let answer = world.read(|request| {
        request.inputs = object(json!({ "label": "x" }));
        request.properties = object(json!({ "label": "x" }));
    });
    assert_eq!(answer.await.unwrap().id, "found");
}

#[tokio::test]
async fn a_component_that_cannot_read_keeps_what_is_recorded_and_imports_nothing() {
    let world = World::of(&thing()).await;
    let state = json!({ "label": "x", "serial": "1" });
    let answer = world.read(|request| {
        request.inputs = object(json!({ "label": "x" }));
        request.properties = object(state.clone());
    });
    let answer = answer.await.unwrap();
    assert_eq!(answer.id, "made");
    assert_eq!(json(answer.inputs.as_ref()), json!({ "label": "x" }));
    assert_eq!(json(answer.properties.as_ref()), state);

    let status = world.read(|_| {}).await.unwrap_err();
    assert_says(status.message(), &["cannot be imported"]);
}

#[tokio::test]
async fn a_read_of_what_is_not_as_it_should_be_keeps_it() {
    for id in ["made", ""] {
        not_as_it_should_be(id).await;
    }
}

async fn not_as_it_should_be(id: &'static str) {
    let partial = Answer::Partial {
        id,
        outputs: FOUND,
        reason: "it has stopped",
    };
    let world = World::of(&reads(partial)).await;
    let status = world.read(|request| {
        request.inputs = object(json!({ "label": "x" }));
        request.properties = object(json!({ "label": "x" }));
    });
    let status = status.await.unwrap_err();
    let kept = test_support::fake::calls::saved(&status).expect("a detail");
    assert_eq!(kept.id, "made");
    assert_eq!(kept.reasons, ["it has stopped"]);
    assert_eq!(json(kept.properties.as_ref())["serial"], "1");
    assert_eq!(json(kept.inputs.as_ref())["label"], "x");
}

#[tokio::test]
async fn the_timeout_of_a_read_is_the_users() {
    let steps = [Step::Sleep(3_600_000), Step::Crash];
    let world = World::of(&thing().does("read", steps)).await;
    let status = world.read(|request| request.timeout = 0.3).await;
    assert_says(status.unwrap_err().message(), &["300 ms"]);
}

#[tokio::test]
async fn without_a_read_a_lookup_by_id_is_refused() {
    let world = World::of(&thing()).await;
    let nothing = || object(json!({}));
    let status = world.read(|request| {
        request.inputs = nothing();
        request.properties = nothing();
    });
    assert_says(
        status.await.unwrap_err().message(),
        &["cannot be looked up", "`read`"],
    );
}

/// A resource of an incomplete create is complete as soon as a read finds it in order.
#[tokio::test]
async fn a_refresh_that_finds_nothing_wrong_ends_what_was_half_way() {
    let half = json!({ "label": "x", "serial": "1", "__wasm": { "partial": true } });
    let found = Answer::Found {
        outputs: "{\"label\":\"x\",\"serial\":\"1\"}",
    };
    let wrong = Answer::Partial {
        id: "made",
        outputs: "{\"label\":\"x\",\"serial\":\"1\"}",
        reason: "it does not start",
    };
    for (answer, is_partial) in [(found, false), (wrong, true)] {
        let world = World::of(&reads(answer)).await;
        let answer = world.read(|request| {
            request.inputs = object(json!({ "label": "x" }));
            request.properties = object(half.clone());
        });
        let state = match answer.await {
            Ok(answer) => json(answer.properties.as_ref()),
            Err(status) => json(saved(&status).unwrap().properties.as_ref()),
        };
        assert_eq!(state.get("__wasm").is_some(), is_partial, "{state}");
    }
}

/// A look-up has no version: a program's properties have the current form, and the record of an older version does not.
#[tokio::test]
async fn what_a_lookup_says_is_not_migrated() {
    let guest = reads(Answer::Found { outputs: FOUND })
        .does("migrate", [Step::Crash])
        .manifest(|manifest| manifest["resources"][THING]["stateVersion"] = json!(2));
    for (known, is_lookup) in [
        (json!({ "zone": "z" }), true),
        (json!({ "place": "z" }), false),
    ] {
        let world = World::of(&guest).await;
        let answer = world.read(|request| {
            request.inputs = object(known.clone());
            request.properties = object(known.clone());
        });
        assert_eq!(answer.await.is_ok(), is_lookup, "{known}");
    }
}

/// The evidence is the recorded output, in whatever form the server keeps the program's value.
#[tokio::test]
async fn what_a_read_gives_as_recorded_did_not_drift() {
    let inputs = json!({
        "label": "Foo", "zone": "eu", "anything": ["b", "a", "b"], "tags": { "A": "1", "B": "2" },
        "rules": [{ "port": 2.0, "host": "B" }, { "port": 1.0, "host": "A" }], "level": 4.0,
    });
    let kept = "{\"label\":\"foo\",\"zone\":\"EU\",\"anything\":[\"a\",\"b\"],\
        \"tags\":{\"a\":\"1\",\"b\":\"2\"},\"rules\":[{\"port\":1,\"host\":\"a\"},\
        {\"port\":2,\"host\":\"b\"}],\"serial\":\"1\"}";
    let state: Value = serde_json::from_str(kept).unwrap();
    let (now, _) = refreshed(
        Answer::Found { outputs: kept },
        inputs.clone(),
        state.clone(),
    )
    .await;
    assert_eq!(now, inputs);
    // The same applies if the component reads inputs too.
    let found = Answer::FoundWithInputs {
        inputs: kept,
        outputs: kept,
    };
    let (now, _) = refreshed(found, inputs.clone(), state).await;
    assert_eq!(now["label"], "Foo");
    assert_eq!(now["zone"], "eu");
    assert_eq!(now["anything"], inputs["anything"]);
    assert_eq!(now["tags"], inputs["tags"]);
    assert_eq!(now["rules"], inputs["rules"]);
}

/// A failed update leaves the earlier inputs beside its outputs, so these inputs prove nothing.
#[tokio::test]
async fn after_an_update_that_failed_the_inputs_are_compared_with_the_thing() {
    let found = "{\"label\":\"new\",\"zone\":\"EU\",\"serial\":\"1\"}";
    let inputs = json!({ "label": "old", "zone": "eu" });
    let update = || Step::Answer(Answer::Updated { outputs: "{}" });
    let cannot_update = || reads(Answer::Found { outputs: found });
    let can_update = || cannot_update().does("update", [update()]);
    for (guest, marks, expected) in [
        (can_update(), json!({ "failed": ["label"] }), ("new", "eu")),
        (can_update(), json!({ "failed": true }), ("new", "eu")),
        (can_update(), json!({ "failed": ["serial"] }), ("old", "eu")),
        // Without an update, everything has the value of the create.
        (cannot_update(), json!({ "failed": true }), ("old", "eu")),
        // An incomplete create, and one that other inputs had begun.
        (can_update(), json!({ "partial": true }), ("new", "eu")),
        (
            cannot_update(),
            json!({ "partial": true, "failed": true }),
            ("new", "EU"),
        ),
    ] {
        let mut state: Value = serde_json::from_str(found).unwrap();
        state["__wasm"] = marks.clone();
        let world = World::of(&guest).await;
        let answer = world.read(|request| {
            request.inputs = object(inputs.clone());
            request.properties = object(state);
        });
        let now = json(answer.await.unwrap().inputs.as_ref());
        // A property that replaces has the value of the create, because no update changes it.
        let (label, zone) = expected;
        assert_eq!(now, json!({ "label": label, "zone": zone }), "{marks}");
    }
}

#[tokio::test]
async fn a_default_whose_value_vanished_outside_is_a_difference() {
    let found = "{\"label\":\"x\",\"serial\":\"1\"}";
    let update = Step::Answer(Answer::Updated { outputs: "{}" });
    let guest = reads(Answer::Found { outputs: found }).does("update", [update]);
    let world = World::of(&guest).await;
    let inputs = json!({ "label": "x", "level": 3.0 });
    let mut recorded = (
        inputs.clone(),
        json!({ "label": "x", "level": 3.0, "serial": "1" }),
    );
    for _ in 0..2 {
        let answer = world.read(|request| {
            request.inputs = object(recorded.0.clone());
            request.properties = object(recorded.1.clone());
        });
        let answer = answer.await.unwrap();
        recorded = (
            json(answer.inputs.as_ref()),
            json(answer.properties.as_ref()),
        );
        assert_eq!(recorded.0.get("level"), None);
        let answer = world.diff(|request| {
            request.old_inputs = object(recorded.0.clone());
            request.olds = object(recorded.1.clone());
            request.news = object(inputs.clone());
        });
        assert_eq!(answer.await.unwrap().diffs, ["level"]);
    }
}

/// A typed language cannot express a missing text, so a component returns an empty text if it cannot read the value.
#[tokio::test]
async fn rules_do_not_judge_what_an_import_cannot_know() {
    let guest = thing().manifest(|manifest| {
        manifest["resources"][THING]["properties"]["password"] =
            json!({ "writeOnly": true, "minLength": 1 });
        manifest["schema"]["resources"][THING]["requiredInputs"] = json!(["label", "password"]);
        let outputs = &mut manifest["schema"]["resources"][THING]["properties"];
        outputs.as_object_mut().unwrap().remove("password");
    });
    let found = Answer::FoundWithInputs {
        inputs: "{\"label\":\"x\",\"password\":\"\"}",
        outputs: "{\"label\":\"x\",\"serial\":\"1\"}",
    };
    let world = World::of(&guest.does("read", [Step::Answer(found)])).await;
    let imported = world.read(|_| {}).await.unwrap().inputs;
    let failures = async |olds: &Value, news: Value| {
        let answer = world.check(|request| {
            request.olds = object(olds.clone());
            request.news = object(news);
        });
        answer.await.unwrap().failures
    };
    let imported = json(imported.as_ref());
    assert_eq!(failures(&imported, imported.clone()).await, []);
    // A program that writes the value itself is judged, and so is the import of another resource.
    let empty = json!({ "label": "x", "password": "" });
    assert_eq!(failures(&json!({}), empty.clone()).await.len(), 1);
    let given = json!({ "label": "x", "password": "p" });
    assert_eq!(failures(&given, empty).await.len(), 1);
    assert_eq!(failures(&imported, given).await, []);
}
