//! Resources that move from a stack of Pulumi to Terraform, and back, by import. The server keeps them all the time.

use test_support::pulumi::powerdns_stack;
use test_support::pulumi::provider::Provider;
use test_support::servers::powerdns::PowerDns;

use crate::package::POWERDNS;
use crate::workspace::{CORES, Workspace};

const STACK: &str = "
name: powerdns
runtime: yaml
resources:
  zone:
    type: powerdns:Zone
    properties: {name: example.test., nameservers: [ns1.example.test.]}
    options: {IMPORT_ZONE}
  web:
    type: powerdns:RecordSet
    properties: {zone: '${zone.name}', name: www.example.test., type: A, ttl: 300, records: [192.0.2.10]}
    options: {IMPORT_WEB}
outputs:
  zone: ${zone.id}
  web: ${web.id}
";

const CONFIGURATION: &str = r#"
variable "url" {}
variable "key" { sensitive = true }
provider "powerdns" {
  server_url = var.url
  api_key    = var.key
}
import {
  to = powerdns_zone.zone
  id = "ZONE"
}
import {
  to = powerdns_record_set.web
  id = "WEB"
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
output "zone" { value = powerdns_zone.zone.id }
output "web" { value = powerdns_record_set.web.id }
"#;

/// The program of the stack, which imports resources by these ids if there are any.
fn program(ids: Option<(&str, &str)>) -> String {
    let option = |id: &str| format!("import: {id}");
    let (zone, web) = ids.map_or_else(Default::default, |(zone, web)| (option(zone), option(web)));
    STACK
        .replace("IMPORT_ZONE", &zone)
        .replace("IMPORT_WEB", &web)
}

#[test]
fn resources_move_from_pulumi_to_terraform_and_back() {
    for core in CORES {
        let server = PowerDns::start();
        let serial = || server.api("GET", "/zones/example.test.", None).1["serial"].clone();
        let stack = powerdns_stack::stack(&server, Provider::Default, program(None));
        stack.up().succeeds();
        let (zone, web) = (stack.output("zone"), stack.output("web"));
        let made = serial();

        // Pulumi forgets them, and Terraform imports them by the same ids.
        let deleted = stack.run(&[
            "state", "delete", "--stack", "dev", "--all", "--force", "--yes",
        ]);
        deleted.succeeds();
        let ids = (zone.as_str().unwrap(), web.as_str().unwrap());
        let configuration = CONFIGURATION.replace("ZONE", ids.0).replace("WEB", ids.1);
        let workspace = Workspace::of(core, &POWERDNS, &configuration)
            .set("url", &server.url())
            .set("key", server.api_key());
        workspace.tell(&["init"]).succeeds();
        let imported = workspace.apply();
        imported.says("2 imported, 0 added, 0 changed, 0 destroyed");
        let outputs = workspace.outputs();
        assert_eq!(outputs["zone"]["value"], zone, "{core}");
        assert_eq!(outputs["web"]["value"], web, "{core}");
        assert_eq!(serial(), made, "{core}: a record was written");

        // And back.
        for address in ["powerdns_record_set.web", "powerdns_zone.zone"] {
            workspace.tell(&["state", "rm", address]).succeeds();
        }
        stack.write_program(&program(Some(ids)));
        let imported = stack.up().succeeds();
        // The stack itself was forgotten as well.
        imported.changes(&[("created", 1), ("imported", 2)]);
        assert_eq!(serial(), made, "{core}: a record was written");
        stack.write_program(&program(None));
        stack.up().succeeds().changes(&[]);
        stack.destroy().succeeds();
        assert!(powerdns_stack::zones(&server).is_empty(), "{core}");
    }
}
