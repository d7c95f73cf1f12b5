//! Optional inputs that the server fills in.

use serde_json::json;

use super::{differences, previewed, properties, read_inputs, refreshed, with_rules};
use crate::call::Operation;
use crate::component::ReadAnswer;
use crate::error::failure::DifferenceKind;
use crate::operations;
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, map};
use crate::value::PropertyValue::{self, Unknown};

/// The server chooses `zone` and `size` if the program does not, and so the size of a part.
fn computed() -> serde_json::Value {
    json!({
        "properties": { "zone": { "serverDefault": true }, "size": { "serverDefault": true } },
        "types": { "acme:index:Part": { "properties": { "size": { "serverDefault": true } } } },
    })
}

#[tokio::test]
async fn what_the_record_did_not_show_is_no_input_after_a_refresh() {
    let plain = json!({});
    let inputs = json!({ "label": "x" });
    let found = json!({ "label": "x", "zone": "a" });
    // The server filled it in later, or a newer component tells it for the first time.
    for before in [
        json!({ "label": "x" }),
        json!({ "label": "x", "zone": null }),
    ] {
        assert_eq!(refreshed(&plain, &inputs, &before, &found).await, inputs);
    }
    // The same, and then changed outside.
    assert_eq!(refreshed(&plain, &inputs, &found, &found).await, inputs);
    let moved = json!({ "label": "x", "zone": "b" });
    assert_eq!(refreshed(&plain, &inputs, &found, &moved).await, moved);
    assert_eq!(refreshed(&plain, &moved, &moved, &moved).await, moved);
}

#[tokio::test]
async fn what_is_computed_is_never_an_input_that_the_program_did_not_give() {
    let inputs = json!({ "label": "x" });
    let before = json!({ "label": "x", "zone": "a", "size": "s" });
    let moved = json!({ "label": "x", "zone": "b", "size": "m" });
    assert_eq!(
        refreshed(&computed(), &inputs, &before, &moved).await,
        inputs
    );
    // Values of the program drift as usual.
    let given = json!({ "label": "x", "zone": "a" });
    let drifted = json!({ "label": "x", "zone": "b" });
    assert_eq!(
        refreshed(&computed(), &given, &before, &moved).await,
        drifted
    );
}

#[tokio::test]
async fn parts_of_objects_are_left_to_the_server_as_well() {
    let inputs = json!({ "main": { "name": "n" }, "parts": [{ "name": "p" }] });
    let of = |size: &str, serial: &str| {
        let part = |name: &str| json!({ "name": name, "size": size, "serial": serial });
        json!({ "main": part("n"), "parts": [part("p")] })
    };
    let found = of("m", "2");
    assert_eq!(
        refreshed(&computed(), &inputs, &of("s", "2"), &found).await,
        inputs
    );
    // Not computed, and not in the record; then in the record, with another value.
    let before = json!({ "main": { "name": "n" }, "parts": [{ "name": "p" }] });
    assert_eq!(
        refreshed(&json!({}), &inputs, &before, &found).await,
        inputs
    );
    let serial = json!({
        "main": { "name": "n", "serial": "2" },
        "parts": [{ "name": "p", "serial": "2" }],
    });
    assert_eq!(
        refreshed(&computed(), &inputs, &of("s", "1"), &found).await,
        serial
    );
}

#[tokio::test]
async fn entries_that_a_server_adds_are_its_own() {
    let inputs = json!({ "tags": { "a": "1" } });
    let before = json!({ "tags": { "a": "1", "by": "server" } });
    assert_eq!(
        refreshed(&json!({}), &inputs, &before, &before).await,
        inputs
    );
    let added = json!({ "tags": { "a": "1", "by": "server", "new": "x" } });
    let drifted = json!({ "tags": { "a": "1", "new": "x" } });
    assert_eq!(
        refreshed(&json!({}), &inputs, &before, &added).await,
        drifted
    );
}

#[tokio::test]
async fn an_import_leaves_to_the_server_what_it_chose() {
    let outputs = json!({ "label": "x", "zone": "a", "main": { "name": "n", "size": "s" } });
    let expected = json!({ "label": "x", "main": { "name": "n" } });
    for own in [None, Some(properties(&outputs))] {
        let read = ReadAnswer {
            id: "made".to_owned(),
            outputs: properties(&outputs),
            inputs: own,
            ..ReadAnswer::default()
        };
        let answers = Answers {
            read: Some(Ok(Some(read))),
            ..Answers::default()
        };
        let parameters = ReadParameters {
            id: "made".to_owned(),
            ..ReadParameters::default()
        };
        let inputs = read_inputs(&with_rules(&computed(), answers), parameters).await;
        assert_eq!(inputs, expected);
    }
    // A program that sets it and a program that does not both describe the imported resource.
    for wanted in [&outputs, &expected] {
        assert_eq!(
            differences(&computed(), &expected, &outputs, wanted).await,
            []
        );
    }
    let other = json!({ "label": "x", "zone": "b", "main": { "name": "n" } });
    let found = differences(&computed(), &expected, &outputs, &other).await;
    assert!(
        found.len() == 1 && found[0].property == "zone" && found[0].replace,
        "{found:?}"
    );
}

#[tokio::test]
async fn a_program_that_leaves_it_out_changes_nothing() {
    let recorded = json!({
        "label": "x", "zone": "a", "main": { "name": "n", "size": "s" },
        "parts": [{ "name": "p", "size": "s" }, { "name": "q", "size": "s" }],
    });
    let wanted = json!({
        "label": "x", "main": { "name": "n" }, "parts": [{ "name": "p" }, { "name": "q" }],
    });
    assert_eq!(
        differences(&computed(), &recorded, &recorded, &wanted).await,
        []
    );
    let found = differences(&json!({}), &recorded, &recorded, &wanted).await;
    assert!(
        found
            .iter()
            .any(|one| one.property == "zone" && one.kind == DifferenceKind::Remove)
    );
}

#[tokio::test]
async fn a_program_that_says_what_the_server_chose_changes_nothing() {
    let inputs = json!({ "label": "x", "parts": [{ "name": "p" }] });
    let outputs = json!({
        "label": "x", "zone": "a", "parts": [{ "name": "p", "size": "s" }],
    });
    assert_eq!(
        differences(&computed(), &inputs, &outputs, &outputs).await,
        []
    );
}

#[tokio::test]
async fn a_hook_that_hands_on_what_the_program_gave_leaves_the_rest_to_the_server() {
    let mut rules = computed();
    rules["hooks"] = json!(["create", "preview-create", "read", "update"]);
    let answer = json!({ "label": "y", "zone": null, "main": { "name": "n", "size": null } });
    let answers = Answers {
        preview: Some(Ok(properties(&answer))),
        ..Answers::default()
    };
    let scene = with_rules(&rules, answers);
    let wanted = properties(&json!({ "label": "y", "main": { "name": "n" } }));
    let call = scene.preview(Operation::Create);
    let made = operations::create(&scene.package, &call, wanted.into()).await;
    let made = made.expect("a preview").outputs;
    assert_eq!(made.values["zone"], Unknown);
    let main = map([("name", "n".into()), ("size", Unknown)]);
    assert_eq!(made.values["main"], PropertyValue::Object(main));
}

#[tokio::test]
async fn previews_show_what_the_server_will_choose_or_has_chosen() {
    let scene = with_rules(&computed(), Answers::default());
    let wanted = json!({ "label": "y", "main": { "name": "n" }, "parts": [{ "name": "p" }] });
    let made = operations::create(
        &scene.package,
        &scene.preview(Operation::Create),
        properties(&wanted).into(),
    )
    .await
    .expect("a preview")
    .outputs;
    assert_eq!(made.values["zone"], Unknown);
    let part = |name: &str| PropertyValue::Object(map([("name", name.into()), ("size", Unknown)]));
    assert_eq!(made.values["main"], part("n"));

    let inputs = json!({ "label": "x", "main": { "name": "n" }, "parts": [{ "name": "q" }, { "name": "p" }] });
    let outputs = json!({
        "label": "x", "zone": "a", "main": { "name": "n", "size": "s" },
        "parts": [{ "name": "q", "size": "l" }, { "name": "p", "size": "m" }],
    });
    let wanted = json!({
        "label": "y", "main": { "name": "n" },
        "parts": [{ "name": "p" }, { "name": "new" }],
    });
    let shown = previewed(&computed(), &inputs, &outputs, &wanted).await;
    assert_eq!(shown["zone"], "a".into());
    let expected = properties(&json!({ "main": { "name": "n", "size": "s" } }));
    assert_eq!(shown["main"], expected["main"]);
    let kept = properties(&json!({ "part": { "name": "p", "size": "m" } }));
    let parts = PropertyValue::Array(vec![kept["part"].clone(), part("new")]);
    assert_eq!(shown["parts"], parts);
}

#[tokio::test]
async fn a_preview_keeps_the_choice_of_a_server_that_keeps_another_form() {
    let part = |name: &str, size: &str| json!({ "name": name, "size": size });
    let unknown =
        |name: &str| PropertyValue::Object(map([("name", name.into()), ("size", Unknown)]));
    let inputs = json!({
        "parts": [{ "name": "Q" }, { "name": "P" }],
        "shelves": { "One": { "name": "Q" }, "Two": { "name": "P" } },
    });
    // In lower case, sorted, and with the size.
    let outputs = json!({
        "parts": [part("p", "m"), part("q", "l")],
        "shelves": { "one": part("q", "l"), "two": part("p", "m") },
    });
    let wanted = json!({
        "label": "y",
        "parts": [{ "name": "new" }, { "name": "Q" }, { "name": "P" }],
        "shelves": { "One": { "name": "Q" }, "Two": { "name": "other" }, "New": { "name": "n" } },
    });
    let shown = previewed(&computed(), &inputs, &outputs, &wanted).await;
    let known = properties(&json!({ "p": part("P", "m"), "q": part("Q", "l") }));
    let parts = vec![unknown("new"), known["q"].clone(), known["p"].clone()];
    assert_eq!(shown["parts"], PropertyValue::Array(parts));
    let two = properties(&json!({ "two": part("other", "m") }));
    let shelves = map([
        ("One", known["q"].clone()),
        ("Two", two["two"].clone()),
        ("New", unknown("n")),
    ]);
    assert_eq!(shown["shelves"], PropertyValue::Object(shelves));
}
