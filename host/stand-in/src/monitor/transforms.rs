//! Transforms: each registration goes through its own transforms, and then through the transforms of its parents, as
//! with the engine.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message as _;
use prost_types::value::Kind;
use prost_types::{Struct, Value};
use tonic::Status;

use super::checks::{self, OUTPUT, SIGNATURE};
use super::{Asked, Shared};
use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::callbacks_client::CallbacksClient;
use crate::protocol::pulumirpc::register_resource_request::PropertyDependencies;

const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// The transforms of each resource, and its parent.
pub(super) type Transforms = BTreeMap<String, (String, Vec<pb::Callback>)>;

/// The request after all transforms.
pub(super) async fn applied(
    shared: &Shared,
    mut request: pb::RegisterResourceRequest,
) -> Result<pb::RegisterResourceRequest, Status> {
    let transforms = chain(shared, &request);
    if transforms.is_empty() {
        return Ok(request);
    }
    let mut properties = outputs_of(&request);
    let mut options = options_of(&request);
    for callback in transforms {
        let asked = pb::TransformRequest {
            r#type: request.r#type.clone(),
            name: request.name.clone(),
            custom: request.custom,
            parent: request.parent.clone(),
            properties: Some(properties.clone()),
            options: Some(options.clone()),
        };
        let answer = invoke(&callback, asked.encode_to_vec()).await;
        let answer = answer
            .map_err(|status| Status::unknown(format!("invoke transform: {}", status.message())))?;
        let answer = pb::TransformResponse::decode(answer.as_slice())
            .map_err(|error| Status::unknown(format!("no answer of a transform: {error}")))?;
        if let Some(changed) = &answer.properties {
            properties.clone_from(changed);
        }
        if let Some(changed) = &answer.options {
            options.clone_from(changed);
        }
        let asked = Asked {
            request: asked,
            answer,
        };
        shared.heard.lock().asked.push(asked);
    }
    put(&mut request, properties, options);
    Ok(request)
}

/// Runs a callback on a separate connection. The request and the answer are messages of the protocol.
///
/// # Errors
/// If the connection or the callback fails.
pub async fn invoke(callback: &pb::Callback, request: Vec<u8>) -> Result<Vec<u8>, Status> {
    let client = CallbacksClient::connect(format!("http://{}", callback.target)).await;
    let mut client = client.map_err(|error| Status::unavailable(error.to_string()))?;
    let request = pb::CallbackInvokeRequest {
        token: callback.token.clone(),
        request,
    };
    let answer = client.invoke(request).await?;
    Ok(answer.into_inner().response)
}

fn chain(shared: &Shared, request: &pb::RegisterResourceRequest) -> Vec<pb::Callback> {
    let mut heard = shared.heard.lock();
    let own = (request.parent.clone(), request.transforms.clone());
    heard.transforms.insert(checks::urn(request), own);
    let (mut found, mut above) = (request.transforms.clone(), &request.parent);
    while let Some((parent, transforms)) = heard.transforms.get(above) {
        found.extend(transforms.iter().cloned());
        above = parent;
    }
    found
}

/// The properties with output values for all that is not plain.
fn outputs_of(request: &pb::RegisterResourceRequest) -> Struct {
    let fields = request.object.iter().flat_map(|object| &object.fields);
    let fields = fields.map(|(name, value)| {
        let behind = request.property_dependencies.get(name);
        let urns = behind.map_or(&[][..], |behind| behind.urns.as_slice());
        let value = if urns.is_empty() {
            upgraded(value)
        } else {
            output(value, urns)
        };
        (name.clone(), value)
    });
    Struct {
        fields: fields.collect(),
    }
}

fn upgraded(value: &Value) -> Value {
    match value.kind.as_ref() {
        Some(Kind::StringValue(text)) if text == UNKNOWN => output(value, &[]),
        Some(Kind::StructValue(object)) if signature(object) == Some(SECRET) => output(value, &[]),
        Some(Kind::StructValue(object)) => {
            let fields = object.fields.iter();
            let fields = fields.map(|(name, value)| (name.clone(), upgraded(value)));
            structure(fields.collect())
        }
        Some(Kind::ListValue(list)) => Value {
            kind: Some(Kind::ListValue(prost_types::ListValue {
                values: list.values.iter().map(upgraded).collect(),
            })),
        },
        _ => value.clone(),
    }
}

fn output(value: &Value, urns: &[String]) -> Value {
    let mut fields = BTreeMap::from([(SIGNATURE.to_owned(), text(OUTPUT))]);
    let mut inner = value;
    if let Some(Kind::StructValue(object)) = &value.kind
        && signature(object) == Some(SECRET)
    {
        let flag = Some(Kind::BoolValue(true));
        fields.insert("secret".to_owned(), Value { kind: flag });
        inner = object.fields.get("value").unwrap_or(value);
    }
    if inner.kind != text(UNKNOWN).kind {
        fields.insert("value".to_owned(), upgraded(inner));
    }
    if !urns.is_empty() {
        let values = urns.iter().map(|urn| text(urn)).collect();
        let list = Some(Kind::ListValue(prost_types::ListValue { values }));
        fields.insert("dependencies".to_owned(), Value { kind: list });
    }
    structure(fields)
}

/// The value without output values, and the URNs that were in them.
fn downgraded(value: &Value, urns: &mut BTreeSet<String>) -> Value {
    match value.kind.as_ref() {
        Some(Kind::StructValue(object)) if signature(object) == Some(OUTPUT) => {
            if let Some(Kind::ListValue(list)) = object
                .fields
                .get("dependencies")
                .and_then(|listed| listed.kind.as_ref())
            {
                let listed = list.values.iter().filter_map(as_text);
                urns.extend(listed.map(str::to_owned));
            }
            let inner = object.fields.get("value");
            let inner = inner.map_or_else(|| text(UNKNOWN), |inner| downgraded(inner, urns));
            match object.fields.get("secret").map(|flag| &flag.kind) {
                Some(Some(Kind::BoolValue(true))) => structure(BTreeMap::from([
                    (SIGNATURE.to_owned(), text(SECRET)),
                    ("value".to_owned(), inner),
                ])),
                _ => inner,
            }
        }
        Some(Kind::StructValue(object)) => {
            let fields = object.fields.iter();
            let fields = fields.map(|(name, value)| (name.clone(), downgraded(value, urns)));
            structure(fields.collect())
        }
        Some(Kind::ListValue(list)) => {
            let values = list.values.iter();
            let values = values.map(|value| downgraded(value, urns)).collect();
            let list = prost_types::ListValue { values };
            Value {
                kind: Some(Kind::ListValue(list)),
            }
        }
        _ => value.clone(),
    }
}

fn signature(object: &Struct) -> Option<&str> {
    object.fields.get(SIGNATURE).and_then(as_text)
}

fn as_text(value: &Value) -> Option<&str> {
    match &value.kind {
        Some(Kind::StringValue(text)) => Some(text),
        _ => None,
    }
}

fn text(text: &str) -> Value {
    Value {
        kind: Some(Kind::StringValue(text.to_owned())),
    }
}

fn structure(fields: BTreeMap<String, Value>) -> Value {
    Value {
        kind: Some(Kind::StructValue(Struct { fields })),
    }
}

fn options_of(request: &pb::RegisterResourceRequest) -> pb::TransformResourceOptions {
    let request = request.clone();
    pb::TransformResourceOptions {
        depends_on: request.dependencies,
        protect: request.protect,
        ignore_changes: request.ignore_changes,
        replace_on_changes: request.replace_on_changes,
        version: request.version,
        aliases: request.aliases,
        provider: request.provider,
        custom_timeouts: request.custom_timeouts,
        plugin_download_url: request.plugin_download_url,
        retain_on_delete: request.retain_on_delete,
        deleted_with: request.deleted_with,
        delete_before_replace: request
            .delete_before_replace_defined
            .then_some(request.delete_before_replace),
        additional_secret_outputs: request.additional_secret_outputs,
        providers: request.providers,
        plugin_checksums: request.plugin_checksums,
        hooks: request.hooks,
        import: request.import_id,
        hide_diff: request.hide_diffs,
        replace_with: request.replace_with,
        replacement_trigger: request.replacement_trigger,
    }
}

/// Applies the results of transforms to the request.
fn put(
    request: &mut pb::RegisterResourceRequest,
    properties: Struct,
    options: pb::TransformResourceOptions,
) {
    let (mut fields, mut behind) = (BTreeMap::new(), BTreeMap::new());
    let mut all: BTreeSet<String> = options.depends_on.into_iter().collect();
    for (name, value) in properties.fields {
        let mut urns = BTreeSet::new();
        fields.insert(name.clone(), downgraded(&value, &mut urns));
        all.extend(urns.iter().cloned());
        let urns = urns.into_iter().collect();
        behind.insert(name, PropertyDependencies { urns });
    }
    request.object = Some(Struct { fields });
    request.property_dependencies = behind.into_iter().collect();
    request.dependencies = all.into_iter().collect();
    request.protect = options.protect;
    request.ignore_changes = options.ignore_changes;
    request.replace_on_changes = options.replace_on_changes;
    request.version = options.version;
    request.aliases = options.aliases;
    request.provider = options.provider;
    request.custom_timeouts = options.custom_timeouts;
    request.plugin_download_url = options.plugin_download_url;
    request.retain_on_delete = options.retain_on_delete;
    request.deleted_with = options.deleted_with;
    request.delete_before_replace = options.delete_before_replace.unwrap_or_default();
    request.delete_before_replace_defined = options.delete_before_replace.is_some();
    request.additional_secret_outputs = options.additional_secret_outputs;
    request.providers = options.providers;
    request.hooks = options.hooks;
    request.import_id = options.import;
    request.hide_diffs = options.hide_diff;
    request.replace_with = options.replace_with;
    request.replacement_trigger = options.replacement_trigger;
}
