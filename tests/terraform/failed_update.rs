//! Updates that fail. The next plan has what was not done.

use serde_json::json;

use crate::things::{MODEL, Things, Updates};
use crate::workspace::{CORES, Workspace};

const PROGRAM: &str = r#"
variable "server" {}
provider "model" { server = var.server }
resource "model_thing" "one" {
  name  = "one"
  size  = 1
  label = "l"
}
"#;

#[test]
fn an_update_that_failed_is_planned_again() {
    for core in CORES {
        let things = Things::default();
        let server = things.start();
        let workspace = Workspace::of(core, &MODEL, PROGRAM)
            .set("server", &format!("http://{}", server.address()));
        workspace.tell(&["init"]).succeeds();
        workspace.apply().says("1 added");
        let values = || workspace.resource("model_thing.one")["values"].clone();

        workspace.edit("size  = 1", "size  = 2");
        things.answer_updates(Updates::Fail);
        let failed = workspace.tell(&["apply", "-auto-approve"]).fails();
        failed.says("update of `model_thing` failed");
        assert_eq!(values()["size"], 1, "{core}: {}", values());
        let planned = workspace.tell(&["plan", "-detailed-exitcode", "-refresh=false"]);
        planned.ends_with(2).says("size = 1 -> 2");
        workspace.is_to_change().says("size = 1 -> 2");
        things.answer_updates(Updates::Succeed);
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        assert_eq!(things.at("/size"), Some(json!(2)), "{core}");

        // The server did it, and its answer was an error. Without a refresh nothing shows it.
        workspace.edit("size  = 2", "size  = 3");
        things.answer_updates(Updates::FailAfterChange);
        workspace.tell(&["apply", "-auto-approve"]).fails();
        assert_eq!(values()["size"], 2, "{core}: {}", values());
        let planned = workspace.tell(&["plan", "-detailed-exitcode", "-refresh=false"]);
        planned.ends_with(2).says("size = 2 -> 3");
        workspace.is_settled();
        things.answer_updates(Updates::Succeed);
        workspace.edit("label = \"l\"", "label = \"m\"");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        assert_eq!(values()["size"], 3, "{core}: {}", values());
        workspace.destroy().says("1 destroyed");
    }
}
