//! Changes that others made on the server, in parts of a value. The component `model` records the answers of its server.

use serde_json::json;
use test_support::servers::http::HttpServer;

use crate::things::{MODEL, Things};
use crate::workspace::{CORES, Workspace};

const PROGRAM: &str = r#"
variable "server" {}
provider "model" { server = var.server }
resource "model_thing" "one" {
  name    = "one"
  members = [{ host = "a" }, { host = "b", weight = 2 }]
  rules   = [{ port = 80 }]
}
"#;

/// The server of the thing, and a folder with the program for it.
fn serve(core: &str, things: &Things) -> (HttpServer, Workspace) {
    serve_program(core, things, PROGRAM)
}

fn serve_program(core: &str, things: &Things, program: &str) -> (HttpServer, Workspace) {
    let server = things.start();
    let workspace =
        Workspace::of(core, &MODEL, program).set("server", &format!("http://{}", server.address()));
    workspace.tell(&["init"]).succeeds();
    (server, workspace)
}

#[test]
fn an_optional_member_that_others_set_in_an_element_is_removed_again() {
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve(core, &things);
        workspace.apply().says("1 added");
        things.change("/members/0/weight", json!(7));
        workspace.is_to_change().says("weight = 7 -> null");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        assert_eq!(things.at("/members/0/weight"), None, "{core}");
        assert_eq!(things.at("/members/1/weight"), Some(json!(2)), "{core}");
        // The author declared that the server fills this member, so others may.
        things.change("/rules/0/proto", json!("udp"));
        workspace.is_settled();
        // A value that the user gave is put back.
        things.change("/members/1/weight", json!(3));
        workspace.is_to_change().says("weight = 3 -> 2");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn elements_of_a_set_may_change_their_places() {
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve(core, &things);
        workspace.apply().says("1 added");
        let members = || workspace.resource("model_thing.one")["values"]["members"].clone();
        let before = members();
        workspace.edit(
            r#"{ host = "a" }, { host = "b", weight = 2 }"#,
            r#"{ host = "b", weight = 2 }, { host = "a" }"#,
        );
        workspace.is_settled();
        assert_eq!(members(), before, "{core}");
        workspace.edit("weight = 2", "weight = 3");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        let expected = json!([{ "host": "b", "weight": 3 }, { "host": "a", "weight": null }]);
        assert_eq!(members(), expected, "{core}");
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn a_refresh_finds_the_value_that_the_server_chose_in_place_of_the_planned_value() {
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve(core, &things);
        let zone = || workspace.resource("model_thing.one")["values"]["zone"].clone();
        things.choose_zone("z1");
        workspace.apply().says("1 added");
        assert_eq!(zone(), "z1", "{core}");
        // The plan keeps the zone, and the server chooses again.
        things.choose_zone("z2");
        workspace.edit("weight = 2", "weight = 3");
        workspace
            .tell(&["apply", "-auto-approve"])
            .succeeds()
            .says("1 changed");
        workspace
            .tell(&["apply", "-refresh-only", "-auto-approve"])
            .succeeds();
        assert_eq!(zone(), "z2", "{core}");
        workspace.is_settled();
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn an_argument_with_the_value_of_the_state_is_no_change_and_is_sent_with_another_change() {
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve(core, &things);
        things.choose_zone("z1");
        workspace.apply().says("1 added");
        things.choose_zone("z2");
        workspace.edit("\"one\"\n  members", "\"one\"\n  zone = \"z1\"\n  members");
        workspace.is_settled();
        workspace.edit("weight = 2", "weight = 3");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        assert_eq!(things.at("/zone"), Some(json!("z1")), "{core}");
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn an_ignored_argument_that_others_removed_is_not_sent_with_another_change() {
    const PROGRAM: &str = r#"
variable "server" {}
provider "model" { server = var.server }
resource "model_thing" "one" {
  name  = "one"
  label = "l"
  size  = 1
  rules = [{ port = 80, proto = "udp" }]
  lifecycle { ignore_changes = [label, rules[0].proto] }
}
"#;
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve_program(core, &things, PROGRAM);
        workspace.apply().says("1 added");
        things.change("/label", json!(null));
        things.change("/rules/0/proto", json!(null));
        workspace.edit("size  = 1", "size  = 2");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        assert_eq!(things.at("/label"), None, "{core}");
        // The server chose it.
        assert_eq!(things.at("/rules/0/proto"), Some(json!("tcp")), "{core}");
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn an_ignored_entry_that_others_added_stays_with_another_change() {
    const PROGRAM: &str = r#"
variable "server" {}
provider "model" { server = var.server }
resource "model_thing" "one" {
  name = "one"
  size = 1
  lifecycle { ignore_changes = [tags["a"]] }
}
"#;
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve_program(core, &things, PROGRAM);
        let tags = || workspace.resource("model_thing.one")["values"]["tags"].clone();
        workspace.apply().says("1 added");
        things.change("/tags", json!({ "a": "1", "b": "2" }));
        workspace.edit("size = 1", "size = 2");
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        assert_eq!(things.at("/tags"), Some(json!({ "a": "1" })), "{core}");
        assert_eq!(tags(), json!({ "a": "1" }), "{core}");
        // The state loses the entry too when others remove it.
        things.change("/tags", json!(null));
        let refresh = ["apply", "-refresh-only", "-auto-approve"];
        workspace.tell(&refresh).succeeds();
        assert_eq!(tags(), json!(null), "{core}");
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn a_refresh_finds_the_member_that_the_server_chose_in_place_of_the_planned_member() {
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve(core, &things);
        let refresh = ["apply", "-refresh-only", "-auto-approve"];
        let proto = || workspace.resource("model_thing.one")["values"]["rules"][0]["proto"].clone();
        workspace.apply().says("1 added");
        things.change("/rules/0/proto", json!("udp"));
        workspace.tell(&refresh).succeeds();
        assert_eq!(proto(), "udp", "{core}");
        // The plan keeps the protocol, and the server chooses again.
        workspace.edit("weight = 2", "weight = 3");
        workspace
            .tell(&["apply", "-auto-approve"])
            .succeeds()
            .says("1 changed");
        workspace.tell(&refresh).succeeds();
        assert_eq!(proto(), "tcp", "{core}");
        workspace.is_settled();
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn an_element_that_moves_keeps_the_member_that_the_program_gave_before() {
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve(core, &things);
        workspace.edit("{ port = 80 }", "{ port = 80, proto = \"udp\" }");
        workspace.apply().says("1 added");
        workspace.edit(
            "{ port = 80, proto = \"udp\" }",
            "{ port = 81 }, { port = 80 }",
        );
        workspace.apply().says("0 added, 1 changed, 0 destroyed");
        let rules = workspace.resource("model_thing.one")["values"]["rules"].clone();
        let expected = json!([{ "port": 81, "proto": "tcp" }, { "port": 80, "proto": "udp" }]);
        assert_eq!(rules, expected, "{core}");
        assert_eq!(things.at("/rules"), Some(expected), "{core}");
        workspace.destroy().says("1 destroyed");
    }
}

#[test]
fn a_saved_plan_is_applied_after_others_changed_the_resource() {
    for core in CORES {
        let things = Things::default();
        let (_server, workspace) = serve(core, &things);
        workspace.apply().says("1 added");
        workspace.edit("weight = 2", "weight = 3");
        workspace.tell(&["plan", "-out=saved"]).succeeds();
        things.change("/members/1/weight", json!(9));
        things.change("/rules/0/port", json!(81));
        workspace
            .tell(&["apply", "saved"])
            .succeeds()
            .says("0 added, 1 changed, 0 destroyed");
        assert_eq!(things.at("/members/1/weight"), Some(json!(3)), "{core}");
        assert_eq!(things.at("/rules/0/port"), Some(json!(80)), "{core}");
        workspace.is_settled();
        workspace.destroy().says("1 destroyed");
    }
}
