//! Shortcuts for the calls of tests.

use base64::Engine as _;
use prost_types::value::Kind;
use prost_types::{Struct, Value};
use pulumi_wasm_core::special_values;
use pulumi_wasm_host::pulumi::proto::google::rpc::Status as RpcStatus;
use pulumi_wasm_host::pulumi::proto::pulumirpc as pb;
use pulumi_wasm_host::pulumi::proto::pulumirpc::parameterize_request::{
    Parameters, ParametersArgs, ParametersValue,
};
use tonic::Status;

use super::guest::FUNCTION;
use super::plugin::{Client, Plugin};
use super::subject::Subject;
use super::within;

/// A resource's URN by its name.
pub(crate) fn urn(name: &str) -> String {
    Subject::thing(name).urn().to_owned()
}

/// Properties with text as values.
pub(crate) fn properties(pairs: &[(&str, &str)]) -> Struct {
    let fields = pairs
        .iter()
        .map(|(key, value)| ((*key).to_owned(), string(value)));
    Struct {
        fields: fields.collect(),
    }
}

pub(crate) fn string(text: &str) -> Value {
    Value {
        kind: Some(Kind::StringValue(text.to_owned())),
    }
}

pub(crate) fn object(members: &[(&str, Value)]) -> Value {
    Value {
        kind: Some(Kind::StructValue(structure(members))),
    }
}

pub(crate) fn structure(members: &[(&str, Value)]) -> Struct {
    let fields = members
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()));
    Struct {
        fields: fields.collect(),
    }
}

/// An asset, an archive or another special value, with its signature.
pub(crate) fn special(signature: &str, members: &[(&str, Value)]) -> Value {
    let signed = (special_values::KEY, string(signature));
    object(&[&[signed], members].concat())
}

pub(crate) fn create_request(name: &str) -> pb::CreateRequest {
    Subject::thing(name).create(Some(properties(&[("label", "x")])))
}

pub(crate) fn check_request(name: &str, inputs: Struct) -> pb::CheckRequest {
    Subject::thing(name).check(None, Some(inputs))
}

pub(crate) fn arguments(words: &[&str]) -> pb::ParameterizeRequest {
    let args = words.iter().map(|word| (*word).to_owned()).collect();
    pb::ParameterizeRequest {
        parameters: Some(Parameters::Args(ParametersArgs { args })),
    }
}

pub(crate) fn value(name: &str, value: &[u8]) -> pb::ParameterizeRequest {
    pb::ParameterizeRequest {
        parameters: Some(Parameters::Value(ParametersValue {
            name: name.to_owned(),
            version: "9.9.9".to_owned(),
            value: value.to_vec(),
        })),
    }
}

/// The detail of a failed create or update: the thing that exists nevertheless.
pub(crate) fn saved(status: &Status) -> Option<pb::ErrorResourceInitFailed> {
    use prost::Message as _;
    let details = RpcStatus::decode(status.details()).ok()?.details;
    let found = details
        .iter()
        .find(|detail| detail.type_url.ends_with("ErrorResourceInitFailed"))?;
    pb::ErrorResourceInitFailed::decode(found.value.as_slice()).ok()
}

/// The string value of a property.
pub(crate) fn text(properties: Option<&Struct>, key: &str) -> Option<String> {
    match properties?.fields.get(key)?.kind.as_ref()? {
        Kind::StringValue(text) => Some(text.clone()),
        _ => None,
    }
}

/// Creates on a connection.
pub(crate) async fn create(mut client: Client, name: &str) -> Result<pb::CreateResponse, Status> {
    let answer = within(client.create(create_request(name))).await;
    answer.map(tonic::Response::into_inner)
}

impl Plugin {
    pub(crate) async fn handshake(&self) {
        let request = pb::ProviderHandshakeRequest::default();
        within(self.client().handshake(request))
            .await
            .expect("a handshake");
    }

    /// With arguments.
    pub(crate) async fn parameterize(
        &self,
        words: &[&str],
    ) -> Result<pb::ParameterizeResponse, Status> {
        let answer = within(self.client().parameterize(arguments(words))).await;
        answer.map(tonic::Response::into_inner)
    }

    /// With a value.
    pub(crate) async fn restore(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<pb::ParameterizeResponse, Status> {
        let answer = within(self.client().parameterize(value(name, bytes))).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn schema(&self) -> serde_json::Value {
        let answer = within(self.client().get_schema(pb::GetSchemaRequest::default()))
            .await
            .expect("a schema");
        serde_json::from_str(&answer.into_inner().schema).expect("JSON")
    }

    /// The parameter value, as generated SDKs carry it.
    pub(crate) async fn value(&self) -> Vec<u8> {
        let schema = self.schema().await;
        let text = schema["parameterization"]["parameter"]
            .as_str()
            .expect("a parameter");
        base64::engine::general_purpose::STANDARD
            .decode(text)
            .expect("base64")
    }

    pub(crate) async fn configure(
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

    pub(crate) async fn check(&self, inputs: Struct) -> Result<pb::CheckResponse, Status> {
        let answer = within(self.client().check(check_request("one", inputs))).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn create(&self, name: &str) -> Result<pb::CreateResponse, Status> {
        create(self.client(), name).await
    }

    pub(crate) async fn invoke(&self, preview: bool) -> Result<pb::InvokeResponse, Status> {
        let request = pb::InvokeRequest {
            tok: FUNCTION.to_owned(),
            preview,
            ..pb::InvokeRequest::default()
        };
        let answer = within(self.client().invoke(request)).await;
        answer.map(tonic::Response::into_inner)
    }

    pub(crate) async fn cancel(&self) {
        within(self.client().cancel(())).await.expect("an answer");
    }
}
