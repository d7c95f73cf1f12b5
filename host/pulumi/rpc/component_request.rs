//! The parts that Construct and Call have in common: the resource monitor and the configured packages.

use std::collections::{BTreeSet, HashMap};

use pulumi_wasm_core::package::Package;
use tonic::Status;

use crate::pulumi::engine::monitor::{Announcement, EngineMonitor, Monitors, Packages};
use crate::pulumi::status;

/// Opens the monitor at an address for the component that serves a token. `own` is the package as the engine knows it,
/// and the handle of the stack trace is the request's.
///
/// # Errors
/// If the address is not valid.
pub(crate) fn open_monitor(
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

/// The packages for which the stack has configuration. A key is the package's name, a colon and the name of the value.
/// The values belong to the program and to other packages, so only the names are read.
pub(crate) fn configured_packages(configuration: &HashMap<String, String>) -> BTreeSet<String> {
    let keys = configuration.keys();
    let packages = keys.filter_map(|key| key.split_once(':'));
    packages.map(|(package, _)| package.to_owned()).collect()
}
