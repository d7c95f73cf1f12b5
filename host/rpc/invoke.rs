//! Invoke: calling a function.

use pulumi_wasm_core::call::{Call, Operation, Subject};
use tonic::Status;

use super::convert::{map_from_proto, map_to_proto, unknown_as_outputs, without_unknown};
use super::session::Session;
use super::wire::pulumirpc::{InvokeRequest, InvokeResponse};
use super::{difference, status};

pub(super) async fn serve(
    session: &Session,
    request: InvokeRequest,
) -> Result<InvokeResponse, Status> {
    let package = session.package()?;
    let subject = Subject {
        token: request.tok,
        ..Subject::default()
    };
    let call = Call {
        preview: request.preview,
        ..session.call(Operation::Invoke, subject)
    };
    let sent = request.args.unwrap_or_default();
    let arguments = map_from_proto(Some(&sent))?;
    let answer = package.invoke(&call, arguments).await;
    let invoked = answer.map_err(|error| status::from_call(&package, &call, &error))?;
    // An engine that takes no output values takes nothing unknown either: it treats a missing value as unknown.
    let result = match session.features().outputs_in_invoke {
        true => unknown_as_outputs(&sent, invoked.result)?,
        false => map_to_proto(&without_unknown(invoked.result)),
    };
    Ok(InvokeResponse {
        r#return: Some(result),
        failures: difference::failures_to_proto(&call, invoked.failures),
    })
}
