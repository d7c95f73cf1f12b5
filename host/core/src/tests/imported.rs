//! Checks of inputs that an import read: values that it cannot know are not judged.

use serde_json::{Value as Json, json};

use crate::call::Operation;
use crate::component::ReadAnswer;
use crate::operations;
use crate::operations::check::CheckParameters;
use crate::operations::read::ReadParameters;
use crate::schema;
use crate::state::StoredProperties;
use crate::testing::{Answers, Scene, THING};
use crate::value::PropertyValue;

fn stored(value: &Json) -> StoredProperties {
    match schema::from_json(value.clone()) {
        Ok(PropertyValue::Object(properties)) => properties.into(),
        other => panic!("no object: {other:?}"),
    }
}

/// A resource whose read returns these inputs.
fn scene(given: &Json) -> Scene {
    let change = |manifest: &mut Json| {
        let text = json!({ "type": "string" });
        let thing = &mut manifest["schema"]["resources"][THING];
        thing["inputProperties"] = json!({
            "label": text,
            "password": text,
            "key": text,
            "pin": { "type": "integer" },
        });
        thing["properties"] = json!({ "label": text });
        thing["requiredInputs"] = json!(["pin"]);
        manifest["resources"][THING]["properties"] = json!({
            "password": { "writeOnly": true, "minLength": 1 },
            "key": { "writeOnly": true },
            "pin": { "writeOnly": true, "minimum": 1000 },
        });
        manifest["resources"][THING]["constraints"] =
            json!([{ "exactlyOneOf": ["password", "key"] }]);
    };
    let read = ReadAnswer {
        id: "made".to_owned(),
        outputs: stored(&json!({ "label": "x" })).values,
        inputs: Some(stored(given).values),
        ..ReadAnswer::default()
    };
    let answers = Answers {
        read: Some(Ok(Some(read))),
        ..Answers::default()
    };
    Scene::with(&["create", "read", "update"], change, answers)
}

async fn faults(scene: &Scene, old: StoredProperties, inputs: StoredProperties) -> Vec<String> {
    let parameters = CheckParameters {
        old_inputs: old,
        inputs,
        ..CheckParameters::default()
    };
    let checked =
        operations::check(&scene.package, &scene.call(Operation::Check), parameters).await;
    let failures = checked.expect("a check").failures.into_iter();
    failures.map(|failure| failure.property).collect()
}

#[tokio::test]
async fn an_import_is_not_judged_by_what_it_cannot_know() {
    for given in [
        json!({ "label": "x" }),
        json!({ "label": "x", "password": "", "key": "", "pin": 0 }),
        json!({ "label": "x", "password": "", "pin": 0 }),
        json!({ "label": "x", "password": "" }),
    ] {
        let scene = scene(&given);
        let parameters = ReadParameters {
            id: "made".to_owned(),
            ..ReadParameters::default()
        };
        let call = scene.call(Operation::Read);
        let read = operations::read(&scene.package, &call, parameters).await;
        let read = read.expect("an answer").expect("a thing").inputs;
        let found = faults(&scene, read.clone(), read.clone()).await;
        assert_eq!(found, [""; 0], "{given}");
        // The values that the import read are judged, and the program's values.
        let mut unknown = read.clone();
        unknown.values.insert("labl".to_owned(), "x".into());
        assert_eq!(faults(&scene, read.clone(), unknown).await, ["labl"]);
        let mut said = read.clone();
        said.values.insert("pin".to_owned(), 1.0.into());
        assert_eq!(faults(&scene, read, said).await, ["pin"], "{given}");
    }
}

#[tokio::test]
async fn without_an_import_all_is_judged() {
    let inputs = json!({ "label": "x", "pin": 0 });
    let scene = scene(&inputs);
    let found = faults(&scene, StoredProperties::default(), stored(&inputs)).await;
    assert_eq!(found, ["pin", ""]);
    let found = faults(&scene, stored(&inputs), stored(&inputs)).await;
    assert_eq!(found, ["pin", ""]);
}
