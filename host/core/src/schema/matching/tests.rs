use std::time::{Duration, Instant};

use super::*;
use crate::schema::model::PackageSchema;
use crate::schema::model::expected::Expected;
use crate::schema::model::types::Type;
use crate::schema::testing::{acme, object, ruled, thing};
use crate::value::PropertyValue;

/// An element of the list `rules`, with values that a server may have chosen beside the port.
fn rule(port: f64, chosen: Option<&str>) -> PropertyValue {
    let mut rule = object([("port", port.into())]);
    if let (PropertyValue::Object(rule), Some(chosen)) = (&mut rule, chosen) {
        rule.insert("protocol".to_owned(), chosen.into());
    }
    rule
}

fn with<R>(schema: &PackageSchema, extras: Extras, ask: impl FnOnce(Matcher) -> R) -> R {
    let rules = &thing(schema).inputs.properties["rules"];
    let Type::Array(items) = &rules.value_type else {
        panic!("not a list");
    };
    let items = Expected::of(rules).items(items);
    ask(Matcher::new(&schema.types, items, extras))
}

fn aligned(
    given: &[PropertyValue],
    found: &[PropertyValue],
) -> Vec<(Option<usize>, Option<usize>, bool)> {
    with(&acme(), Extras::Any, |matcher| {
        let like = |one: usize, other: usize| likeness(&matcher, &given[one], &found[other]);
        let pairs = matcher.align(given, found, &like);
        pairs
            .iter()
            .map(|pair| (pair.given, pair.found, pair.alike))
            .collect()
    })
}

#[test]
fn what_has_all_that_was_given_and_more_is_it() {
    let rows = [
        (rule(1.0, None), rule(1.0, Some("udp")), Extras::Any, true),
        (
            rule(1.0, None),
            rule(1.0, Some("udp")),
            Extras::Computed,
            false,
        ),
        (
            rule(1.0, Some("tcp")),
            rule(1.0, Some("udp")),
            Extras::Any,
            false,
        ),
        (rule(1.0, Some("tcp")), rule(1.0, None), Extras::Any, true),
        (rule(1.0, Some("udp")), rule(1.0, None), Extras::Any, false),
        (object([]), rule(1.0, None), Extras::Any, true),
    ];
    for (given, found, extras, expected) in rows {
        let covers = with(&acme(), extras, |matcher| matcher.covers(&given, &found));
        assert_eq!(covers, expected, "{given:?} {found:?}");
    }
}

#[test]
fn elements_find_each_other_though_others_come_and_go() {
    let given = [1.0, 2.0, 3.0, 4.0].map(|port| rule(port, None));
    let found = [3.0, 1.0, 2.0, 4.0].map(|port| rule(port, Some("udp")));
    let expected = [
        (None, Some(0), false),
        (Some(0), Some(1), true),
        (Some(1), Some(2), true),
        (Some(2), None, false),
        (Some(3), Some(3), true),
    ];
    assert_eq!(aligned(&given, &found), expected);
    assert_eq!(
        aligned(&given[1..], &found[1..2]),
        [
            (Some(0), Some(0), false),
            (Some(1), None, false),
            (Some(2), None, false),
        ]
    );
}

#[test]
fn what_is_alike_is_the_same_element_before_what_has_the_same_place() {
    let given = [rule(1.0, Some("a")), rule(2.0, Some("b"))];
    let found = [rule(3.0, Some("b"))];
    let expected = [(Some(0), None, false), (Some(1), Some(0), true)];
    assert_eq!(aligned(&given, &found), expected);
}

#[test]
fn an_element_of_a_set_is_not_taken_from_the_one_that_needs_it() {
    let schema = ruled(&serde_json::json!({ "properties": { "rules": { "compare": ["set"] } } }));
    let given = [rule(1.0, None), rule(1.0, Some("udp")), rule(2.0, None)];
    let found = [
        rule(1.0, Some("udp")),
        rule(1.0, Some("tls")),
        rule(3.0, None),
    ];
    let partners = with(&schema, Extras::Any, |matcher| {
        matcher.pair(&given, &found, &[])
    });
    assert_eq!(partners.of_found, [Some(1), Some(0), None]);
    assert_eq!(partners.missing, [2]);
    // The element that was read before tells which of the two it is.
    let known = [rule(1.0, Some("tls"))];
    let partners = with(&schema, Extras::Any, |matcher| {
        matcher.pair(&given[..1], &found[..2], &known)
    });
    assert_eq!(partners.of_found, [None, Some(0)]);
}

#[test]
fn long_lists_take_no_longer_than_their_length() {
    let many = 10_000;
    let numbers = |from: u32, to: u32, chosen: Option<&str>| -> Vec<PropertyValue> {
        (from..to)
            .map(|port| rule(f64::from(port), chosen))
            .collect()
    };
    let given = numbers(0, many, None);
    let moved: Vec<PropertyValue> = given.iter().rev().cloned().collect();
    let others = numbers(many, 2 * many, Some("udp"));
    let equal = vec![rule(1.0, None); given.len()];
    let lists = [
        numbers(1, many + 1, Some("udp")),
        moved,
        others,
        equal.clone(),
        list_of_forms(many),
    ];
    let started = Instant::now();
    for found in &lists {
        for given in [&given, &equal] {
            aligned(given, found);
            with(&acme(), Extras::Any, |matcher| {
                matcher.pair(given, found, found)
            });
        }
        aligned(found, &given);
    }
    let taken = started.elapsed();
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}

/// Elements of several forms.
fn list_of_forms(many: u32) -> Vec<PropertyValue> {
    let element = |at: u32| {
        let names = ["port", "protocol", "key"];
        let given = names
            .iter()
            .enumerate()
            .filter(|(bit, _)| at >> bit & 1 == 1);
        let entries = given.map(|(_, name)| ((*name).to_owned(), f64::from(at).into()));
        PropertyValue::Object(entries.collect())
    };
    (0..many).map(element).collect()
}
