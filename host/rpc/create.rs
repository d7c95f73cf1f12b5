//! Create: making a resource, or saying what it would be.

use pulumi_wasm_core::call::{Call, Operation};
use tonic::Status;

use super::convert::{map_from_proto, map_to_proto};
use super::session::Session;
use super::wire::pulumirpc::{CreateRequest, CreateResponse};
use super::{status, subject};

pub(super) async fn serve(
    session: &Session,
    request: CreateRequest,
) -> Result<CreateResponse, Status> {
    session.settle().await;
    let package = session.package()?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = Call {
        preview: request.preview,
        timeout: subject::timeout(request.timeout),
        views: session.views(
            &request.resource_status_address,
            request.resource_status_token,
            &package,
            &[],
        ),
        ..session.call(Operation::Create, subject)
    };
    let inputs = || map_from_proto(request.properties.as_deref());
    match package.create(&call, inputs()?).await {
        Ok(created) => Ok(CreateResponse {
            id: created.id,
            properties: Some(map_to_proto(&created.outputs)),
            refresh_before_update: created.refresh_before_update,
        }),
        // They go back with the rest of a failed create; that is rare enough to read them twice.
        Err(failure) => {
            let inputs = inputs()?;
            Err(status::from_change(&package, &call, failure, inputs))
        }
    }
}
