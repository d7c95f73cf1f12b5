//! Whole lives of the resources of `examples/powerdns`, against a fake server.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests may fail this way"
)]

#[path = "powerdns/server.rs"]
mod server;

use std::time::Duration;

use pulumi_wasm_testing::{Failure, FailureKind, Fault, Provider, Step};
use serde_json::json;

use server::Server;

const URL: &str = "http://ns.test:8081";

/// A configured provider and its server.
fn start(provider: &Provider) -> Result<Server, Failure> {
    let server = Server::start(provider.fakes(), URL);
    provider.configure(json!({ "serverUrl": URL, "apiKey": server::KEY }))?;
    Ok(server)
}

#[test]
fn a_zone_is_made_changed_and_deleted() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let server = start(&provider)?;
    let mut zone = provider.resource("Zone", "main");
    let inputs = json!({ "name": "Example.ORG", "kind": "Master" });
    let preview = zone.preview(inputs.clone())?;
    preview
        .outputs()
        .assert_has(&json!({ "name": "example.org.", "kind": "Master" }));
    assert!(server.zones().is_empty());

    assert_eq!(zone.up(inputs.clone())?, Step::Created);
    assert_eq!(
        (zone.id(), server.zones()),
        ("example.org.", vec!["example.org.".to_owned()])
    );
    assert_eq!(zone.up(inputs)?, Step::Same);
    let change = zone.up(json!({ "name": "example.org", "kind": "Native", "account": "me" }))?;
    assert_eq!(change, Step::Updated);
    assert!(zone.refresh()?.is_none());
    zone.destroy()?;
    assert!(server.zones().is_empty());
    Ok(())
}

#[test]
fn records_in_another_order_are_no_change() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let server = start(&provider)?;
    server.add_zone("example.org.");
    let mut records = provider.resource("RecordSet", "www");
    let inputs = |records: [&str; 2]| json!({ "zone": "example.org", "name": "www.example.org", "type": "A", "records": records });
    assert_eq!(
        records.up(inputs(["192.0.2.1", "192.0.2.2"]))?,
        Step::Created
    );
    assert_eq!(records.id(), "example.org./www.example.org./A");
    assert_eq!(records.up(inputs(["192.0.2.2", "192.0.2.1"]))?, Step::Same);
    let change = records.up(inputs(["192.0.2.1", "192.0.2.3"]))?;
    assert_eq!(change, Step::Updated);
    assert!(
        change
            .reasons()
            .iter()
            .all(|reason| reason.contains("records")),
        "{change:?}"
    );
    records.destroy()
}

#[test]
fn what_others_change_is_found_and_put_right() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let server = start(&provider)?;
    let mut zone = provider.resource("Zone", "main");
    let inputs = json!({ "name": "example.org", "account": "me" });
    zone.up(inputs.clone())?;
    server.set("example.org.", "account", "you");
    assert_eq!(zone.refresh()?.outputs(), ["account"]);
    assert_eq!(zone.up(inputs.clone())?, Step::Updated);
    server.remove_zone("example.org.");
    assert!(zone.refresh()?.is_gone());
    assert_eq!(zone.up(inputs)?, Step::Created);
    Ok(())
}

#[test]
fn a_busy_server_is_asked_again() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    start(&provider)?;
    provider.fakes().fail(URL, Fault::Status(503), 3);
    let mut zone = provider.resource("Zone", "main");
    assert_eq!(zone.up(json!({ "name": "example.org" }))?, Step::Created);
    let waited = provider.fakes().waited();
    assert!(
        waited > Duration::from_millis(150) && waited < Duration::from_secs(1),
        "{waited:?}"
    );

    provider.fakes().fail(URL, Fault::Unavailable, usize::MAX);
    let failure = zone
        .up(json!({ "name": "example.org", "account": "me" }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Unavailable, "{failure}");
    Ok(())
}

#[test]
fn a_zone_whose_metadata_failed_is_completed_by_the_next_update() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let server = start(&provider)?;
    let metadata = format!("{URL}/api/v1/servers/localhost/zones/example.org./metadata");
    provider.fakes().fail(metadata, Fault::Status(422), 1);
    let mut zone = provider.resource("Zone", "main");
    let inputs = json!({ "name": "example.org", "metadata": { "ALSO-NOTIFY": ["192.0.2.1"] } });
    let failure = zone.up(inputs.clone()).unwrap_err();
    assert!(failure.is_recorded(), "{failure}");
    assert_eq!((zone.id(), server.zones().len()), ("example.org.", 1));
    assert_eq!(zone.up(inputs.clone())?, Step::Updated);
    assert_eq!((zone.problems().len(), server.zones().len()), (0, 1));
    assert_eq!(zone.up(inputs)?, Step::Same);
    Ok(())
}

#[test]
fn what_exists_is_not_overwritten() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let server = start(&provider)?;
    server.add_zone("example.org.");
    let mut zone = provider.resource("Zone", "main");
    let failure = zone.up(json!({ "name": "example.org" })).unwrap_err();
    assert_eq!(failure.kind(), FailureKind::AlreadyExists, "{failure}");
    assert!(!zone.exists());
    zone.import("example.org.")?;
    assert_eq!(zone.up(json!({ "name": "example.org" }))?, Step::Same);
    Ok(())
}

#[test]
fn a_create_whose_answer_was_lost_is_finished_by_the_next() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let server = start(&provider)?;
    let inputs = json!({
        "name": "example.org", "account": "me", "metadata": { "ALSO-NOTIFY": ["192.0.2.1"] },
    });
    provider.resource("Zone", "main").up(inputs.clone())?;
    let requests = provider.fakes().requests();
    let made = requests.iter().find(|request| request.method() == "POST");
    let mark = made.unwrap().json()["account"].clone();
    assert_ne!(mark, "me");

    // The state of the server if the process ends right after that request.
    server.set("example.org.", "account", mark.as_str().unwrap());
    let mut other = provider.resource("Zone", "other");
    let failure = other.up(inputs.clone()).unwrap_err();
    assert_eq!(failure.kind(), FailureKind::AlreadyExists, "{failure}");

    let mut zone = provider.resource("Zone", "main");
    assert_eq!(zone.up(inputs.clone())?, Step::Created);
    zone.outputs().assert_has(&json!({ "account": "me" }));
    assert!(zone.refresh()?.is_none());
    assert_eq!(zone.up(inputs)?, Step::Same);
    let posts = provider.fakes().requests();
    let posts = posts.iter().filter(|request| request.method() == "POST");
    assert_eq!(posts.count(), 1);
    Ok(())
}

#[test]
fn a_wrong_key_is_explained_and_never_shown() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let _server = Server::start(provider.fakes(), URL);
    provider.configure(json!({ "serverUrl": URL, "apiKey": "wrong-key" }))?;
    let failure = provider
        .resource("Zone", "main")
        .up(json!({ "name": "example.org" }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Denied, "{failure}");
    assert!(failure.to_string().contains("powerdns:apiKey"), "{failure}");
    assert!(!failure.to_string().contains("wrong-key"), "{failure}");
    Ok(())
}
