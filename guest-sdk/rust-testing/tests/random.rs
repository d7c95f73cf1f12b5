//! Whole lives of the resources of `examples/random`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests may fail this way"
)]

use pulumi_wasm_testing::{Failure, FailureKind, Provider, Step, secret, unknown};
use serde_json::{Value as JsonValue, json};

#[test]
fn a_password_is_made_once_and_stays_secret() -> Result<(), Failure> {
    let provider = Provider::component("random.wasm");
    let mut password = provider.resource("RandomPassword", "db");
    let preview = password.preview(json!({ "length": 20 }))?;
    preview
        .outputs()
        .assert_has(&json!({ "length": 20, "result": secret(unknown()) }));

    assert_eq!(password.up(json!({ "length": 20 }))?, Step::Created);
    let outputs = password.outputs();
    let secrets = outputs.secrets();
    assert!(
        secrets.contains(&"result".to_owned()) && secrets.contains(&"bcryptHash".to_owned()),
        "{secrets:?}"
    );
    let made = outputs.revealed()["result"].clone();
    assert_eq!(made.as_str().map(str::len), Some(20));

    assert_eq!(password.up(json!({ "length": 20 }))?, Step::Same);
    assert!(password.refresh()?.is_none());
    assert_eq!(password.outputs().revealed()["result"], made);
    for message in provider.messages() {
        assert!(!message.text.contains(made.as_str().unwrap()), "{message}");
    }
    password.destroy()
}

#[test]
fn keepers_make_a_new_one() -> Result<(), Failure> {
    let provider = Provider::component("random.wasm");
    let mut id = provider.resource("RandomId", "suffix");
    let inputs = |version: &str| json!({ "byteLength": 8, "keepers": { "version": version } });
    id.up(inputs("1"))?;
    let first = id.id().to_owned();
    assert_eq!(id.up(inputs("1"))?, Step::Same);
    let change = id.up(inputs("2"))?;
    assert_eq!(change, Step::Replaced);
    assert!(change.reasons()[0].contains("keepers"), "{change:?}");
    assert_ne!(id.id(), first);
    Ok(())
}

#[test]
fn what_is_imported_needs_no_change() -> Result<(), Failure> {
    let provider = Provider::component("random.wasm");
    let mut uuid = provider.resource("RandomUuid", "found");
    uuid.import("6f0c9a2e-3b1d-4c58-9e77-21d0a4b8c513")?;
    assert_eq!(
        uuid.outputs()["result"],
        "6f0c9a2e-3b1d-4c58-9e77-21d0a4b8c513"
    );
    assert_eq!(uuid.up(json!({}))?, Step::Same);
    Ok(())
}

#[test]
fn mistakes_are_named_with_their_properties() {
    let provider = Provider::component("random.wasm");
    let failure = provider
        .resource("RandomString", "bad")
        .up(json!({ "lenght": 5 }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Invalid);
    assert!(failure.paths().contains(&"length"), "{failure}");
    let failure = provider
        .resource("RandomUuid", "bad")
        .import("no uuid")
        .unwrap_err();
    assert!(
        !failure.message().is_empty() || !failure.paths().is_empty(),
        "{failure}"
    );
}

#[test]
fn stacks_of_another_provider_need_no_change() -> Result<(), Failure> {
    let provider = Provider::component("random.wasm");
    for document in ["adopted-stack.json", "adopted-stack-4.8.json"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../examples/random/tests/state")
            .join(document);
        let export: JsonValue =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let resources = provider.recorded_in(&export);
        assert!(resources.len() > 3, "{document}");
        for mut resource in resources {
            let mut inputs = resource.inputs().json();
            forget_notes(&mut inputs);
            let change = resource.up(inputs)?;
            assert_eq!(
                change,
                Step::Same,
                "{document}: {}: {:?}",
                resource.urn(),
                change.reasons()
            );
            // The older provider had fewer outputs, and recorded null for a missing one.
            let drift = resource.refresh()?;
            assert!(
                drift.is_none() || document.contains("4.8"),
                "{document}: {}: {drift:?}",
                resource.urn()
            );
        }
    }
    Ok(())
}

/// Removes the private entries of the other provider from the inputs, because no program sets them.
fn forget_notes(inputs: &mut JsonValue) {
    if let JsonValue::Object(members) = inputs {
        members.remove("__defaults");
        members.values_mut().for_each(forget_notes);
    }
}
