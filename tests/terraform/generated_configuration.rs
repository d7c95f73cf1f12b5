//! The configuration that a core generates for an imported resource.

use crate::things::{MODEL, Things};
use crate::workspace::{CORES, Workspace};

const PROVIDER: &str = "variable \"server\" {}\nprovider \"model\" { server = var.server }\n";
const PROGRAM: &str = r#"
resource "model_thing" "one" {
  name    = "one"
  tags    = { a = "1" }
  members = [{ host = "a" }, { host = "b", weight = 2 }]
  rules   = [{ port = 80 }, { port = 81, proto = "udp" }]
}
"#;
const IMPORT: &str = r#"
import {
  to = model_thing.found
  id = "1"
}
"#;

#[test]
fn a_generated_configuration_changes_nothing() {
    for core in CORES {
        let things = Things::default();
        let server = things.start();
        let address = format!("http://{}", server.address());
        let workspace = Workspace::of(core, &MODEL, &format!("{PROVIDER}{PROGRAM}"));
        let workspace = workspace.set("server", &address);
        workspace.tell(&["init"]).succeeds();
        workspace.apply().says("1 added");
        let address = "model_thing.one";
        workspace.tell(&["state", "rm", address]).succeeds();
        workspace.write(&format!("{PROVIDER}{IMPORT}"));
        let planned = workspace.tell(&["plan", "-generate-config-out=made.tf"]);
        planned
            .succeeds()
            .says("1 to import, 0 to add, 0 to change");
        workspace.apply().says("1 imported, 0 added, 0 changed");
        workspace.destroy().says("1 destroyed");
    }
}
