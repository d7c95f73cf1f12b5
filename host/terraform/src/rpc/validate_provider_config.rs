//! ValidateProviderConfig: judging the provider's configuration.

use std::sync::Arc;

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::operations;

use crate::convert::properties;
use crate::convert::wire::decode;
use crate::diagnostics;
use crate::failure_report;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::validate_provider_config::{Request, Response};
use crate::provider::{Provider, Serving};

/// The provider in messages.
const SUBJECT: &str = "provider";

/// The messages of a call on the configuration that failed.
pub(super) fn configuration_failed(
    serving: &Serving,
    call: &Call,
    error: &CallError,
) -> Vec<Diagnostic> {
    let report = failure_report::of(serving.package(), call, error);
    let block = serving.catalog.configuration();
    diagnostics::from_call(call, SUBJECT, block, error, &report)
}

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let found = judge(provider, request).await;
    Response {
        diagnostics: found.unwrap_or_else(|diagnostics| diagnostics),
    }
}

async fn judge(provider: &Provider, request: Request) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let serving = provider.serving().await?;
    let block = Arc::clone(serving.catalog.configuration());
    let config = decode::dynamic_value(request.config.as_ref(), block.value_type());
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
        Err(error) => all.extend(configuration_failed(serving, &call, &error)),
    }
    Ok(all)
}
