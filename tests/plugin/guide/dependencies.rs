//! Outputs that depend on inputs by the manifest.

use serde_json::json;

use super::guests::thing;
use super::properties::{UNKNOWN, json, object, secret};
use super::world::World;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

/// A thing whose `serial` depends on its `label`, and whose `region` on its `zone`.
fn depending() -> Guest {
    let outputs = r#"{"label":"x","serial":"x-1","region":"r","zone":"z"}"#;
    let created = Answer::Created {
        id: "made",
        outputs,
    };
    let found = Answer::Found { outputs };
    let updated = Answer::Updated { outputs };
    thing()
        .does("create", [Step::Answer(created)])
        .does("read", [Step::Answer(found)])
        .does("update", [Step::Answer(updated)])
        .manifest(|manifest| {
            manifest["resources"][THING]["outputDependencies"] =
                json!({ "serial": ["label"], "region": ["zone"] });
            manifest["schema"]["resources"][THING]["properties"]["region"] =
                json!({ "type": "string" });
        })
}

#[tokio::test]
async fn an_output_is_a_secret_where_an_input_that_it_depends_on_is() {
    let world = World::of(&depending()).await;
    let inputs = json!({ "label": secret("x"), "zone": "z" });
    let state = json!({ "label": "x", "serial": "x-1", "region": "r", "zone": "z" });
    let made = world.create(|ask| ask.properties = object(inputs.clone()));
    let made = json(made.await.unwrap().properties.as_ref());
    let updated = world.update(|ask| ask.news = object(inputs.clone()));
    let updated = json(updated.await.unwrap().properties.as_ref());
    let found = world.read(|ask| {
        ask.inputs = object(inputs.clone());
        ask.properties = object(state);
    });
    let found = json(found.await.unwrap().properties.as_ref());
    for outputs in [made, updated, found] {
        assert_eq!(outputs["serial"], secret("x-1"), "{outputs}");
        assert_eq!(outputs["region"], "r", "{outputs}");
    }
}

#[tokio::test]
async fn a_preview_knows_no_output_that_depends_on_an_input_that_changes() {
    let world = World::of(&depending()).await;
    let old = json!({ "label": "x", "zone": "z" });
    let state = json!({ "label": "x", "serial": "x-1", "region": "r", "zone": "z" });
    for label in [json!("y"), json!(UNKNOWN)] {
        let new = json!({ "label": label, "zone": "z" });
        let answer = world.update(|ask| {
            ask.preview = true;
            ask.old_inputs = object(old.clone());
            ask.olds = object(state.clone());
            ask.news = object(new);
        });
        let outputs = json(answer.await.unwrap().properties.as_ref());
        assert_eq!(outputs["serial"], UNKNOWN, "{outputs}");
        assert_eq!(outputs["region"], "r", "{outputs}");
    }
}
