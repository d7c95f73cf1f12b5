//! Construct: creates a component resource with the engine's resource monitor.

mod request;

#[cfg(test)]
mod tests;

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations::construct::ConstructedResource;
use pulumi_wasm_core::operations::{self, Exposure};
use pulumi_wasm_core::package::Package;
use tonic::Status;

use crate::pulumi::convert::{map_from_proto, map_to_proto};
use crate::pulumi::engine::monitor::{Announcement, Monitors};
use crate::pulumi::session::Session;
use crate::pulumi::wire::pulumirpc::{ConstructRequest, ConstructResponse};

use super::component_request;
use super::unsupported;
use crate::pulumi::convert::dependencies;
use crate::pulumi::session::replacement_build;
use crate::pulumi::status;

pub(crate) async fn serve(
    session: &Session,
    request: ConstructRequest,
) -> Result<ConstructResponse, Status> {
    let constructs = |package: &Package| {
        let mut components = package.components().iter();
        components.any(|component| component.manifest().constructs())
    };
    if !session
        .loaded()
        .is_some_and(|loaded| constructs(&loaded.package))
    {
        return Err(unsupported::construct());
    }
    session.settle().await;
    let package = replacement_build::package_to_change(session)?;
    let own = session.announcement()?;
    let call = Call {
        preview: request.dry_run,
        ..session.call(Operation::Construct, request::subject(&request))
    };
    constructed(&package, &call, own, &session.monitors, request).await
}

/// Constructs the component of a request. `own` is the package as the engine knows it.
async fn constructed(
    package: &Package,
    call: &Call,
    own: Announcement,
    monitors: &Monitors,
    request: ConstructRequest,
) -> Result<ConstructResponse, Status> {
    let serving = (package, call.subject.token.as_str());
    let handle = request.stack_trace_handle.clone();
    let address = &request.monitor_endpoint;
    let monitor = component_request::open_monitor(monitors, address, serving, own, handle)?;
    let given = request.inputs.clone();
    let question = request::read(request)?;
    match operations::construct(package, call, question, &monitor).await {
        Ok(constructed) => Ok(to_proto(constructed)),
        Err(error) => {
            // The inputs were parsed before without an error.
            let given = || map_from_proto(given.as_deref()).unwrap_or_default();
            let exposure = || Exposure::of_component(package, &call.subject.token, given());
            Err(status::from_construct(package, call, exposure, &error))
        }
    }
}

fn to_proto(constructed: ConstructedResource) -> ConstructResponse {
    ConstructResponse {
        urn: constructed.urn,
        state: Some(map_to_proto(&constructed.outputs)),
        state_dependencies: dependencies::to_proto(constructed.dependencies),
    }
}
