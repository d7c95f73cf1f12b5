//! Update: changes a resource in place.

use serde_json::json;
use tonic::Code;

use super::guests::{echo, thing};
use super::properties::{UNKNOWN, json, object};
use super::world::World;
use test_support::assert_says;
use test_support::fake::calls::saved;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

#[tokio::test]
async fn an_update_gets_the_id_the_recorded_state_and_the_inputs_and_gives_the_new_state() {
    let world = World::of(&echo()).await;
    let answer = world.update(|_| {}).await.unwrap();
    assert_eq!(json(answer.properties.as_ref()), json!({ "label": "new" }));
    assert_eq!(
        world.told_json(),
        [
            json!("made"),
            json!({ "label": "old" }),
            json!({ "label": "old", "serial": "1" }),
            json!({ "label": "new" }),
        ]
    );
}

/// The engine has put the old values there already.
#[tokio::test]
async fn an_update_that_ignores_changes_gets_the_inputs_of_the_engine() {
    let world = World::of(&echo()).await;
    let inputs = json!({ "label": "new", "zone": "old" });
    let answer = world.update(|request| {
        request.ignore_changes = vec!["zone".to_owned(), "rules[*].port".to_owned()];
        request.news = object(inputs.clone());
    });
    answer.await.unwrap();
    assert_eq!(world.told_json()[3], inputs);
}

#[tokio::test]
async fn engines_that_send_no_old_inputs_are_served() {
    let world = World::of(&echo()).await;
    world
        .update(|request| request.old_inputs = None)
        .await
        .unwrap();
    assert_eq!(world.told_json()[1]["label"], "old");
    world
        .delete(|request| request.old_inputs = None)
        .await
        .unwrap();
    assert_eq!(world.told_json()[1]["label"], "x");
}

#[tokio::test]
async fn a_preview_of_an_update_changes_nothing_and_shows_what_is_known() {
    let world = World::of(&thing().does("update", [Step::Crash])).await;
    let answer = world.update(|request| {
        request.preview = true;
        request.olds = object(json!({ "label": "old", "zone": "z", "serial": "1" }));
        request.old_inputs = object(json!({ "label": "old", "zone": "z" }));
        request.news = object(json!({ "label": "new", "zone": "z", "ratio": UNKNOWN }));
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs["label"], "new");
    assert_eq!(outputs["zone"], "z");
    assert_eq!(outputs["ratio"], UNKNOWN);
    assert_eq!(outputs["serial"], UNKNOWN);
}

#[tokio::test]
async fn an_update_that_failed_half_way_keeps_the_id_and_the_state_it_left() {
    let partial = Answer::Partial {
        id: "other",
        outputs: "{\"label\":\"half\",\"serial\":\"1\"}",
        reason: "it does not start",
    };
    let world = World::of(&thing().does("update", [Step::Answer(partial)])).await;
    let status = world.update(|_| {}).await.unwrap_err();
    let kept = saved(&status).unwrap();
    // An update cannot change the id.
    assert_eq!(kept.id, "made");
    assert_eq!(json(kept.properties.as_ref())["label"], "half");
    assert_eq!(kept.reasons, ["it does not start"]);
}

/// A resource with an earlier failure is updated even without a difference.
#[tokio::test]
async fn an_update_without_a_difference_succeeds_in_a_component_that_cannot_update() {
    let world = World::of(&thing()).await;
    let answer = world.update(|request| request.news = object(json!({ "label": "old" })));
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs, json!({ "label": "old", "serial": "1" }));

    let status = world.update(|_| {}).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(status.message(), &["cannot update", "hint: "]);
}

/// A component that cannot resume a failed create: the next deployment deletes the existing resource and starts again.
#[tokio::test]
async fn what_failed_half_way_is_made_anew() {
    let world = World::of(&noting()).await;
    let status = world.create(|_| {}).await.unwrap_err();
    let kept = saved(&status).unwrap();
    let answer = world.diff(|request| {
        request.id = kept.id;
        request.olds = kept.properties;
        request.old_inputs = kept.inputs;
        request.news = object(json!({ "label": "x" }));
    });
    let answer = answer.await.unwrap();
    assert!(!answer.replaces.is_empty() && answer.delete_before_replace);
}

/// After a failure in the middle, the engine updates in any case. So an answer without differences is sufficient.
#[tokio::test]
async fn what_failed_half_way_is_updated_by_a_component_that_cannot_resume() {
    let updated = Answer::Updated {
        outputs: "{\"label\":\"x\",\"serial\":\"whole\"}",
    };
    let steps = [Step::Tell("old-outputs"), Step::Answer(updated)];
    let world = World::of(&noting().does("update", steps)).await;
    let status = world.create(|_| {}).await.unwrap_err();
    let kept = saved(&status).unwrap();
    let answer = world.diff(|request| {
        request.id = kept.id.clone();
        request.olds = kept.properties.clone();
        request.old_inputs = kept.inputs.clone();
        request.news = object(json!({ "label": "x" }));
    });
    let answer = answer.await.unwrap();
    assert!(answer.replaces.is_empty() && !answer.delete_before_replace);
    world.told();
    let answer = world.update(|request| {
        request.id = kept.id.clone();
        request.olds = kept.properties.clone();
        request.old_inputs = kept.inputs.clone();
        request.news = object(json!({ "label": "x" }));
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs, json!({ "label": "x", "serial": "whole" }));
    assert_eq!(world.told_json(), [json!({ "label": "x", "serial": "1" })]);
}

/// Recorded properties that no longer fit the resource are read from the server.
#[tokio::test]
async fn what_an_older_version_did_not_record_is_read_before_a_delete() {
    let found = Answer::Found {
        outputs: "{\"label\":\"old\",\"serial\":\"7\"}",
    };
    let guest = thing()
        .does("read", [Step::Answer(found)])
        .does(
            "delete",
            [Step::Tell("old-outputs"), Step::Answer(Answer::Done)],
        )
        .manifest(|manifest| {
            manifest["schema"]["resources"][THING]["required"] = json!(["serial"]);
        });
    let world = World::of(&guest).await;
    let answer = world.delete(|request| {
        request.properties = object(json!({ "label": "old" }));
        request.old_inputs = object(json!({ "label": "old" }));
    });
    answer.await.unwrap();
    let expected = json!({ "label": "old", "serial": "7" });
    assert_eq!(world.told_json(), [expected]);
}

/// A value that is not set, and was not there before, stays absent.
#[tokio::test]
async fn an_option_that_is_not_taken_is_not_unknown_in_the_preview_of_an_update() {
    let world = World::of(&thing().does("update", [Step::Crash])).await;
    let answer = world.update(|request| {
        request.preview = true;
        request.olds = object(json!({ "label": "old", "zone": "z", "serial": "1" }));
        request.old_inputs = object(json!({ "label": "old", "zone": "z" }));
        request.news = object(json!({ "label": "new", "zone": "z" }));
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert!(outputs.get("ratio").is_none(), "{outputs}");
    assert_eq!(outputs["serial"], UNKNOWN);
    // A value that was there and is not set any more may become any value.
    let answer = world.update(|request| {
        request.preview = true;
        request.olds = object(json!({ "label": "old", "ratio": 1 }));
        request.old_inputs = object(json!({ "label": "old", "ratio": 1 }));
        request.news = object(json!({ "label": "new" }));
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs["ratio"], UNKNOWN);
}

/// A component that can resume gets its checkpoint, and the id stays.
#[tokio::test]
async fn what_failed_half_way_is_gone_on_with_by_a_component_that_can() {
    let resumed = Answer::Updated {
        outputs: "{\"label\":\"x\",\"serial\":\"whole\"}",
    };
    let tells = ["id", "old-outputs", "inputs"].map(Step::Tell);
    let steps: Vec<Step> = tells.into_iter().chain([Step::Answer(resumed)]).collect();
    let world = World::of(&noting().does("resume", steps)).await;
    let status = world.create(|_| {}).await.unwrap_err();
    let kept = saved(&status).unwrap();
    world.told();

    let answer = world.update(|request| {
        request.id = kept.id.clone();
        request.olds = kept.properties.clone();
        request.old_inputs = kept.inputs.clone();
        request.news = object(json!({ "label": "x" }));
    });
    let outputs = json(answer.await.unwrap().properties.as_ref());
    assert_eq!(outputs, json!({ "label": "x", "serial": "whole" }));
    assert_eq!(
        world.told_json(),
        [
            json!("half"),
            json!({ "label": "x", "serial": "1" }),
            json!({ "label": "x" }),
        ]
    );
}

fn noting() -> Guest {
    let note = Step::Checkpoint {
        id: "half",
        outputs: "{\"label\":\"x\",\"serial\":\"1\"}",
    };
    thing().does("create", [note, Step::Crash])
}

#[tokio::test]
async fn the_timeout_of_an_update_is_the_users() {
    let steps = [Step::Sleep(3_600_000), Step::Crash];
    let world = World::of(&thing().does("update", steps)).await;
    let status = world.update(|request| request.timeout = 0.3).await;
    assert_says(status.unwrap_err().message(), &["300 ms", "customTimeouts"]);
}
