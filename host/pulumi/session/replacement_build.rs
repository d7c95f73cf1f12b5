//! The calls that a replacement for a missing build serves, and the calls that it refuses.

use std::sync::Arc;

use pulumi_wasm_core::package::Package;
use tonic::Status;

use crate::pulumi::session::Session;
use crate::pulumi::status;

/// The package of a call that reads or deletes a resource of a type.
pub(crate) fn package_to_look_after(
    session: &Session,
    token: &str,
) -> Result<Arc<Package>, Status> {
    let package = session.package()?;
    if let Some(loaded) = session.loaded() {
        let has_type = loaded.require_type(token);
        has_type.map_err(|error| status::failed_precondition(&error.to_string()))?;
    }
    Ok(package)
}

/// The package of a call that creates or changes resources, or that comes from the program.
pub(crate) fn package_to_change(session: &Session) -> Result<Arc<Package>, Status> {
    let package = session.package()?;
    if let Some(loaded) = session.loaded() {
        let asked_for = loaded.require_asked_for();
        asked_for.map_err(|error| status::failed_precondition(&error.to_string()))?;
    }
    Ok(package)
}
