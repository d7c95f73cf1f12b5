//! Sets of objects whose elements the server completes.

use serde_json::{Value as Json, json};

use super::{differences, refreshed, said_of_update};

fn set() -> Json {
    json!({ "properties": { "parts": { "compare": ["set"] } } })
}

/// Parts of these names, each with the server's choices.
fn parts(names: &[&str]) -> Json {
    let parts = names
        .iter()
        .map(|name| json!({ "name": name, "serial": format!("of {name}") }));
    json!({ "label": "x", "parts": parts.collect::<Vec<_>>() })
}

fn names(names: &[&str]) -> Json {
    let parts = names.iter().map(|name| json!({ "name": name }));
    json!({ "label": "x", "parts": parts.collect::<Vec<_>>() })
}

#[tokio::test]
async fn an_element_that_the_server_completed_is_the_programs() {
    let inputs = names(&["a", "b"]);
    let found = parts(&["b", "a"]);
    for before in [&names(&["a", "b"]), &parts(&["a", "b"])] {
        let refreshed = refreshed(&set(), &inputs, before, &found).await;
        assert_eq!(refreshed, inputs);
        assert_eq!(differences(&set(), &refreshed, &found, &inputs).await, []);
    }
}

#[tokio::test]
async fn elements_of_a_set_come_and_go_alone() {
    let inputs = names(&["a", "b"]);
    let before = parts(&["a", "b", "default"]);
    let found = parts(&["default", "x", "b"]);
    let mut expected = names(&["b"]);
    let come = json!({ "name": "x", "serial": "of x" });
    expected["parts"].as_array_mut().expect("a list").push(come);
    assert_eq!(refreshed(&set(), &inputs, &before, &found).await, expected);
}

#[tokio::test]
async fn a_part_that_the_server_had_chosen_and_somebody_changed_is_drift() {
    let inputs = names(&["a"]);
    let found = json!({ "label": "x", "parts": [{ "name": "a", "serial": "other" }] });
    let refreshed = refreshed(&set(), &inputs, &parts(&["a"]), &found).await;
    assert_eq!(refreshed, found);
}

#[tokio::test]
async fn a_completed_element_is_what_the_preview_had_shown() {
    let inputs = names(&["a"]);
    let wanted = names(&["a", "b"]);
    let said = said_of_update(
        &set(),
        &inputs,
        &parts(&["a"]),
        &wanted,
        &parts(&["b", "a"]),
    )
    .await;
    assert!(said.is_empty(), "{said:?}");
    for other in [parts(&["a"]), parts(&["a", "c"]), parts(&["a", "b", "c"])] {
        let said = said_of_update(&set(), &inputs, &parts(&["a"]), &wanted, &other).await;
        assert!(
            said.len() == 1 && said[0].contains("`parts`"),
            "{other}: {said:?}"
        );
    }
}
