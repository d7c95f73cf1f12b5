//! The option `ignoreChanges` through an update: the engine resets what it can, and every difference that is left is a
//! change.

use serde_json::{Value as Json, json};

use crate::call::Operation;
use crate::operations;
use crate::operations::check::CheckParameters;
use crate::operations::diff::DiffParameters;
use crate::schema;
use crate::testing::{Answers, Scene, THING};
use crate::value::{PropertyMap, PropertyValue};

fn scene() -> Scene {
    let change = |manifest: &mut Json| {
        let text = json!({ "type": "string" });
        let part = json!({ "$ref": "#/types/acme:index:Part" });
        let net = json!({ "$ref": "#/types/acme:index:Net" });
        manifest["schema"]["types"] = json!({
            "acme:index:Part": { "type": "object", "properties": {
                "name": text, "note": text, "size": { "type": "string", "replaceOnChanges": true },
            } },
            "acme:index:Net": { "type": "object", "properties": { "host": text }, "required": ["host"] },
        });
        let properties = json!({
            "tags": { "type": "object", "additionalProperties": text },
            "parts": { "type": "array", "items": part },
            "grid": { "type": "array", "items": { "type": "array", "items": text } },
            "shelves": { "type": "object", "additionalProperties": part },
            "main": part,
            "store": { "oneOf": [part, net] },
        });
        let thing = &mut manifest["schema"]["resources"][THING];
        for side in ["inputProperties", "properties"] {
            for (name, property) in properties.as_object().expect("properties") {
                thing[side][name] = property.clone();
            }
        }
    };
    Scene::with(&["create", "read", "update"], change, Answers::default())
}

fn properties(value: &Json) -> PropertyMap {
    match schema::from_json(value.clone()) {
        Ok(PropertyValue::Object(properties)) => properties,
        other => panic!("no object: {other:?}"),
    }
}

/// The differences of an `up` that ignores a path, each with a `!` if it replaces.
async fn up(ignored: &str, recorded: &Json, program: &Json) -> Vec<String> {
    let scene = scene();
    let ignored = vec![ignored.to_owned()];
    let (recorded, program) = (properties(recorded), properties(program));
    let reset = schema::reset_ignored(&ignored, &recorded, &program).into_owned();
    let parameters = CheckParameters {
        old_inputs: recorded.clone().into(),
        inputs: reset.into(),
        ..CheckParameters::default()
    };
    let call = scene.call(Operation::Check);
    let checked = operations::check(&scene.package, &call, parameters).await;
    let checked = checked.expect("an answer");
    assert_eq!(checked.failures, []);
    let parameters = DiffParameters {
        id: "made".to_owned(),
        old_inputs: Some(recorded.clone().into()),
        old_outputs: recorded.into(),
        inputs: checked.inputs,
        ignore_changes: ignored,
        ..DiffParameters::default()
    };
    let call = scene.call(Operation::Diff);
    let found = operations::diff(&scene.package, &call, parameters).await;
    let told = found.expect("an answer").found.into_iter();
    told.map(|one| format!("{}{}", one.property, if one.replace { "!" } else { "" }))
        .collect()
}

#[tokio::test]
async fn what_the_engine_cannot_ignore_is_a_change() {
    let a = json!({ "name": "a", "note": "1" });
    let b = json!({ "name": "b", "note": "2" });
    let c = json!({ "name": "b", "note": "3" });
    for (path, recorded, program, expected) in [
        // The record lacks the whole property.
        (
            "tags.a",
            json!({}),
            json!({ "tags": { "a": "1", "b": "2" } }),
            &["tags"][..],
        ),
        (
            "main.size",
            json!({}),
            json!({ "main": { "size": "1", "note": "n" } }),
            &["main"],
        ),
        // An element went, or came.
        (
            "parts[1].note",
            json!({ "parts": [a, b] }),
            json!({ "parts": [a] }),
            &["parts[1]"],
        ),
        (
            "parts[*].note",
            json!({ "parts": [a, b] }),
            json!({ "parts": [a, c, b] }),
            &["parts[2]"],
        ),
        (
            "parts[*]",
            json!({ "parts": [a] }),
            json!({ "parts": [b, b] }),
            &["parts[1]"],
        ),
        // Lists in lists.
        (
            "grid[*][0]",
            json!({ "grid": [["a", "b"], ["c"]] }),
            json!({ "grid": [["x", "y"], ["z", "w"]] }),
            &["grid[0][1]", "grid[1][1]"],
        ),
        (
            "grid[0]",
            json!({ "grid": [["a"]] }),
            json!({ "grid": [["b"], ["c"]] }),
            &["grid[1]"],
        ),
        // An entry of a map, and all of them.
        (
            "shelves.top.note",
            json!({ "shelves": { "top": a } }),
            json!({ "shelves": { "top": { "name": "a", "note": "9" }, "low": b } }),
            &["shelves.low"],
        ),
        (
            "shelves.*",
            json!({ "shelves": { "top": a } }),
            json!({ "shelves": { "low": b } }),
            &[],
        ),
        (
            "shelves[\"*\"].size",
            json!({ "shelves": { "top": { "size": "1" } } }),
            json!({ "shelves": { "top": { "size": "2", "note": "n" } } }),
            &["shelves.top.note"],
        ),
        // A value of another kind.
        ("main.note", json!({ "main": a }), json!({}), &["main"]),
        (
            "*",
            json!({ "main": a }),
            json!({ "tags": { "a": "b" }, "main": b }),
            &[],
        ),
    ] {
        assert_eq!(
            up(path, &recorded, &program).await,
            expected,
            "{path}: {recorded} {program}"
        );
    }
}

#[tokio::test]
async fn a_secret_that_is_ignored_is_no_difference() {
    let recorded = json!({ "tags": { "a": "1" }, "parts": [{ "name": "a" }] });
    let secret = |text: &str| {
        let mut value = json!({ "value": text });
        value["4dabf18193072939515e22adb298388d"] = json!("1b47061264138c4ac30d75fd1eb44270");
        value
    };
    let program = json!({ "tags": { "a": secret("2") }, "parts": [{ "name": secret("b") }] });
    assert_eq!(up("tags.a", &recorded, &program).await, ["parts[0].name"]);
    assert_eq!(up("parts[*].name", &recorded, &program).await, ["tags.a"]);
}
