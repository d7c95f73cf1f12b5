//! Checking and comparing inputs.

use serde_json::{Value as JsonValue, json};

use super::sample::PulumiProvider;
use super::{MACHINE, UNKNOWN, configured, context, inputs, outputs, parse, secret, with};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{
    self as wit, DifferenceKind as Kind, Guest,
};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;

fn check(old_inputs: &JsonValue, inputs: &JsonValue) -> Result<wit::CheckResponse, WitError> {
    configured();
    PulumiProvider::check(wit::CheckRequest {
        context: context(MACHINE),
        old_inputs: old_inputs.to_string(),
        old_outputs: None,
        inputs: inputs.to_string(),
        random_seed: vec![0; 32],
        extra: "{}".into(),
    })
}

#[test]
fn check_changes_only_what_it_sets() {
    let given = json!({
        "label": secret("Loud"), "disks": [{ "size": secret("small"), "later": 1 }, UNKNOWN], "__defaults": [],
        "password": UNKNOWN, "tags": null,
    });
    let response = check(&json!({}), &given).unwrap();
    assert!(response.failures.is_empty());
    assert_eq!(
        parse(&response.inputs),
        with(with(given.clone(), "label", secret("loud")), "region", "eu")
    );

    let again = check(&inputs(), &given).unwrap();
    assert_eq!(parse(&again.inputs)["tags"], json!({ "kept": "yes" }));
}

#[test]
fn check_reports_everything_that_is_wrong() {
    let given = with(with(inputs(), "label", "a b"), "region", "moon");
    let failures = check(&json!({}), &given).unwrap().failures;
    let failures: Vec<_> = failures
        .iter()
        .map(|failure| (&*failure.property, &*failure.reason))
        .collect();
    assert_eq!(
        failures,
        [("label", "has a space"), ("region", "is out of reach")]
    );

    let failures = check(&json!({}), &with(inputs(), "label", 1))
        .unwrap()
        .failures;
    assert_eq!(failures[0].reason, "expected a string, found a number");
}

/// The answer to a text, instead of to its meaning.
fn check_text(inputs: &str) -> wit::CheckResponse {
    configured();
    PulumiProvider::check(wit::CheckRequest {
        context: context(MACHINE),
        old_inputs: "{}".into(),
        old_outputs: None,
        inputs: inputs.into(),
        random_seed: vec![0; 32],
        extra: "{}".into(),
    })
    .unwrap()
}

#[test]
fn what_a_check_leaves_alone_is_the_text_that_came() {
    let complete =
        r#" { "password" : 1.50, "region":"eu","disks":[ ],"label":"a", "__defaults" : [ ] } "#;
    assert_eq!(check_text(complete).inputs, complete);

    let changed = check_text(&complete.replace("\"a\"", "\"A\"")).inputs;
    assert!(changed.contains(r#""password":1.50"#), "{changed}");
    assert!(changed.contains(r#""disks":[ ]"#), "{changed}");
    assert_eq!(parse(&changed)["label"], "a");
    assert_eq!(parse(&changed)["__defaults"], json!([]));
}

#[test]
fn only_what_a_check_looks_at_is_read() {
    let unread = with(inputs(), "password", json!({ "of": "another type" }));
    let response = check(&json!({}), &unread).unwrap();
    assert!(response.failures.is_empty(), "{:?}", response.failures);
    assert_eq!(parse(&response.inputs)["password"], unread["password"]);

    let wrong = with(with(inputs(), "label", 1), "region", "moon");
    let failures = check(&json!({}), &wrong).unwrap().failures;
    let failures: Vec<_> = failures
        .iter()
        .map(|failure| (&*failure.property, &*failure.reason))
        .collect();
    assert_eq!(
        failures,
        [
            ("region", "is out of reach"),
            ("label", "expected a string, found a number")
        ],
        "what the check found, and what it could not read"
    );
}

fn diff(
    token: &str,
    old_outputs: &JsonValue,
    inputs: &JsonValue,
    found: &[(&str, Kind)],
) -> wit::DiffResponse {
    configured();
    PulumiProvider::diff(wit::DiffRequest {
        context: context(token),
        id: "m-1".into(),
        old_inputs: self::inputs().to_string(),
        old_outputs: old_outputs.to_string(),
        inputs: inputs.to_string(),
        differences: found
            .iter()
            .map(|(path, kind)| wit::PropertyDifference {
                property: (*path).into(),
                kind: *kind,
                extra: "{}".into(),
            })
            .collect(),
        delete_before_replace: true,
        extra: "{}".into(),
    })
    .unwrap()
}

#[test]
fn diff_corrects_what_was_found() {
    let found = [
        ("tags.a", Kind::Add),
        ("region", Kind::Change),
        ("label", Kind::ChangeReplace),
    ];
    let response = diff(
        MACHINE,
        &outputs(),
        &with(inputs(), "disks", UNKNOWN),
        &found,
    );
    let kinds: Vec<_> = response
        .differences
        .iter()
        .map(|found| (&*found.property, found.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            ("region", Kind::ChangeReplace),
            ("label", Kind::ChangeReplace),
            ("disks", Kind::Change)
        ]
    );
    assert!(response.delete_before_replace, "as the host says");
}

#[test]
fn diff_of_a_state_of_another_shape_is_the_hosts() {
    let response = diff(
        MACHINE,
        &json!({ "label": 1 }),
        &inputs(),
        &[("tags.a", Kind::Remove)],
    );
    assert_eq!(
        (
            &*response.differences[0].property,
            response.differences[0].kind
        ),
        ("tags.a", Kind::Remove)
    );
}

#[test]
fn no_state_fits_that_cannot_be_read() {
    let disk = json!({ "size": "small", "parts": [{ "size": "XL", "encrypted": true }] });
    let fits = with(outputs(), "disks", json!([disk.clone()]));
    let found = [("tags.a", Kind::Remove)];
    assert!(
        diff(MACHINE, &fits, &inputs(), &found)
            .differences
            .is_empty()
    );
    for (name, wrong) in [
        ("disks", json!([disk, { "size": "huge" }])),
        ("disks", json!([{ "size": "small", "parts": [{}] }])),
        ("disks", json!([{ "size": "small", "encrypted": "no" }])),
        ("disks", json!(null)),
        ("tags", json!({ "a": UNKNOWN })),
        ("tags", json!({ "a": 1 })),
        ("region", json!(false)),
        ("serialNumber", json!(1.5)),
    ] {
        let response = diff(
            MACHINE,
            &with(outputs(), name, wrong.clone()),
            &inputs(),
            &found,
        );
        assert_eq!(response.differences.len(), 1, "{name}: {wrong}");
    }
    let null = with(fits, "tags", json!(null));
    assert!(
        diff(MACHINE, &null, &inputs(), &found)
            .differences
            .is_empty()
    );
}

#[test]
fn diff_that_looks_at_inputs_of_another_shape_is_the_hosts() {
    let found = [("tags.a", Kind::Remove)];
    let strange = with(inputs(), "disks", json!({}));
    let response = diff(MACHINE, &outputs(), &strange, &found);
    assert_eq!(
        (
            &*response.differences[0].property,
            response.differences.len()
        ),
        ("tags.a", 1)
    );
    let unread = with(inputs(), "label", json!({}));
    let response = diff(MACHINE, &outputs(), &unread, &found);
    assert!(response.differences.is_empty(), "as the hook says");
}
