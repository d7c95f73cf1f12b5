//! A program that was started for one package: the first call that needs the package loads it, and parameters are
//! refused.

use pulumi_wasm_packages::own_package::OwnPackage;
use pulumi_wasm_packages::{plugin_folder, provider_to_add};
use tonic::Status;

use crate::pulumi::session::Session;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::ParameterizeRequest;
use crate::pulumi::wire::pulumirpc::parameterize_request::Parameters;

/// Loads the package. Concurrent calls wait for it.
pub(crate) async fn load(session: &Session, own: &OwnPackage) -> Result<(), Status> {
    let _turn = session.own_turn.lock().await;
    if session.loaded().is_some() {
        return Ok(());
    }
    let log = session.log_sink();
    // A component that has to be asked for its manifest is compiled and entered for it, and may take its time.
    let loaded = tokio::select! {
        biased;
        loaded = session.loader.load_own(own, &log) => loaded,
        () = session.cancelled() => return Err(status::cancelled("loading the package was cancelled")),
    };
    let loaded = loaded.map_err(|error| status::from_source(&error))?;
    // Only this function sets the package of such a session, one call at a time.
    _ = session.take_up(loaded);
    Ok(())
}

/// The version that the plugin is installed under.
pub(crate) async fn version(session: &Session, own: &OwnPackage) -> Result<String, Status> {
    match own {
        OwnPackage::Bundle(place) => {
            let bundle = place.read().map_err(|error| status::from_source(&error))?;
            Ok(bundle.package.version)
        }
        OwnPackage::Folder(_) => {
            load(session, own).await?;
            let loaded = session.loaded();
            Ok(loaded.map_or_else(String::new, |loaded| loaded.value.version.clone()))
        }
    }
}

/// The error for a parameter.
pub(crate) fn refuse_parameter(own: &OwnPackage, request: &ParameterizeRequest) -> Status {
    let message = match own {
        OwnPackage::Bundle(place) => {
            let name = place.name();
            let hint = match &request.parameters {
                // The engine has it from the project's SDK for the plugin `wasm`, and took this plugin for the package's
                // name.
                Some(Parameters::Value(value)) if value.name == name => format!(
                    "the parameter is for the plugin `wasm`, and Pulumi brings it here if a program in YAML has `get:` \
                     without a provider; {}",
                    provider_to_add(name)
                ),
                _ => format!(
                    "`pulumi package add {name}`, without a parameter; a component as a parameter is for the plugin \
                     `wasm`: `pulumi package add wasm ./{name}.wasm`"
                ),
            };
            format!(
                "the plugin `{name}` is the provider `{name}` already, and takes no parameters\nhint: {hint}"
            )
        }
        OwnPackage::Folder(place) => {
            let folder = place.folder().display();
            format!(
                "the folder `{folder}` is a provider already, and takes no parameters\nhint: `pulumi package add {folder}`, without a parameter; its grants and limits are in `{}`",
                plugin_folder::FILE
            )
        }
    };
    status::failed_precondition(&message)
}
