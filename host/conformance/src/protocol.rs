//! Calls by the descriptors of `proto/`: a case can send everything that the protocol has.

use std::sync::LazyLock;

use anyhow::{Context as _, anyhow};
use prost::Message as _;
use prost_reflect::{
    DescriptorPool, DynamicMessage, MessageDescriptor, MethodDescriptor, SerializeOptions,
};
use pulumi_wasm_stand_in::protocol::google::rpc::Status as RpcStatus;
use serde_json::{Map, Value};
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Code, Status};

use crate::codec::DynamicCodec;

const SERVICE: &str = "pulumirpc.ResourceProvider";
const MAX_MESSAGE_BYTES: usize = 400 << 20;

/// The files of `proto/`. An empty pool if they could not be read: then each look-up fails with a name.
static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let files = include_bytes!(concat!(env!("OUT_DIR"), "/protocol.bin"));
    DescriptorPool::decode(files.as_slice()).unwrap_or_default()
});

/// A message of this name.
fn message(name: &str) -> anyhow::Result<MessageDescriptor> {
    POOL.get_message_by_name(name)
        .with_context(|| format!("the protocol has no `{name}`"))
}

/// A failed call.
#[derive(Debug)]
pub struct Failure {
    /// A status of gRPC, such as `NOT_FOUND`.
    pub code: String,
    /// The message of the status.
    pub message: String,
    /// Each detail, as `{NAME: {…}}`.
    pub details: Vec<Value>,
}

/// The request's fields by their names in the protocol's files.
///
/// # Errors
/// If the protocol does not have the call.
pub(crate) fn request_of(call: &str) -> anyhow::Result<MessageDescriptor> {
    Ok(method(call)?.input())
}

fn method(call: &str) -> anyhow::Result<MethodDescriptor> {
    let service = POOL.get_service_by_name(SERVICE);
    let found = service.and_then(|service| service.methods().find(|method| method.name() == call));
    found.with_context(|| format!("{SERVICE} has no `{call}`"))
}

/// Calls; the answer is JSON as protobuf has it, of a stream a list of them.
///
/// # Errors
/// If the request is not one of the protocol, or the plugin is gone.
pub(crate) async fn call(
    channel: Channel,
    call: &str,
    request: &Value,
) -> anyhow::Result<Result<Value, Failure>> {
    let method = method(call)?;
    let request = DynamicMessage::deserialize(method.input(), request)
        .map_err(|error| anyhow!("the request of `{call}`: {error}"))?;
    let mut client = Grpc::new(channel)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES);
    client.ready().await.context("the plugin is gone")?;
    let path: PathAndQuery = format!("/{SERVICE}/{call}").parse()?;
    let codec = DynamicCodec {
        answer: method.output(),
    };
    let request = tonic::Request::new(request);
    if !method.is_server_streaming() {
        return match client.unary(request, path, codec).await {
            Ok(answer) => Ok(Ok(json(&answer.into_inner())?)),
            Err(status) => Ok(Err(Failure::of(&status)?)),
        };
    }
    let mut stream = match client.server_streaming(request, path, codec).await {
        Ok(answer) => answer.into_inner(),
        Err(status) => return Ok(Err(Failure::of(&status)?)),
    };
    let mut messages = Vec::new();
    loop {
        match stream.message().await {
            Ok(Some(message)) => messages.push(json(&message)?),
            Ok(None) => return Ok(Ok(messages.into())),
            Err(status) => return Ok(Err(Failure::of(&status)?)),
        }
    }
}

/// A message that the plugin sent to the engine.
///
/// # Errors
/// If the protocol does not have the message.
pub(crate) fn transcode(name: &str, sent: &impl prost::Message) -> anyhow::Result<Value> {
    let bytes = sent.encode_to_vec();
    json(&DynamicMessage::decode(message(name)?, bytes.as_slice())?)
}

/// A message with the fields of this JSON, which has their names in the protocol's files or the names of JSON.
///
/// # Errors
/// If the protocol does not have the message, or the message does not have a field.
pub(crate) fn read<T: prost::Message + Default>(name: &str, value: &Value) -> anyhow::Result<T> {
    let message = DynamicMessage::deserialize(message(name)?, value);
    let message = message.with_context(|| format!("not a `{name}`: {value}"))?;
    Ok(message.transcode_to()?)
}

/// As JSON, without default values. The kind of a property's difference has a short form.
fn json(message: &DynamicMessage) -> anyhow::Result<Value> {
    let options = SerializeOptions::new().skip_default_fields(true);
    let mut value = message
        .serialize_with_options(serde_json::value::Serializer, &options)
        .context("an answer cannot be shown")?;
    if let Some(detailed) = value.get_mut("detailedDiff").and_then(Value::as_object_mut) {
        for difference in detailed.values_mut() {
            let member = |name| difference.get(name);
            let kind = member("kind").and_then(Value::as_str).unwrap_or("ADD");
            let is_of_inputs = member("inputDiff").and_then(Value::as_bool) == Some(true);
            let suffix = if is_of_inputs { "" } else { " (of outputs)" };
            *difference = format!("{kind}{suffix}").into();
        }
    }
    Ok(value)
}

impl Failure {
    fn of(status: &Status) -> anyhow::Result<Self> {
        let details = if status.details().is_empty() {
            Vec::new()
        } else {
            details(status.details())?
        };
        Ok(Self {
            code: name_of(status.code()).to_owned(),
            message: status.message().to_owned(),
            details,
        })
    }
}

fn details(bytes: &[u8]) -> anyhow::Result<Vec<Value>> {
    let status = RpcStatus::decode(bytes).context("the details of a failure cannot be read")?;
    let details = status.details.iter().map(|detail| {
        let name = detail.type_url.rsplit('/').next().unwrap_or_default();
        let decoded = DynamicMessage::decode(message(name)?, detail.value.as_slice())?;
        let short = name.rsplit('.').next().unwrap_or_default().to_owned();
        Ok(Map::from_iter([(short, json(&decoded)?)]).into())
    });
    details.collect()
}

fn name_of(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
