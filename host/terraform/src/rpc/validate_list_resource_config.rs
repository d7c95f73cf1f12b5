//! ValidateListResourceConfig: judging the query of a list. Values may be unknown.

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;

use super::invoked::read;
use crate::convert::properties;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::validate_list_resource_config::{Request, Response};
use crate::provider::Provider;
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let judged = judge(provider, request).await;
    Response {
        diagnostics: judged.err().unwrap_or_default(),
    }
}

async fn judge(provider: &Provider, request: Request) -> Result<(), Vec<Diagnostic>> {
    let typed = provider.typed(Kind::List, &request.type_name).await?;
    let config = read(&typed, request.config.as_ref())?;
    let query = properties::inputs(&config, &typed.block);
    let (call, log) = typed.call(Operation::List);
    let judged = operations::list_query(typed.package(), &call, query);
    judged.map_err(|error| typed.failed((&call, &log), &error))?;
    Ok(())
}
