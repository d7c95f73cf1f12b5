//! A type with another name: the block `moved` keeps the resource.

use crate::package::{LEDGER, RENAMED_LEDGER};
use crate::workspace::{CORES, Workspace};

const PROGRAM: &str = r#"
resource "ledger_entry" "kept" {
  label = "rent"
  size  = "5 GB"
}
"#;

#[test]
fn a_resource_goes_on_under_the_new_name_of_its_type() {
    for core in CORES {
        let mut workspace = Workspace::of(core, &LEDGER, PROGRAM);
        workspace.tell(&["init"]).succeeds();
        workspace.apply().says("1 added");
        workspace.edit("5 GB", "6 GB");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        workspace.develop(&RENAMED_LEDGER);
        workspace.edit("ledger_entry", "ledger_posting");
        // The core has no schema of the earlier type any more.
        workspace.tell(&["plan"]).fails();
        let moved = "moved {\n from = ledger_entry.kept\n to = ledger_posting.kept\n}\n";
        workspace.edit("resource \"", &format!("{moved}resource \""));
        workspace.apply().says("0 added, 0 changed, 0 destroyed");
        let values = workspace.resource("ledger_posting.kept")["values"].clone();
        assert_eq!(values["changes"], 1, "{core}: {values}");
        workspace.edit("6 GB", "7 GB");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        let values = workspace.resource("ledger_posting.kept")["values"].clone();
        assert_eq!(values["changes"], 2, "{core}: {values}");
        workspace.destroy().says("1 destroyed");
    }
}
