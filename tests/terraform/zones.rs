//! The example `powerdns` and a real server: zones and records through their life, in each language.

use serde_json::json;
use test_support::servers::powerdns::PowerDns;

use crate::package::{POWERDNS, POWERDNS_IN_PYTHON, POWERDNS_IN_TYPESCRIPT, Package};
use crate::workspace::{CORES, Workspace};

const PROVIDER: &str = r#"
variable "url" {}
variable "key" { sensitive = true }
provider "powerdns" {
  server_url = var.url
  api_key    = var.key
}
"#;

const PROGRAM: &str = r#"
resource "powerdns_zone" "zone" {
  name        = "example.test"
  nameservers = ["ns1.example.test"]
}
resource "powerdns_record_set" "web" {
  for_each = { www = "192.0.2.10", api = "192.0.2.20" }
  zone     = powerdns_zone.zone.name
  name     = "${each.key}.example.test"
  type     = "A"
  ttl      = 300
  records  = [each.value]
}
resource "powerdns_record_set" "text" {
  count   = 2
  zone    = powerdns_zone.zone.name
  name    = "t${count.index}.example.test"
  type    = "TXT"
  records = ["v=${count.index}"]
}
data "powerdns_zone" "seen" { name = powerdns_zone.zone.name }
output "kind" { value = data.powerdns_zone.seen.kind }
output "zone" { value = powerdns_zone.zone.id }
"#;

/// Another address, another key of `for_each`, and one resource less.
const CHANGED: &str = r#"
moved {
  from = powerdns_record_set.web["api"]
  to   = powerdns_record_set.web["new"]
}
"#;

/// A folder for a server, which has the variables of the provider's block.
fn workspace(core: &str, package: &Package, server: &PowerDns, program: &str) -> Workspace {
    let workspace = Workspace::of(core, package, &format!("{PROVIDER}{program}"))
        .set("url", &server.url())
        .set("key", server.api_key());
    workspace.tell(&["init"]).succeeds();
    workspace
}

fn zones(server: &PowerDns) -> usize {
    let (_, zones) = server.api("GET", "/zones", None);
    zones.as_array().unwrap().len()
}

fn change_records(server: &PowerDns, set: serde_json::Value) {
    let body = json!({ "rrsets": [set] });
    let (status, answer) = server.api("PATCH", "/zones/example.test.", Some(body));
    assert_eq!(status, 204, "{answer}");
}

fn life(core: &str, package: &Package) {
    let server = PowerDns::start();
    let workspace = workspace(core, package, &server, PROGRAM);
    workspace.tell(&["validate"]).succeeds();
    assert_eq!(zones(&server), 0, "nothing is made before the apply");
    workspace.apply().says("5 added");
    assert_eq!(server.query("www.example.test", "A"), ["192.0.2.10"]);
    assert_eq!(server.query("t1.example.test", "TXT"), ["\"v=1\""]);
    let outputs = workspace.outputs();
    assert_eq!(outputs["kind"]["value"], "Native");
    assert_eq!(outputs["zone"]["value"], "example.test.");

    // Drift: a changed record set is put right, and a lost one is made again.
    change_records(
        &server,
        json!({
            "name": "www.example.test.", "type": "A", "ttl": 60, "changetype": "REPLACE",
            "records": [{ "content": "192.0.2.99", "disabled": false }],
        }),
    );
    change_records(
        &server,
        json!({ "name": "t0.example.test.", "type": "TXT", "changetype": "DELETE" }),
    );
    let planned = workspace.is_to_change();
    planned.says("1 to add, 1 to change, 0 to destroy");
    workspace.apply().says("1 added, 1 changed, 0 destroyed");
    assert_eq!(server.query("www.example.test", "A"), ["192.0.2.10"]);

    // An update, a replacement under another key, and an end.
    let changed = PROGRAM
        .replace("192.0.2.10", "192.0.2.11")
        .replace("api = ", "new = ")
        .replace("= 2\n", "= 1\n");
    workspace.write(&format!("{PROVIDER}{changed}{CHANGED}"));
    workspace.apply().says("1 added, 1 changed, 2 destroyed");
    assert_eq!(server.query("www.example.test", "A"), ["192.0.2.11"]);
    assert_eq!(server.query("new.example.test", "A"), ["192.0.2.20"]);
    assert!(server.query("api.example.test", "A").is_empty());
    assert!(server.query("t1.example.test", "TXT").is_empty());

    workspace.destroy().says("4 destroyed");
    assert_eq!(zones(&server), 0);
}

#[test]
fn zones_live_under_terraform() {
    life("terraform", &POWERDNS);
}

#[test]
fn zones_live_under_opentofu() {
    life("tofu", &POWERDNS);
}

#[test]
fn zones_of_the_provider_in_python_live() {
    life("tofu", &POWERDNS_IN_PYTHON);
}

#[test]
fn zones_of_the_provider_in_typescript_live() {
    life("terraform", &POWERDNS_IN_TYPESCRIPT);
}

#[test]
fn drift_is_accepted_into_the_state_alone() {
    const ONE: &str = r#"
resource "powerdns_zone" "zone" { name = "example.test." }
resource "powerdns_record_set" "web" {
  zone    = powerdns_zone.zone.name
  name    = "www.example.test."
  type    = "A"
  ttl     = 300
  records = ["192.0.2.10"]
}
"#;
    let server = PowerDns::start();
    let workspace = workspace("terraform", &POWERDNS, &server, ONE);
    workspace.apply().says("2 added");
    change_records(
        &server,
        json!({
            "name": "www.example.test.", "type": "A", "ttl": 60, "changetype": "REPLACE",
            "records": [{ "content": "192.0.2.10", "disabled": false }],
        }),
    );
    workspace
        .tell(&["apply", "-refresh-only", "-auto-approve"])
        .succeeds();
    let web = workspace.resource("powerdns_record_set.web");
    assert_eq!(web["values"]["ttl"], 60, "{web}");
    // The configuration says otherwise, until it is changed as well.
    workspace.is_to_change().says("0 to add, 1 to change");
    workspace.write(&format!("{PROVIDER}{ONE}").replace("300", "60"));
    workspace.is_settled();
}

#[test]
fn aliases_of_the_provider_have_different_configurations() {
    const SECOND: &str = r#"
variable "other" {}
provider "powerdns" {
  alias      = "second"
  server_url = var.other
  api_key    = var.key
}
resource "powerdns_zone" "first" { name = "first.test." }
resource "powerdns_zone" "second" {
  provider = powerdns.second
  name     = "second.test."
}
"#;
    for core in CORES {
        let (first, second) = (PowerDns::start(), PowerDns::start());
        let workspace = workspace(core, &POWERDNS, &first, SECOND).set("other", &second.url());
        workspace.apply().says("2 added");
        for (server, zone) in [(&first, "first.test."), (&second, "second.test.")] {
            let (_, zones) = server.api("GET", "/zones", None);
            let names = zones.as_array().unwrap().iter().map(|zone| &zone["name"]);
            assert_eq!(names.collect::<Vec<_>>(), [zone], "{core}");
        }
        workspace.destroy();
        assert_eq!((zones(&first), zones(&second)), (0, 0), "{core}");
    }
}

#[test]
fn zones_of_others_are_imported_by_a_block_and_by_a_command() {
    const IMPORTED: &str = r#"
import {
  to = powerdns_record_set.web
  id = "example.test./www.example.test./A"
}
resource "powerdns_zone" "zone" {
  name        = "example.test."
  nameservers = ["ns1.example.test."]
}
resource "powerdns_record_set" "web" {
  zone    = powerdns_zone.zone.name
  name    = "www.example.test."
  type    = "A"
  ttl     = 300
  records = ["192.0.2.10"]
}
"#;
    for core in CORES {
        let server = PowerDns::start();
        let zone = json!({ "name": "example.test.", "kind": "Native", "nameservers": ["ns1.example.test."] });
        assert_eq!(server.api("POST", "/zones", Some(zone)).0, 201);
        change_records(
            &server,
            json!({
                "name": "www.example.test.", "type": "A", "ttl": 300, "changetype": "REPLACE",
                "records": [{ "content": "192.0.2.10", "disabled": false }],
            }),
        );
        let workspace = workspace(core, &POWERDNS, &server, IMPORTED);
        workspace
            .tell(&["import", "powerdns_zone.zone", "example.test."])
            .succeeds();
        let imported = workspace.apply();
        imported.says("1 imported, 0 added, 0 changed, 0 destroyed");
        // An id of nothing is an error, and not a new resource.
        workspace
            .tell(&["state", "rm", "powerdns_zone.zone"])
            .succeeds();
        workspace
            .tell(&["import", "powerdns_zone.zone", "other.test."])
            .fails()
            .says("non-existent remote object");
    }
}
