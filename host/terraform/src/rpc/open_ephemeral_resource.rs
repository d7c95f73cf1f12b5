//! OpenEphemeralResource: calling a function whose result no state may have.

use super::invoked::invoked;
use crate::convert::wire::encode;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::open_ephemeral_resource::{Request, Response};
use crate::provider::Provider;
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let opened = open(provider, request).await;
    opened.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn open(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Ephemeral, &request.type_name).await?;
    let (result, diagnostics) = invoked(&typed, request.config.as_ref()).await?;
    Ok(Response {
        result: Some(encode::dynamic_value(&result)),
        diagnostics,
        ..Response::default()
    })
}
