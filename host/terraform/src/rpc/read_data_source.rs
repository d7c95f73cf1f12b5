//! ReadDataSource: calling a function.

use super::invoked::invoked;
use crate::convert::wire::encode;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::read_data_source::{Request, Response};
use crate::provider::Provider;
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let found = read(provider, request).await;
    found.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn read(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::DataSource, &request.type_name).await?;
    let (state, diagnostics) = invoked(&typed, request.config.as_ref()).await?;
    Ok(Response {
        state: Some(encode::dynamic_value(&state)),
        diagnostics,
        ..Response::default()
    })
}
