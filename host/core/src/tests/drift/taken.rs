//! Elements and entries that a refresh took over: whether the program wrote them is known when it writes the same.

use super::*;

/// The server's values: the program gave the first part, and the answer to the create of the second part was lost.
fn found() -> Json {
    json!({ "parts": [
        { "name": "a", "size": "chosen" },
        { "name": "b", "size": "chosen", "note": "x" },
    ] })
}

fn one() -> Json {
    json!({ "parts": [{ "name": "a" }] })
}

async fn taken_over() -> Json {
    let before = json!({ "parts": [{ "name": "a", "size": "chosen" }] });
    refreshed_with_marks(&json!({}), &one(), &before, &found()).await
}

async fn paths(inputs: &Json, wanted: &Json) -> Vec<(String, bool)> {
    let found = differences(&json!({}), inputs, &found(), wanted).await;
    let told = found.into_iter();
    told.map(|found| (found.property, found.replace)).collect()
}

#[tokio::test]
async fn what_a_lost_answer_had_made_is_no_difference_to_the_program() {
    let taken = taken_over().await;
    assert_eq!(taken["__wasm"], json!({ "taken": { "parts": [1] } }));
    for second in [
        json!({ "name": "b", "note": "x" }),
        json!({ "name": "b", "note": "x", "size": "chosen" }),
        json!({ "name": "b" }),
    ] {
        let wanted = json!({ "parts": [{ "name": "a" }, second] });
        assert_eq!(paths(&taken, &wanted).await, [], "{wanted}");
    }
}

#[tokio::test]
async fn what_the_program_says_otherwise_is_a_difference() {
    let taken = taken_over().await;
    for (second, expected) in [
        (
            json!({ "name": "b", "note": "y" }),
            ("parts[1].note", false),
        ),
        (
            json!({ "name": "b", "note": "x", "size": "other" }),
            ("parts[1].size", true),
        ),
    ] {
        let wanted = json!({ "parts": [{ "name": "a" }, second] });
        let expected = [(expected.0.to_owned(), expected.1)];
        assert_eq!(paths(&taken, &wanted).await, expected, "{wanted}");
    }
    // An addition by others is reported too, and the server's choices in it replace nothing.
    let gone = paths(&taken, &one()).await;
    assert_eq!(gone, [("parts[1]".to_owned(), false)]);
}

#[tokio::test]
async fn it_is_known_as_long_as_the_program_has_not_said_it() {
    let taken = taken_over().await;
    let again = refreshed_with_marks(&json!({}), &taken, &found(), &found()).await;
    assert_eq!(again, taken);
    // Then the part is the program's.
    let said = json!({ "parts": [{ "name": "a" }, { "name": "b" }] });
    let refreshed = refreshed_with_marks(&json!({}), &said, &found(), &found()).await;
    assert_eq!(refreshed, said);
    let given = json!({ "parts": [{ "name": "a" }, { "name": "b", "size": "chosen" }] });
    let gone = paths(&given, &said).await;
    assert_eq!(gone, [("parts[1].size".to_owned(), true)]);
}

#[tokio::test]
async fn a_list_that_the_program_never_gave_replaces_nothing_when_it_goes() {
    let before = json!({ "parts": [{ "name": "a", "size": "chosen", "note": "1" }] });
    let found = json!({ "parts": [{ "name": "a", "size": "chosen", "note": "2" }] });
    let taken = refreshed_with_marks(&json!({}), &json!({}), &before, &found).await;
    assert_eq!(taken["__wasm"], json!({ "taken": { "parts": [0] } }));
    let gone = paths(&taken, &json!({})).await;
    assert_eq!(gone, [("parts".to_owned(), false)]);
}

#[tokio::test]
async fn what_others_put_under_the_mark_does_no_harm() {
    for mark in [
        json!(1),
        json!({ "parts": 1 }),
        json!({ "parts": [-1, 7, 1e300, "x"], "none": [0] }),
        json!({ "tags": [0], "label": ["x"], "main": ["name"] }),
    ] {
        let mut inputs = found();
        inputs["__wasm"] = json!({ "taken": mark });
        assert_eq!(paths(&inputs, &found()).await, [], "{mark}");
    }
}
