//! Diff: the changes that an update would make.

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::diff::DiffParameters;
use tonic::Status;

use crate::pulumi::convert::difference;
use crate::pulumi::convert::subject;
use crate::pulumi::convert::{optional_stored_from_proto, private_from_proto, stored_from_proto};
use crate::pulumi::session::Session;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{DiffRequest, DiffResponse};

pub(crate) async fn serve(session: &Session, request: DiffRequest) -> Result<DiffResponse, Status> {
    session.settle().await;
    let package = session.package()?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = session.call(Operation::Diff, subject);
    let old_inputs = optional_stored_from_proto(request.old_inputs.as_deref())?;
    let olds = request.olds.as_deref();
    let inputs = stored_from_proto(request.news.as_deref())?;
    // Outputs that the comparison does not need are not read: they are as large as the inputs.
    let old_outputs =
        if old_inputs.is_some() && operations::compares_inputs_alone(&package, &call, &inputs) {
            private_from_proto(olds)
        } else {
            stored_from_proto(olds)
        };
    let parameters = DiffParameters {
        id: request.id,
        old_inputs,
        old_outputs: old_outputs?,
        inputs,
        ignore_changes: request.ignore_changes,
        old_views: Vec::new(),
        without_secrets: !session.features().accepted.secrets,
    };
    let found = operations::diff(&package, &call, parameters)
        .await
        .map_err(|error| status::from_call(&package, &call, &error))?;
    Ok(difference::to_proto(found))
}
