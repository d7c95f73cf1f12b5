//! The request and the answer of a hook, from and to protobuf.

use prost::Message as _;
use pulumi_wasm_core::graph::{CallbackError, HookRequest};
use pulumi_wasm_core::value::PropertyMap;
use tonic::Status;

use crate::pulumi::convert::properties_from_proto;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc as pb;

/// Reads the argument of a hook.
///
/// # Errors
/// When it is malformed.
pub(crate) fn from_proto(request: &[u8]) -> Result<HookRequest, Status> {
    let request = pb::ResourceHookRequest::decode(request).map_err(|error| {
        let reason = format!("the argument of the hook cannot be read: {error}");
        status::invalid_argument(&reason)
    })?;
    let options = request.new_options.unwrap_or_default();
    Ok(HookRequest {
        secret_outputs: options.additional_secret_outputs.into_iter().collect(),
        id: (!request.id.is_empty()).then_some(request.id),
        urn: request.urn,
        name: request.name,
        token: request.r#type,
        new_inputs: values(request.new_inputs.as_deref())?,
        old_inputs: values(request.old_inputs.as_deref())?,
        new_outputs: values(request.new_outputs.as_deref())?,
        old_outputs: values(request.old_outputs.as_deref())?,
        ..HookRequest::default()
    })
}

/// Writes the answer. The engine shows the error of a hook on the resource that it is of.
///
/// # Errors
/// If the session of the hook has ended.
pub(crate) fn to_proto(ran: Result<(), CallbackError>) -> Result<Vec<u8>, CallbackError> {
    let error = match ran {
        Ok(()) => String::new(),
        Err(CallbackError::Failed(reason)) => reason,
        Err(CallbackError::Ended) => return Err(CallbackError::Ended),
    };
    Ok(pb::ResourceHookResponse { error }.encode_to_vec())
}

fn values(given: Option<&[u8]>) -> Result<Option<PropertyMap>, Status> {
    let values = given.map(properties_from_proto).transpose()?;
    Ok(values.map(|values| values.map))
}
