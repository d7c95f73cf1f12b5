//! Create: creates a resource, or previews it.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use tonic::Status;

use crate::pulumi::convert::stored_from_proto;
use crate::pulumi::convert::subject;
use crate::pulumi::session::Session;
use crate::pulumi::session::replacement_build;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{CreateRequest, CreateResponse};

pub(crate) async fn serve(
    session: &Session,
    request: CreateRequest,
) -> Result<CreateResponse, Status> {
    session.settle().await;
    let package = replacement_build::package_to_change(session)?;
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
    let inputs = stored_from_proto(request.properties.as_deref())?;
    let accepted = session.features().accepted;
    match operations::create(&package, &call, inputs).await {
        Ok(created) => Ok(CreateResponse {
            id: created.id,
            properties: Some(accepted.stored_to_proto(created.outputs)),
            refresh_before_update: created.refresh_before_update,
        }),
        Err(failure) => Err(status::from_change(&package, &call, failure, accepted)),
    }
}
