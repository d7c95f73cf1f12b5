//! DiffConfig: whether changed configuration requires a new provider.

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::operations::diff::Differences;
use pulumi_wasm_core::operations::{self, ConfigDifferences};
use tonic::Status;

use crate::pulumi::convert::difference;
use crate::pulumi::convert::subject;
use crate::pulumi::convert::{optional_stored_from_proto, stored_from_proto};
use crate::pulumi::session::Session;
use crate::pulumi::wire::pulumirpc::{DiffRequest, DiffResponse};

pub(crate) async fn serve(session: &Session, request: DiffRequest) -> Result<DiffResponse, Status> {
    let Some(loaded) = session.loaded() else {
        return Ok(difference::to_proto(Differences::default()));
    };
    let outputs = stored_from_proto(request.olds.as_deref())?;
    let old = optional_stored_from_proto(request.old_inputs.as_deref())?.unwrap_or(outputs);
    let new = stored_from_proto(request.news.as_deref())?;
    let ConfigDifferences { found, undecided } = operations::diff_config(
        &loaded.package,
        &request.urn,
        &old,
        &new,
        &request.ignore_changes,
    );
    if !undecided.is_empty() {
        let subject = subject::resource(request.urn, request.name, request.r#type);
        let call = session.call(Operation::Diff, subject);
        let note = |property: String| {
            PropertyFailure {
            property,
            reason: "its value is not known yet: if it changes, the provider and all its resources are replaced"
                .to_owned(),
        }
        };
        call.warn_of(&undecided.into_iter().map(note).collect::<Vec<_>>());
    }
    Ok(difference::to_proto(Differences {
        found,
        ..Differences::default()
    }))
}
