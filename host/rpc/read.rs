//! Read: how a resource is now. What does not exist has neither id nor properties, which every caller understands.

use tonic::Status;

use super::convert::{map_to_proto, optional_map_from_proto};
use super::proto::pulumirpc::{ReadRequest, ReadResponse};
use super::session::Session;
use super::{status, subject};
use crate::provider::call::{Call, Operation};

pub(super) async fn serve(session: &Session, request: ReadRequest) -> Result<ReadResponse, Status> {
    session.settle().await;
    let package = session.package()?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = Call {
        timeout: subject::timeout(request.timeout),
        ..session.call(Operation::Read, subject)
    };
    let refused = |error| status::from_convert(&error);
    let inputs = optional_map_from_proto(request.inputs).map_err(refused)?;
    let outputs = optional_map_from_proto(request.properties).map_err(refused)?;
    let found = package.read(&call, request.id, inputs, outputs).await;
    match found.map_err(|error| status::from_call(&package, &call, &error))? {
        None => Ok(ReadResponse::default()),
        Some(found) => Ok(ReadResponse {
            id: found.id,
            properties: Some(map_to_proto(found.outputs)),
            inputs: found.inputs.map(map_to_proto),
            refresh_before_update: found.refresh_before_update,
        }),
    }
}
