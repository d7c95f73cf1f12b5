//! Values with defaults that vanish outside.

use super::*;

const PART: &str = "acme:index:Sized";

fn scene(hooks: &[&str], rules: Json, answers: Answers) -> Scene {
    let change = |manifest: &mut Json| {
        let part = json!({ "$ref": format!("#/types/{PART}") });
        manifest["schema"]["types"][PART] = json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "size": { "type": "integer", "default": 10 },
            },
        });
        let properties = json!({
            "part": part,
            "list": { "type": "array", "items": part },
            "set": { "type": "array", "items": part },
            "map": { "type": "object", "additionalProperties": part },
            "deep": { "type": "object", "additionalProperties": { "type": "array", "items": part } },
            "level": { "type": "integer", "default": 3 },
        });
        let thing = &mut manifest["schema"]["resources"][THING];
        thing["inputProperties"] = properties.clone();
        thing["properties"] = properties;
        let told = &mut manifest["resources"][THING];
        told["properties"] = json!({ "set": { "compare": ["set"] } });
        for (key, value) in rules.as_object().expect("rules") {
            told[key] = value.clone();
        }
    };
    Scene::with(hooks, change, answers)
}

fn of_read(outputs: &Json, inputs: Option<&Json>) -> Answers {
    let read = ReadAnswer {
        id: "made".to_owned(),
        outputs: properties(outputs),
        inputs: inputs.map(properties),
        ..ReadAnswer::default()
    };
    Answers {
        read: Some(Ok(Some(read))),
        ..Answers::default()
    }
}

async fn refreshed(inputs: &Json, before: &Json, outputs: &Json, given: Option<&Json>) -> Json {
    let parameters = ReadParameters {
        id: "made".to_owned(),
        inputs: Some(properties(inputs).into()),
        outputs: Some(properties(before).into()),
        ..ReadParameters::default()
    };
    let hooks = ["create", "read", "update"];
    read_inputs(
        &scene(&hooks, json!({}), of_read(outputs, given)),
        parameters,
    )
    .await
}

async fn told(scene: &Scene, inputs: &Json, wanted: &Json) -> Vec<(String, bool)> {
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(properties(inputs).into()),
        old_outputs: properties(inputs).into(),
        inputs: properties(wanted).into(),
        ..DiffParameters::default()
    };
    let found = operations::diff(&scene.package, &scene.call(Operation::Diff), parameters).await;
    let found = found.expect("differences").found.into_iter();
    found.map(|one| (one.property, one.replace)).collect()
}

fn plain() -> Scene {
    scene(&["create", "read", "update"], json!({}), Answers::default())
}

#[tokio::test]
async fn a_default_that_vanished_is_repaired_wherever_it_was() {
    let whole = json!({ "name": "a", "size": 10 });
    let bare = json!({ "name": "a" });
    let other = json!({ "name": "b", "size": 10 });
    for (wanted, found, path) in [
        (
            json!({ "level": 3, "part": whole }),
            json!({ "part": whole }),
            "level",
        ),
        (
            json!({ "part": whole }),
            json!({ "part": bare }),
            "part.size",
        ),
        (
            json!({ "list": [other, whole] }),
            json!({ "list": [other, bare] }),
            "list[1].size",
        ),
        (
            json!({ "set": [other, whole] }),
            json!({ "set": [bare, other] }),
            "set[1].size",
        ),
        (
            json!({ "map": { "k": whole } }),
            json!({ "map": { "k": bare } }),
            "map.k.size",
        ),
        (
            json!({ "deep": { "a.b": [whole], "c": [other, whole] } }),
            json!({ "deep": { "a.b": [bare], "c": [other, whole] } }),
            "deep[\"a.b\"][0].size",
        ),
        // A value that is not the default.
        (
            json!({ "list": [{ "name": "a", "size": 7 }] }),
            json!({ "list": [bare] }),
            "list[0].size",
        ),
    ] {
        let mut wanted = wanted;
        let mut found = found;
        if path != "level" {
            wanted["level"] = json!(3);
            found["level"] = json!(3);
        }
        let first = refreshed(&wanted, &wanted, &found, None).await;
        let expected = [(path.to_owned(), false)];
        assert_eq!(told(&plain(), &first, &wanted).await, expected, "{first}");
        // It is still known when the next refresh finds the same.
        let again = refreshed(&first, &found, &found, None).await;
        assert_eq!(told(&plain(), &again, &wanted).await, expected, "{again}");
        // A value that never existed has not vanished.
        let never = refreshed(&wanted, &found, &found, None).await;
        assert_eq!(told(&plain(), &never, &wanted).await, [], "{never}");
    }
}

#[tokio::test]
async fn a_default_that_the_components_own_inputs_lack_is_repaired() {
    let wanted = json!({ "level": 3, "part": { "name": "a", "size": 10 } });
    let lacking = [
        (json!({ "part": { "name": "a", "size": 10 } }), "level"),
        (json!({ "level": 3, "part": { "name": "a" } }), "part.size"),
    ];
    for (given, path) in lacking {
        let inputs = refreshed(
            &wanted,
            &json!({ "set": [] }),
            &json!({ "set": [] }),
            Some(&given),
        )
        .await;
        let expected = [(path.to_owned(), false)];
        assert_eq!(told(&plain(), &inputs, &wanted).await, expected, "{inputs}");
    }
}

#[tokio::test]
async fn a_migration_keeps_the_note_of_a_default_that_vanished() {
    let hooks = ["create", "read", "update", "migrate"];
    let scene = scene(&hooks, json!({ "stateVersion": 1 }), Answers::default());
    let wanted = json!({ "level": 3, "part": { "name": "a", "size": 10 } });
    let recorded = json!({
        "part": { "name": "a" },
        "__wasm": { "vanished": ["level", "part.size", "gone", "part.name"] },
    });
    let expected = [("level".to_owned(), false), ("part.size".to_owned(), false)];
    assert_eq!(told(&scene, &recorded, &wanted).await, expected);
}
