//! Which changes of inputs count: what `diff` leaves of the host's findings.

use pulumi_wasm_provider::bindings::exports::pulumi_wasm::provider::lifecycle::{
    DiffRequest, DifferenceKind, Guest, PropertyDifference,
};
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::common::CallContext;
use serde_json::{Value as JsonValue, json};

use crate::PulumiProvider;

const STRING: &str = "random:index/randomString:RandomString";
const PASSWORD: &str = "random:index/randomPassword:RandomPassword";
const ID: &str = "random:index/randomId:RandomId";

/// What still counts of the paths that the host found different.
fn counts(
    token: &str,
    old: JsonValue,
    new: JsonValue,
    outputs: JsonValue,
    found: &[&str],
) -> Vec<String> {
    let extra = || "{}".to_owned();
    let found = found.iter().map(|path| PropertyDifference {
        property: (*path).to_owned(),
        kind: DifferenceKind::ChangeReplace,
        extra: extra(),
    });
    let request = DiffRequest {
        context: CallContext {
            urn: String::new(),
            token: token.to_owned(),
            name: "old".to_owned(),
            preview: true,
            deadline_ms: 1000,
            extra: extra(),
        },
        id: "none".to_owned(),
        old_inputs: old.to_string(),
        old_outputs: outputs.to_string(),
        inputs: new.to_string(),
        ignore_changes: Vec::new(),
        found: found.collect(),
        delete_before_replace: false,
        extra: extra(),
    };
    let answer = <PulumiProvider as Guest>::diff(request).unwrap();
    answer
        .differences
        .into_iter()
        .map(|difference| difference.property)
        .collect()
}

/// The outputs of a text of four characters.
fn four() -> JsonValue {
    json!({ "length": 4, "result": "abcd", "id": "abcd", "__meta": "{}" })
}

#[test]
fn the_two_names_for_digits_are_one_input() {
    let found = ["number", "numeric"];
    for (old, new) in [
        (json!({ "number": true }), json!({})),
        (json!({ "number": true }), json!({ "numeric": true })),
        (json!({ "number": false }), json!({ "numeric": false })),
        (
            json!({ "number": false, "numeric": false }),
            json!({ "number": true, "numeric": false }),
        ),
    ] {
        assert_eq!(
            counts(STRING, with_length(&old), with_length(&new), four(), &found),
            [""; 0],
            "{old} {new}"
        );
    }
    let left_out = counts(
        STRING,
        with_length(&json!({})),
        with_length(&json!({ "numeric": false })),
        four(),
        &["numeric"],
    );
    assert_eq!(left_out, ["numeric"]);
}

#[test]
fn an_empty_list_of_special_characters_is_none() {
    let (old, new) = (
        with_length(&json!({ "overrideSpecial": "" })),
        with_length(&json!({})),
    );
    assert_eq!(
        counts(STRING, old, new, four(), &["overrideSpecial"]),
        [""; 0]
    );
    let (old, new) = (
        with_length(&json!({ "overrideSpecial": "!" })),
        with_length(&json!({})),
    );
    assert_eq!(
        counts(STRING, old, new, four(), &["overrideSpecial"]),
        ["overrideSpecial"]
    );
}

#[test]
fn a_password_of_an_old_version_keeps_its_defaults() {
    let old = json!({
        "__defaults": ["lower", "number", "special", "upper"],
        "length": 4, "lower": true, "number": true, "special": true, "upper": true,
    });
    assert_eq!(
        counts(PASSWORD, old, with_length(&json!({})), four(), &["number"]),
        [""; 0]
    );
}

#[test]
fn keepers_count_by_what_they_say() {
    let outputs = json!({ "b64Std": "", "b64Url": "", "byteLength": 4, "dec": "", "hex": "" });
    let inputs = |keepers: JsonValue| json!({ "byteLength": 4, "keepers": keepers });
    for (old, new) in [
        (
            json!({ "__defaults": [], "region": "eu" }),
            json!({ "region": "eu" }),
        ),
        (json!({ "revision": 3 }), json!({ "revision": "3" })),
        (
            json!({ "region": "eu" }),
            json!({ "region": "eu", "zone": null }),
        ),
        (json!(null), json!({})),
    ] {
        let found = ["keepers.region", "keepers[\"revision\"]", "keepers"];
        let left = counts(
            ID,
            inputs(old.clone()),
            inputs(new.clone()),
            outputs.clone(),
            &found,
        );
        assert_eq!(left, [""; 0], "{old} {new}");
    }
    let (old, new) = (
        inputs(json!({ "region": "eu" })),
        inputs(json!({ "region": "us" })),
    );
    let left = counts(ID, old, new, outputs, &["keepers.region", "byteLength"]);
    assert_eq!(left, ["keepers.region", "byteLength"]);
}

fn with_length(inputs: &JsonValue) -> JsonValue {
    let mut inputs = inputs.clone();
    inputs["length"] = json!(4);
    inputs
}
