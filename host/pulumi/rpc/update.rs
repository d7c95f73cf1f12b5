//! Update: changing a resource in place.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::diff::DiffParameters;
use tonic::Status;

use crate::pulumi::convert::subject;
use crate::pulumi::convert::{optional_stored_from_proto, stored_from_proto};
use crate::pulumi::engine::view_status::views_from_proto;
use crate::pulumi::session::Session;
use crate::pulumi::session::replacement_build;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{UpdateRequest, UpdateResponse};

pub(crate) async fn serve(
    session: &Session,
    request: UpdateRequest,
) -> Result<UpdateResponse, Status> {
    session.settle().await;
    let package = replacement_build::package_to_change(session)?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let old_views = views_from_proto(request.old_views)?;
    let call = Call {
        preview: request.preview,
        timeout: subject::timeout(request.timeout),
        views: session.views(
            &request.resource_status_address,
            request.resource_status_token,
            &package,
            &old_views,
        ),
        ..session.call(Operation::Update, subject)
    };
    let parameters = DiffParameters {
        id: request.id,
        old_inputs: optional_stored_from_proto(request.old_inputs.as_deref())?,
        old_outputs: stored_from_proto(request.olds.as_deref())?,
        inputs: stored_from_proto(request.news.as_deref())?,
        ignore_changes: request.ignore_changes,
        old_views,
        without_secrets: !session.features().accepted.secrets,
    };
    let accepted = session.features().accepted;
    match operations::update(&package, &call, parameters).await {
        Ok(updated) => Ok(UpdateResponse {
            properties: Some(accepted.stored_to_proto(updated.outputs)),
            refresh_before_update: updated.refresh_before_update,
        }),
        Err(failure) => Err(status::from_change(&package, &call, failure, accepted)),
    }
}
