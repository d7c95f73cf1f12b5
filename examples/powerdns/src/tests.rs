//! The provider's treatment of inputs, before any server is asked.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use pulumi_wasm_provider::prelude::*;
use pulumi_wasm_provider::{Properties, PropertyFailure, PropertyPath, testing};
use serde_json::{Value as Json, json};

use crate::PulumiProvider;
use crate::record_set::RecordSet;
use crate::zone::Zone;

/// The checked inputs, and their faults.
fn check<R: Lifecycle>(inputs: Json) -> (Json, Vec<PropertyFailure>) {
    let (draft, failures) = testing::check::<R>(testing::properties(inputs).unwrap()).unwrap();
    (
        Json::Object(draft.to_properties(&PropertyPath::Root).unwrap()),
        failures,
    )
}

/// Checks inputs that are fine, twice: the second time must change nothing.
fn checked<R: Lifecycle>(inputs: Json) -> Json {
    let (once, failures) = check::<R>(inputs);
    assert!(failures.is_empty(), "{failures:?}");
    assert_eq!(check::<R>(once.clone()), (once.clone(), failures), "twice");
    once
}

fn failures<R: Lifecycle>(inputs: Json) -> Vec<String> {
    check::<R>(inputs)
        .1
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_zone_is_checked_into_the_server_s_spelling() {
    let zone = checked::<Zone>(json!({
        "name": "Example.ORG", "kind": "Slave", "masters": ["192.0.2.1:53", "[2001:DB8::1]:5300"],
    }));
    assert_eq!(
        zone,
        json!({"name": "example.org.", "kind": "Slave", "masters": ["192.0.2.1", "[2001:db8::1]:5300"]})
    );
}

#[test]
fn everything_that_is_wrong_with_a_zone_is_said_at_once() {
    let failures = failures::<Zone>(json!({
        "name": "example..org", "kind": "Consumer", "nameservers": ["a.b"], "masters": ["ns1.example.org"],
    }));
    let expected = ["name: ", "masters[0]: ", "nameservers: "];
    assert_eq!(failures.len(), expected.len(), "{failures:?}");
    for (failure, start) in failures.iter().zip(expected) {
        assert!(failure.starts_with(start), "{failure}");
    }
}

#[test]
fn a_record_set_is_checked_into_the_server_s_spelling() {
    let records = checked::<RecordSet>(json!({
        "zone": "example.org", "name": "Mail.example.org", "type": "mx", "records": ["10  mx1.example.org"],
    }));
    assert_eq!(
        records,
        json!({
            "zone": "example.org.", "name": "mail.example.org.", "type": "MX", "ttl": 3600,
            "records": ["10 mx1.example.org."], "disabled": false,
        })
    );
}

#[test]
fn names_outside_of_the_zone_are_refused_with_the_full_name() {
    for (name, full) in [("www", "`www.example.org.`"), ("@", "`example.org.`")] {
        let inputs =
            json!({"zone": "example.org", "name": name, "type": "A", "records": ["192.0.2.1"]});
        let failures = failures::<RecordSet>(inputs);
        assert!(failures[0].ends_with(full), "{failures:?}");
    }
}

#[test]
fn everything_that_is_wrong_with_a_record_set_is_said_at_once() {
    let failures = failures::<RecordSet>(json!({
        "zone": "example.org", "name": "example.org", "type": "A",
        "records": ["192.0.2.1", "192.0.2.256", "192.0.2.1"],
    }));
    let expected = ["records[1]: ", "records[2]: "];
    assert_eq!(failures.len(), expected.len(), "{failures:?}");
    for (failure, start) in failures.iter().zip(expected) {
        assert!(failure.starts_with(start), "{failure}");
    }
}

#[test]
fn what_is_unknown_yet_is_left_alone() {
    let unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    let records = checked::<RecordSet>(json!({
        "zone": unknown, "name": "www", "type": "A", "records": ["192.0.2.1 ", unknown],
    }));
    assert_eq!(records["zone"], unknown);
    assert_eq!(records["records"], json!(["192.0.2.1 ", unknown]));
}

#[test]
fn the_manifest_asks_for_the_configured_server_and_the_key() {
    let manifest = testing::manifest::<PulumiProvider>().unwrap();
    assert_eq!(
        manifest["permissions"]["net"][0]["host"],
        "config:serverUrl"
    );
    assert_eq!(manifest["permissions"]["env"].as_array().unwrap().len(), 1);
    assert_eq!(
        manifest["schema"]["config"]["variables"]["apiKey"]["secret"],
        true
    );
    let beside = &manifest["resources"];
    assert_eq!(
        beside["powerdns:index:RecordSet"]["properties"]["ttl"],
        json!({"minimum": 0, "maximum": 2_147_483_647})
    );
    assert_eq!(
        beside["powerdns:index:Zone"]["properties"]["metadata"],
        json!({"keyPattern": "^[A-Z0-9-]+$", "compare": ["empty"], "items": {"compare": ["set"]}})
    );
    let zone = &manifest["schema"]["resources"]["powerdns:index:Zone"];
    assert_eq!(zone["requiredInputs"], json!(["name"]));
    assert_eq!(zone["inputProperties"]["name"]["replaceOnChanges"], true);
}
