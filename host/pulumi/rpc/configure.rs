//! Configure: the provider's configuration, complete. It does not start a component.

use std::collections::HashMap;
use std::sync::Arc;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::configure::{self, ConfigureError};
use pulumi_wasm_core::value::PropertyMap;
use tonic::Status;

use crate::pulumi::convert::subject;
use crate::pulumi::convert::{Accepted, stored_from_proto};
use crate::pulumi::session::{EngineFeatures, Session};
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{ConfigureRequest, ConfigureResponse};

pub(crate) async fn serve(
    session: &Session,
    request: ConfigureRequest,
) -> Result<ConfigureResponse, Status> {
    let features = session.features();
    if !features.shook_hands {
        // An engine without a Handshake reports here which special values it accepts; a very old engine reports
        // nothing, because it knows none.
        session.set_features(EngineFeatures {
            accepted: Accepted {
                secrets: request.accept_secrets,
                references: request.accept_resources,
                bytes: false,
            },
            ..features
        });
    }
    if let Some(loaded) = session.loaded() {
        let subject = subject::resource(
            request.urn.unwrap_or_default(),
            request.name.unwrap_or_default(),
            request.r#type.unwrap_or_default(),
        );
        let call = session.call(Operation::Configure, subject);
        let arguments = match &request.args {
            Some(arguments) => stored_from_proto(Some(arguments))?,
            None => of_variables(loaded.package.name(), request.variables).into(),
        };
        let urn = &call.subject.urn;
        let arguments = configure::of_provider(&loaded.package, urn, arguments);
        operations::configure(&loaded.package, &session.secrets, &arguments).map_err(|error| {
            match error {
                ConfigureError::Missing(keys) => status::missing_keys(loaded.explain_missing(keys)),
                ConfigureError::Failed(error) => status::from_call(&loaded.package, &call, &error),
            }
        })?;
        session.set_arguments(arguments);
        let (log, loaded) = (session.log_sink(), Arc::clone(&loaded));
        if loaded.has_files_to_read() {
            // Runs in parallel with the following checks: reading a large file takes longer than most of them.
            session.set_background(tokio::task::spawn_blocking(move || {
                loaded.warn_about_project(log.as_ref());
                loaded.warn_about_changed_files(log.as_ref());
                loaded.warn_about_conflicting_builds(log.as_ref());
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

/// The configuration as engines before 1.0 send it: texts by the name of the package and the key, as in
/// `acme:config:region`. Values that are not text are JSON text. Source: `pulumi-protocol`, ConfigureRequest.variables.
fn of_variables(package: &str, variables: HashMap<String, String>) -> PropertyMap {
    let of_package = variables.into_iter().filter_map(|(name, value)| {
        let key = name.strip_prefix(package)?.strip_prefix(':')?;
        let key = key.strip_prefix("config:").unwrap_or(key);
        Some((key.to_owned(), value.into()))
    });
    of_package.collect()
}
