//! Sets of objects whose elements the server completes.

use serde_json::{Value as Json, json};

use super::{differences, refreshed, refreshed_with_marks, said_of_update};

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

/// Parts of these names and notes, each with a size, which replaces.
fn noted(parts: &[(&str, &str)]) -> Json {
    let parts = parts
        .iter()
        .map(|(name, note)| json!({ "name": name, "note": note, "size": "m" }));
    json!({ "parts": parts.collect::<Vec<_>>() })
}

async fn told(rules: &Json, old: &Json, new: &Json) -> Vec<(String, bool)> {
    let found = differences(rules, old, old, new).await.into_iter();
    found.map(|one| (one.property, one.replace)).collect()
}

#[tokio::test]
async fn drift_of_a_part_of_an_element_changes_this_part_in_place() {
    let inputs = noted(&[("a", "1"), ("b", "1")]);
    for now in [
        noted(&[("a", "9"), ("b", "1")]),
        noted(&[("b", "1"), ("a", "9")]),
    ] {
        let refreshed = refreshed_with_marks(&set(), &inputs, &inputs, &now).await;
        assert_eq!(refreshed, noted(&[("a", "9"), ("b", "1")]));
        let repair = [("parts[0].note".to_owned(), false)];
        assert_eq!(told(&set(), &refreshed, &inputs).await, repair);
    }
    // Without its size, which the server chose.
    let given = json!({ "parts": [{ "name": "a", "note": "1" }, { "name": "b", "note": "1" }] });
    let now = noted(&[("a", "9"), ("b", "1")]);
    let refreshed = refreshed_with_marks(&set(), &given, &inputs, &now).await;
    assert_eq!(
        refreshed,
        json!({ "parts": [{ "name": "a", "note": "9" }, { "name": "b", "note": "1" }] })
    );
}

#[tokio::test]
async fn the_order_does_not_decide_whether_a_change_replaces() {
    let old = noted(&[("a", "1"), ("b", "1")]);
    let moved = noted(&[("b", "1"), ("a", "9")]);
    let stays = noted(&[("a", "9"), ("b", "1")]);
    let whole = [("parts".to_owned(), false)];
    assert_eq!(told(&set(), &old, &moved).await, whole);
    for rules in [set(), json!({})] {
        let part = [("parts[0].note".to_owned(), false)];
        assert_eq!(told(&rules, &old, &stays).await, part);
        let found = told(&rules, &old, &moved).await;
        assert!(found.iter().all(|(_, replaces)| !replaces), "{found:?}");
    }
    // Elements of a list that only move.
    let sized = |sizes: &[&str]| {
        let parts = sizes
            .iter()
            .map(|size| json!({ "name": size, "size": size }));
        json!({ "parts": parts.collect::<Vec<_>>() })
    };
    let (old, moved) = (sized(&["s", "m", "l"]), sized(&["l", "s", "m"]));
    assert_eq!(told(&json!({}), &old, &moved).await, whole);
    assert_eq!(told(&set(), &old, &moved).await, []);
}

#[tokio::test]
async fn a_part_that_replaces_does_so_at_whatever_place_it_stands() {
    let part = |name: &str, note: &str, size: &str| json!({ "name": name, "note": note, "serial": note, "size": size });
    let parts = |parts: &[Json]| json!({ "parts": parts });
    let old = parts(&[part("a", "1", "s"), part("b", "2", "m")]);
    for new in [
        parts(&[part("a", "1", "m"), part("b", "2", "s")]),
        parts(&[part("b", "2", "s"), part("a", "1", "m")]),
    ] {
        let found = told(&set(), &old, &new).await;
        assert!(found.iter().any(|(_, replace)| *replace), "{found:?}");
    }
}

#[tokio::test]
async fn a_refresh_after_a_failed_update_keeps_the_elements_of_a_normalised_set() {
    let inputs = json!({ "parts": [{ "name": "a", "note": "1", "size": "M" }] });
    let mut before = json!({ "parts": [{ "name": "a", "note": "2", "size": "m" }] });
    let now = before.clone();
    before["__wasm"] = json!({ "failed": ["parts"] });
    let refreshed = refreshed_with_marks(&set(), &inputs, &before, &now).await;
    let kept = json!({ "parts": [{ "name": "a", "note": "2", "size": "M" }] });
    assert_eq!(refreshed, kept);
}
