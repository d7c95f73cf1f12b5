//! GetMappings: the providers of another ecosystem that this package corresponds to.

use std::sync::Arc;

use tonic::Status;

use crate::pulumi::session::Session;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{GetMappingsRequest, GetMappingsResponse};

pub(crate) async fn serve(
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
