//! Outputs that depend on inputs.

use serde_json::{Value as Json, json};

use super::{previewed, properties, with_rules};
use crate::call::Operation;
use crate::component::Created;
use crate::operations;
use crate::operations::create::CreatedResource;
use crate::testing::{Answers, Scene, map};
use crate::value::PropertyMap;
use crate::value::PropertyValue::{self, Unknown};

/// `serial` depends on the label and the zone, and so does the size that the server chooses.
fn rules() -> Json {
    json!({
        "properties": { "size": { "serverDefault": true } },
        "outputDependencies": { "serial": ["label", "zone"], "size": ["zone"] },
    })
}

#[tokio::test]
async fn an_output_keeps_its_value_while_its_inputs_do() {
    let inputs = json!({ "label": "x", "zone": "a", "main": { "name": "n" } });
    let outputs = json!({ "label": "x", "zone": "a", "serial": "x-a", "size": "s" });
    let other = json!({ "label": "x", "zone": "a", "main": { "name": "m" } });
    let shown = previewed(&rules(), &inputs, &outputs, &other).await;
    assert_eq!(
        (&shown["serial"], &shown["size"]),
        (&"x-a".into(), &"s".into())
    );
    let labelled = json!({ "label": "y", "zone": "a" });
    let shown = previewed(&rules(), &inputs, &outputs, &labelled).await;
    assert_eq!((&shown["serial"], &shown["size"]), (&Unknown, &"s".into()));
    let moved = json!({ "label": "x", "zone": "b" });
    let shown = previewed(&rules(), &inputs, &outputs, &moved).await;
    assert_eq!((&shown["serial"], &shown["size"]), (&Unknown, &Unknown));
    // If the program gives the input of its name, the output is that.
    let given = json!({ "label": "x", "zone": "b", "size": "l" });
    let shown = previewed(&rules(), &inputs, &outputs, &given).await;
    assert_eq!(shown["size"], "l".into());
}

/// The outputs of a create.
async fn made(scene: &Scene, inputs: PropertyMap, preview: bool) -> CreatedResource {
    let call = if preview {
        scene.preview(Operation::Create)
    } else {
        scene.call(Operation::Create)
    };
    operations::create(&scene.package, &call, inputs.into())
        .await
        .expect("a resource")
}

#[tokio::test]
async fn an_output_is_secret_where_an_input_that_it_is_made_of_is() {
    let answers = || Answers {
        create: Some(Ok(Created {
            id: "made".to_owned(),
            outputs: properties(
                &json!({ "label": "x", "zone": "a", "serial": "sum", "size": "s" }),
            ),
            ..Created::default()
        })),
        ..Answers::default()
    };
    let secret = |text: &str| PropertyValue::from(text).into_secret();
    for preview in [true, false] {
        let scene = with_rules(&rules(), answers());
        let inputs = map([("label", secret("hush")), ("zone", "a".into())]);
        let created = made(&scene, inputs, preview).await;
        assert!(created.outputs.values["serial"].is_secret());
        assert!(!created.outputs.values["size"].is_secret());
        let inputs = map([("zone", secret("a")), ("size", "s".into())]);
        let created = made(&scene, inputs, preview).await;
        assert!(created.outputs.values["serial"].is_secret());
        assert!(!created.outputs.values["size"].is_secret());
    }
}

#[tokio::test]
async fn an_output_is_unknown_where_an_input_that_it_is_made_of_is() {
    let answers = Answers {
        preview: Some(Ok(properties(&json!({ "serial": "a guess", "size": "s" })))),
        ..Answers::default()
    };
    let change = json!({ "hooks": ["create", "preview-create", "read", "update"] });
    let mut rules = rules();
    for (key, value) in change.as_object().expect("traits") {
        rules[key] = value.clone();
    }
    let scene = with_rules(&rules, answers);
    let created = made(
        &scene,
        map([("label", Unknown), ("zone", "a".into())]),
        true,
    )
    .await;
    assert_eq!(created.outputs.values["serial"], Unknown);
    assert_eq!(created.outputs.values["size"], "s".into());
    let secret = Unknown.into_secret();
    let created = made(&scene, map([("label", secret.clone())]), true).await;
    assert_eq!(created.outputs.values["serial"], secret);
}
