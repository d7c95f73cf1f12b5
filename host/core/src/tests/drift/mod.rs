//! Refresh, import and update with values that a server chose, and with elements that came or went.

mod chosen;
mod defaults;
mod dependencies;
mod explicit;
mod lists;
mod other_forms;
mod sets;
mod taken;

use serde_json::{Value as Json, json};

use crate::call::Operation;
use crate::component::{ReadAnswer, Updated};
use crate::error::failure::PropertyDifference;
use crate::operations;
use crate::operations::diff::DiffParameters;
use crate::operations::read::ReadParameters;
use crate::schema;
use crate::testing::{Answers, Scene, THING};
use crate::value::{PropertyMap, PropertyValue};

/// The rules that the tests choose from, in a manifest of the newest format.
fn with_rules(rules: &Json, answers: Answers) -> Scene {
    let change = |manifest: &mut Json| {
        let text = json!({ "type": "string" });
        let parts = json!({ "type": "array", "items": { "$ref": "#/types/acme:index:Part" } });
        let tags = json!({ "type": "object", "additionalProperties": text });
        let part = json!({ "$ref": "#/types/acme:index:Part" });
        let shelves = json!({ "type": "object", "additionalProperties": part });
        manifest["schema"]["types"]["acme:index:Part"] = json!({
            "type": "object",
            "properties": {
                "name": text,
                "note": text,
                "size": { "type": "string", "replaceOnChanges": true },
                "serial": text,
            },
        });
        let thing = &mut manifest["schema"]["resources"][THING];
        for (name, of) in [
            ("size", &text),
            ("parts", &parts),
            ("tags", &tags),
            ("main", &part),
            ("shelves", &shelves),
        ] {
            thing["inputProperties"][name] = of.clone();
            thing["properties"][name] = of.clone();
        }
        thing["inputProperties"]["zone"] = json!({ "type": "string", "replaceOnChanges": true });
        thing["properties"]["zone"] = text;
        for (key, value) in rules.as_object().expect("rules") {
            match key.as_str() {
                "types" => manifest["types"] = value.clone(),
                key => manifest["resources"][THING][key] = value.clone(),
            }
        }
    };
    Scene::with(&["create", "read", "update"], change, answers)
}

fn properties(value: &Json) -> PropertyMap {
    match schema::from_json(value.clone()) {
        Ok(PropertyValue::Object(properties)) => properties,
        other => panic!("no object: {other:?}"),
    }
}

/// The inputs after a refresh that found these outputs, without marks; `before` are the recorded ones.
async fn refreshed(rules: &Json, inputs: &Json, before: &Json, outputs: &Json) -> Json {
    let mut found = refreshed_with_marks(rules, inputs, before, outputs).await;
    let members = found.as_object_mut().expect("properties");
    members.remove("__wasm");
    found
}

async fn refreshed_with_marks(rules: &Json, inputs: &Json, before: &Json, outputs: &Json) -> Json {
    let read = ReadAnswer {
        id: "made".to_owned(),
        outputs: properties(outputs),
        ..ReadAnswer::default()
    };
    let answers = Answers {
        read: Some(Ok(Some(read))),
        ..Answers::default()
    };
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(properties(inputs).into()),
        outputs: Some(properties(before).into()),
        ..ReadParameters::default()
    };
    read_inputs(&with_rules(rules, answers), parameters).await
}

async fn read_inputs(scene: &Scene, parameters: ReadParameters) -> Json {
    let call = scene.call(Operation::Read);
    let found = operations::read(&scene.package, &call, parameters).await;
    let found = found.expect("an answer").expect("a resource");
    schema::to_json(&PropertyValue::Object(found.inputs.into())).expect("known values")
}

/// The differences between the record and a program's inputs.
async fn differences(
    rules: &Json,
    inputs: &Json,
    outputs: &Json,
    wanted: &Json,
) -> Vec<PropertyDifference> {
    let scene = with_rules(rules, Answers::default());
    let call = scene.call(Operation::Diff);
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(properties(inputs).into()),
        old_outputs: properties(outputs).into(),
        inputs: properties(wanted).into(),
        ..DiffParameters::default()
    };
    operations::diff(&scene.package, &call, parameters)
        .await
        .expect("differences")
        .found
}

/// The outputs that the preview of an update shows.
async fn previewed(rules: &Json, inputs: &Json, outputs: &Json, wanted: &Json) -> PropertyMap {
    let scene = with_rules(rules, Answers::default());
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(properties(inputs).into()),
        old_outputs: properties(outputs).into(),
        inputs: properties(wanted).into(),
        ..DiffParameters::default()
    };
    let shown = operations::update(
        &scene.package,
        &scene.preview(Operation::Update),
        parameters,
    )
    .await;
    shown.expect("a preview").outputs.into()
}

/// The messages of an update with this result.
async fn said_of_update(
    rules: &Json,
    inputs: &Json,
    before: &Json,
    wanted: &Json,
    result: &Json,
) -> Vec<String> {
    let answers = Answers {
        update: Some(Ok(Updated {
            outputs: properties(result),
            ..Updated::default()
        })),
        ..Answers::default()
    };
    let scene = with_rules(rules, answers);
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(properties(inputs).into()),
        old_outputs: properties(before).into(),
        inputs: properties(wanted).into(),
        ..DiffParameters::default()
    };
    let updated =
        operations::update(&scene.package, &scene.call(Operation::Update), parameters).await;
    updated.expect("an update");
    scene
        .heard()
        .into_iter()
        .map(|(_, message)| message)
        .collect()
}
