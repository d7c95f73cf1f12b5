//! Elements of lists that come and go outside.

use serde_json::{Value as Json, json};

use super::{differences, refreshed};
use crate::error::failure::PropertyDifference;

/// Parts of these names, each with the server's choices.
fn parts(names: &[&str]) -> Json {
    let parts = names.iter().map(|name| {
        json!({ "name": name, "size": format!("size of {name}"), "serial": format!("of {name}") })
    });
    json!({ "parts": parts.collect::<Vec<_>>() })
}

fn names(names: &[&str]) -> Json {
    let parts = names.iter().map(|name| json!({ "name": name }));
    json!({ "parts": parts.collect::<Vec<_>>() })
}

#[tokio::test]
async fn an_element_that_went_takes_no_other_with_it() {
    let inputs = names(&["a", "b", "c", "d"]);
    let before = parts(&["a", "b", "c", "d"]);
    for left in [
        &["b", "c", "d"][..],
        &["a", "b", "c"],
        &["a", "d"],
        &["c"],
        &[],
    ] {
        let found = refreshed(&json!({}), &inputs, &before, &parts(left)).await;
        assert_eq!(found, names(left));
    }
}

#[tokio::test]
async fn an_element_that_came_changes_no_other() {
    let inputs = names(&["a", "b"]);
    let before = parts(&["a", "b"]);
    for come in [
        &["x", "a", "b"][..],
        &["a", "x", "b"],
        &["a", "b", "x"],
        &["b", "x"],
    ] {
        let found = refreshed(&json!({}), &inputs, &before, &parts(come)).await;
        let expected: Vec<Json> = come
            .iter()
            .map(|name| match *name {
                "x" => parts(&["x"])["parts"][0].clone(),
                name => json!({ "name": name }),
            })
            .collect();
        assert_eq!(found, json!({ "parts": expected }), "{come:?}");
    }
}

#[tokio::test]
async fn an_element_that_changed_is_known_by_what_is_left_of_it() {
    let inputs = json!({ "parts": [{ "name": "a", "note": "1" }, { "name": "b", "note": "2" }] });
    let before = json!({ "parts": [
        { "name": "a", "note": "1", "serial": "of a" },
        { "name": "b", "note": "2", "serial": "of b" },
    ] });
    let found = json!({ "parts": [{ "name": "renamed", "note": "3", "serial": "of b" }] });
    let expected = json!({ "parts": [{ "name": "renamed", "note": "3" }] });
    assert_eq!(
        refreshed(&json!({}), &inputs, &before, &found).await,
        expected
    );
}

#[tokio::test]
async fn elements_that_the_server_had_added_stay_its_own() {
    let inputs = names(&["a"]);
    let before = parts(&["a", "default"]);
    for now in [&["a", "default"][..], &["default", "a"]] {
        assert_eq!(
            refreshed(&json!({}), &inputs, &before, &parts(now)).await,
            inputs
        );
    }
    let gone = refreshed(&json!({}), &inputs, &before, &parts(&["default"])).await;
    assert_eq!(gone, names(&[]));
}

#[tokio::test]
async fn an_untouched_element_does_not_replace() {
    let sized = json!({ "name": "b", "size": "m" });
    let recorded = json!({ "parts": [sized] });
    let wanted = json!({ "parts": [{ "name": "a" }, sized, { "name": "c" }] });
    let found = differences(&json!({}), &recorded, &recorded, &wanted).await;
    // Not by its path either, for which generated SDKs make the engine replace.
    let is_whole = |found: &[PropertyDifference]| matches!(found, [one] if one.property == "parts" && !one.replace);
    assert!(is_whole(&found), "{found:?}");
    let back = differences(&json!({}), &wanted, &wanted, &recorded).await;
    assert!(is_whole(&back), "{back:?}");
    // It does if the part itself has another value, or is added.
    let other = json!({ "parts": [{ "name": "a" }, { "name": "b", "size": "l" }] });
    let found = differences(&json!({}), &recorded, &recorded, &other).await;
    assert!(found.iter().any(|one| one.replace), "{found:?}");
    let two = json!({ "parts": [{ "name": "a", "size": "s" }, sized] });
    let found = differences(&json!({}), &recorded, &recorded, &two).await;
    assert!(found.iter().any(|one| one.replace), "{found:?}");
}
