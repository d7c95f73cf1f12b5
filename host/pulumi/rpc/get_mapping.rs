//! GetMapping: how this package corresponds to a provider of another ecosystem. Answered from the manifest; nothing is
//! compiled or started.

use std::sync::Arc;

use tonic::Status;

use crate::pulumi::session::Session;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{GetMappingRequest, GetMappingResponse};

pub(crate) async fn serve(
    session: &Session,
    request: GetMappingRequest,
) -> Result<GetMappingResponse, Status> {
    // The engine asks every plugin, so also a plugin without a package, which has no mapping.
    let Some(loaded) = session.loaded() else {
        return Ok(GetMappingResponse::default());
    };
    Arc::clone(&loaded)
        .read_documents()
        .await
        .map_err(|error| status::from_source(&error))?;
    let found = loaded.package.mapping(&request.key, &request.provider);
    let found = found.map_err(|error| status::from_source(&error.into()))?;
    let answer = found.map(|mapping| GetMappingResponse {
        provider: mapping.provider.clone(),
        data: mapping.data.clone().into_bytes().into(),
    });
    Ok(answer.unwrap_or_default())
}
