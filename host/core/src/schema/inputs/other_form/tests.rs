//! Servers that keep lists and maps in another form, and the changes of others to them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use crate::schema::inputs::{Refreshed, refreshed_inputs};
use crate::schema::testing::{list, map, object, thing};
use crate::schema::{PackageSchema, diff};
use crate::value::{PropertyMap, PropertyValue};

/// A package with a list of texts, a set, a map, a list of lists, and a list of objects whose `size` replaces.
fn schema() -> PackageSchema {
    let text = json!({ "type": "string" });
    let texts = json!({ "type": "array", "items": text });
    let part = json!({ "$ref": "#/types/acme:index:Part" });
    let properties = json!({
        "texts": texts,
        "set": texts,
        "tags": { "type": "object", "additionalProperties": text },
        "nested": { "type": "array", "items": texts },
        "parts": { "type": "array", "items": part },
    });
    let document = json!({
        "name": "acme",
        "version": "1.0.0",
        "types": { "acme:index:Part": { "type": "object", "properties": {
            "name": text, "size": { "type": "integer", "replaceOnChanges": true },
        } } },
        "resources": { "acme:index:Thing": {
            "inputProperties": properties, "properties": properties,
        } },
    });
    let mut schema = PackageSchema::parse(&document).unwrap();
    let thing = schema.resources.get_mut("acme:index:Thing").unwrap();
    let set = crate::schema::Comparisons::default().with(crate::schema::Comparison::Set);
    for side in [&mut thing.inputs, &mut thing.outputs] {
        side.properties.get_mut("set").unwrap().rules.compare = set;
    }
    schema
}

/// The form in which a server keeps a value.
#[derive(Debug, Clone, Copy)]
struct Form {
    sorts: bool,
    lowers: bool,
    dedups: bool,
}

impl Form {
    fn of(self, value: &PropertyValue) -> PropertyValue {
        match value {
            PropertyValue::String(text) if self.lowers => text.to_lowercase().into(),
            PropertyValue::Array(items) => {
                let mut items: Vec<PropertyValue> =
                    items.iter().map(|item| self.of(item)).collect();
                if self.sorts {
                    items.sort_by_key(|item| format!("{item:?}"));
                }
                if self.dedups {
                    let mut seen = BTreeSet::new();
                    items.retain(|item| seen.insert(format!("{item:?}")));
                }
                PropertyValue::Array(items)
            }
            PropertyValue::Object(map) => {
                let key = |key: &String| {
                    if self.lowers {
                        key.to_lowercase()
                    } else {
                        key.clone()
                    }
                };
                let entries = map.iter().map(|(name, value)| (key(name), self.of(value)));
                PropertyValue::Object(entries.collect())
            }
            other => other.clone(),
        }
    }
}

/// A change outside: of the element at this index, modulo the number of elements.
#[derive(Debug, Clone, Copy)]
enum Change {
    Add,
    Remove,
    Alter,
    Move,
}

fn changed(value: &PropertyValue, change: Change, at: usize) -> PropertyValue {
    let new = |like: Option<&PropertyValue>| match like {
        Some(PropertyValue::Object(_)) => object([("name", "zz".into())]),
        Some(PropertyValue::Array(_)) => list(["zz".into()]),
        _ => "zz".into(),
    };
    match value {
        PropertyValue::Array(items) => {
            let mut items = items.clone();
            let place = at % items.len().max(1);
            match change {
                Change::Add => items.insert(place, new(items.first())),
                Change::Remove if !items.is_empty() => drop(items.remove(place)),
                Change::Alter if !items.is_empty() => items[place] = new(items.first()),
                Change::Move => items.rotate_left(place),
                _ => {}
            }
            PropertyValue::Array(items)
        }
        PropertyValue::Object(map) => {
            let mut map = map.clone();
            let key = map.keys().nth(at % map.len().max(1)).cloned();
            match (change, key) {
                (Change::Add, _) => drop(map.insert("zz".to_owned(), "zz".into())),
                (Change::Remove, Some(key)) => drop(map.remove(&key)),
                (Change::Alter, Some(key)) => drop(map.insert(key, "zz".into())),
                _ => {}
            }
            PropertyValue::Object(map)
        }
        other => other.clone(),
    }
}

fn refreshed(inputs: &PropertyMap, before: &PropertyMap, outputs: &PropertyMap) -> PropertyMap {
    let schema = schema();
    let question = Refreshed {
        recorded_inputs: inputs,
        recorded_outputs: before,
        outputs,
        is_trusted: &|_| true,
        trusts_replacing: true,
        vanished: &BTreeSet::new(),
    };
    refreshed_inputs(&schema, thing(&schema), &question).0
}

fn text() -> impl Strategy<Value = PropertyValue> {
    prop::sample::select(vec!["a", "A", "b", "B", "c", "dD"]).prop_map(PropertyValue::from)
}

fn texts() -> impl Strategy<Value = PropertyValue> {
    prop::collection::vec(text(), 0..5).prop_map(PropertyValue::Array)
}

fn part() -> impl Strategy<Value = PropertyValue> {
    (text(), 0_u8..3)
        .prop_map(|(name, size)| object([("name", name), ("size", f64::from(size).into())]))
}

/// One property with a value.
fn property() -> impl Strategy<Value = (&'static str, PropertyValue)> {
    let tags = prop::collection::btree_map("[aAbBcC]", text(), 0..4);
    prop_oneof![
        texts().prop_map(|value| ("texts", value)),
        texts().prop_map(|value| ("set", value)),
        tags.prop_map(|tags| ("tags", PropertyValue::Object(tags))),
        prop::collection::vec(texts(), 0..4)
            .prop_map(|value| ("nested", PropertyValue::Array(value))),
        prop::collection::vec(part(), 0..4)
            .prop_map(|value| ("parts", PropertyValue::Array(value))),
    ]
}

fn form() -> impl Strategy<Value = Form> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(sorts, lowers, dedups)| Form {
        sorts,
        lowers,
        dedups,
    })
}

fn change() -> impl Strategy<Value = Change> {
    prop::sample::select(vec![
        Change::Add,
        Change::Remove,
        Change::Alter,
        Change::Move,
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn another_form_is_no_drift_and_every_change_is(
        (name, value) in property(), form in form(), change in change(), at in 0_usize..5
    ) {
        let inputs = map([(name, value.clone())]);
        let kept = form.of(&value);
        let before = map([(name, kept.clone())]);
        prop_assert_eq!(&refreshed(&inputs, &before, &before), &inputs);

        let found = form.of(&changed(&kept, change, at));
        let outputs = map([(name, found)]);
        let schema = schema();
        let object = &thing(&schema).inputs;
        let has_drifted = !diff(&schema, object, &before, &outputs).is_empty();
        let now = refreshed(&inputs, &before, &outputs);
        // The next update sees the change, unless the resource already agrees with the program.
        let is_as_wanted = diff(&schema, object, &inputs, &outputs).is_empty();
        let differences = diff(&schema, object, &now, &inputs);
        prop_assert_eq!(!differences.is_empty(), has_drifted && !is_as_wanted, "{:?}", now);
        // The new part has no size, and the other parts did not change, so nothing replaces.
        if name == "parts" && matches!(change, Change::Add) {
            prop_assert!(differences.iter().all(|found| !found.replace), "{:?}", differences);
        }
    }
}

#[test]
fn elements_keep_the_programs_form_and_order() {
    let texts = |texts: &[&str]| {
        let values = texts.iter().map(|text| PropertyValue::from(*text));
        map([("texts", PropertyValue::Array(values.collect()))])
    };
    for (inputs, before, outputs, expected) in [
        (
            &["B", "a"][..],
            &["a", "b"][..],
            &["a", "b", "c"][..],
            &["B", "c", "a"][..],
        ),
        (&["B", "a"], &["a", "b"], &["a"], &["a"]),
        (&["B", "a"], &["a", "b"], &["b"], &["B"]),
        (&["B", "a"], &["a", "b"], &[], &[]),
        (
            &["B", "B", "a"],
            &["a", "b"],
            &["a", "b", "x"],
            &["B", "x", "B", "a"],
        ),
        (&["A", "b"], &["a", "b"], &["b", "a"], &["b", "A"]),
        // An element that the record lacks came back.
        (&["b", "a"], &["a"], &["b", "a"], &["b", "a"]),
    ] {
        let found = refreshed(&texts(inputs), &texts(before), &texts(outputs));
        assert_eq!(found, texts(expected), "{inputs:?} {before:?} {outputs:?}");
    }
}

#[test]
fn lists_that_lost_duplicates_and_were_moved_have_drifted() {
    let nested = |lists: &[&[&str]]| {
        let texts = |texts: &&[&str]| {
            texts
                .iter()
                .map(|text| PropertyValue::from(*text))
                .collect()
        };
        let lists = lists.iter().map(|inner| PropertyValue::Array(texts(inner)));
        map([("nested", PropertyValue::Array(lists.collect()))])
    };
    for (inputs, before, outputs, expected) in [
        (
            &[&["A"][..], &["a"], &["B"]][..],
            &[&["a"][..], &["b"]][..],
            &[&["b"][..], &["a"]][..],
            &[&["B"][..], &["a"], &["A"]][..],
        ),
        (
            &[&["b", "a", "b"], &["c"], &["a", "B"]],
            &[&["a", "b"], &["c"]],
            &[&["c"], &["a", "b"]],
            &[&["c"], &["b", "a", "b"], &["a", "B"]],
        ),
    ] {
        let found = refreshed(&nested(inputs), &nested(before), &nested(outputs));
        assert_eq!(found, nested(expected), "{inputs:?}");
        let still = refreshed(&nested(inputs), &nested(before), &nested(before));
        assert_eq!(still, nested(inputs));
    }
}

#[test]
fn an_element_that_came_back_with_more_parts_is_that_of_the_program() {
    let whole = |name: &str, size: f64| object([("name", name.into()), ("size", size.into())]);
    let bare = |name: &str| object([("name", name.into())]);
    let parts = |parts: Vec<PropertyValue>| map([("parts", PropertyValue::Array(parts))]);
    let inputs = parts(vec![bare("a"), bare("b"), bare("c")]);
    let before = parts(vec![whole("b", 2.0), whole("c", 3.0)]);
    let outputs = parts(vec![whole("a", 1.0), whole("b", 2.0), whole("c", 3.0)]);
    assert_eq!(refreshed(&inputs, &before, &outputs), inputs);
}
