//! A server with many things. It chooses the zones and protocols that a client leaves out.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use test_support::servers::http::{HttpServer, answer};

/// The next failure of a thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    /// Nothing is changed.
    Refused,
    /// The thing is changed or created, and the answer is an error.
    Lost,
}

#[derive(Default)]
struct Content {
    things: BTreeMap<String, Value>,
    /// By the first part of names.
    faults: BTreeMap<String, Fault>,
    made: usize,
}

#[derive(Clone, Default)]
pub(crate) struct Server(Arc<Mutex<Content>>);

impl Server {
    pub(crate) fn start(&self) -> HttpServer {
        let this = self.clone();
        HttpServer::start(move |request| {
            let mut content = this.0.lock().unwrap();
            let path: Vec<&str> = request.path.split('/').skip(2).collect();
            let (status, body) = match (request.method.as_str(), &path[..]) {
                ("POST", []) => content.create(&request.body),
                ("PUT", [id]) => content.update(id, &request.body),
                ("PUT", [id, "ready"]) => content.finish(id),
                ("GET", [id]) => content
                    .things
                    .get(*id)
                    .map_or_else(gone, |thing| (OK, thing.clone())),
                ("DELETE", [id]) => content
                    .things
                    .remove(*id)
                    .map_or_else(gone, |thing| (OK, thing)),
                _ => gone(),
            };
            let kind = "content-type: application/json";
            answer(status, &[kind], body.to_string().as_bytes())
        })
    }

    pub(crate) fn thing(&self, id: &str) -> Option<Value> {
        self.0.lock().unwrap().things.get(id).cloned()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap().things.len()
    }

    /// Makes a thing as others do.
    pub(crate) fn make(&self, thing: &Value) -> String {
        let mut content = self.0.lock().unwrap();
        let (_, made) = content.create(thing.to_string().as_bytes());
        made["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn remove(&self, id: &str) {
        self.0.lock().unwrap().things.remove(id);
    }

    /// Changes a thing as others do. Null takes a value away.
    pub(crate) fn change(&self, id: &str, field: &str, value: Value) {
        let mut content = self.0.lock().unwrap();
        let thing = content.things.get_mut(id).unwrap();
        thing[field] = value;
        complete(thing);
    }

    pub(crate) fn fail(&self, name: &str, fault: Fault) {
        let mut content = self.0.lock().unwrap();
        content.faults.insert(name.to_owned(), fault);
    }

    pub(crate) fn forget_faults(&self) {
        self.0.lock().unwrap().faults.clear();
    }
}

const OK: &str = "200 OK";
const BROKEN: (&str, Value) = ("500 Internal Server Error", Value::Null);

fn gone() -> (&'static str, Value) {
    ("404 Not Found", Value::Null)
}

impl Content {
    fn fault(&self, thing: &Value) -> Option<Fault> {
        let name = thing["name"].as_str().unwrap();
        let (first, _) = name.split_once('-').unwrap();
        self.faults.get(first).copied()
    }

    fn create(&mut self, body: &[u8]) -> (&'static str, Value) {
        let mut thing: Value = serde_json::from_slice(body).unwrap();
        if self.fault(&thing) == Some(Fault::Refused) {
            return BROKEN;
        }
        self.made += 1;
        let id = format!("t{}", self.made);
        thing["serial"] = json!(0);
        thing["url"] = json!(format!("https://things.example/{id}"));
        complete(&mut thing);
        self.things.insert(id.clone(), thing.clone());
        (OK, json!({ "id": id, "thing": thing }))
    }

    fn finish(&self, id: &str) -> (&'static str, Value) {
        match self.fault(&self.things[id]) {
            Some(_) => BROKEN,
            None => (OK, Value::Null),
        }
    }

    fn update(&mut self, id: &str, body: &[u8]) -> (&'static str, Value) {
        let mut thing: Value = serde_json::from_slice(body).unwrap();
        let fault = self.fault(&thing);
        let Some(old) = self.things.get_mut(id) else {
            return gone();
        };
        if fault == Some(Fault::Refused) {
            return BROKEN;
        }
        thing["serial"] = json!(old["serial"].as_u64().unwrap() + 1);
        thing["url"] = old["url"].clone();
        if thing["zone"].is_null() {
            thing["zone"] = old["zone"].clone();
        }
        complete(&mut thing);
        *old = thing.clone();
        match fault {
            Some(_) => BROKEN,
            None => (OK, thing),
        }
    }
}

/// Chooses the values that are missing.
fn complete(thing: &mut Value) {
    let thing = thing.as_object_mut().unwrap();
    thing.retain(|_, value| !value.is_null());
    thing.entry("zone").or_insert(json!("z1"));
    choose(thing, "rules", "proto", "tcp");
    choose(thing, "disks", "zone", "z1");
}

fn choose(thing: &mut Map<String, Value>, list: &str, member: &str, value: &str) {
    let elements = thing.get_mut(list).and_then(Value::as_array_mut);
    for element in elements.into_iter().flatten() {
        let element = element.as_object_mut().unwrap();
        element.entry(member).or_insert(json!(value));
    }
}
