//! A provider with one type that has properties of every kind, and the questions that tests ask it.

use std::sync::atomic::{AtomicUsize, Ordering};

use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value as Wire};
use pulumi_wasm_host::rpc::proto::pulumirpc as pb;
use serde_json::{Value, json};
use tonic::{Response, Status};

use crate::fake::calls::urn;
use crate::fake::guest::{FUNCTION, Guest, THING};
use crate::fake::plugin::{Client, Plugin};
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, Step};
use crate::fake::within;

/// The key that makes an object a special value.
pub(crate) const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
/// The sentinel that the host writes for what is not known.
pub(crate) const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// The answer of an RPC.
pub(crate) type Answered<T> = Result<T, Status>;

/// A secret, as it is on the wire.
pub(crate) fn secret(value: impl Into<Value>) -> Value {
    json!({ SIGNATURE: "1b47061264138c4ac30d75fd1eb44270", "value": value.into() })
}

/// Properties for a message.
pub(crate) fn object(properties: Value) -> Option<Struct> {
    match wire(properties).kind {
        Some(Kind::StructValue(found)) => Some(found),
        _ => panic!("no object"),
    }
}

fn wire(value: Value) -> Wire {
    let kind = match value {
        Value::Null => Kind::NullValue(0),
        Value::Bool(value) => Kind::BoolValue(value),
        Value::Number(number) => Kind::NumberValue(number.as_f64().expect("a double")),
        Value::String(text) => Kind::StringValue(text),
        Value::Array(items) => Kind::ListValue(ListValue {
            values: items.into_iter().map(wire).collect(),
        }),
        Value::Object(members) => Kind::StructValue(Struct {
            fields: members
                .into_iter()
                .map(|(key, value)| (key, wire(value)))
                .collect(),
        }),
    };
    Wire { kind: Some(kind) }
}

/// Properties of a message; null where there are none. Numbers are doubles: `1` is `1.0`.
pub(crate) fn json(properties: Option<&Struct>) -> Value {
    properties.map_or(Value::Null, |properties| {
        let members = properties.fields.iter();
        members
            .map(|(key, value)| (key.clone(), plain(value)))
            .collect()
    })
}

fn plain(value: &Wire) -> Value {
    match value.kind.as_ref().expect("a value") {
        Kind::NullValue(_) => Value::Null,
        Kind::BoolValue(value) => json!(value),
        Kind::NumberValue(value) => json!(value),
        Kind::StringValue(text) => json!(text),
        Kind::ListValue(list) => list.values.iter().map(plain).collect(),
        Kind::StructValue(found) => json(Some(found)),
    }
}

/// Names and reasons of what is not acceptable.
pub(crate) fn reasons(failures: &[pb::CheckFailure]) -> Vec<(&str, &str)> {
    failures
        .iter()
        .map(|failure| (failure.property.as_str(), failure.reason.as_str()))
        .collect()
}

/// A guest whose only type has properties of every kind. It has the hook `create` and no other.
pub(crate) fn thing() -> Guest {
    Guest::new().manifest(|manifest| {
        let inputs = json!({
            "label": { "type": "string" },
            "zone": { "type": "string", "replaceOnChanges": true },
            "level": { "type": "integer", "default": 3 },
            "ratio": { "type": "number" },
            "enabled": { "type": "boolean" },
            "color": { "$ref": "#/types/acme:index:Color" },
            "kind": { "type": "string", "const": "thing" },
            "tags": { "type": "object", "additionalProperties": { "type": "string" } },
            "rules": { "type": "array", "items": { "$ref": "#/types/acme:index:Rule" } },
            "password": { "type": "string", "secret": true },
            "blob": { "$ref": "pulumi.json#/Asset" },
            "anything": { "$ref": "pulumi.json#/Any" },
        });
        let mut outputs = inputs.clone();
        outputs["serial"] = json!({ "type": "string" });
        outputs["token"] = json!({ "type": "string", "secret": true });
        let schema = &mut manifest["schema"];
        schema["types"] = json!({
            "acme:index:Color": {
                "type": "string",
                "enum": [{ "value": "red" }, { "value": "green" }],
            },
            "acme:index:Rule": {
                "type": "object",
                "properties": {
                    "port": { "type": "integer" },
                    "host": { "type": "string", "replaceOnChanges": true },
                },
                "required": ["port"],
            },
        });
        schema["resources"][THING] = json!({
            "inputProperties": inputs,
            "requiredInputs": ["label"],
            "properties": outputs,
            "required": ["label", "serial"],
        });
    })
}

/// [`thing`] with a configuration.
pub(crate) fn configured() -> Guest {
    thing().manifest(|manifest| {
        manifest["schema"]["types"]["acme:index:Login"] = json!({
            "type": "object",
            "properties": {
                "user": { "type": "string" },
                "password": { "type": "string", "secret": true },
            },
        });
        manifest["schema"]["provider"] = json!({
            "inputProperties": {
                "region": { "type": "string", "replaceOnChanges": true },
                "key": { "type": "string", "secret": true, "description": "opens the door" },
                "retries": { "type": "integer", "default": 2 },
                "verbose": { "type": "boolean" },
                "login": { "$ref": "#/types/acme:index:Login" },
                "hosts": { "type": "array", "items": { "type": "string" } },
            },
            "requiredInputs": ["key"],
        });
    })
}

/// A guest that tells what it is asked, and answers a create, read or update with what it got.
pub(crate) fn echo() -> Guest {
    let tell = |parts: &[&'static str], last: Step| -> Vec<Step> {
        let told = parts.iter().map(|part| Step::Tell(part));
        told.chain([last]).collect()
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let found = Answer::Found { outputs: "{}" };
    let updated = Answer::Updated { outputs: "{}" };
    thing()
        .does(
            "create",
            tell(&["inputs"], Step::AnswerWith(made, "inputs")),
        )
        .does(
            "read",
            tell(
                &["id", "inputs", "outputs"],
                Step::AnswerWith(found, "outputs"),
            ),
        )
        .does(
            "update",
            tell(
                &["id", "old-inputs", "old-outputs", "inputs"],
                Step::AnswerWith(updated, "inputs"),
            ),
        )
        .does(
            "delete",
            tell(&["id", "inputs", "outputs"], Step::Answer(Answer::Done)),
        )
}

/// A provider and its engine.
pub(crate) struct World {
    pub(crate) scene: Scene,
    pub(crate) plugin: Plugin,
    heard: AtomicUsize,
}

impl World {
    pub(crate) async fn of(guest: &Guest) -> Self {
        Self::with(guest, &[]).await
    }

    /// With options of `pulumi package add`.
    pub(crate) async fn with(guest: &Guest, flags: &[&str]) -> Self {
        let scene = Scene::new().await;
        let plugin = scene.launch_with(guest, flags).await;
        Self {
            scene,
            plugin,
            heard: AtomicUsize::new(0),
        }
    }

    fn client(&self) -> Client {
        self.plugin.client()
    }

    /// What the guest has told since this was last asked.
    pub(crate) fn told(&self) -> Vec<String> {
        let messages = self.scene.engine.messages();
        let before = self.heard.swap(messages.len(), Ordering::Relaxed);
        messages
            .into_iter()
            .skip(before)
            .filter(|message| message.severity == pb::LogSeverity::Debug as i32)
            .map(|message| message.message)
            .collect()
    }

    /// What the guest has told, as JSON.
    pub(crate) fn told_json(&self) -> Vec<Value> {
        let parse = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
        self.told().into_iter().map(parse).collect()
    }

    pub(crate) async fn check(
        &self,
        change: impl FnOnce(&mut pb::CheckRequest),
    ) -> Answered<pb::CheckResponse> {
        let mut request = pb::CheckRequest {
            urn: urn("one"),
            name: "one".to_owned(),
            r#type: THING.to_owned(),
            olds: object(json!({})),
            news: object(json!({ "label": "x" })),
            random_seed: vec![7; 32],
            ..pb::CheckRequest::default()
        };
        change(&mut request);
        got(within(self.client().check(request)).await)
    }

    /// The checked inputs of a create, which must be acceptable.
    pub(crate) async fn checked(&self, inputs: Value) -> Value {
        let answer = self.check(|request| request.news = object(inputs)).await;
        let answer = answer.expect("an answer");
        assert!(answer.failures.is_empty(), "{:?}", answer.failures);
        json(answer.inputs.as_ref())
    }

    /// What a check of inputs refuses.
    pub(crate) async fn failures(&self, inputs: Value) -> Vec<pb::CheckFailure> {
        let answer = self.check(|request| request.news = object(inputs)).await;
        answer.expect("an answer").failures
    }

    pub(crate) async fn diff(
        &self,
        change: impl FnOnce(&mut pb::DiffRequest),
    ) -> Answered<pb::DiffResponse> {
        let mut request = pb::DiffRequest {
            id: "made".to_owned(),
            urn: urn("one"),
            name: "one".to_owned(),
            r#type: THING.to_owned(),
            ..pb::DiffRequest::default()
        };
        change(&mut request);
        got(within(self.client().diff(request)).await)
    }

    /// The comparison of old inputs, which are the outputs as well, with new ones.
    pub(crate) async fn compared(&self, old: Value, new: Value) -> pb::DiffResponse {
        let answer = self.diff(|request| {
            request.olds = object(old.clone());
            request.old_inputs = object(old);
            request.news = object(new);
        });
        answer.await.expect("an answer")
    }

    pub(crate) async fn create(
        &self,
        change: impl FnOnce(&mut pb::CreateRequest),
    ) -> Answered<pb::CreateResponse> {
        let mut request = pb::CreateRequest {
            urn: urn("one"),
            name: "one".to_owned(),
            r#type: THING.to_owned(),
            properties: object(json!({ "label": "x" })),
            ..pb::CreateRequest::default()
        };
        change(&mut request);
        got(within(self.client().create(request)).await)
    }

    /// A read of the thing `made`; an import unless the change says more.
    pub(crate) async fn read(
        &self,
        change: impl FnOnce(&mut pb::ReadRequest),
    ) -> Answered<pb::ReadResponse> {
        let mut request = pb::ReadRequest {
            id: "made".to_owned(),
            urn: urn("one"),
            name: "one".to_owned(),
            r#type: THING.to_owned(),
            ..pb::ReadRequest::default()
        };
        change(&mut request);
        got(within(self.client().read(request)).await)
    }

    pub(crate) async fn update(
        &self,
        change: impl FnOnce(&mut pb::UpdateRequest),
    ) -> Answered<pb::UpdateResponse> {
        let mut request = pb::UpdateRequest {
            id: "made".to_owned(),
            urn: urn("one"),
            name: "one".to_owned(),
            r#type: THING.to_owned(),
            olds: object(json!({ "label": "old", "serial": "1" })),
            old_inputs: object(json!({ "label": "old" })),
            news: object(json!({ "label": "new" })),
            ..pb::UpdateRequest::default()
        };
        change(&mut request);
        got(within(self.client().update(request)).await)
    }

    pub(crate) async fn delete(&self, change: impl FnOnce(&mut pb::DeleteRequest)) -> Answered<()> {
        let mut request = pb::DeleteRequest {
            id: "made".to_owned(),
            urn: urn("one"),
            name: "one".to_owned(),
            r#type: THING.to_owned(),
            properties: object(json!({ "label": "x", "serial": "1" })),
            old_inputs: object(json!({ "label": "x" })),
            ..pb::DeleteRequest::default()
        };
        change(&mut request);
        got(within(self.client().delete(request)).await)
    }

    pub(crate) async fn invoke(
        &self,
        change: impl FnOnce(&mut pb::InvokeRequest),
    ) -> Answered<pb::InvokeResponse> {
        let mut request = pb::InvokeRequest {
            tok: FUNCTION.to_owned(),
            args: object(json!({})),
            ..pb::InvokeRequest::default()
        };
        change(&mut request);
        got(within(self.client().invoke(request)).await)
    }

    pub(crate) async fn check_config(&self, news: Value) -> Answered<pb::CheckResponse> {
        let request = pb::CheckRequest {
            urn: "urn:pulumi:dev::shop::pulumi:providers:acme::default".to_owned(),
            news: object(news),
            ..pb::CheckRequest::default()
        };
        got(within(self.client().check_config(request)).await)
    }

    pub(crate) async fn diff_config(
        &self,
        change: impl FnOnce(&mut pb::DiffRequest),
    ) -> Answered<pb::DiffResponse> {
        let mut request = pb::DiffRequest {
            urn: "urn:pulumi:dev::shop::pulumi:providers:acme::default".to_owned(),
            ..pb::DiffRequest::default()
        };
        change(&mut request);
        got(within(self.client().diff_config(request)).await)
    }

    pub(crate) async fn configure(&self, arguments: Value) -> Answered<pb::ConfigureResponse> {
        let request = pb::ConfigureRequest {
            args: object(arguments),
            accept_secrets: true,
            accept_resources: true,
            ..pb::ConfigureRequest::default()
        };
        got(within(self.client().configure(request)).await)
    }
}

fn got<T>(answer: Result<Response<T>, Status>) -> Answered<T> {
    answer.map(Response::into_inner)
}
