//! UpgradeResourceIdentity: a stored identity in the form of the current schema.

use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::upgrade_resource_identity::{Request, Response};
use crate::provider::Provider;
use crate::schema::block::ID;
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let upgraded = upgrade(provider, request).await;
    upgraded.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn upgrade(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let raw = request.raw_identity.unwrap_or_default();
    let refuse = |reason: &str| vec![diagnostics::error("The identity cannot be read", reason)];
    let stored: serde_json::Value =
        serde_json::from_slice(&raw.json).map_err(|error| refuse(&error.to_string()))?;
    // Each version has the id, and the other parts follow from it.
    let id = stored.get(ID).and_then(serde_json::Value::as_str);
    let id = id.ok_or_else(|| refuse("it has no `id`"))?;
    Ok(Response {
        upgraded_identity: Some(typed.identity(id)),
        ..Response::default()
    })
}
