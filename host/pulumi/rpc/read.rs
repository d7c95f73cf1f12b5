//! Read: the present state of a resource. A missing resource has neither id nor properties, which every caller
//! understands.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::read::ReadParameters;
use tonic::Status;

use crate::pulumi::convert::optional_stored_from_proto;
use crate::pulumi::convert::subject;
use crate::pulumi::engine::view_status::views_from_proto;
use crate::pulumi::session::Session;
use crate::pulumi::session::replacement_build;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{ReadRequest, ReadResponse};

pub(crate) async fn serve(session: &Session, request: ReadRequest) -> Result<ReadResponse, Status> {
    session.settle().await;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let package = replacement_build::package_to_look_after(session, &subject.token)?;
    let old_views = views_from_proto(request.old_views)?;
    let call = Call {
        timeout: subject::timeout(request.timeout),
        views: session.views(
            &request.resource_status_address,
            request.resource_status_token,
            &package,
            &old_views,
        ),
        ..session.call(Operation::Read, subject)
    };
    let parameters = ReadParameters {
        id: request.id,
        inputs: optional_stored_from_proto(request.inputs.as_deref())?,
        outputs: optional_stored_from_proto(request.properties.as_deref())?,
        old_views,
    };
    let accepted = session.features().accepted;
    let found = operations::read(&package, &call, parameters).await;
    match found.map_err(|error| status::from_call(&package, &call, &error))? {
        None => Ok(ReadResponse::default()),
        Some(found) if found.reasons.is_empty() => Ok(ReadResponse {
            id: found.id,
            properties: Some(accepted.stored_to_proto(found.outputs)),
            inputs: Some(accepted.stored_to_proto(found.inputs)),
            refresh_before_update: found.refresh_before_update,
        }),
        Some(found) => Err(status::from_found(&call, found, accepted)),
    }
}
