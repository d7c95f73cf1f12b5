//! GetResourceIdentitySchemas: the identities of all resource types.

use std::collections::BTreeMap;

use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::get_resource_identity_schemas::{Request, Response};
use crate::provider::{Provider, unusable};
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, _: Request) -> Response {
    let found = schemas(provider).await;
    found.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn schemas(provider: &Provider) -> Result<Response, Vec<Diagnostic>> {
    let catalog = &provider.serving().await?.catalog;
    let failed = |error| vec![unusable(&error)];
    let mut identity_schemas = BTreeMap::new();
    for (name, token) in &catalog.tables.resources {
        if catalog.is_component(token).map_err(failed)? {
            continue;
        }
        let (_, block) = catalog.find(Kind::Resource, name).map_err(failed)?;
        identity_schemas.insert(name.clone(), block.identity.message());
    }
    Ok(Response {
        identity_schemas,
        ..Response::default()
    })
}
