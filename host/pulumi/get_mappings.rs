//! GetMappings: the providers of another ecosystem that this package corresponds to.

use std::sync::Arc;

use tonic::Status;

use super::session::Session;
use super::status;
use super::wire::pulumirpc::{GetMappingsRequest, GetMappingsResponse};

pub(super) async fn serve(
    session: &Session,
    request: GetMappingsRequest,
) -> Result<GetMappingsResponse, Status> {
    let Some(loaded) = session.loaded() else {
        return Ok(GetMappingsResponse::default());
    };
    Arc::clone(&loaded)
        .read_documents()
        .await
        .map_err(|error| status::from_source(&error))?;
    let mappings = loaded.package.mappings(&request.key);
    let mappings = mappings.map_err(|error| status::from_source(&error.into()))?;
    let providers = mappings.iter().map(|mapping| mapping.provider.clone());
    Ok(GetMappingsResponse {
        providers: providers.collect(),
    })
}
