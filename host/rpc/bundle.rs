//! A program that belongs to a bundle: its package is loaded with the first call that needs it, and no parameter is taken.

use pulumi_wasm_packages::bundle::BundlePlace;
use pulumi_wasm_packages::provider_to_add;
use tonic::Status;

use super::session::Session;
use super::status;
use super::wire::pulumirpc::ParameterizeRequest;
use super::wire::pulumirpc::parameterize_request::Parameters;

/// Loads the package of the bundle. Calls that come meanwhile wait for it.
pub(super) async fn load(session: &Session, place: &BundlePlace) -> Result<(), Status> {
    let _turn = session.bundle_turn.lock().await;
    if session.loaded().is_some() {
        return Ok(());
    }
    let log = session.log_sink();
    // A component that has to be asked for its manifest is compiled and entered for it, and may take its time.
    let loaded = tokio::select! {
        biased;
        loaded = session.loader.load_bundle(place, &log) => loaded,
        () = session.cancelled() => return Err(status::cancelled("loading the package was cancelled")),
    };
    let loaded = loaded.map_err(|error| status::from_source(&error))?;
    // Only this function makes a session of a bundle a package, one call at a time.
    _ = session.take_up(loaded);
    Ok(())
}

/// The version of the bundle, which the plugin is installed under.
pub(super) fn version(place: &BundlePlace) -> Result<String, Status> {
    let bundle = place.read().map_err(|error| status::from_source(&error))?;
    Ok(bundle.package.version)
}

/// Why a bundle takes no parameter.
pub(super) fn takes_none(place: &BundlePlace, request: &ParameterizeRequest) -> Status {
    let name = place.name();
    let hint = match &request.parameters {
        // The engine has it from the project's SDK for the plugin `wasm`, and took this plugin for the package's name.
        Some(Parameters::Value(value)) if value.name == name => format!(
            "the parameter is for the plugin `wasm`, and Pulumi brings it here if a program in YAML has `get:` without a provider; {}",
            provider_to_add(name)
        ),
        _ => format!(
            "`pulumi package add {name}`, without a parameter; a component as a parameter is for the plugin `wasm`: \
             `pulumi package add wasm ./{name}.wasm`"
        ),
    };
    status::failed_precondition(&format!(
        "the plugin `{name}` is the provider `{name}` already, and takes no parameters\nhint: {hint}"
    ))
}
