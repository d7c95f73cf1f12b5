//! Reads, updates and deletes.

use serde_json::{Value as JsonValue, json};

use super::sample::PulumiProvider;
use super::{MACHINE, configured, context, inputs, outputs, parse};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;

fn read(id: &str, state: Option<(&JsonValue, &JsonValue)>) -> Option<wit::ResourceState> {
    configured();
    PulumiProvider::read(wit::ReadRequest {
        context: context(MACHINE),
        id: id.into(),
        old_inputs: state.map(|(inputs, _)| inputs.to_string()),
        old_outputs: state.map(|(_, outputs)| outputs.to_string()),
        old_views: Vec::new(),
        extra: "{}".into(),
    })
    .unwrap()
    .state
}

#[test]
fn read_finds_imports_and_misses() {
    let refreshed = read("m-1", Some((&inputs(), &outputs()))).unwrap();
    assert_eq!(
        (&*refreshed.id, parse(&refreshed.outputs)),
        ("m-1", outputs())
    );
    assert_eq!(refreshed.inputs, None, "the host knows the recorded ones");

    let imported = read("new", None).unwrap();
    assert_eq!(
        (&*imported.id, &parse(&imported.outputs)["address"]),
        ("m-new", &json!("found"))
    );
    assert_eq!(parse(&imported.inputs.unwrap())["password"], "?");
    let expected = json!({ "label": "bare", "region": "eu", "disks": [], "password": "?" });
    let inputs = read("bare", None).unwrap().inputs.unwrap();
    assert_eq!(
        parse(&inputs),
        expected,
        "with the input that is not an output"
    );
    assert_eq!(
        read("new", Some((&json!({}), &json!({ "label": "a" })))).map(|state| state.id),
        Some("m-new".to_owned()),
        "a part of the state is none"
    );
    assert!(read("gone", None).is_none());
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
        old_views: Vec::new(),
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
            old_inputs: inputs().to_string(),
            old_outputs: outputs().to_string(),
            old_views: Vec::new(),
            extra: "{}".into(),
        })
    };
    assert!(delete("m-1").is_ok());
    let Err(WitError::NotFound(failure)) = delete("stuck") else {
        panic!("no error")
    };
    assert_eq!(failure.message, "a pass");
}
