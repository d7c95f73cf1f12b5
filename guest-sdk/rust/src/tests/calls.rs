//! The life of resources, and functions.

use serde_json::{Value as JsonValue, json};

use super::sample::PulumiProvider;
use super::{UNKNOWN, context, invalid, parse, preview, secret};
use crate::bindings::exports::pulumi_wasm::provider::lifecycle::{
    self as wit, DifferenceKind as Kind, Guest,
};
use crate::bindings::pulumi_wasm::provider::common::Error as WitError;

const MACHINE: &str = "sample:index:Machine";

fn configured() {
    let config = json!({ "serverUrl": "http://a", "token": "me" }).to_string();
    PulumiProvider::configure(wit::ConfigureRequest {
        context: context(""),
        config,
        extra: "{}".into(),
    })
    .unwrap();
}

fn inputs() -> JsonValue {
    json!({ "label": "a", "region": "us", "disks": [{ "size": "small" }], "password": secret("pass") })
}

fn outputs() -> JsonValue {
    json!({ "label": "a", "region": "eu", "disks": [], "address": "10.0.0.9" })
}

fn with(mut base: JsonValue, key: &str, value: impl Into<JsonValue>) -> JsonValue {
    base[key] = value.into();
    base
}

fn create(inputs: &JsonValue) -> Result<wit::CreateResponse, WitError> {
    configured();
    PulumiProvider::create(wit::CreateRequest {
        context: context(MACHINE),
        inputs: inputs.to_string(),
        resume_outputs: None,
        resume_id: String::new(),
        extra: "{}".into(),
    })
}

#[test]
fn create_makes_the_thing() {
    let response = create(&inputs()).unwrap();
    assert_eq!(response.id, "m-a-4");
    let expected = json!({
        "label": "a", "region": "us", "disks": [{ "size": "small", "encrypted": false }], "address": "10.0.0.1",
    });
    assert_eq!(
        parse(&response.outputs),
        expected,
        "neither the input-only password nor what is none"
    );
    let without_region = json!({ "label": "a", "disks": [], "password": "" });
    assert_eq!(
        parse(&create(&without_region).unwrap().outputs)["region"],
        "eu"
    );
}

#[test]
fn create_names_what_does_not_fit() {
    let failures = |inputs| invalid(create(&inputs).unwrap_err());
    let disks = json!([{ "size": "small" }, { "size": "huge" }]);
    assert_eq!(
        failures(with(inputs(), "disks", disks)),
        ["disks[1].size: expected one of `small`, `XL`, found `huge`"]
    );
    assert_eq!(
        failures(with(inputs(), "label", UNKNOWN)),
        ["label: is not known yet"]
    );
    assert_eq!(failures(json!({})), ["label: is required"]);
}

#[test]
fn create_can_fail_with_a_state() {
    let Err(WitError::Partial(state)) = create(&with(inputs(), "label", "half")) else {
        panic!("not partial")
    };
    assert_eq!(
        (state.id.as_str(), state.reasons.as_slice()),
        ("m-half", &["it does not start".to_owned()][..])
    );
    assert_eq!(parse(&state.outputs)["address"], "none");
    assert!(matches!(
        create(&with(inputs(), "label", "checkpoint")),
        Err(WitError::Unavailable(_))
    ));
    assert!(matches!(
        create(&with(inputs(), "label", "nameless")),
        Err(WitError::Other(_))
    ));
}

#[test]
fn create_sees_what_configure_built() {
    let response = create(&with(inputs(), "label", "session")).unwrap();
    assert_eq!(parse(&response.outputs)["address"], "me@http://a");
}

#[test]
fn resume_gets_the_saved_state() {
    configured();
    let response = PulumiProvider::create(wit::CreateRequest {
        context: context(MACHINE),
        inputs: inputs().to_string(),
        resume_outputs: Some(outputs().to_string()),
        resume_id: "m-1".into(),
        extra: "{}".into(),
    })
    .unwrap();
    assert_eq!(
        (response.id.as_str(), &parse(&response.outputs)["address"]),
        ("m-1", &json!("resumed 10.0.0.9"))
    );
}

#[test]
fn previews_keep_unknowns_and_secrets() {
    configured();
    let draft = json!({ "label": secret(UNKNOWN), "disks": [UNKNOWN], "password": "p" });
    let request = |inputs: JsonValue| wit::CreateRequest {
        context: preview(MACHINE),
        inputs: inputs.to_string(),
        resume_outputs: None,
        resume_id: String::new(),
        extra: "{}".into(),
    };
    let response = PulumiProvider::create(request(draft.clone())).unwrap();
    let expected = json!({
        "label": secret(UNKNOWN), "region": "eu", "disks": [UNKNOWN], "address": "10.0.0.1", "serialNumber": UNKNOWN,
    });
    assert_eq!(parse(&response.outputs), expected);
    let elsewhere = PulumiProvider::create(request(with(draft.clone(), "region", "us"))).unwrap();
    assert_eq!(parse(&elsewhere.outputs)["address"], UNKNOWN);

    let response = PulumiProvider::update(wit::UpdateRequest {
        context: preview(MACHINE),
        id: "m-1".into(),
        old_inputs: inputs().to_string(),
        old_outputs: outputs().to_string(),
        inputs: draft.to_string(),
        ignore_changes: Vec::new(),
        extra: "{}".into(),
    })
    .unwrap();
    assert_eq!(parse(&response.outputs)["address"], "10.0.0.9");
}

fn check(old_inputs: &JsonValue, inputs: &JsonValue) -> Result<wit::CheckResponse, WitError> {
    configured();
    PulumiProvider::check(wit::CheckRequest {
        context: context(MACHINE),
        old_inputs: old_inputs.to_string(),
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
        ignore_changes: Vec::new(),
        found: found
            .iter()
            .map(|(path, kind)| wit::PropertyDifference {
                property: (*path).into(),
                kind: *kind,
                extra: "{}".into(),
            })
            .collect(),
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
    assert!(response.delete_before_replace, "as the struct says");
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

fn read(id: &str, state: Option<(&JsonValue, &JsonValue)>) -> wit::ReadResponse {
    configured();
    PulumiProvider::read(wit::ReadRequest {
        context: context(MACHINE),
        id: id.into(),
        inputs: state.map(|(inputs, _)| inputs.to_string()),
        outputs: state.map(|(_, outputs)| outputs.to_string()),
        extra: "{}".into(),
    })
    .unwrap()
}

#[test]
fn read_finds_imports_and_misses() {
    let refreshed = read("m-1", Some((&inputs(), &outputs())));
    assert_eq!(
        (refreshed.exists, &*refreshed.id, parse(&refreshed.outputs)),
        (true, "m-1", outputs())
    );
    let expected = json!({ "label": "a", "region": "eu", "disks": [], "password": "pass" });
    assert_eq!(
        parse(&refreshed.inputs.unwrap()),
        expected,
        "with the input that is no output"
    );

    let imported = read("new", None);
    assert_eq!(
        (&*imported.id, &parse(&imported.outputs)["address"]),
        ("m-new", &json!("found"))
    );
    assert_eq!(parse(&imported.inputs.unwrap())["password"], "?");
    assert_eq!(
        read("new", Some((&json!({}), &json!({ "label": "a" })))).id,
        "m-new",
        "a part of the state is none"
    );
    assert!(!read("gone", None).exists);
}

#[test]
fn update_gets_the_old_state_with_its_inputs() {
    configured();
    let response = PulumiProvider::update(wit::UpdateRequest {
        context: context(MACHINE),
        id: "m-1".into(),
        old_inputs: inputs().to_string(),
        old_outputs: outputs().to_string(),
        inputs: inputs().to_string(),
        ignore_changes: Vec::new(),
        extra: "{}".into(),
    })
    .unwrap();
    assert_eq!(
        parse(&response.outputs)["address"],
        "was 10.0.0.9 with pass"
    );
}

#[test]
fn delete_gets_the_state_with_its_inputs() {
    configured();
    let delete = |id: &str| {
        PulumiProvider::delete(wit::DeleteRequest {
            context: context(MACHINE),
            id: id.into(),
            inputs: inputs().to_string(),
            outputs: outputs().to_string(),
            extra: "{}".into(),
        })
    };
    assert!(delete("m-1").is_ok());
    let Err(WitError::NotFound(failure)) = delete("stuck") else {
        panic!("no error")
    };
    assert_eq!(failure.message, "a pass");
}

fn invoke(token: &str, arguments: &JsonValue) -> Result<wit::InvokeResponse, WitError> {
    configured();
    let arguments = arguments.to_string();
    PulumiProvider::invoke(wit::InvokeRequest {
        context: context(token),
        arguments,
        extra: "{}".into(),
    })
}

#[test]
fn functions_are_called_by_their_token() {
    let sum = invoke("sample:index:addNumbers", &json!({ "first": 2 })).unwrap();
    assert_eq!(
        (parse(&sum.result_value), sum.failures.len()),
        (json!({ "sum": 3.0 }), 0)
    );
    let failed = invoke("sample:index:addNumbers", &json!({ "first": -2 })).unwrap();
    assert_eq!(
        (&*failed.failures[0].property, &*failed.failures[0].reason),
        ("first", "is negative")
    );
    let missing = invoke("sample:index:addNumbers", &json!({})).unwrap();
    assert_eq!(
        (&*missing.failures[0].property, &*missing.failures[0].reason),
        ("first", "is required")
    );
    let session = invoke("sample:index:whoAmI", &json!({})).unwrap();
    assert_eq!(
        parse(&session.result_value),
        json!({ "session": "me@http://a" })
    );
}

#[test]
fn what_nobody_wrote_is_unsupported() {
    assert!(matches!(
        invoke("sample:index:session", &json!({})),
        Err(WitError::Unsupported(_))
    ));
    assert!(matches!(
        invoke("other:index:whoAmI", &json!({})),
        Err(WitError::Unsupported(_))
    ));
    let note = PulumiProvider::delete(wit::DeleteRequest {
        context: context("sample:other/note:Note"),
        id: "note".into(),
        inputs: json!({ "text": 1 }).to_string(),
        outputs: json!({ "text": 1 }).to_string(),
        extra: "{}".into(),
    });
    let Err(WitError::Unsupported(failure)) = note else {
        panic!("no error")
    };
    assert_eq!(failure.message, "`Note` has no `delete`");
}
