//! Hooks. A hook is registered under a name first; the hooks of a resource run before and after its creation.

use std::collections::BTreeMap;

use prost::Message as _;
use prost_types::Struct;
use tonic::Status;

use super::checks;
use super::transforms::invoke;
use super::{Hooked, Shared};
use crate::protocol::pulumirpc as pb;

/// The hooks by their names.
pub(super) type Hooks = BTreeMap<String, pb::RegisterResourceHookRequest>;

/// Registers a hook. A name can be registered once.
pub(super) fn register(
    shared: &Shared,
    request: pb::RegisterResourceHookRequest,
) -> Result<(), Status> {
    let mut heard = shared.heard.lock();
    let name = request.name.clone();
    match heard.hooks.insert(name.clone(), request) {
        None => Ok(()),
        Some(_) => Err(Status::unknown(format!(
            "resource hook already registered for name {name:?}"
        ))),
    }
}

/// Whether a resource is created, or only previewed.
pub(super) fn runs(shared: &Shared) -> bool {
    !shared.heard.lock().is_preview
}

/// Runs the hooks before a create. The first failure is the end of the resource.
pub(super) async fn before_create(
    shared: &Shared,
    request: &pb::RegisterResourceRequest,
) -> Result<(), String> {
    let names = request.hooks.as_ref().map(|hooks| &hooks.before_create);
    run(shared, request, names, ("", None)).await
}

/// Runs the hooks after a create. The engine reports a failure, and keeps the resource.
pub(super) async fn after_create(
    shared: &Shared,
    request: &pb::RegisterResourceRequest,
    id: &str,
    outputs: Option<&Struct>,
) {
    let names = request.hooks.as_ref().map(|hooks| &hooks.after_create);
    drop(run(shared, request, names, (id, outputs)).await);
}

async fn run(
    shared: &Shared,
    request: &pb::RegisterResourceRequest,
    names: Option<&Vec<String>>,
    (id, outputs): (&str, Option<&Struct>),
) -> Result<(), String> {
    for name in names.into_iter().flatten() {
        let told = shared.heard.lock().hooks.get(name).cloned();
        let told = told.ok_or_else(|| format!("hook {name:?} was not registered"))?;
        let callback = told.callback;
        let callback = callback.ok_or_else(|| format!("hook {name:?} has no function"))?;
        let asked = pb::ResourceHookRequest {
            urn: checks::urn(request),
            id: id.to_owned(),
            name: request.name.clone(),
            r#type: request.r#type.clone(),
            new_inputs: request.object.clone(),
            new_outputs: outputs.cloned(),
            ..pb::ResourceHookRequest::default()
        };
        let answer = invoke(&callback, asked.encode_to_vec()).await;
        let answer = answer.map_err(|status| status.message().to_owned())?;
        let answer = pb::ResourceHookResponse::decode(answer.as_slice())
            .map_err(|error| format!("hook {name:?} gave no answer of a hook: {error}"))?;
        let hooked = Hooked {
            hook: name.clone(),
            request: asked,
            error: answer.error.clone(),
        };
        shared.heard.lock().hooked.push(hooked);
        if !answer.error.is_empty() {
            return Err(answer.error);
        }
    }
    Ok(())
}
