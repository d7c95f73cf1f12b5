//! Delete: removing a resource.

use tonic::Status;

use super::convert::map_from_proto;
use super::proto::pulumirpc::DeleteRequest;
use super::session::Session;
use super::{status, subject};
use crate::provider::call::{Call, Operation};

pub(super) async fn serve(session: &Session, request: DeleteRequest) -> Result<(), Status> {
    session.settle().await;
    let package = session.package()?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = Call {
        timeout: subject::timeout(request.timeout),
        ..session.call(Operation::Delete, subject)
    };
    let refused = |error| status::from_convert(&error);
    let inputs = map_from_proto(request.old_inputs).map_err(refused)?;
    let outputs = map_from_proto(request.properties).map_err(refused)?;
    let deleted = package.delete(&call, &request.id, inputs, outputs).await;
    deleted.map_err(|error| status::from_call(&package, &call, &error))
}
