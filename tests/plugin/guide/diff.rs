//! Diff: the changes that would be made, and whether in place.

use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::diff_response::DiffChanges;
use test_support::protocol::pulumirpc::property_diff::Kind;

use super::guests::{echo, thing};
use super::properties::{UNKNOWN, json, object};
use super::world::World;
use test_support::fake::guest::THING;
use test_support::fake::steps::{Answer, Step};

/// The kinds of an answer by path.
pub(super) fn kinds(answer: &pb::DiffResponse) -> Vec<(&str, Kind)> {
    let mut kinds: Vec<_> = answer
        .detailed_diff
        .iter()
        .map(|(path, diff)| (path.as_str(), diff.kind()))
        .collect();
    kinds.sort_unstable_by_key(|found| found.0);
    kinds
}

#[tokio::test]
async fn a_difference_has_one_of_six_kinds() {
    let world = World::of(&echo()).await;
    let inputs = |rest: Value| {
        let mut inputs = rest;
        inputs["label"] = "x".into();
        inputs
    };
    for (old, new, path, kind) in [
        (json!({}), json!({ "ratio": 1 }), "ratio", Kind::Add),
        (json!({}), json!({ "zone": "a" }), "zone", Kind::AddReplace),
        (json!({ "ratio": 1 }), json!({}), "ratio", Kind::Delete),
        (
            json!({ "zone": "a" }),
            json!({}),
            "zone",
            Kind::DeleteReplace,
        ),
        (
            json!({ "ratio": 1 }),
            json!({ "ratio": 2 }),
            "ratio",
            Kind::Update,
        ),
        (
            json!({ "zone": "a" }),
            json!({ "zone": "b" }),
            "zone",
            Kind::UpdateReplace,
        ),
    ] {
        let answer = world.compared(inputs(old), inputs(new)).await;
        assert_eq!(kinds(&answer), [(path, kind)]);
        let replaces: &[&str] = if path == "zone" { &["zone"] } else { &[] };
        assert_eq!(answer.replaces, replaces);
        assert_eq!(answer.diffs, [path]);
    }
}

#[tokio::test]
async fn an_answer_is_detailed_and_says_some_exactly_where_something_differs() {
    let world = World::of(&echo()).await;
    let inputs = json!({ "label": "x", "rules": [{ "port": 1 }], "anything": { "a": [null] } });
    let same = world.compared(inputs.clone(), inputs.clone()).await;
    assert_eq!(same.changes(), DiffChanges::DiffNone);
    assert!(same.has_detailed_diff && same.detailed_diff.is_empty());
    assert!(same.diffs.is_empty() && same.replaces.is_empty());

    let other = world.compared(inputs, json!({ "label": "y" })).await;
    assert_eq!(other.changes(), DiffChanges::DiffSome);
    assert!(other.has_detailed_diff);
    assert_eq!(other.diffs, ["anything", "label", "rules"]);
}

#[tokio::test]
async fn differences_are_those_of_the_inputs_and_say_so() {
    let world = World::of(&echo()).await;
    let answer = world.diff(|request| {
        request.olds = object(json!({ "label": "computed", "serial": "1" }));
        request.old_inputs = object(json!({ "label": "a" }));
        request.news = object(json!({ "label": "b" }));
    });
    let answer = answer.await.unwrap();
    assert_eq!(kinds(&answer), [("label", Kind::Update)]);
    assert!(answer.detailed_diff["label"].input_diff);

    // A value that the provider computed is not a difference.
    let answer = world.diff(|request| {
        request.olds = object(json!({ "label": "computed", "serial": "1" }));
        request.old_inputs = object(json!({ "label": "a" }));
        request.news = object(json!({ "label": "a" }));
    });
    assert_eq!(answer.await.unwrap().changes(), DiffChanges::DiffNone);
}

/// Engines before 3.74 do not send them.
#[tokio::test]
async fn without_old_inputs_the_outputs_are_compared() {
    let world = World::of(&echo()).await;
    for (new, expected) in [("a", DiffChanges::DiffNone), ("b", DiffChanges::DiffSome)] {
        let answer = world.diff(|request| {
            request.olds = object(json!({ "label": "a", "serial": "1" }));
            request.news = object(json!({ "label": new }));
        });
        assert_eq!(answer.await.unwrap().changes(), expected);
    }
}

#[tokio::test]
async fn a_difference_inside_a_value_has_its_whole_path() {
    let world = World::of(&echo()).await;
    let inputs = |port: u32, host: &str| json!({ "label": "x", "rules": [{ "port": 1 }, { "port": port, "host": host }] });
    let answer = world.compared(inputs(1, "a"), inputs(2, "b")).await;
    assert_eq!(
        kinds(&answer),
        [
            ("rules[1].host", Kind::UpdateReplace),
            ("rules[1].port", Kind::Update),
        ]
    );
    assert_eq!(answer.diffs, ["rules"]);
    assert_eq!(answer.replaces, ["rules"]);
}

/// An engine fails the whole deployment if one does not.
#[tokio::test]
async fn every_path_of_a_difference_is_a_property_path() {
    let world = World::of(&echo()).await;
    let keys = [
        "a.b", "a[0]", "[", "\"", "", "*", "a b", "a-b", "ä", "\\", "a\"]b",
    ];
    for key in keys {
        let tags = |value: &str| json!({ "label": "x", "tags": { key: value } });
        let answer = world.compared(tags("a"), tags("b")).await;
        let paths: Vec<&String> = answer.detailed_diff.keys().collect();
        assert_eq!(paths.len(), 1, "{key}");
        assert_eq!(
            parse(paths[0]),
            Some(vec!["tags".to_owned(), key.to_owned()])
        );
    }
}

/// The keys of a path without indices, read as the engine reads it.
fn parse(path: &str) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let mut key = String::new();
            let mut characters = quoted.char_indices();
            let end = loop {
                let (at, character) = characters.next()?;
                match character {
                    '"' => break at,
                    '\\' if quoted[at + 1..].starts_with('"') => {
                        characters.next();
                        key.push('"');
                    }
                    other => key.push(other),
                }
            };
            keys.push(key);
            rest = quoted[end + 1..].strip_prefix(']')?;
        } else {
            let name = if keys.is_empty() {
                rest
            } else {
                rest.strip_prefix('.')?
            };
            let end = name.find(['.', '[']).unwrap_or(name.len());
            if end == 0 {
                return None;
            }
            keys.push(name[..end].to_owned());
            rest = &name[end..];
        }
    }
    Some(keys)
}

#[tokio::test]
async fn what_is_to_be_ignored_is_no_difference() {
    let world = World::of(&echo()).await;
    let old = json!({ "label": "a", "tags": { "a": "1", "b.c": "1" }, "rules": [{ "port": 1 }, { "port": 1 }] });
    let new = json!({ "label": "b", "tags": { "a": "2", "b.c": "2" }, "rules": [{ "port": 2 }, { "port": 2 }] });
    let everything = [
        "label",
        "rules[0].port",
        "rules[1].port",
        "tags.a",
        "tags[\"b.c\"]",
    ];
    for (ignored, left) in [
        (vec!["label"], &everything[1..]),
        (vec!["rules[0].port", "tags"], &["label", "rules[1].port"]),
        (vec!["rules[*].port", "tags[\"b.c\"]"], &["label", "tags.a"]),
        (
            vec!["rules[1]", "tags.a", "tags[\"b.c\"]"],
            &["label", "rules[0].port"],
        ),
        (vec!["*"], &[]),
    ] {
        let answer = world.diff(|request| {
            request.old_inputs = object(old.clone());
            request.olds = object(old.clone());
            request.news = object(new.clone());
            request.ignore_changes = ignored.iter().map(|path| (*path).to_owned()).collect();
        });
        let answer = answer.await.unwrap();
        let paths: Vec<&str> = kinds(&answer).into_iter().map(|found| found.0).collect();
        assert_eq!(paths, left, "{ignored:?}");
    }
}

/// The engine resets ignored values before it calls Check, except elements that only one of two lists has.
#[tokio::test]
async fn an_element_that_the_engine_cannot_ignore_is_a_difference() {
    let world = World::of(&echo()).await;
    for (path, old, new, expected) in [
        (
            "anything[1]",
            json!(["a"]),
            json!(["a", "z"]),
            "anything[1]",
        ),
        (
            "anything[1]",
            json!(["a", "z"]),
            json!(["a"]),
            "anything[1]",
        ),
        (
            "anything[*]",
            json!(["0", "1"]),
            json!(["0", "1", "7"]),
            "anything[2]",
        ),
        (
            "anything[*]",
            json!(["0", "1", "2"]),
            json!(["0", "1"]),
            "anything[2]",
        ),
        (
            "anything[0][1]",
            json!([["a"]]),
            json!([["a", "z"]]),
            "anything[0][1]",
        ),
        (
            "rules[*].port",
            json!([]),
            json!([{ "port": 1 }]),
            "rules[0]",
        ),
        (
            "rules[0].host",
            json!([{ "port": 1 }]),
            json!([]),
            "rules[0]",
        ),
    ] {
        let name = path.split('[').next().unwrap();
        let inputs = |value: Value| object(json!({ "label": "x", name: value }));
        let checked = world.check(|request| {
            request.olds = inputs(old.clone());
            request.news = inputs(new.clone());
        });
        let checked = checked.await.unwrap();
        let answer = world.diff(|request| {
            request.old_inputs = inputs(old.clone());
            request.olds = inputs(old.clone());
            request.news = checked.inputs;
            request.ignore_changes = vec![path.to_owned()];
        });
        let answer = answer.await.unwrap();
        assert_eq!(
            answer.changes(),
            DiffChanges::DiffSome,
            "{path}: {old} {new}"
        );
        let paths: Vec<&str> = kinds(&answer).into_iter().map(|found| found.0).collect();
        assert_eq!(paths, [expected], "{path}: {old} {new}");
    }
}

/// The inputs are recorded as the check returns them, so the check must complete them.
#[tokio::test]
async fn a_change_that_a_check_makes_is_not_ignored() {
    let completes = Answer::Checked {
        inputs: "{\"label\":\"x\",\"zone\":\"new\"}",
    };
    let guest = echo().does("check", [Step::Answer(completes)]);
    let world = World::of(&guest).await;
    let old = || object(json!({ "label": "x", "zone": "old" }));
    let checked = world.check(|request| {
        request.olds = old();
        request.news = old();
    });
    let checked = checked.await.unwrap();
    let compare = || {
        world.diff(|request| {
            request.old_inputs = old();
            request.olds = old();
            request.news.clone_from(&checked.inputs);
            request.ignore_changes = vec!["zone".to_owned()];
        })
    };
    assert_eq!(compare().await.unwrap().replaces, ["zone"]);
    // A refresh compares without a check, and shows no drift of ignored properties.
    let answer = compare().await.unwrap();
    assert_eq!(answer.changes(), DiffChanges::DiffNone);
}

#[tokio::test]
async fn a_path_that_leads_nowhere_ignores_nothing() {
    let world = World::of(&echo()).await;
    for path in [
        "",
        "[",
        "label[",
        ".label",
        "label..",
        "[\"label",
        "labels",
        "label.more",
    ] {
        let answer = world.diff(|request| {
            request.old_inputs = object(json!({ "label": "a" }));
            request.news = object(json!({ "label": "b" }));
            request.ignore_changes = vec![path.to_owned()];
        });
        assert_eq!(answer.await.unwrap().diffs, ["label"], "{path}");
    }
}

#[tokio::test]
async fn a_component_that_cannot_update_replaces() {
    let world = World::of(&thing()).await;
    let answer = world
        .compared(json!({ "label": "a" }), json!({ "label": "b" }))
        .await;
    assert_eq!(kinds(&answer), [("label", Kind::UpdateReplace)]);
    assert_eq!(answer.replaces, ["label"]);
    assert!(!answer.delete_before_replace);
}

#[tokio::test]
async fn a_component_decides_what_differs_and_what_is_deleted_first() {
    const CHANGE_REPLACE: u32 = 5;
    let differs = Answer::Different(&[("rules[0].port", CHANGE_REPLACE)], true);
    let guest = thing().does("diff", [Step::Answer(differs)]);
    let guest = guest.does("update", [Step::Answer(Answer::Updated { outputs: "{}" })]);
    let world = World::of(&guest).await;
    let answer = world
        .compared(json!({ "label": "a" }), json!({ "label": "b" }))
        .await;
    assert_eq!(kinds(&answer), [("rules[0].port", Kind::UpdateReplace)]);
    assert_eq!(answer.replaces, ["rules"]);
    assert!(answer.delete_before_replace);

    let nothing = Answer::Different(&[], false);
    let world = World::of(&thing().does("diff", [Step::Answer(nothing)])).await;
    let answer = world
        .compared(json!({ "label": "a" }), json!({ "label": "b" }))
        .await;
    assert_eq!(answer.changes(), DiffChanges::DiffNone);
}

#[tokio::test]
async fn the_recorded_state_and_the_wanted_one_reach_the_component() {
    let steps = ["id", "old-inputs", "old-outputs", "inputs"].map(Step::Tell);
    let answer = Step::Answer(Answer::Different(&[], false));
    let steps: Vec<Step> = steps.into_iter().chain([answer]).collect();
    let world = World::of(&thing().does("diff", steps)).await;
    let answer = world.diff(|request| {
        request.olds = object(json!({ "label": "a", "serial": "1" }));
        request.old_inputs = object(json!({ "label": "b" }));
        request.news = object(json!({ "label": UNKNOWN }));
    });
    answer.await.unwrap();
    assert_eq!(
        world.told_json(),
        [
            json!("made"),
            json!({ "label": "b" }),
            json!({ "label": "a", "serial": "1" }),
            json!({ "label": UNKNOWN }),
        ]
    );
}

#[tokio::test]
async fn outputs_that_only_a_replacement_changes_are_stable() {
    let world = World::of(&echo()).await;
    let old = json!({ "label": "a", "zone": "z" });
    let answer = world
        .compared(old, json!({ "label": "b", "zone": "z" }))
        .await;
    assert_eq!(answer.stables, ["zone"]);
}

#[tokio::test]
async fn a_type_can_say_what_is_stable_and_that_it_is_deleted_first() {
    let guest = echo().manifest(|manifest| {
        let entry = &mut manifest["resources"][THING];
        entry["stable"] = json!(["serial"]);
        entry["deleteBeforeReplace"] = true.into();
    });
    let world = World::of(&guest).await;
    let inputs = |zone: &str| json!({ "label": "a", "zone": zone });
    let answer = world.compared(inputs("a"), inputs("b")).await;
    assert_eq!(answer.replaces, ["zone"]);
    assert!(answer.delete_before_replace);

    let answer = world
        .compared(inputs("a"), json!({ "label": "b", "zone": "a" }))
        .await;
    assert_eq!(answer.stables, ["serial", "zone"]);
    let shown = world.update(|request| {
        request.preview = true;
        request.olds = object(json!({ "label": "old", "serial": "1" }));
    });
    let shown = shown.await.unwrap();
    assert_eq!(json(shown.properties.as_ref())["serial"], "1");
}

/// In a refresh, the roles are reversed: the read state is the old one, and the recorded state is the new one, which an
/// earlier version of the schema may have written.
#[tokio::test]
async fn what_an_older_schema_recorded_can_be_compared() {
    let world = World::of(&echo()).await;
    for recorded in [
        json!({}),
        json!({ "label": { "was": "an object" }, "gone": [1] }),
        json!({ "rules": "was text", "tags": ["was a list"], "level": "4" }),
        json!({ "label": null, "anything": null, "__old": true }),
    ] {
        let now = json!({ "label": "x", "rules": [{ "port": 1 }], "tags": { "a": "b" } });
        world.compared(now.clone(), recorded.clone()).await;
        world.compared(recorded, now).await;
    }
}

#[tokio::test]
async fn an_absent_value_and_its_default_are_the_same() {
    let world = World::of(&echo()).await;
    let answer = world
        .compared(json!({ "label": "x" }), json!({ "label": "x", "level": 3 }))
        .await;
    assert_eq!(answer.changes(), DiffChanges::DiffNone);
}
