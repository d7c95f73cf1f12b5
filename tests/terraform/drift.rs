//! Changes that others made on the server, in parts of a value. The component `model` records the answers of its server.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use test_support::servers::http::{HttpServer, answer};

use crate::package::Package;
use crate::workspace::{CORES, Workspace};

const MODEL: Package = Package {
    provider: "model",
    component: "model",
};

const PROGRAM: &str = r#"
variable "server" {}
provider "model" { server = var.server }
resource "model_thing" "one" {
  name    = "one"
  members = [{ host = "a" }, { host = "b", weight = 2 }]
  rules   = [{ port = 80 }]
}
"#;

/// A server with one thing, which is what clients sent and what others changed.
#[derive(Clone, Default)]
struct Things(Arc<Mutex<Value>>);

impl Things {
    fn start(&self) -> HttpServer {
        let things = self.clone();
        HttpServer::start(move |request| {
            let mut thing = things.0.lock().unwrap();
            let is_whole = !request.path.ends_with("/ready");
            if ["POST", "PUT"].contains(&request.method.as_str()) && is_whole {
                *thing = serde_json::from_slice(&request.body).unwrap();
                thing["url"] = json!("https://things.example/one");
                thing["serial"] = json!(1);
                for rule in thing["rules"].as_array_mut().into_iter().flatten() {
                    rule.as_object_mut()
                        .unwrap()
                        .entry("proto")
                        .or_insert(json!("tcp"));
                }
            }
            let body = match request.method.as_str() {
                "POST" => json!({ "id": "1", "thing": *thing }),
                _ => thing.clone(),
            };
            let kind = "content-type: application/json";
            answer("200 OK", &[kind], body.to_string().as_bytes())
        })
    }

    fn change(&self, pointer: &str, value: Value) {
        let mut thing = self.0.lock().unwrap();
        let (object, member) = pointer.rsplit_once('/').unwrap();
        thing.pointer_mut(object).unwrap()[member] = value;
    }

    fn at(&self, pointer: &str) -> Option<Value> {
        self.0.lock().unwrap().pointer(pointer).cloned()
    }
}

#[test]
fn an_optional_member_that_others_set_in_an_element_is_removed_again() {
    for core in CORES {
        let things = Things::default();
        let server = things.start();
        let workspace = Workspace::of(core, &MODEL, PROGRAM)
            .set("server", &format!("http://{}", server.address()));
        workspace.tell(&["init"]).succeeds();
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
