//! A collection of items at an address, as many APIs have them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::http::{Request, Response};
use super::lock::lock;

/// A collection in memory. Clones are the same one: the test looks at it and changes it behind the provider's back.
#[derive(Debug, Clone, Default)]
pub struct Store(Arc<Mutex<Items>>);

#[derive(Debug, Default)]
struct Items {
    items: BTreeMap<String, Value>,
    made: u64,
}

impl Store {
    /// The item with that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<Value> {
        lock(&self.0).items.get(id).cloned()
    }

    /// Adds an item, as another client would.
    pub fn put(&self, id: impl Into<String>, item: Value) {
        lock(&self.0).items.insert(id.into(), item);
    }

    /// Removes an item, as another client would.
    pub fn remove(&self, id: &str) -> Option<Value> {
        lock(&self.0).items.remove(id)
    }

    /// The ids of all items, sorted.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        lock(&self.0).items.keys().cloned().collect()
    }

    /// Whether the collection is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.0).items.is_empty()
    }

    pub(super) fn serve(&self, prefix: &str, request: &Request) -> Response {
        let rest = request.url().strip_prefix(prefix).unwrap_or_default();
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let id = path.trim_matches('/');
        let mut items = lock(&self.0);
        match (request.method(), id) {
            ("GET" | "HEAD", "") => Response::json(200, &items.items.values().cloned().collect()),
            ("POST", "") => {
                items.made += 1;
                let id = items.made.to_string();
                let mut item = request.json();
                let Value::Object(members) = &mut item else {
                    return Response::text(400, "the body must be a JSON object");
                };
                let id = match members.get("id") {
                    Some(Value::String(own)) => own.clone(),
                    _ => {
                        members.insert("id".to_owned(), id.clone().into());
                        id
                    }
                };
                if items.items.contains_key(&id) {
                    return Response::text(409, "an object with that id exists already");
                }
                items.items.insert(id, item.clone());
                Response::json(201, &item)
            }
            ("GET" | "HEAD", id) => match items.items.get(id) {
                Some(item) => Response::json(200, item),
                None => Response::status(404),
            },
            ("PUT", id) => {
                let mut item = request.json();
                if let Value::Object(members) = &mut item {
                    members.entry("id").or_insert_with(|| json!(id));
                }
                items.items.insert(id.to_owned(), item.clone());
                Response::json(200, &item)
            }
            ("PATCH", id) => match (items.items.get_mut(id), request.json()) {
                (Some(Value::Object(item)), Value::Object(changes)) => {
                    for (key, value) in changes {
                        if value.is_null() {
                            item.remove(&key);
                        } else {
                            item.insert(key, value);
                        }
                    }
                    Response::json(200, &Value::Object(item.clone()))
                }
                (None, _) => Response::status(404),
                _ => Response::text(400, "only objects can be patched, with objects"),
            },
            ("DELETE", id) => match items.items.remove(id) {
                Some(_) => Response::status(204),
                None => Response::status(404),
            },
            _ => Response::status(405),
        }
    }
}
