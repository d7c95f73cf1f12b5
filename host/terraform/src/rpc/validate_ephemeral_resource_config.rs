//! ValidateEphemeralResourceConfig: the arguments of a function are judged when it is called, so here only the type is.

use super::invoked::read;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::validate_ephemeral_resource_config::{Request, Response};
use crate::provider::Provider;
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let judged = judge(provider, request).await;
    Response {
        diagnostics: judged.err().unwrap_or_default(),
    }
}

async fn judge(provider: &Provider, request: Request) -> Result<(), Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Ephemeral, &request.type_name).await?;
    read(&typed, request.config.as_ref())?;
    Ok(())
}
