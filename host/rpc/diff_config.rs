//! DiffConfig: whether a changed configuration needs another provider.

use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::diff::Differences;
use tonic::Status;

use super::convert::{optional_stored_from_proto, stored_from_proto};
use super::difference;
use super::session::Session;
use super::wire::pulumirpc::{DiffRequest, DiffResponse};

pub(super) async fn serve(session: &Session, request: DiffRequest) -> Result<DiffResponse, Status> {
    let Some(loaded) = session.loaded() else {
        return Ok(difference::to_proto(Differences::default()));
    };
    let outputs = stored_from_proto(request.olds.as_deref())?;
    let old = optional_stored_from_proto(request.old_inputs.as_deref())?.unwrap_or(outputs);
    let new = stored_from_proto(request.news.as_deref())?;
    let found = operations::diff_config(&loaded.package, &old, &new, &request.ignore_changes);
    Ok(difference::to_proto(Differences {
        found,
        ..Differences::default()
    }))
}
