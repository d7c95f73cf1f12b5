//! A client of April 2018, with the messages of that year, and the plugin of a bundle: that engine does not know
//! parameters.

#[path = "../../../host/conformance/src/codec.rs"]
mod codec;

use std::sync::LazyLock;

use codec::DynamicCodec;
use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions};
use serde_json::{Value, json};
use test_support::protocol::google::rpc::Status as RpcStatus;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Request, Status};

use super::guests::configured;
use crate::launch::bundle::{acme, lay_out};
use test_support::fake::guest::{FUNCTION, Guest, THING};
use test_support::fake::plugin::{Plugin, channel};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::{assert_says, within};

const SERVICE: &str = "pulumirpc.ResourceProvider";

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wire/2018");
    let file = folder.join("provider.proto");
    let set = protox::compile([file], [&folder]).expect("the protocol's file");
    DescriptorPool::from_file_descriptor_set(set).expect("descriptors")
});

/// An engine of that year, and the plugin that it started.
struct Client {
    _scene: Scene,
    _plugin: Plugin,
    channel: Channel,
}

impl Client {
    /// Starts the bundle of this guest.
    async fn of(guest: &Guest) -> Self {
        let scene = Scene::new().await;
        lay_out(&scene, "pulumi-resource-acme", &guest.build(), |_| {});
        let plugin = acme(&scene).await;
        Self {
            channel: channel(plugin.port).await,
            _scene: scene,
            _plugin: plugin,
        }
    }

    /// Calls a method. Messages are JSON here, without fields that have their default value.
    async fn call(&self, name: &str, request: Value) -> Result<Value, Status> {
        let service = POOL.get_service_by_name(SERVICE).expect("the service");
        let mut methods = service.methods();
        let method = methods.find(|method| method.name() == name);
        let method = method.unwrap_or_else(|| panic!("no `{name}` in 2018"));
        let request = DynamicMessage::deserialize(method.input(), request)
            .unwrap_or_else(|error| panic!("the request of `{name}`: {error}"));
        let mut client = Grpc::new(self.channel.clone());
        client.ready().await.expect("a connection");
        let path: PathAndQuery = format!("/{SERVICE}/{name}").parse().expect("a path");
        let codec = DynamicCodec {
            answer: method.output(),
        };
        let answer = within(client.unary(Request::new(request), path, codec)).await?;
        Ok(shown(&answer.into_inner()))
    }

    /// The answer of a call that succeeds.
    #[track_caller]
    fn answer(&self, name: &'static str, request: Value) -> impl Future<Output = Value> {
        let place = std::panic::Location::caller();
        async move {
            let answer = self.call(name, request).await;
            answer.unwrap_or_else(|status| panic!("{place}: {name}: {status}"))
        }
    }
}

fn shown(message: &DynamicMessage) -> Value {
    let options = SerializeOptions::new().skip_default_fields(true);
    message
        .serialize_with_options(serde_json::value::Serializer, &options)
        .expect("JSON")
}

fn urn() -> String {
    format!("urn:pulumi:dev::shop::{THING}::one")
}

#[tokio::test]
async fn a_client_of_2018_takes_a_resource_through_its_life() {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let updated = Answer::Updated { outputs: "{}" };
    let guest = configured()
        .does("create", [Step::AnswerWith(made, "inputs")])
        .does("update", [Step::AnswerWith(updated, "inputs")])
        .does("delete", [Step::Answer(Answer::Done)]);
    let client = Client::of(&guest).await;
    let info = client.answer("GetPluginInfo", json!({})).await;
    assert_eq!(info, json!({ "version": "1.2.3" }));
    let variables = json!({ "variables": { "acme:config:key": "k" } });
    assert_eq!(client.answer("Configure", variables).await, json!({}));

    let wrong = json!({ "urn": urn(), "news": { "label": "x", "level": "many" } });
    let refused = client.answer("Check", wrong).await;
    assert_eq!(refused["failures"][0]["property"], "level", "{refused}");
    let news = json!({ "label": "x", "zone": "a", "password": "p" });
    let first = json!({ "urn": urn(), "news": news });
    let checked = client.answer("Check", first).await;
    assert_eq!(checked.get("failures"), None, "{checked}");
    let inputs = &checked["inputs"];
    assert_eq!(inputs["password"], "p", "{checked}");
    assert_eq!(inputs["level"], 3.0, "{checked}");

    let create = json!({ "urn": urn(), "properties": inputs });
    let created = client.answer("Create", create).await;
    assert_eq!(created["id"], "made");
    let state = &created["properties"];
    assert_eq!(
        (&state["label"], &state["password"]),
        (&json!("x"), &json!("p"))
    );

    // That engine compares the values, and asks which changes replace.
    let change = |key: &str, value: &str| {
        let mut news = inputs.clone();
        news[key] = value.into();
        json!({ "id": "made", "urn": urn(), "olds": state, "news": news })
    };
    let compared = client.answer("Diff", change("label", "y")).await;
    assert_eq!(compared.get("replaces"), None, "{compared}");
    let compared = client.answer("Diff", change("zone", "b")).await;
    assert_eq!(compared["replaces"], json!(["zone"]));
    let updated = client.answer("Update", change("label", "y")).await;
    assert_eq!(updated["properties"]["label"], "y");
    let delete = json!({ "id": "made", "urn": urn(), "properties": updated["properties"] });
    assert_eq!(client.answer("Delete", delete).await, json!({}));
}

#[tokio::test]
async fn a_client_of_2018_gets_missing_keys_and_results_of_functions() {
    let result = Step::AnswerWith(Answer::Result("{}"), "arguments");
    let guest = configured().does("invoke", [result]).manifest(|manifest| {
        manifest["schema"]["functions"][FUNCTION]["inputs"] = json!({
            "properties": { "size": { "type": "integer" } },
        });
    });
    let client = Client::of(&guest).await;
    let status = client.call("Configure", json!({})).await.unwrap_err();
    let details = RpcStatus::decode(status.details()).unwrap().details;
    let name = details[0].type_url.rsplit('/').next().unwrap();
    assert_eq!(name, "pulumirpc.ConfigureErrorMissingKeys");
    let message = POOL.get_message_by_name(name).expect("a message of 2018");
    let missing = DynamicMessage::decode(message, details[0].value.as_slice()).unwrap();
    let key = json!({ "name": "acme:key", "description": "opens the door" });
    assert_eq!(shown(&missing), json!({ "missingKeys": [key] }));

    let variables = json!({ "variables": { "acme:config:key": "k" } });
    client.answer("Configure", variables).await;
    let ask = |size: Value| json!({ "tok": FUNCTION, "args": { "size": size } });
    let answer = client.answer("Invoke", ask(json!(5))).await;
    assert_eq!(answer, json!({ "return": { "size": 5.0 } }));
    let refused = client.answer("Invoke", ask(json!("many"))).await;
    assert_eq!(refused["failures"][0]["property"], "size", "{refused}");
    let unknown = json!({ "tok": "acme:index:nothing" });
    let status = client.call("Invoke", unknown).await.unwrap_err();
    assert_says(status.message(), &["acme:index:nothing"]);
}
