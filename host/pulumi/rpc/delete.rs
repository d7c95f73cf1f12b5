//! Delete: removing a resource.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::delete::DeleteParameters;
use tonic::Status;

use crate::pulumi::convert::subject;
use crate::pulumi::convert::{optional_stored_from_proto, stored_from_proto};
use crate::pulumi::engine::view_status::views_from_proto;
use crate::pulumi::session::Session;
use crate::pulumi::session::replacement_build;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::DeleteRequest;

pub(crate) async fn serve(session: &Session, request: DeleteRequest) -> Result<(), Status> {
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
        ..session.call(Operation::Delete, subject)
    };
    let parameters = DeleteParameters {
        id: request.id,
        inputs: optional_stored_from_proto(request.old_inputs.as_deref())?,
        outputs: stored_from_proto(request.properties.as_deref())?,
        old_views,
    };
    let deleted = operations::delete(&package, &call, parameters).await;
    deleted.map_err(|error| status::from_call(&package, &call, &error))
}
