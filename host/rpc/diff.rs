//! Diff: what would have to change.

use tonic::Status;

use super::convert::{map_from_proto, optional_map_from_proto};
use super::session::Session;
use super::wire::pulumirpc::{DiffRequest, DiffResponse};
use super::{difference, status, subject};
use crate::provider::call::Operation;
use crate::provider::diff::DiffQuestion;

pub(super) async fn serve(session: &Session, request: DiffRequest) -> Result<DiffResponse, Status> {
    session.settle().await;
    let package = session.package()?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = session.call(Operation::Diff, subject);
    let refused = |error| status::from_convert(&error);
    let question = DiffQuestion {
        id: request.id,
        old_inputs: optional_map_from_proto(request.old_inputs.as_deref()).map_err(refused)?,
        old_outputs: map_from_proto(request.olds.as_deref()).map_err(refused)?,
        inputs: map_from_proto(request.news.as_deref()).map_err(refused)?,
        ignore_changes: request.ignore_changes,
        old_views: Vec::new(),
    };
    let found = package
        .diff(&call, question)
        .await
        .map_err(|error| status::from_call(&package, &call, &error))?;
    Ok(difference::to_proto(found))
}
