//! Configure: the provider's configuration, complete. No component is started by it.

use std::sync::Arc;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::configure::ConfigureError;
use tonic::Status;

use super::convert::stored_from_proto;
use super::session::Session;
use super::wire::pulumirpc::{ConfigureRequest, ConfigureResponse};
use super::{status, subject};

pub(super) async fn serve(
    session: &Session,
    request: ConfigureRequest,
) -> Result<ConfigureResponse, Status> {
    if let Some(loaded) = session.loaded() {
        let subject = subject::resource(
            request.urn.unwrap_or_default(),
            request.name.unwrap_or_default(),
            request.r#type.unwrap_or_default(),
        );
        let call = session.call(Operation::Configure, subject);
        let arguments = stored_from_proto(request.args.as_deref())?;
        operations::configure(&loaded.package, &session.secrets, &arguments).map_err(|error| {
            match error {
                ConfigureError::Missing(keys) => status::missing_keys(loaded.explain_missing(keys)),
                ConfigureError::Failed(error) => status::from_call(&loaded.package, &call, &error),
            }
        })?;
        session.set_arguments(arguments);
        let (log, loaded) = (session.log_sink(), Arc::clone(&loaded));
        if loaded.has_files_to_read() {
            // Beside the checks that follow: reading a large file takes longer than many of those.
            session.set_background(tokio::task::spawn_blocking(move || {
                loaded.warn_about_project(log.as_ref());
                loaded.warn_about_changed_files(log.as_ref());
                loaded.warn_about_rivals(log.as_ref());
            }));
        }
    }
    Ok(ConfigureResponse {
        accept_secrets: true,
        supports_preview: true,
        accept_resources: true,
        accept_outputs: true,
        supports_autonaming_configuration: true,
    })
}
