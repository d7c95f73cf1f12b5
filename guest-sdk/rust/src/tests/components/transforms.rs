//! Transforms: functions that change children.

use super::*;

fn transform(callback: u32, argument: &JsonValue) -> Result<JsonValue, WitError> {
    let answer = PulumiProvider::run_callback(wit::CallbackRequest {
        context: context("web:index:One"),
        session: SESSION,
        callback,
        kind: "transform".into(),
        argument: argument.to_string(),
        extra: "{}".into(),
    });
    answer.map(|answer| parse(&answer.result_value))
}

fn told(properties: &JsonValue, options: &JsonValue) -> JsonValue {
    json!({
        "type": "aws-native:s3:Bucket",
        "name": "it-first",
        "custom": true,
        "parent": "urn:p",
        "properties": properties,
        "options": options,
    })
}

#[test]
fn transforms_are_on_the_children_that_come_after_them_and_what_they_leave_stays() {
    let (given, nodes) = construct(
        "web:index:One",
        &json!({ "what": "transforms", "text": "x" }),
    );
    given.unwrap();
    let of: Vec<_> = resources(&nodes)
        .iter()
        .map(|node| {
            let transforms = parse(&node.options)["transforms"].clone();
            (node.name.clone(), transforms)
        })
        .collect();
    let expected = [
        ("it-before", JsonValue::Null),
        ("it-first", json!([0])),
        ("it-own", json!([1, 0])),
        // It inherits its parent's transforms.
        ("it-below", json!([1])),
        ("it-group", json!([0])),
        ("it-group-in", JsonValue::Null),
    ];
    assert_eq!(
        of,
        expected.map(|(name, numbers)| (name.to_owned(), numbers))
    );

    let properties =
        json!({ "word": output(9, "[0]"), "deep": { "a": null, "b": [output(9, "[1]")] } });
    let options = json!({ "deleteBeforeReplace": true, "dependsOn": [output(9, "[2]")] });
    // As often as the engine calls it.
    for _ in 0..2 {
        let given = transform(0, &told(&properties, &options)).unwrap();
        let mut expected = properties.clone();
        expected["moved"] = json!({
            "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
            "value": output(9, "[0]"),
        });
        let changed = json!({ "protect": true, "dependsOn": [output(9, "[2]")] });
        assert_eq!(given, json!({ "properties": expected, "options": changed }));
    }
    close(SESSION);
    assert!(matches!(
        transform(0, &told(&properties, &options)),
        Err(WitError::NotFound(_))
    ));
}

#[test]
fn a_mistake_in_a_transform_names_its_place() {
    let inputs = json!({ "what": "transforms", "text": "x" });
    construct("web:index:One", &inputs).0.unwrap();
    for (properties, reason) in [
        (json!({ "text": "no" }), "not this one"),
        (json!({ "text": 3 }), "the input `text`"),
    ] {
        let failed = transform(0, &told(&properties, &json!({})));
        let Err(WitError::Other(failure)) = failed else {
            panic!("{failed:?}");
        };
        let message = failure.message;
        assert!(message.contains("the transform at "), "{message}");
        assert!(message.contains("components/sample.rs:"), "{message}");
        assert!(message.contains(reason), "{message}");
    }
    assert!(matches!(
        transform(7, &told(&json!({}), &json!({}))),
        Err(WitError::NotFound(_))
    ));
    close(SESSION);
}
