//! Parameterize: from here on, this session is a certain package.

use pulumi_wasm_packages::Loaded;
use tonic::Status;

use crate::pulumi::engine::monitor::PackageParameter;
use crate::pulumi::session::Session;
use crate::pulumi::session::own_package;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::parameterize_request::Parameters;
use crate::pulumi::wire::pulumirpc::{ParameterizeRequest, ParameterizeResponse};

pub(crate) async fn serve(
    session: &Session,
    request: ParameterizeRequest,
) -> Result<ParameterizeResponse, Status> {
    if let Some(own) = session.loader.own() {
        return Err(own_package::refuse_parameter(own, &request));
    }
    if let Some(loaded) = session.loaded() {
        return Err(twice(&loaded));
    }
    let log = session.log_sink();
    let mut given = None;
    let loading = async {
        match request.parameters {
            Some(Parameters::Args(args)) => {
                let loaded = session.loader.load_arguments(&args.args, &log).await?;
                loaded.warn_about_sdk(&log).await;
                loaded.warn_about_reads(log.as_ref());
                Ok(loaded)
            }
            Some(Parameters::Value(value)) => {
                let loading =
                    session
                        .loader
                        .load_value(&value.name, &value.version, &value.value, &log);
                let loaded = loading.await?;
                given = Some(PackageParameter {
                    name: value.name,
                    version: value.version,
                    value: value.value,
                });
                Ok(loaded)
            }
            None => session.loader.load_arguments(&[], &log).await,
        }
    };
    // To ask a component for its manifest, the host compiles it and enters it, which may take long.
    let loaded = tokio::select! {
        biased;
        loaded = loading => loaded,
        () = session.cancelled() => return Err(status::cancelled("loading the package was cancelled")),
    };
    let loaded = loaded.map_err(|error| status::from_source(&error))?;
    // Another request may have been faster.
    let loaded = session.take_up(loaded).map_err(|earlier| twice(&earlier))?;
    if let Some(given) = given {
        session.set_parameter(given);
    }
    Ok(ParameterizeResponse {
        name: loaded.value.name.clone(),
        version: loaded.value.version.clone(),
    })
}

fn twice(loaded: &Loaded) -> Status {
    status::failed_precondition(&format!(
        "this process already serves the package `{}`, and one process serves one package",
        loaded.package.name()
    ))
}
