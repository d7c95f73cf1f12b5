//! Calls by the descriptors of `proto/`: a case can send everything that the protocol has.

use std::sync::LazyLock;

use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, SerializeOptions};
use serde_json::{Map, Value};
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Code, Status};

use super::codec::DynamicCodec;

const SERVICE: &str = "pulumirpc.ResourceProvider";
const MAX_MESSAGE_BYTES: usize = 400 << 20;

static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("proto");
    let files = [
        "pulumi/provider.proto",
        "pulumi/engine.proto",
        "pulumi/errors.proto",
        "pulumi/resource_status.proto",
        "google/protobuf/status.proto",
    ];
    let files = files.map(|file| folder.join(file));
    let set = protox::compile(files, [&folder]).expect("the protocol's files");
    DescriptorPool::from_file_descriptor_set(set).expect("descriptors")
});

/// A message of this name.
pub(crate) fn message(name: &str) -> MessageDescriptor {
    POOL.get_message_by_name(name)
        .unwrap_or_else(|| panic!("the protocol has no `{name}`"))
}

/// A failed call.
pub(crate) struct Failure {
    /// Of gRPC, as `NOT_FOUND`.
    pub(crate) code: String,
    pub(crate) message: String,
    /// Each detail, as `{NAME: {…}}`.
    pub(crate) details: Vec<Value>,
}

/// The request's fields by their names in the protocol's files.
pub(crate) fn request_of(call: &str) -> MessageDescriptor {
    method(call).input()
}

fn method(call: &str) -> prost_reflect::MethodDescriptor {
    let service = POOL.get_service_by_name(SERVICE).expect("the service");
    let mut methods = service.methods();
    methods
        .find(|method| method.name() == call)
        .unwrap_or_else(|| panic!("{SERVICE} has no `{call}`"))
}

/// Calls; the answer is JSON as protobuf has it, of a stream a list of them.
pub(crate) async fn call(channel: Channel, call: &str, request: &Value) -> Result<Value, Failure> {
    let method = method(call);
    let request = DynamicMessage::deserialize(method.input(), request)
        .unwrap_or_else(|error| panic!("the request of `{call}`: {error}"));
    let mut client = Grpc::new(channel)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES);
    client
        .ready()
        .await
        .unwrap_or_else(|error| panic!("the plugin is gone: {error}"));
    let path: PathAndQuery = format!("/{SERVICE}/{call}").parse().expect("a path");
    let codec = DynamicCodec {
        answer: method.output(),
    };
    let request = tonic::Request::new(request);
    if method.is_server_streaming() {
        let answer = client.server_streaming(request, path, codec).await;
        let mut stream = answer.map_err(|status| Failure::of(&status))?.into_inner();
        let mut messages = Vec::new();
        while let Some(message) = stream
            .message()
            .await
            .map_err(|status| Failure::of(&status))?
        {
            messages.push(json(&message));
        }
        return Ok(messages.into());
    }
    let answer = client.unary(request, path, codec).await;
    let answer = answer.map_err(|status| Failure::of(&status))?;
    Ok(json(&answer.into_inner()))
}

/// A message that the plugin sent elsewhere.
pub(crate) fn transcode(name: &str, sent: &impl prost::Message) -> Value {
    let bytes = sent.encode_to_vec();
    let decoded = DynamicMessage::decode(message(name), bytes.as_slice());
    json(&decoded.expect("the same message"))
}

/// As JSON, without default values. The kind of a property's difference has a short form.
fn json(message: &DynamicMessage) -> Value {
    let options = SerializeOptions::new().skip_default_fields(true);
    let mut value = message
        .serialize_with_options(serde_json::value::Serializer, &options)
        .unwrap_or_else(|error| panic!("an answer cannot be shown: {error}"));
    if let Some(detailed) = value.get_mut("detailedDiff").and_then(Value::as_object_mut) {
        for difference in detailed.values_mut() {
            let kind = difference["kind"].as_str().unwrap_or("ADD").to_owned();
            let is_of_inputs = difference["inputDiff"].as_bool() == Some(true);
            let suffix = if is_of_inputs { "" } else { " (of outputs)" };
            *difference = format!("{kind}{suffix}").into();
        }
    }
    value
}

impl Failure {
    fn of(status: &Status) -> Self {
        let details = if status.details().is_empty() {
            Vec::new()
        } else {
            details(status.details())
        };
        Self {
            code: name_of(status.code()).to_owned(),
            message: status.message().to_owned(),
            details,
        }
    }
}

fn details(bytes: &[u8]) -> Vec<Value> {
    use super::super::protocol::google::rpc::Status as RpcStatus;
    let status = RpcStatus::decode(bytes).expect("a status");
    let details = status.details.iter().map(|detail| {
        let name = detail.type_url.rsplit('/').next().unwrap_or_default();
        let decoded = DynamicMessage::decode(message(name), detail.value.as_slice());
        let short = name.rsplit('.').next().unwrap_or_default().to_owned();
        let mut object = Map::new();
        object.insert(short, json(&decoded.expect("a detail")));
        Value::Object(object)
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
