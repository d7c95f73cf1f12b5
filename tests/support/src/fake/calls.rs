//! Shortcuts for the calls of tests.

use crate::protocol::google::rpc::Status as RpcStatus;
use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::parameterize_request::{
    Parameters, ParametersArgs, ParametersValue,
};
use base64::Engine as _;
use prost_types::value::Kind;
use prost_types::{Struct, Value};
use pulumi_wasm_core::value::special_values;
use tonic::Status;

use super::guest::{FUNCTION, SITE};
use super::monitor::{FakeMonitor, STACK};
use super::plugin::{Client, Plugin};
use super::subject::Subject;
use crate::within;

/// A resource's URN by its name.
pub fn urn(name: &str) -> String {
    Subject::thing(name).urn().to_owned()
}

/// Properties with text as values.
pub fn properties(pairs: &[(&str, &str)]) -> Struct {
    let fields = pairs
        .iter()
        .map(|(key, value)| ((*key).to_owned(), string(value)));
    Struct {
        fields: fields.collect(),
    }
}

pub fn string(text: &str) -> Value {
    Value {
        kind: Some(Kind::StringValue(text.to_owned())),
    }
}

pub fn object(members: &[(&str, Value)]) -> Value {
    Value {
        kind: Some(Kind::StructValue(structure(members))),
    }
}

pub fn structure(members: &[(&str, Value)]) -> Struct {
    let fields = members
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()));
    Struct {
        fields: fields.collect(),
    }
}

/// An asset, an archive or another special value, with its signature.
pub fn special(signature: &str, members: &[(&str, Value)]) -> Value {
    let signed = (special_values::KEY, string(signature));
    object(&[&[signed], members].concat())
}

pub fn create_request(name: &str) -> pb::CreateRequest {
    Subject::thing(name).create(Some(properties(&[("label", "x")])))
}

pub fn check_request(name: &str, inputs: Struct) -> pb::CheckRequest {
    Subject::thing(name).check(None, Some(inputs))
}

pub fn arguments(words: &[&str]) -> pb::ParameterizeRequest {
    let args = words.iter().map(|word| (*word).to_owned()).collect();
    pb::ParameterizeRequest {
        parameters: Some(Parameters::Args(ParametersArgs { args })),
    }
}

pub fn value(name: &str, value: &[u8]) -> pb::ParameterizeRequest {
    pb::ParameterizeRequest {
        parameters: Some(Parameters::Value(ParametersValue {
            name: name.to_owned(),
            version: "9.9.9".to_owned(),
            value: value.to_vec(),
        })),
    }
}

/// The detail of a failed create or update: the thing that exists nevertheless.
pub fn saved(status: &Status) -> Option<pb::ErrorResourceInitFailed> {
    use prost::Message as _;
    let details = RpcStatus::decode(status.details()).ok()?.details;
    let found = details
        .iter()
        .find(|detail| detail.type_url.ends_with("ErrorResourceInitFailed"))?;
    pb::ErrorResourceInitFailed::decode(found.value.as_slice()).ok()
}

/// The string value of a property.
pub fn text(properties: Option<&Struct>, key: &str) -> Option<String> {
    match properties?.fields.get(key)?.kind.as_ref()? {
        Kind::StringValue(text) => Some(text.clone()),
        _ => None,
    }
}

/// Creates on a connection.
pub async fn create(mut client: Client, name: &str) -> Result<pb::CreateResponse, Status> {
    let answer = within(client.create(create_request(name))).await;
    answer.map(tonic::Response::into_inner)
}

impl Plugin {
    pub async fn handshake(&self) {
        let request = pb::ProviderHandshakeRequest {
            invoke_with_preview: true,
            ..pb::ProviderHandshakeRequest::default()
        };
        within(self.client().handshake(request))
            .await
            .expect("a handshake");
    }

    /// With arguments.
    pub async fn parameterize(&self, words: &[&str]) -> Result<pb::ParameterizeResponse, Status> {
        let answer = within(self.client().parameterize(arguments(words))).await;
        answer.map(tonic::Response::into_inner)
    }

    /// With a value.
    pub async fn restore(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<pb::ParameterizeResponse, Status> {
        let answer = within(self.client().parameterize(value(name, bytes))).await;
        answer.map(tonic::Response::into_inner)
    }

    pub async fn schema(&self) -> serde_json::Value {
        let answer = within(self.client().get_schema(pb::GetSchemaRequest::default()))
            .await
            .expect("a schema");
        serde_json::from_str(&answer.into_inner().schema).expect("JSON")
    }

    /// The parameter value, as generated SDKs carry it.
    pub async fn value(&self) -> Vec<u8> {
        let schema = self.schema().await;
        let text = schema["parameterization"]["parameter"]
            .as_str()
            .expect("a parameter");
        base64::engine::general_purpose::STANDARD
            .decode(text)
            .expect("base64")
    }

    pub async fn configure(
        &self,
        configuration: &[(&str, &str)],
    ) -> Result<pb::ConfigureResponse, Status> {
        let request = pb::ConfigureRequest {
            args: Some(properties(configuration)),
            ..pb::ConfigureRequest::default()
        };
        let answer = within(self.client().configure(request)).await;
        answer.map(tonic::Response::into_inner)
    }

    pub async fn check(&self, inputs: Struct) -> Result<pb::CheckResponse, Status> {
        let answer = within(self.client().check(check_request("one", inputs))).await;
        answer.map(tonic::Response::into_inner)
    }

    pub async fn create(&self, name: &str) -> Result<pb::CreateResponse, Status> {
        create(self.client(), name).await
    }

    pub async fn invoke(&self, preview: bool) -> Result<pb::InvokeResponse, Status> {
        let request = pb::InvokeRequest {
            tok: FUNCTION.to_owned(),
            preview,
            ..pb::InvokeRequest::default()
        };
        let answer = within(self.client().invoke(request)).await;
        answer.map(tonic::Response::into_inner)
    }

    pub async fn cancel(&self) {
        within(self.client().cancel(())).await.expect("an answer");
    }
}

/// The request for a site of that name.
pub fn construct_request(
    monitor: &FakeMonitor,
    name: &str,
    inputs: &serde_json::Value,
) -> pb::ConstructRequest {
    pb::ConstructRequest {
        project: "shop".to_owned(),
        stack: "dev".to_owned(),
        monitor_endpoint: monitor.address.clone(),
        r#type: SITE.to_owned(),
        name: name.to_owned(),
        parent: STACK.to_owned(),
        inputs: Some(super::value::properties(inputs)),
        accepts_output_values: true,
        ..pb::ConstructRequest::default()
    }
}

/// Constructs a component resource by this connection.
pub async fn construct(
    mut client: Client,
    request: pb::ConstructRequest,
) -> Result<pb::ConstructResponse, Status> {
    let answer = within(client.construct(request)).await;
    answer.map(tonic::Response::into_inner)
}

impl Plugin {
    /// Constructs a component resource by the connection that came with the start.
    pub async fn construct(
        &self,
        request: pb::ConstructRequest,
    ) -> Result<pb::ConstructResponse, Status> {
        construct(self.client(), request).await
    }
}
