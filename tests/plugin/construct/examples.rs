//! The examples with component resources: each has the same schema in every language, and registers the same, byte for byte.

use prost_types::Struct;
use pulumi_wasm_core::value::special_values as special;
use serde_json::{Value as Json, json};
use test_support::protocol::pulumirpc as pb;

use super::{languages, request};
use test_support::fake::calls::{special as signed, string};
use test_support::fake::monitor::{FakeMonitor, Reply};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;

/// The suffixes of an example's name in the names of its components.
const LANGUAGES: [&str; 3] = ["", "-python", "-typescript"];

/// A construction of an example: its component, the inputs, and the names of all that it registers, sorted.
struct Example {
    name: &'static str,
    token: &'static str,
    inputs: Json,
    registers: &'static [&'static str],
}

fn examples() -> [Example; 4] {
    [
        Example {
            name: "team",
            token: "team:index:Team",
            inputs: json!({ "domain": "example.com", "members": ["ada", "bob"] }),
            registers: &["s", "s-accounts", "s-accounts-ada", "s-accounts-bob"],
        },
        Example {
            name: "team",
            token: "team:index:Account",
            inputs: json!({ "user": "ada", "length": 20 }),
            registers: &["s", "s-login", "s-password"],
        },
        Example {
            name: "website",
            token: "website:index:Website",
            inputs: json!({
                "domain": "example.test",
                "nameservers": ["ns1.example.test"],
                "addresses": ["192.0.2.1", "192.0.2.2"],
                "hosts": ["www", "docs"],
            }),
            registers: &["s", "s-docs", "s-owner", "s-proof", "s-www", "s-zone"],
        },
        Example {
            name: "website",
            token: "website:index:Host",
            inputs: json!({ "zone": "example.test.", "name": "www.example.test", "addresses": ["192.0.2.1"] }),
            registers: &["s", "s-key", "s-records"],
        },
    ]
}

/// A resource as its provider would create it: its inputs, and outputs that follow from them.
fn made(request: &pb::RegisterResourceRequest) -> Reply {
    let hidden = |text: &str| signed(special::SECRET, &[("value", string(text))]);
    let outputs = match request.r#type.as_str() {
        "team:index:Account" => vec![("login", string("ada-1")), ("password", hidden("p"))],
        "website:index:Host" => vec![("url", string("https://h/")), ("key", hidden("k"))],
        "random:index/randomPassword:RandomPassword" => vec![("result", hidden("r"))],
        _ => return Reply::made(),
    };
    let mut object = request.object.clone().unwrap_or_default();
    for (name, value) in outputs {
        object.fields.insert(name.to_owned(), value);
    }
    Reply::Made(pb::RegisterResourceResponse {
        object: Some(object),
        ..pb::RegisterResourceResponse::default()
    })
}

/// All that an engine sees of a construction, in an order that does not depend on time.
#[derive(Debug, PartialEq)]
struct Seen {
    registered: Vec<pb::RegisterResourceRequest>,
    completed: Vec<(String, Struct)>,
    answer: pb::ConstructResponse,
}

async fn play(plugin: &Plugin, example: &Example, is_preview: bool) -> Seen {
    let monitor = FakeMonitor::answering(made);
    let mut request = request(&monitor, "s", &example.inputs);
    example.token.clone_into(&mut request.r#type);
    request.dry_run = is_preview;
    let answer = plugin.construct(request).await.expect(example.token);
    let mut registered = monitor.registered();
    registered.sort_by(|one, other| one.name.cmp(&other.name));
    let mut completed = monitor.completed();
    completed.sort_by(|one, other| one.0.cmp(&other.0));
    Seen {
        registered,
        completed,
        answer,
    }
}

/// The schema without the parameter, in which the digest of the component is.
async fn schema(plugin: &Plugin) -> Json {
    let mut schema = plugin.schema().await;
    let parameterization = schema.as_object_mut().unwrap().remove("parameterization");
    assert!(parameterization.is_some(), "{schema}");
    schema
}

#[tokio::test]
async fn the_examples_register_the_same_in_every_language() {
    for name in ["team", "website"] {
        let mut first: Option<(Json, Vec<Seen>)> = None;
        for language in LANGUAGES {
            let scene = Scene::new().await;
            let plugin = languages::launch(&scene, &format!("{name}{language}.wasm"), &[]).await;
            let schema = schema(&plugin).await;
            let mut seen = Vec::new();
            for example in examples().iter().filter(|example| example.name == name) {
                for is_preview in [false, true] {
                    let played = play(&plugin, example, is_preview).await;
                    let names = played.registered.iter().map(|one| one.name.as_str());
                    let names: Vec<&str> = names.collect();
                    assert_eq!(names, example.registers, "{}{language}", example.token);
                    seen.push(played);
                }
            }
            let Some((wanted, played)) = &first else {
                first = Some((schema, seen));
                continue;
            };
            assert_eq!(*wanted, schema, "{name}{language}");
            for (wanted, found) in played.iter().zip(&seen) {
                assert_eq!(wanted, found, "{name}{language}");
            }
        }
    }
}
