//! A server with one thing, for the component `model`, which records the server's answers.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use test_support::servers::http::{HttpServer, answer};

use crate::package::Package;

pub(crate) const MODEL: Package = Package {
    provider: "model",
    component: "model",
};

/// The server's answers to updates.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) enum Updates {
    #[default]
    Succeed,
    /// Nothing is changed.
    Fail,
    /// The thing is changed, and the answer is an error.
    FailAfterChange,
}

/// The thing is what clients sent and what others changed.
#[derive(Clone, Default)]
pub(crate) struct Things {
    thing: Arc<Mutex<Value>>,
    updates: Arc<Mutex<Updates>>,
    zone: Arc<Mutex<Option<&'static str>>>,
}

impl Things {
    pub(crate) fn start(&self) -> HttpServer {
        let things = self.clone();
        HttpServer::start(move |request| {
            let mut thing = things.thing.lock().unwrap();
            let is_whole = !request.path.ends_with("/ready");
            let updates = match request.method.as_str() {
                "PUT" if is_whole => *things.updates.lock().unwrap(),
                _ => Updates::Succeed,
            };
            let is_change = ["POST", "PUT"].contains(&request.method.as_str()) && is_whole;
            if is_change && updates != Updates::Fail {
                *thing = serde_json::from_slice(&request.body).unwrap();
                thing["url"] = json!("https://things.example/one");
                thing["serial"] = json!(1);
                if thing["zone"].is_null() {
                    thing["zone"] = json!(*things.zone.lock().unwrap());
                }
                for rule in thing["rules"].as_array_mut().into_iter().flatten() {
                    rule.as_object_mut()
                        .unwrap()
                        .entry("proto")
                        .or_insert(json!("tcp"));
                }
            }
            let status = match updates {
                Updates::Succeed => "200 OK",
                Updates::Fail | Updates::FailAfterChange => "500 Internal Server Error",
            };
            let body = match request.method.as_str() {
                "POST" => json!({ "id": "1", "thing": *thing }),
                _ => thing.clone(),
            };
            let kind = "content-type: application/json";
            answer(status, &[kind], body.to_string().as_bytes())
        })
    }

    pub(crate) fn answer_updates(&self, updates: Updates) {
        *self.updates.lock().unwrap() = updates;
    }

    /// The zone of things whose clients name none.
    pub(crate) fn choose_zone(&self, zone: &'static str) {
        *self.zone.lock().unwrap() = Some(zone);
    }

    pub(crate) fn change(&self, pointer: &str, value: Value) {
        let mut thing = self.thing.lock().unwrap();
        let (object, member) = pointer.rsplit_once('/').unwrap();
        thing.pointer_mut(object).unwrap()[member] = value;
    }

    pub(crate) fn at(&self, pointer: &str) -> Option<Value> {
        self.thing.lock().unwrap().pointer(pointer).cloned()
    }
}
