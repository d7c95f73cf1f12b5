//! Invoke: calling a function.

use tonic::Status;

use super::convert::{map_from_proto, map_to_proto};
use super::proto::pulumirpc::{InvokeRequest, InvokeResponse};
use super::session::Session;
use super::{difference, status};
use crate::provider::call::{Call, Operation, Subject};

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
    let arguments = map_from_proto(request.args).map_err(|error| status::from_convert(&error))?;
    let answer = package.invoke(&call, arguments).await;
    let (result, failures) = answer.map_err(|error| status::from_call(&package, &call, &error))?;
    Ok(InvokeResponse {
        r#return: Some(map_to_proto(result)),
        failures: difference::failures_to_proto(failures),
    })
}
