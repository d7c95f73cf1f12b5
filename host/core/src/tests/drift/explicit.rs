//! Inputs that a component's read returns, and servers that store values in another form.

use super::*;

fn rules() -> Json {
    json!({ "properties": { "parts": { "compare": ["set"] } } })
}

async fn refreshed_with(inputs: &Json, before: &Json, outputs: &Json, given: &Json) -> Json {
    let read = ReadAnswer {
        id: "made".to_owned(),
        outputs: properties(outputs),
        inputs: Some(properties(given)),
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
    let mut found = read_inputs(&with_rules(&rules(), answers), parameters).await;
    found.as_object_mut().expect("properties").remove("__wasm");
    found
}

#[tokio::test]
async fn the_record_holds_for_parts_of_objects() {
    // The server writes names in small letters and adds a serial.
    let inputs = json!({ "main": { "name": "Foo", "note": "1" }, "tags": { "A": "X" } });
    let before = json!({
        "main": { "name": "foo", "note": "1", "serial": "7" },
        "tags": { "A": "x" },
    });
    let now = json!({
        "main": { "name": "foo", "note": "9", "serial": "7" },
        "tags": { "A": "x", "b": "y" },
    });
    let expected =
        json!({ "main": { "name": "Foo", "note": "9" }, "tags": { "A": "X", "b": "y" } });
    for main in [
        json!({ "name": "foo", "note": "9" }),
        json!({ "name": "foo", "note": "9", "serial": "7" }),
    ] {
        let given = json!({ "main": main, "tags": { "A": "x", "b": "y" } });
        let found = refreshed_with(&inputs, &before, &now, &given).await;
        assert_eq!(found, expected, "{given}");
    }
}

#[tokio::test]
async fn elements_that_say_less_than_the_output_follow_the_record() {
    let inputs = json!({ "parts": [{ "name": "Foo", "note": "1" }] });
    let before = json!({ "parts": [{ "name": "foo", "note": "1", "serial": "7" }] });
    let now = json!({ "parts": [{ "name": "foo", "note": "9", "serial": "7" }] });
    let given = json!({ "parts": [{ "name": "foo", "note": "9" }] });
    let found = refreshed_with(&inputs, &before, &now, &given).await;
    assert_eq!(found, json!({ "parts": [{ "name": "Foo", "note": "9" }] }));
}

#[tokio::test]
async fn the_servers_choice_is_known_where_the_server_keeps_another_form() {
    let chosen =
        json!({ "acme:index:Part": { "properties": { "size": { "serverDefault": true } } } });
    let rules = |key: &str| {
        let mut rules = json!({ "types": chosen });
        if key == "set" {
            rules["properties"] = json!({ "parts": { "compare": ["set"] } });
        }
        rules
    };
    let wanted = json!({ "parts": [{ "name": "A", "size": "m" }] });
    let recorded = json!({ "parts": [{ "name": "A" }] });
    let outputs = json!({ "parts": [{ "name": "a", "size": "m" }] });
    for form in ["list", "set"] {
        assert_eq!(
            differences(&rules(form), &recorded, &outputs, &wanted).await,
            []
        );
    }
}
