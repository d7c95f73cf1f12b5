//! ConfigureProvider: the provider's configuration, complete. Values may be unknown in a plan.

use std::sync::Arc;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::configure::ConfigureError;

use super::validate_provider_config::configuration_failed;
use crate::convert::properties;
use crate::convert::wire::decode;
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::configure_provider::{Request, Response};
use crate::provider::{NotConfigured, Provider};

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let configured = configure(provider, request).await;
    Response {
        diagnostics: configured.unwrap_or_else(|diagnostics| diagnostics),
    }
}

async fn configure(
    provider: &Provider,
    request: Request,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let serving = provider.serving().await?;
    let block = Arc::clone(serving.catalog.configuration());
    let config = decode::dynamic_value(request.config.as_ref(), block.value_type());
    let config = config.map_err(|error| vec![diagnostics::unreadable("configuration", &error)])?;
    let inputs = properties::inputs(&config, &block);
    let (call, log) = provider.call_on_provider(Operation::CheckConfig, serving.package().name());
    let package = serving.package();
    let checked = operations::check_config(package, &call, inputs.into()).await;
    let mut all = log.take();
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) => {
            all.extend(configuration_failed(serving, &call, &error));
            return Err(all);
        }
    };
    if !checked.failures.is_empty() {
        all.extend(diagnostics::from_failures(&call, &block, &checked.failures));
        return Err(all);
    }
    match provider.configure(package, &checked.inputs) {
        Ok(()) => Ok(all),
        Err(NotConfigured::Already) => {
            let detail = "it is configured already, with other values\n\
                          hint: start another process of the provider for them";
            all.push(diagnostics::error(
                "The provider cannot be configured",
                detail,
            ));
            Err(all)
        }
        Err(NotConfigured::Refused(ConfigureError::Missing(keys))) => {
            let keys = serving.loaded.explain_missing(keys);
            all.extend(diagnostics::missing_keys(&block, &keys));
            Err(all)
        }
        Err(NotConfigured::Refused(ConfigureError::Failed(error))) => {
            all.extend(configuration_failed(serving, &call, &error));
            Err(all)
        }
    }
}
