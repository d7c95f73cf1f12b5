//! A provider that is the package of a guest, its engine, and the questions that tests ask it.

use std::sync::atomic::{AtomicUsize, Ordering};

use prost_types::Struct;
use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;
use tonic::{Response, Status};

use super::properties::{json, object};
use test_support::fake::guest::{FUNCTION, Guest};
use test_support::fake::plugin::{Client, Plugin};
use test_support::fake::scene::Scene;
use test_support::fake::subject::{Recorded, Subject};
use test_support::within;

/// The answer of an RPC.
pub(crate) type Answered<T> = Result<T, Status>;

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

    /// The guest's messages since the last call.
    pub(crate) fn told(&self) -> Vec<String> {
        let messages = self.scene.engine.messages();
        let before = self.heard.swap(messages.len(), Ordering::Relaxed);
        messages
            .into_iter()
            .skip(before)
            .filter(|message| message.severity == pb::LogSeverity::Debug as i32)
            .map(|message| message.message)
            // Messages of the host from before the guest starts.
            .filter(|message| !message.starts_with("compiled `"))
            .collect()
    }

    /// The guest's messages, as JSON.
    pub(crate) fn told_json(&self) -> Vec<Value> {
        let parse = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
        self.told().into_iter().map(parse).collect()
    }

    pub(crate) async fn check(
        &self,
        change: impl FnOnce(&mut pb::CheckRequest),
    ) -> Answered<pb::CheckResponse> {
        let mut request = subject().check(object(json!({})), object(json!({ "label": "x" })));
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

    /// The failures of a check of inputs.
    pub(crate) async fn failures(&self, inputs: Value) -> Vec<pb::CheckFailure> {
        let answer = self.check(|request| request.news = object(inputs)).await;
        answer.expect("an answer").failures
    }

    pub(crate) async fn diff(
        &self,
        change: impl FnOnce(&mut pb::DiffRequest),
    ) -> Answered<pb::DiffResponse> {
        let mut request = subject().diff(made(None, None), None);
        change(&mut request);
        got(within(self.client().diff(request)).await)
    }

    /// Compares old inputs, which are the outputs too, with new ones.
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
        let mut request = subject().create(object(json!({ "label": "x" })));
        change(&mut request);
        got(within(self.client().create(request)).await)
    }

    /// A read of the thing `made`; an import unless the change says more.
    pub(crate) async fn read(
        &self,
        change: impl FnOnce(&mut pb::ReadRequest),
    ) -> Answered<pb::ReadResponse> {
        let mut request = subject().read(made(None, None));
        change(&mut request);
        got(within(self.client().read(request)).await)
    }

    pub(crate) async fn update(
        &self,
        change: impl FnOnce(&mut pb::UpdateRequest),
    ) -> Answered<pb::UpdateResponse> {
        let mut request = subject().update(
            made(
                object(json!({ "label": "old" })),
                object(json!({ "label": "old", "serial": "1" })),
            ),
            object(json!({ "label": "new" })),
        );
        change(&mut request);
        got(within(self.client().update(request)).await)
    }

    pub(crate) async fn delete(&self, change: impl FnOnce(&mut pb::DeleteRequest)) -> Answered<()> {
        let mut request = subject().delete(made(
            object(json!({ "label": "x" })),
            object(json!({ "label": "x", "serial": "1" })),
        ));
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

/// The resource of the request.
fn subject() -> Subject {
    Subject::thing("one")
}

/// The created resource `made` with these inputs and outputs.
fn made(inputs: Option<Struct>, outputs: Option<Struct>) -> Recorded {
    Recorded {
        id: "made".to_owned(),
        inputs,
        outputs,
    }
}

fn got<T>(answer: Result<Response<T>, Status>) -> Answered<T> {
    answer.map(Response::into_inner)
}
