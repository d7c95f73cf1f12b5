//! GetMappings: the providers of another ecosystem that this package corresponds to.

use tonic::Status;

use super::proto::pulumirpc::{GetMappingsRequest, GetMappingsResponse};
use super::session::Session;

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
