//! GetMappings: the providers of another ecosystem that this package corresponds to.

use tonic::Status;

use super::session::Session;
use super::wire::pulumirpc::{GetMappingsRequest, GetMappingsResponse};

pub(super) async fn serve(
    session: &Session,
    request: GetMappingsRequest,
) -> Result<GetMappingsResponse, Status> {
    let providers = session.loaded().map(|loaded| {
        let mappings = loaded.package.mappings(&request.key);
        mappings.map(|mapping| mapping.provider.clone()).collect()
    });
    Ok(GetMappingsResponse {
        providers: providers.unwrap_or_default(),
    })
}
