//! The exported functions of this version that construct components: each one writes the request, enters the guest, and
//! reads the answer.

use async_trait::async_trait;
use pulumi_wasm_core::component::{CallbackKind, CallbackRequest, ConstructRequest, MethodRequest};
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::answers::{failures, refuse};
use super::component_bindings::ComponentResources;
use super::component_bindings::exports::pulumi_wasm::provider::components as wit;
use super::convert::nothing;
use super::requests::context;
use crate::guest::interface::{Answer, Constructs, Entry};

/// The kind of callback, and the name of its result in messages.
fn words(kind: CallbackKind) -> (&'static str, &'static str) {
    match kind {
        CallbackKind::Derive => ("apply", "result of a callback"),
        CallbackKind::Transform => ("transform", "result of a transform"),
        CallbackKind::Hook => ("hook", "result of a hook"),
    }
}

#[async_trait]
impl Constructs for ComponentResources {
    async fn construct(
        &self,
        mut entry: Entry<'_, '_>,
        session: u32,
        request: ConstructRequest<'_>,
    ) -> Answer<PropertyMap> {
        let request = match construct_request(&mut entry, session, request) {
            Ok(request) => request,
            Err(error) => return Ok(Err(error)),
        };
        let guest = self.pulumi_wasm_provider_components();
        let given = guest.call_construct(&mut *entry.store, &request).await?;
        let state = entry.state();
        Ok(match given {
            Ok(response) => state.declared_answer(&response.outputs, "outputs"),
            Err(error) => Err(refuse(state, error)),
        })
    }

    async fn call_method(
        &self,
        mut entry: Entry<'_, '_>,
        session: u32,
        request: MethodRequest<'_>,
    ) -> Answer<PropertyMap> {
        let request = match method_request(&mut entry, session, request) {
            Ok(request) => request,
            Err(error) => return Ok(Err(error)),
        };
        let guest = self.pulumi_wasm_provider_components();
        let given = guest.call_call_method(&mut *entry.store, &request).await?;
        let state = entry.state();
        Ok(match given {
            Ok(response) if response.failures.is_empty() => {
                state.declared_answer(&response.result_value, "result")
            }
            Ok(response) => {
                let failures = failures(state, response.failures);
                Err(CallError::Guest(GuestError::Invalid(failures)))
            }
            Err(error) => Err(refuse(state, error)),
        })
    }

    async fn run_callback(
        &self,
        mut entry: Entry<'_, '_>,
        session: u32,
        request: CallbackRequest<'_>,
    ) -> Answer<PropertyValue> {
        let argument = match entry.state().encode_value(request.argument) {
            Ok(argument) => argument,
            Err(error) => return Ok(Err(error)),
        };
        let (kind, result) = words(request.kind);
        let request = wit::CallbackRequest {
            context: context(&entry),
            session,
            callback: request.number,
            kind: kind.to_owned(),
            argument,
            extra: nothing(),
        };
        let guest = self.pulumi_wasm_provider_components();
        let given = guest.call_run_callback(&mut *entry.store, &request).await?;
        let state = entry.state();
        Ok(match given {
            Ok(response) => state.declared_answer_value(&response.result_value, result),
            Err(error) => Err(refuse(state, error)),
        })
    }

    async fn close(&self, mut entry: Entry<'_, '_>, session: u32) -> Answer<()> {
        let request = wit::CloseRequest {
            session,
            extra: nothing(),
        };
        let guest = self.pulumi_wasm_provider_components();
        let given = guest.call_close(&mut *entry.store, &request).await?;
        Ok(given.map_err(|error| refuse(entry.state(), error)))
    }
}

fn construct_request(
    entry: &mut Entry<'_, '_>,
    session: u32,
    request: ConstructRequest<'_>,
) -> Result<wit::ConstructRequest, CallError> {
    Ok(wit::ConstructRequest {
        inputs: entry.state().encode(request.inputs)?,
        options: entry.state().encode(request.options)?,
        context: context(entry),
        session,
        extra: nothing(),
    })
}

fn method_request(
    entry: &mut Entry<'_, '_>,
    session: u32,
    request: MethodRequest<'_>,
) -> Result<wit::MethodRequest, CallError> {
    Ok(wit::MethodRequest {
        receiver: entry.state().encode_value(request.receiver)?,
        arguments: entry.state().encode(request.arguments)?,
        context: context(entry),
        session,
        extra: nothing(),
    })
}
