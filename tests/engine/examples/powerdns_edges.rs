//! The example `powerdns` with resources that exist already, were deleted already, or are refused by the server.

use serde_json::json;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;
use test_support::pulumi::powerdns_stack::{complete, program, stack, zones};
use test_support::pulumi::provider::Provider;
use test_support::servers::powerdns::PowerDns;

/// Creates a zone with one record set without the engine.
fn make_zone(server: &PowerDns, name: &str) {
    let zone = json!({
        "name": name, "kind": "Native", "nameservers": [format!("ns1.{name}")],
        "rrsets": [{
            "name": format!("www.{name}"), "type": "A", "ttl": 120,
            "records": [{"content": "198.51.100.7", "disabled": false}],
        }],
    });
    let (status, answer) = server.api("POST", "/zones", Some(zone));
    assert_eq!(status, 201, "{answer}");
}

const FOUND: &str = "
name: powerdns-import
runtime: yaml
resources:
  zone:
    type: powerdns:Zone
    properties:
      name: found.test.
      nameservers: [ns1.found.test.]
    options: {VIA import: found.test}
  web:
    type: powerdns:RecordSet
    properties:
      zone: found.test.
      name: www.found.test.
      type: A
      ttl: 120
      records: [198.51.100.7]
    options: {VIA import: found.test/www.found.test/A}
";

#[test]
fn a_zone_and_a_record_set_are_imported_by_their_names() {
    imports(Provider::Default, 1);
}

#[test]
fn a_zone_and_a_record_set_are_imported_by_an_explicit_provider() {
    imports(Provider::Explicit, 2);
}

/// Imports both; `made` are the other resources that the engine creates: the stack and an explicit provider.
fn imports(provider: Provider, made: u64) {
    let server = PowerDns::start();
    make_zone(&server, "found.test.");
    let stack = stack(&server, provider, complete(provider, FOUND));

    let imported = stack
        .up()
        .succeeds()
        .changes(&[("created", made), ("imported", 2)]);
    imported.calls.are_without(&["Create", "Update", "Delete"]);
    let web = stack.resource("web").unwrap();
    assert_eq!(web["id"], "found.test./www.found.test./A", "{web}");
    let unchanged = stack.up().succeeds().changes(&[]);
    unchanged.calls.are_without(&["Create", "Update", "Delete"]);

    stack.forget_imports();
    stack.up().succeeds().changes(&[]);
    stack.edit("ttl: 120", "ttl: 240");
    stack.up().succeeds().changes(&[("updated", 1)]);
    stack.destroy().succeeds();
    assert!(zones(&server).is_empty());
}

#[test]
fn a_missing_zone_cannot_be_imported() {
    let server = PowerDns::start();
    let found = complete(Provider::Default, FOUND);
    let stack = stack(&server, Provider::Default, found);
    stack.up().fails().says("does not exist");
    assert!(stack.resource("zone").is_none());
}

#[test]
fn an_existing_zone_is_not_taken_over() {
    does_not_take_over(Provider::Default);
}

#[test]
fn an_existing_zone_is_not_taken_over_by_an_explicit_provider() {
    does_not_take_over(Provider::Explicit);
}

fn does_not_take_over(provider: Provider) {
    let server = PowerDns::start();
    make_zone(&server, "example.test.");
    let stack = stack(&server, provider, program(provider));

    stack.up().fails().says("`import: example.test.`");
    assert!(stack.resource("zone").is_none());
    assert_eq!(server.query("www.example.test", "A"), ["198.51.100.7"]);

    let (status, _) = server.api("DELETE", "/zones/example.test.", None);
    assert_eq!(status, 204);
    stack.up().succeeds();
    assert_eq!(server.query("www.example.test", "A").len(), 2);
}

#[test]
fn a_refusal_quotes_the_server() {
    let server = PowerDns::start();
    let stack = stack(&server, Provider::Default, program(Provider::Default));
    stack.up().succeeds();

    // A CNAME beside other records.
    stack.edit(
        "outputs:",
        "  conflict:
    type: powerdns:RecordSet
    properties: {zone: \"${zone.name}\", name: www.example.test, type: CNAME, records: [example.net]}
    options: {dependsOn: [\"${web}\"]}
outputs:",
    );
    let failed = stack.up().fails().says("PowerDNS").says("onflicts");
    assert!(stack.resource("conflict").is_none(), "{failed}");
    failed.lacks(server.api_key());

    stack.edit(
        "name: www.example.test, type: CNAME",
        "name: alias.example.test, type: CNAME",
    );
    stack.up().succeeds().changes(&[("created", 1)]);
    assert_eq!(
        server.query("alias.example.test", "CNAME"),
        ["example.net."]
    );
}

#[test]
fn a_wrong_key_is_denied_with_a_hint() {
    let server = PowerDns::start();
    let stack = stack(&server, Provider::Default, program(Provider::Default));
    stack.config_set("powerdns:apiKey", "not-the-key", true);
    stack
        .up()
        .fails()
        .says("powerdns:apiKey")
        .lacks("not-the-key");
    assert!(zones(&server).is_empty());
}

#[test]
fn missing_configuration_is_asked_for_before_anything_is_made() {
    let server = PowerDns::start();
    let stack = Engine::stack("powerdns")
        .program(program(Provider::Default))
        .component("powerdns")
        .create();
    stack.package_add(&["./powerdns.wasm"]).succeeds();
    let failed = stack.up().fails().says("powerdns:serverUrl");
    failed.calls.are_without(&["Create"]);

    stack.config_set("powerdns:serverUrl", &server.url(), false);
    stack.up().fails().says("apiKey").says("PDNS_API_KEY");
    assert!(zones(&server).is_empty());

    stack.config_set("powerdns:apiKey", server.api_key(), true);
    stack.up().succeeds();
    stack.destroy().succeeds();
}

#[test]
fn the_key_comes_from_the_environment_if_granted() {
    let server = PowerDns::start();
    let stack = Engine::stack("powerdns")
        .program(program(Provider::Default))
        .component("powerdns")
        .environment("PDNS_API_KEY", server.api_key())
        .create();
    stack.config_set("powerdns:serverUrl", &server.url(), false);
    stack.package_add(&["./powerdns.wasm"]).succeeds();
    stack.up().fails().says("apiKey").says("PDNS_API_KEY");

    stack
        .package_add(&["--", "./powerdns.wasm", "--allow-env", "PDNS_API_KEY"])
        .succeeds();
    stack.up().succeeds();
    stack.keeps_secret(server.api_key());
    stack.destroy().succeeds();
}

#[test]
fn a_zone_that_was_made_only_partly_is_finished_by_the_next_update() {
    let server = PowerDns::start();
    let stack = stack(&server, Provider::Default, program(Provider::Default));
    // The server makes the zone, and then refuses metadata that only it may write.
    stack.edit(
        "nameservers: [ns1.example.test]",
        "nameservers: [ns1.example.test]\n      metadata: {PRESIGNED: [\"1\"]}",
    );
    stack.up().fails().says("PRESIGNED");
    assert_eq!(zones(&server), ["example.test."], "the zone is there");
    let zone = stack
        .resource("zone")
        .expect("a zone that is there is in the state");
    assert_eq!(zone["id"], "example.test.", "{zone}");
    assert!(zone["initErrors"].is_array(), "{zone}");

    stack.edit("PRESIGNED: [\"1\"]", "ALLOW-AXFR-FROM: [AUTO-NS]");
    let finished = stack.up().succeeds();
    assert!(
        finished.calls.about("zone").count("Create") == 0,
        "{finished}"
    );
    let zone = stack.resource("zone").unwrap();
    assert!(zone["initErrors"].is_null(), "{zone}");
    assert!(zone["outputs"]["__wasm"].is_null(), "{zone}");
    let (_, metadata) = server.api("GET", "/zones/example.test./metadata/ALLOW-AXFR-FROM", None);
    assert_eq!(metadata["metadata"], json!(["AUTO-NS"]));
    stack.up().succeeds().changes(&[]);
}

#[test]
fn missing_zones_and_records_are_deleted_without_an_error() {
    let server = PowerDns::start();
    let stack = stack(&server, Provider::Default, program(Provider::Default));
    stack.up().succeeds();
    let (status, _) = server.api("DELETE", "/zones/example.test.", None);
    assert_eq!(status, 204);
    let destroyed = stack.destroy().succeeds();
    destroyed.calls.are_without_errors();
}

guest!(
    python,
    Python,
    [],
    [
        a_zone_and_a_record_set_are_imported_by_their_names,
        a_zone_that_was_made_only_partly_is_finished_by_the_next_update,
        a_missing_zone_cannot_be_imported,
        an_existing_zone_is_not_taken_over,
        a_refusal_quotes_the_server,
        a_wrong_key_is_denied_with_a_hint,
        missing_configuration_is_asked_for_before_anything_is_made,
        the_key_comes_from_the_environment_if_granted,
        missing_zones_and_records_are_deleted_without_an_error,
    ]
);

guest!(
    typescript,
    TypeScript,
    [],
    [
        a_zone_and_a_record_set_are_imported_by_their_names,
        a_zone_that_was_made_only_partly_is_finished_by_the_next_update,
        a_missing_zone_cannot_be_imported,
        an_existing_zone_is_not_taken_over,
        a_refusal_quotes_the_server,
        a_wrong_key_is_denied_with_a_hint,
        missing_configuration_is_asked_for_before_anything_is_made,
        the_key_comes_from_the_environment_if_granted,
        missing_zones_and_records_are_deleted_without_an_error,
    ]
);
