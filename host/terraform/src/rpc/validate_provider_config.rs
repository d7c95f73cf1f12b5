//! ValidateProviderConfig: judging the provider's configuration.

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;

use crate::convert::{decode, properties};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::validate_provider_config::{Request, Response};
use crate::provider::{Provider, unusable};

/// The provider in messages.
pub(super) const SUBJECT: &str = "provider";

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let found = judge(provider, request).await;
    Response {
        diagnostics: found.unwrap_or_else(|diagnostics| diagnostics),
    }
}

async fn judge(provider: &Provider, request: Request) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let serving = provider.serving().await?;
    let block = serving.catalog.configuration();
    let block = block.map_err(|error| vec![unusable(&error)])?;
    let config = decode::dynamic_value(request.config.as_ref(), &block.value_type());
    let config = config.map_err(|error| vec![diagnostics::unreadable("configuration", &error)])?;
    let inputs = properties::inputs(&config, &block);
    let (call, log) = provider.call_on_provider(Operation::CheckConfig, serving.package().name());
    let checked = operations::check_config(serving.package(), &call, inputs.into()).await;
    let mut all = log.take();
    match checked {
        Ok(checked) => {
            let failures = checked.failures;
            all.extend(diagnostics::from_failures(&call, &block, &failures));
        }
        Err(error) => all.extend(diagnostics::from_call(&call, SUBJECT, &block, &error)),
    }
    Ok(all)
}
