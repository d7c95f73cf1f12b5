//! State that was recorded before it had a version means the same afterwards.

use pulumi_wasm_provider::prelude::*;
use pulumi_wasm_provider::testing;
use serde_json::{Value as JsonValue, json};

use crate::id::RandomId;
use crate::password::RandomPassword;
use crate::string::RandomString;

fn inputs_of_today<R: Lifecycle>(recorded: JsonValue) -> JsonValue {
    let (inputs, _) = testing::migrate::<R>(0, Some(recorded), None).unwrap();
    inputs.unwrap()
}

#[test]
fn the_two_names_for_digits_are_one_input() {
    let both = json!({ "length": 4, "number": false, "numeric": false });
    for recorded in [
        json!({ "length": 4, "number": false }),
        json!({ "length": 4, "numeric": false }),
        json!({ "length": 4, "number": true, "numeric": false }),
        both.clone(),
    ] {
        assert_eq!(inputs_of_today::<RandomString>(recorded), both);
    }
    let usual = json!({ "length": 4, "number": true });
    assert_eq!(inputs_of_today::<RandomString>(usual.clone()), usual);
}

#[test]
fn keepers_count_by_what_they_say() {
    let id = |keepers: JsonValue| json!({ "byteLength": 4, "keepers": keepers });
    for (recorded, expected) in [
        (
            json!({ "__defaults": [], "region": "eu" }),
            json!({ "region": "eu" }),
        ),
        (
            json!({ "revision": 3, "share": 0.5 }),
            json!({ "revision": "3", "share": "0.5" }),
        ),
        (json!({ "revision": 3.0 }), json!({ "revision": "3" })),
        (
            json!({ "canary": true, "zone": null }),
            json!({ "canary": "true" }),
        ),
        (json!(null), json!(null)),
    ] {
        assert_eq!(inputs_of_today::<RandomId>(id(recorded)), id(expected));
    }
}

#[test]
fn a_keeper_that_is_no_text_is_refused() {
    let inputs = json!({ "byteLength": 4, "keepers": { "list": [1] } });
    let error = testing::migrate::<RandomId>(0, Some(inputs), None).unwrap_err();
    assert!(error.to_string().contains("keepers.list"), "{error}");
}

#[test]
fn a_password_of_an_old_version_has_no_hash() {
    let outputs = json!({ "length": 4, "result": "abcd", "id": "none", "__meta": "{}" });
    let (_, outputs) = testing::migrate::<RandomPassword>(0, None, Some(outputs)).unwrap();
    assert_eq!(outputs.unwrap()["bcryptHash"], "");
}
