//! Creates and previews.

use serde_json::{Value as JsonValue, json};

use super::sample::PulumiProvider;
use super::{
    MACHINE, UNKNOWN, configured, context, inputs, invalid, outputs, parse, preview, secret, with,
};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;

fn create(inputs: &JsonValue) -> Result<wit::CreateResponse, WitError> {
    configured();
    PulumiProvider::create(wit::CreateRequest {
        context: context(MACHINE),
        inputs: inputs.to_string(),
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
    let response = PulumiProvider::resume(wit::ResumeRequest {
        context: context(MACHINE),
        id: "m-1".into(),
        old_outputs: outputs().to_string(),
        inputs: inputs().to_string(),
        extra: "{}".into(),
    })
    .unwrap();
    assert_eq!(parse(&response.outputs)["address"], "resumed m-1 10.0.0.9");
}

#[test]
fn previews_keep_unknowns_and_secrets() {
    configured();
    let draft = json!({ "label": secret(UNKNOWN), "disks": [UNKNOWN], "password": "p" });
    let shown = |region: &str| {
        json!({
            "label": secret(UNKNOWN), "region": region, "disks": [UNKNOWN], "address": UNKNOWN, "serialNumber": UNKNOWN,
        })
    };
    let request = |region: &str| wit::PreviewCreateRequest {
        context: preview(MACHINE),
        inputs: with(draft.clone(), "region", region).to_string(),
        outputs: shown(region).to_string(),
        extra: "{}".into(),
    };
    let response = PulumiProvider::preview_create(request("eu")).unwrap();
    let expected = json!({
        "label": secret(UNKNOWN), "region": "eu", "disks": [UNKNOWN], "address": "10.0.0.1", "serialNumber": UNKNOWN,
    });
    assert_eq!(parse(&response.outputs), expected);
    let elsewhere = PulumiProvider::preview_create(request("us")).unwrap();
    assert_eq!(parse(&elsewhere.outputs)["address"], UNKNOWN);

    let response = PulumiProvider::preview_update(wit::PreviewUpdateRequest {
        context: preview(MACHINE),
        id: "m-1".into(),
        old_inputs: inputs().to_string(),
        old_outputs: outputs().to_string(),
        old_views: Vec::new(),
        inputs: draft.to_string(),
        outputs: shown("eu").to_string(),
        extra: "{}".into(),
    })
    .unwrap();
    assert_eq!(parse(&response.outputs)["address"], "10.0.0.9");
}
