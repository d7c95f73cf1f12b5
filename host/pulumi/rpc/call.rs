//! Call: calling a method of a resource, with the engine's resource monitor.

use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::operations::call_method::{CallMethodParameters, MethodAnswer};
use pulumi_wasm_core::operations::{self, Exposure};
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::value::output_values;
use tonic::Status;

use crate::pulumi::convert::{
    ConvertError, map_from_proto, map_to_proto, map_with_outputs_to_proto, properties_from_proto,
};
use crate::pulumi::engine::monitor::{Announcement, Monitors};
use crate::pulumi::session::Session;
use crate::pulumi::wire::pulumirpc::{CallRequest, CallResponse};

use super::component_request;
use crate::pulumi::convert::dependencies;
use crate::pulumi::convert::difference;
use crate::pulumi::session::replacement_build;

use super::unsupported;
use crate::pulumi::status;

pub(crate) async fn serve(session: &Session, request: CallRequest) -> Result<CallResponse, Status> {
    let loaded = session.loaded();
    if !loaded.is_some_and(|loaded| loaded.package.has_methods()) {
        return Err(unsupported::call());
    }
    session.settle().await;
    let package = replacement_build::package_to_change(session)?;
    let own = session.announcement()?;
    let call = Call {
        preview: request.dry_run,
        ..session.call(Operation::Call, subject(&request))
    };
    let outputs = session.features().outputs_in_call;
    called(&package, &call, own, &session.monitors, request, outputs).await
}

/// The method. The resource is an argument.
fn subject(request: &CallRequest) -> Subject {
    Subject {
        token: request.tok.clone(),
        ..Subject::default()
    }
}

/// Calls the method of a request. `own` is the package as the engine knows it. If `outputs` is true, the engine accepts
/// output values.
pub(crate) async fn called(
    package: &Package,
    call: &Call,
    own: Announcement,
    monitors: &Monitors,
    request: CallRequest,
    outputs: bool,
) -> Result<CallResponse, Status> {
    let serving = (package, call.subject.token.as_str());
    let handle = request.stack_trace_handle.clone();
    let address = &request.monitor_endpoint;
    let monitor = component_request::open_monitor(monitors, address, serving, own, handle)?;
    let given = request.args.clone();
    let parameters = parameters(request)?;
    let answer = operations::call_method(package, call, parameters, &monitor).await;
    let answer = answer.map_err(|error| status::from_call(package, call, &error))?;
    // The inputs were parsed before without an error.
    let given = || map_from_proto(given.as_deref()).unwrap_or_default();
    let exposure = || Exposure::of_function(package, &call.subject.token, given());
    Ok(to_proto(call, exposure, answer, outputs))
}

/// Reads a request. It keeps only the package names of the stack's configuration.
fn parameters(request: CallRequest) -> Result<CallMethodParameters, ConvertError> {
    let arguments = properties_from_proto(request.args.as_deref().unwrap_or_default())?;
    Ok(CallMethodParameters {
        argument_dependencies: dependencies::together(request.arg_dependencies, &arguments),
        arguments: arguments.map,
        configured: component_request::configured_packages(&request.config),
    })
}

/// An engine that accepts output values reads the dependencies of a result there; other engines read only the table.
fn to_proto(
    call: &Call,
    exposure: impl FnOnce() -> Exposure,
    answer: MethodAnswer,
    outputs: bool,
) -> CallResponse {
    let result = if outputs {
        let outputs = output_values::of_dependencies(&answer.dependencies);
        map_with_outputs_to_proto(&answer.result, &outputs)
    } else {
        map_to_proto(&answer.result)
    };
    CallResponse {
        r#return: Some(result),
        return_dependencies: dependencies::to_proto(answer.dependencies),
        failures: difference::failures_to_proto(call, exposure, answer.failures),
    }
}
