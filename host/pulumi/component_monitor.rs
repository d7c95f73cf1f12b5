//! The resource monitor that a request about a component names.

use pulumi_wasm_core::package::Package;
use tonic::Status;

use super::monitor::{Announcement, EngineMonitor, Monitors, Packages};
use super::status;

/// Opens the monitor at an address for the component that serves a token. `own` is the package as the engine knows it, and the
/// handle of the stack trace is the request's.
///
/// # Errors
/// When the address is not one.
pub(super) fn open(
    monitors: &Monitors,
    address: &str,
    (package, token): (&Package, &str),
    own: Announcement,
    stack_trace_handle: String,
) -> Result<EngineMonitor, Status> {
    let connection = monitors.open(address).ok_or_else(|| {
        let reason = format!("`{address}` is not the address of a resource monitor");
        status::invalid_argument(&reason)
    })?;
    let uses = package.component_of(token);
    let uses = uses.map(|component| component.manifest().uses.clone());
    let packages = Packages::new(package.name(), own, &uses.unwrap_or_default());
    Ok(EngineMonitor::new(connection, packages, stack_trace_handle))
}
