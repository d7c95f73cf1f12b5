//! Look-ups and their results, from and to protobuf.

use std::collections::BTreeMap;

use pulumi_wasm_core::graph::{LookupKind, LookupRequest, LookupResult, in_source};
use pulumi_wasm_core::monitor::MonitorError;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::client::{Client, refusal};
use super::registration::PluginReference;
use crate::pulumi::convert::dependencies;
use crate::pulumi::convert::{ConvertError, map_from_proto, map_to_proto};
use crate::pulumi::wire::pulumirpc as pb;

/// The function of the engine that gives the outputs of any resource: only for resources that a component was given.
const GET_RESOURCE: &str = "pulumi:pulumi:getResource";

/// Sends a look-up to an engine.
///
/// # Errors
/// When the engine, or the provider behind it, refuses it.
pub(super) async fn look_up(
    client: &mut Client,
    request: LookupRequest,
    plugin: PluginReference,
    handle: String,
) -> Result<LookupResult, MonitorError> {
    let at = in_source(&request.position);
    let what = format!("`{}`{at} could not be looked up", named(&request));
    let failed = |status: &tonic::Status| refusal(&what, status);
    let malformed = |error: ConvertError| MonitorError::Refused(format!("{what}: {error}"));
    let nothing_failed = |failures: &[pb::CheckFailure]| match failures {
        [] => Ok(()),
        some => Err(MonitorError::Refused(format!("{what}: {}", reasons(some)))),
    };
    match request.kind {
        LookupKind::Read => {
            let asked = request.subject.clone();
            let answer = client.read_resource(read(request, plugin, handle)).await;
            let answer = answer.map_err(|status| failed(&status))?.into_inner();
            if answer.result != 0 {
                return Err(MonitorError::Refused(format!(
                    "{what}: the engine failed to read it"
                )));
            }
            // Engines before 3.271 do not send the id.
            let id = if answer.id.is_empty() {
                asked
            } else {
                answer.id
            };
            Ok(LookupResult {
                urn: answer.urn,
                id: (!special_values::is_unknown(&id)).then_some(id),
                outputs: map_from_proto(answer.properties.as_deref()).map_err(malformed)?,
                is_unknown: answer.unknown,
                ..LookupResult::default()
            })
        }
        LookupKind::Invoke => {
            let answer = client.invoke(invoke(request, plugin, handle)).await;
            let answer = answer.map_err(|status| failed(&status))?.into_inner();
            nothing_failed(&answer.failures)?;
            Ok(LookupResult {
                outputs: map_from_proto(answer.r#return.as_deref()).map_err(malformed)?,
                is_unknown: answer.unknown,
                ..LookupResult::default()
            })
        }
        LookupKind::Method => {
            let answer = client.call(call(request, plugin, handle)).await;
            let answer = answer.map_err(|status| failed(&status))?.into_inner();
            nothing_failed(&answer.failures)?;
            Ok(LookupResult {
                outputs: map_from_proto(answer.r#return.as_deref()).map_err(malformed)?,
                output_dependencies: dependencies::from_proto(answer.return_dependencies),
                ..LookupResult::default()
            })
        }
        LookupKind::Reference => {
            let answer = client.invoke(get_resource(request, handle)).await;
            let answer = answer.map_err(|status| failed(&status))?.into_inner();
            nothing_failed(&answer.failures)?;
            let found = map_from_proto(answer.r#return.as_deref()).map_err(malformed)?;
            Ok(LookupResult {
                is_unknown: answer.unknown,
                ..resource(found)
            })
        }
    }
}

fn read(
    request: LookupRequest,
    plugin: PluginReference,
    handle: String,
) -> pb::ReadResourceRequest {
    pb::ReadResourceRequest {
        id: request.subject,
        r#type: request.token,
        name: request.name,
        parent: request.parent,
        properties: Some(map_to_proto(&request.arguments)),
        dependencies: request.dependencies.into_iter().collect(),
        provider: request.provider,
        version: plugin.version,
        plugin_download_url: plugin.download_url,
        package_ref: plugin.package,
        parent_stack_trace_handle: handle,
        accept_secrets: true,
        accept_resources: true,
        accepts_byte_string: true,
        ..pb::ReadResourceRequest::default()
    }
}

fn invoke(
    request: LookupRequest,
    plugin: PluginReference,
    handle: String,
) -> pb::ResourceInvokeRequest {
    pb::ResourceInvokeRequest {
        tok: request.token,
        args: Some(map_to_proto(&request.arguments)),
        provider: request.provider,
        // The child uses the providers of the component.
        parent: request.parent,
        depends_on: request.dependencies.into_iter().collect(),
        version: plugin.version,
        plugin_download_url: plugin.download_url,
        package_ref: plugin.package,
        parent_stack_trace_handle: handle,
        accept_resources: true,
        accepts_byte_string: true,
        ..pb::ResourceInvokeRequest::default()
    }
}

fn get_resource(request: LookupRequest, handle: String) -> pb::ResourceInvokeRequest {
    let arguments = PropertyMap::from([("urn".to_owned(), request.subject.into())]);
    pb::ResourceInvokeRequest {
        tok: GET_RESOURCE.to_owned(),
        args: Some(map_to_proto(&arguments)),
        parent_stack_trace_handle: handle,
        accept_resources: true,
        accepts_byte_string: true,
        ..pb::ResourceInvokeRequest::default()
    }
}

fn call(
    request: LookupRequest,
    plugin: PluginReference,
    handle: String,
) -> pb::ResourceCallRequest {
    pb::ResourceCallRequest {
        tok: request.token,
        args: Some(map_to_proto(&request.arguments)),
        arg_dependencies: dependencies::to_proto(request.argument_dependencies),
        provider: request.provider,
        version: plugin.version,
        plugin_download_url: plugin.download_url,
        package_ref: plugin.package,
        parent_stack_trace_handle: handle,
        accepts_byte_string: true,
        ..pb::ResourceCallRequest::default()
    }
}

/// A resource in the form that the engine's function returns.
fn resource(mut found: PropertyMap) -> LookupResult {
    let mut text = |name| match found.remove(name) {
        Some(PropertyValue::String(text)) => text,
        _ => String::new(),
    };
    let (urn, id) = (text("urn"), text("id"));
    let outputs = match found.remove("state") {
        Some(PropertyValue::Object(outputs)) => outputs,
        _ => PropertyMap::new(),
    };
    LookupResult {
        urn,
        id: (!id.is_empty()).then_some(id),
        outputs,
        output_dependencies: BTreeMap::new(),
        is_unknown: false,
    }
}

fn named(request: &LookupRequest) -> String {
    match request.kind {
        LookupKind::Reference => Excerpt::name(&request.subject).to_string(),
        _ => Excerpt::name(&request.token).to_string(),
    }
}

fn reasons(failures: &[pb::CheckFailure]) -> String {
    let reasons = failures
        .iter()
        .map(|failure| match failure.property.as_str() {
            "" => failure.reason.clone(),
            property => format!("`{}`: {}", Excerpt::name(property), failure.reason),
        });
    reasons.collect::<Vec<_>>().join("; ")
}
