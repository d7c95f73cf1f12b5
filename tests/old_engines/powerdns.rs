//! The example `powerdns`: configuration, a secret in it, and things that a real server has.

use serde_json::{Value, json};

use super::age::Age;
use super::program::Program;
use super::stack::OldStack;
use test_support::servers::powerdns::PowerDns;

const ZONE: &str = "powerdns:index:Zone";
const RECORD_SET: &str = "powerdns:index:RecordSet";

fn program(account: &str, addresses: Value) -> Program {
    let zone =
        json!({ "name": "example.test", "nameservers": ["ns1.example.test"], "account": account });
    let web = json!({
        "zone": "${zone.name}", "name": "www.example.test", "type": "A", "ttl": 300, "records": addresses,
    });
    Program::default()
        .with("zone", ZONE, zone)
        .with("web", RECORD_SET, web)
}

/// The program after its record set got another name.
fn renamed() -> Program {
    let zone =
        json!({ "name": "example.test", "nameservers": ["ns1.example.test"], "account": "two" });
    let web = json!({
        "zone": "${zone.name}", "name": "web.example.test", "type": "A", "ttl": 300, "records": ["192.0.2.12"],
    });
    Program::default()
        .with("zone", ZONE, zone)
        .with("web", RECORD_SET, web)
}

fn addresses(server: &PowerDns) -> Vec<String> {
    let mut found = server.query("www.example.test", "A");
    found.sort();
    found
}

fn lives(age: Age) {
    let server = PowerDns::start();
    let stack = OldStack::new(age, "powerdns", &["--allow-net", "127.0.0.1"]);
    stack.write(&program("one", json!(["192.0.2.10"])));
    stack.up().fails().says("serverUrl");
    stack.config("powerdns:serverUrl", &server.url());
    stack.secret_config("powerdns:apiKey", server.api_key());

    stack.preview().succeeds();
    assert_eq!(addresses(&server), [""; 0], "a preview has made something");
    stack.up().succeeds();
    assert_eq!(addresses(&server), ["192.0.2.10"]);
    stack.up_without_changes().succeeds();
    let is_shown = stack.state().to_string().contains(server.api_key());
    assert_eq!(is_shown, age.shows_configuration(), "{:#}", stack.state());

    // Updates in place.
    stack.write(&program("two", json!(["192.0.2.10", "192.0.2.11"])));
    let place = "[1]: \"192.0.2.11\"";
    stack.preview_in_detail().succeeds().says(place);
    assert_eq!(
        addresses(&server),
        ["192.0.2.10"],
        "a preview has changed something"
    );
    let before = stack.recorded();
    stack.up().succeeds();
    assert_eq!(addresses(&server), ["192.0.2.10", "192.0.2.11"]);
    let after = stack.recorded();
    assert_eq!(before[0].id, after[0].id);
    assert_eq!(after[0].outputs["account"], "two");

    // Changes outside are found, and undone.
    let change = json!({ "rrsets": [{
        "name": "www.example.test.", "type": "A", "changetype": "DELETE",
    }] });
    let (status, answer) = server.api("PATCH", "/zones/example.test.", Some(change));
    assert_eq!(status, 204, "{answer}");
    stack.refresh().succeeds();
    assert_eq!(stack.recorded().len(), 1);
    stack.up().succeeds();
    assert_eq!(addresses(&server), ["192.0.2.10", "192.0.2.11"]);

    replaces(&server, &stack);
    imports(&server, &stack);

    stack.destroy().succeeds();
    let (_, zones) = server.api("GET", "/zones", None);
    assert_eq!(zones, json!([]));
    assert_eq!(stack.recorded(), []);
}

/// Another name creates another record set and deletes the old one.
fn replaces(server: &PowerDns, stack: &OldStack) {
    let before = stack.recorded();
    stack.write(&renamed());
    stack.preview().succeeds();
    assert_eq!(addresses(server), ["192.0.2.10", "192.0.2.11"]);
    stack.up().succeeds();
    assert_eq!(addresses(server), [""; 0]);
    assert_eq!(server.query("web.example.test", "A"), ["192.0.2.12"]);
    let after = stack.recorded();
    assert_eq!(after.len(), 2, "a replaced resource is left");
    assert_eq!(before[0].id, after[0].id);
    assert_eq!(after[1].id, "example.test./web.example.test./A");
    stack.up_without_changes().succeeds();
}

/// Existing objects on the server become resources.
fn imports(server: &PowerDns, stack: &OldStack) {
    let found =
        json!({ "name": "found.test.", "kind": "Native", "nameservers": ["ns1.example.test."] });
    let (status, answer) = server.api("POST", "/zones", Some(found));
    assert_eq!(status, 201, "{answer}");
    let zone = json!({ "name": "found.test", "nameservers": ["ns1.example.test"] });
    let with_zone = renamed().with("found", ZONE, zone);
    stack.write(&with_zone.clone().import("found.test."));
    stack.up().succeeds();
    let recorded = stack.recorded();
    let imported = recorded.iter().find(|resource| resource.name == "found");
    assert_eq!(imported.unwrap().id, "found.test.");
    stack.write(&with_zone);
    stack.up_without_changes().succeeds();
}

#[test]
fn powerdns_lives_under_v0_17_28() {
    lives(Age::V0_17_28);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn powerdns_lives_under_v1_14_1() {
    lives(Age::V1_14_1);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn powerdns_lives_under_v2_25_2() {
    lives(Age::V2_25_2);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn powerdns_lives_under_v3_0_0() {
    lives(Age::V3_0_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn powerdns_lives_under_v3_50_0() {
    lives(Age::V3_50_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn powerdns_lives_under_v3_180_0() {
    lives(Age::V3_180_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn powerdns_lives_under_v3_274_1() {
    lives(Age::V3_274_1);
}
