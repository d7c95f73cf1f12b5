//! A server with the behaviour of PowerDNS that this provider uses.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use pulumi_wasm_testing::{Fakes, Request, Response};
use serde_json::{Value, json};

/// The server's API key.
pub(super) const KEY: &str = "a key";

/// A zone's settings, metadata by kind, and record sets by name and type.
#[derive(Default)]
struct Zone {
    settings: Value,
    metadata: BTreeMap<String, Value>,
    records: BTreeMap<(String, String), Value>,
}

type Zones = Arc<Mutex<BTreeMap<String, Zone>>>;

pub(super) struct Server(Zones);

impl Server {
    /// Answers at an address from now on.
    pub(super) fn start(fakes: &Fakes, url: &str) -> Self {
        let zones = Zones::default();
        let served = Arc::clone(&zones);
        fakes.answer(url, move |request| {
            if request.header("X-API-Key") != Some(KEY) {
                return Response::text(401, "Unauthorized");
            }
            answer(&mut served.lock().unwrap(), request)
        });
        Self(zones)
    }

    pub(super) fn zones(&self) -> Vec<String> {
        self.0.lock().unwrap().keys().cloned().collect()
    }

    pub(super) fn add_zone(&self, name: &str) {
        let settings = json!({ "name": name, "kind": "Native" });
        let zone = Zone {
            settings,
            ..Zone::default()
        };
        self.0.lock().unwrap().insert(name.to_owned(), zone);
    }

    pub(super) fn remove_zone(&self, name: &str) {
        self.0.lock().unwrap().remove(name);
    }

    pub(super) fn set(&self, name: &str, setting: &str, value: &str) {
        self.0.lock().unwrap().get_mut(name).unwrap().settings[setting] = value.into();
    }
}

/// A zone as the API shows it, with the record sets that the query asks for.
fn shown(name: &str, zone: &Zone, query: &str) -> Value {
    let asked = |key: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(found, _)| *found == key)
            .map(|(_, value)| value)
    };
    let wanted = |(record_name, kind): &(String, String)| {
        asked("rrset_name").is_none_or(|name| name == record_name)
            && asked("rrset_type").is_none_or(|wanted| wanted == kind)
    };
    let sets = zone
        .records
        .iter()
        .filter(|(key, _)| wanted(key))
        .map(|(_, set)| set.clone());
    let mut shown = zone.settings.clone();
    shown["url"] = format!("/api/v1/servers/localhost/zones/{name}").into();
    shown["rrsets"] = sets.collect();
    shown
}

fn answer(zones: &mut BTreeMap<String, Zone>, request: &Request) -> Response {
    let path = request
        .path()
        .strip_prefix("/api/v1/servers/localhost")
        .unwrap_or_default();
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let body = request.json();
    match (request.method(), parts.as_slice()) {
        ("GET", ["search-data"]) => Response::json(200, &json!([])),
        ("GET", ["zones"]) => {
            let wanted = request.query().strip_prefix("zone=").unwrap_or_default();
            let found = zones.iter().filter(|(name, _)| *name == wanted);
            Response::json(
                200,
                &found.map(|(name, zone)| shown(name, zone, "")).collect(),
            )
        }
        ("POST", ["zones"]) => {
            let name = body["name"].as_str().unwrap().to_owned();
            if zones.contains_key(&name) {
                return Response::json(409, &json!({ "error": "Domain already exists" }));
            }
            let zone = Zone {
                settings: body,
                ..Zone::default()
            };
            let made = shown(&name, &zone, "");
            zones.insert(name, zone);
            Response::json(201, &made)
        }
        (method, ["zones", name, rest @ ..]) => match zones.get_mut(*name) {
            None => Response::json(404, &json!({ "error": "Could not find domain" })),
            Some(_) if method == "DELETE" => {
                zones.remove(*name);
                Response::status(204)
            }
            Some(zone) => answer_in(zone, name, rest, request, &body),
        },
        _ => Response::status(404),
    }
}

fn answer_in(
    zone: &mut Zone,
    name: &str,
    rest: &[&str],
    request: &Request,
    body: &Value,
) -> Response {
    match (request.method(), rest) {
        ("GET", []) => Response::json(200, &shown(name, zone, request.query())),
        ("PUT", []) => {
            for (setting, value) in body.as_object().unwrap() {
                zone.settings[setting] = value.clone();
            }
            Response::status(204)
        }
        ("PATCH", []) => {
            for change in body["rrsets"].as_array().unwrap() {
                let text = |key: &str| change[key].as_str().unwrap().to_owned();
                let key = (text("name"), text("type"));
                if change["changetype"] == "DELETE" {
                    zone.records.remove(&key);
                } else {
                    zone.records.insert(key, change.clone());
                }
            }
            Response::status(204)
        }
        ("GET", ["metadata"]) => Response::json(200, &zone.metadata.values().cloned().collect()),
        ("PUT", ["metadata", kind]) => {
            zone.metadata.insert((*kind).to_owned(), body.clone());
            Response::json(200, body)
        }
        _ => Response::status(405),
    }
}
