//! The two kinds of things on the server: the inputs of programs, and the real things.

use prost_types::value::Kind as Form;
use prost_types::{ListValue, Struct, Value};
use serde_json::json;

use test_support::fake::calls::{object, string, structure};
use test_support::servers::powerdns::PowerDns;

/// A kind of thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Zone,
    Records,
}

fn list(texts: &[&str]) -> Value {
    let values = texts.iter().map(|text| string(text)).collect();
    Value {
        kind: Some(Form::ListValue(ListValue { values })),
    }
}

fn number(number: u32) -> Value {
    Value {
        kind: Some(Form::NumberValue(f64::from(number))),
    }
}

impl Kind {
    pub(crate) fn token(self) -> &'static str {
        match self {
            Kind::Zone => "powerdns:index:Zone",
            Kind::Records => "powerdns:index:RecordSet",
        }
    }

    /// The inputs of a program, at first and after a change.
    pub(crate) fn inputs(self, zone: &str, version: u8) -> Struct {
        let first = version == 1;
        match self {
            Kind::Zone => {
                let notified = if first { "192.0.2.1" } else { "192.0.2.2" };
                let server = if first { "ns1.test." } else { "ns2.test." };
                structure(&[
                    ("name", string(zone)),
                    ("account", string(if first { "one" } else { "two" })),
                    ("nameservers", list(&[server])),
                    (
                        "metadata",
                        object(&[
                            ("ALSO-NOTIFY", list(&[notified])),
                            ("ALLOW-AXFR-FROM", list(&[notified])),
                        ]),
                    ),
                ])
            }
            Kind::Records => structure(&[
                ("zone", string(zone)),
                ("name", string(&format!("www.{zone}"))),
                ("type", string("A")),
                ("ttl", number(if first { 300 } else { 600 })),
                (
                    "records",
                    list(if first {
                        &["192.0.2.10"]
                    } else {
                        &["192.0.2.11", "192.0.2.12"]
                    }),
                ),
            ]),
        }
    }

    /// The state of the server if it matches the program.
    fn expected(self, version: u8) -> serde_json::Value {
        let first = version == 1;
        match self {
            Kind::Zone => {
                let notified = if first { "192.0.2.1" } else { "192.0.2.2" };
                json!({
                    "account": if first { "one" } else { "two" },
                    "nameservers": [if first { "ns1.test." } else { "ns2.test." }],
                    "ALSO-NOTIFY": [notified],
                    "ALLOW-AXFR-FROM": [notified],
                })
            }
            Kind::Records if first => json!({ "ttl": 300, "records": ["192.0.2.10"] }),
            Kind::Records => json!({ "ttl": 600, "records": ["192.0.2.11", "192.0.2.12"] }),
        }
    }

    /// Creates the required things in advance, unknown to the engine and the provider.
    pub(crate) fn prepare(self, server: &PowerDns, zone: &str) {
        if self == Kind::Records {
            let new = json!({ "name": zone, "kind": "Native", "nameservers": ["ns1.test."] });
            assert_eq!(server.api("POST", "/zones", Some(new)).0, 201);
        }
    }

    /// The state of the server.
    pub(crate) fn there(self, server: &PowerDns, zone: &str) -> There {
        let (status, found) = server.api("GET", &format!("/zones/{zone}"), None);
        if status == 404 {
            return There::Nothing;
        }
        let contents = |name: &str, kind: &str| {
            let sets = found["rrsets"].as_array().unwrap();
            let set = sets
                .iter()
                .find(|set| set["name"] == name && set["type"] == kind);
            set.map(|set| {
                let records = set["records"].as_array().unwrap().iter();
                let mut texts: Vec<_> = records
                    .map(|record| record["content"].as_str().unwrap().to_owned())
                    .collect();
                texts.sort();
                (set["ttl"].clone(), texts)
            })
        };
        let seen = match self {
            Kind::Zone => {
                let metadata = |kind: &str| {
                    let path = format!("/zones/{zone}/metadata/{kind}");
                    server.api("GET", &path, None).1["metadata"].clone()
                };
                json!({
                    "account": found["account"],
                    "nameservers": contents(zone, "NS").map(|(_, texts)| texts),
                    "ALSO-NOTIFY": metadata("ALSO-NOTIFY"),
                    "ALLOW-AXFR-FROM": metadata("ALLOW-AXFR-FROM"),
                })
            }
            Kind::Records => match contents(&format!("www.{zone}"), "A") {
                None => return There::Nothing,
                Some((ttl, records)) => json!({ "ttl": ttl, "records": records }),
            },
        };
        match [1, 2]
            .into_iter()
            .find(|version| self.expected(*version) == seen)
        {
            Some(version) => There::Version(version),
            None => There::Between(seen),
        }
    }
}

/// The server's version of a thing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum There {
    Nothing,
    /// The program's values, initially or after its change.
    Version(u8),
    /// Something else.
    Between(serde_json::Value),
}
