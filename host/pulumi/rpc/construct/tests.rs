//! Components between an engine's request and its resource monitor: a guest in Rust, and a monitor that checks what the
//! engine checks. Each test has the name of its rule in `docs/contribute/components.md`.

mod ends;
mod failures;
mod hooks;
mod lookups;
mod methods;
mod options;
mod packages;
mod sharing;
mod transforms;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use prost::Message as _;
use prost::bytes::Bytes;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::graph::{Declaration, Graph, output};
use pulumi_wasm_core::testing::{Answers, Entered, Scene};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use pulumi_wasm_platform::peers::Peers;
use serde_json::{Value as Json, json};

use super::*;
use crate::pulumi::callbacks::Callbacks;
use crate::pulumi::engine::monitor::PackageParameter;
use test_support::fake::monitor::{FakeMonitor, STACK};

const SITE: &str = "acme:index:Site";
/// A method of it.
const PAGE: &str = "acme:index:Site/page";
const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
const REFERENCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// A package with the component `Site`, a monitor, and the request of an engine.
struct Stage {
    scene: Scene,
    monitors: Monitors,
    request: ConstructRequest,
}

impl Stage {
    fn new(
        monitor: &FakeMonitor,
        script: impl Fn(&mut Graph, Entered<'_>) -> Result<PropertyValue, CallError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let answers = Answers {
            construct: Some(Arc::new(script)),
            ..Answers::default()
        };
        let change = |manifest: &mut Json| {
            manifest["packages"] = json!({
                "random": { "version": "4.18.0" },
                "site": {
                    "version": "2.0.0",
                    "parameter": { "plugin": "other", "version": "9.9.9", "value": "AAEC" },
                },
            });
            let any = json!({ "$ref": "pulumi.json#/Any" });
            let inputs = json!({
                "title": { "type": "string" },
                "count": { "type": "integer" },
                "parts": { "type": "array", "items": any.clone() },
                "any": any,
                "password": { "type": "string", "secret": true },
            });
            let outputs = json!({ "url": any, "token": { "type": "string", "secret": true } });
            manifest["schema"]["resources"][SITE] =
                json!({ "isComponent": true, "inputProperties": inputs, "properties": outputs });
            manifest["resources"][SITE] = json!({ "hooks": ["construct"] });
            manifest["schema"]["resources"][SITE]["methods"] = json!({ "page": PAGE });
            let arguments = json!({
                "__self__": { "$ref": "#/resources/acme:index:Site" },
                "path": { "type": "string" },
            });
            let any = json!({ "$ref": "pulumi.json#/Any" });
            manifest["schema"]["functions"][PAGE] = json!({
                "inputs": { "properties": arguments, "required": ["__self__"] },
                "outputs": { "properties": { "url": any } },
            });
        };
        Self {
            scene: Scene::with(&["create"], change, answers),
            monitors: Monitors::new(
                &Arc::new(Peers::of_everyone()),
                &Callbacks::new(([127, 0, 0, 1], 1).into()),
            ),
            request: ConstructRequest {
                project: "shop".to_owned(),
                stack: "dev".to_owned(),
                monitor_endpoint: monitor.address.clone(),
                r#type: SITE.to_owned(),
                name: "s".to_owned(),
                parent: STACK.to_owned(),
                ..ConstructRequest::default()
            },
        }
    }

    /// A component whose guest only declares, and returns these outputs.
    fn declaring(
        monitor: &FakeMonitor,
        declare: impl Fn(&mut Graph) -> Vec<(&'static str, PropertyValue)> + Send + Sync + 'static,
    ) -> Self {
        Self::new(monitor, move |graph, _| Ok(object(declare(graph))))
    }

    /// With these inputs, as an engine sends them.
    fn with(mut self, inputs: &Json) -> Self {
        self.request.inputs = Some(encoded(inputs));
        self
    }

    fn in_preview(mut self) -> Self {
        self.request.dry_run = true;
        self
    }

    fn call(&self) -> Call {
        Call {
            preview: self.request.dry_run,
            subject: Arc::new(request::subject(&self.request)),
            ..self.scene.call(Operation::Construct)
        }
    }

    async fn run(&self) -> Result<ConstructResponse, Status> {
        self.run_as(&self.call()).await
    }

    async fn run_as(&self, call: &Call) -> Result<ConstructResponse, Status> {
        let request = self.request.clone();
        constructed(&self.scene.package, call, own(), &self.monitors, request).await
    }
}

/// The own package, as an engine named it.
fn own() -> Announcement {
    Announcement {
        plugin: "wasm".to_owned(),
        version: "0.1.0".to_owned(),
        download_url: String::new(),
        parameter: Some(PackageParameter {
            name: "acme".to_owned(),
            version: "1.2.3".to_owned(),
            value: vec![7, 8, 9].into(),
        }),
    }
}

fn map(entries: Vec<(&str, PropertyValue)>) -> PropertyMap {
    let entries = entries.into_iter();
    entries
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn object(entries: Vec<(&str, PropertyValue)>) -> PropertyValue {
    PropertyValue::Object(map(entries))
}

/// A random pet of that name.
fn pet(name: &str, inputs: Vec<(&str, PropertyValue)>) -> Declaration {
    Declaration {
        token: "random:index:Pet".to_owned(),
        name: name.to_owned(),
        inputs: map(inputs),
        ..Declaration::default()
    }
}

fn encoded(json: &Json) -> Bytes {
    structure(json).encode_to_vec().into()
}

fn structure(json: &Json) -> Struct {
    let members = json.as_object().expect("an object");
    let fields = members.iter();
    Struct {
        fields: fields
            .map(|(key, json)| (key.clone(), value(json)))
            .collect(),
    }
}

fn value(json: &Json) -> Value {
    let kind = match json {
        Json::Null => Kind::NullValue(0),
        Json::Bool(flag) => Kind::BoolValue(*flag),
        Json::Number(number) => Kind::NumberValue(number.as_f64().expect("a number")),
        Json::String(text) => Kind::StringValue(text.clone()),
        Json::Array(items) => Kind::ListValue(ListValue {
            values: items.iter().map(value).collect(),
        }),
        Json::Object(_) => Kind::StructValue(structure(json)),
    };
    Value { kind: Some(kind) }
}

/// Properties as JSON, to be compared.
fn plain(properties: Option<&Struct>) -> Json {
    let fields = properties.expect("properties").fields.iter();
    let members = fields.map(|(key, value)| (key.clone(), plain_value(value)));
    Json::Object(members.collect())
}

fn plain_value(value: &Value) -> Json {
    match value.kind.as_ref().expect("a value") {
        Kind::NullValue(_) => Json::Null,
        Kind::BoolValue(flag) => json!(flag),
        Kind::NumberValue(number) => json!(number),
        Kind::StringValue(text) => json!(text),
        Kind::ListValue(list) => list.values.iter().map(plain_value).collect(),
        Kind::StructValue(object) => plain(Some(object)),
    }
}

/// The outputs of an answer as JSON.
fn state(answer: &ConstructResponse) -> Json {
    let state = answer.state.as_deref().expect("a state");
    plain(Some(&Struct::decode(state).expect("properties")))
}

fn urn(token: &str, name: &str) -> String {
    format!("urn:pulumi:dev::shop::acme:index:Site${token}::{name}")
}

fn site() -> String {
    "urn:pulumi:dev::shop::acme:index:Site::s".to_owned()
}

/// The lists of dependencies by property, sorted.
fn behind<'a>(
    entries: impl IntoIterator<Item = (&'a String, &'a Vec<String>)>,
) -> BTreeMap<String, BTreeSet<String>> {
    let entries = entries.into_iter();
    entries
        .map(|(name, urns)| (name.clone(), urns.iter().cloned().collect()))
        .collect()
}

fn dependencies(entries: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
    let set = |urns: &[&str]| urns.iter().map(|urn| (*urn).to_owned()).collect();
    let entries = entries.iter();
    entries
        .map(|(name, urns)| ((*name).to_owned(), set(urns)))
        .collect()
}
