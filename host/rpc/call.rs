//! Call: calling a method of a resource, with the engine's resource monitor.

use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::call_method::{MethodAnswer, MethodQuestion};
use pulumi_wasm_core::package::Package;
use tonic::Status;

use super::convert::{ConvertError, map_to_proto, properties_from_proto};
use super::monitor::{Announcement, Monitors};
use super::session::Session;
use super::wire::pulumirpc::{CallRequest, CallResponse};
use super::{component_monitor, dependencies, difference, stand_in, status, unsupported};

pub(super) async fn serve(session: &Session, request: CallRequest) -> Result<CallResponse, Status> {
    let loaded = session.loaded();
    if !loaded.is_some_and(|loaded| loaded.package.has_methods()) {
        return Err(unsupported::call());
    }
    session.settle().await;
    let package = stand_in::package_to_change(session)?;
    let own = session.announcement()?;
    let call = Call {
        preview: request.dry_run,
        ..session.call(Operation::Call, subject(&request))
    };
    called(&package, &call, own, &session.monitors, request).await
}

/// The method. The resource is an argument.
fn subject(request: &CallRequest) -> Subject {
    Subject {
        token: request.tok.clone(),
        ..Subject::default()
    }
}

/// Calls the method of a request. `own` is the package as the engine knows it.
pub(super) async fn called(
    package: &Package,
    call: &Call,
    own: Announcement,
    monitors: &Monitors,
    request: CallRequest,
) -> Result<CallResponse, Status> {
    let serving = (package, call.subject.token.as_str());
    let handle = request.stack_trace_handle.clone();
    let address = &request.monitor_endpoint;
    let monitor = component_monitor::open(monitors, address, serving, own, handle)?;
    let question = question(request)?;
    let answer = operations::call_method(package, call, question, &monitor).await;
    let answer = answer.map_err(|error| status::from_call(package, call, &error))?;
    Ok(to_proto(call, answer))
}

/// Reads a request. The configuration of the stack in it, which holds that of all packages and of the program, goes no further.
fn question(request: CallRequest) -> Result<MethodQuestion, ConvertError> {
    let arguments = properties_from_proto(request.args.as_deref().unwrap_or_default())?;
    Ok(MethodQuestion {
        argument_dependencies: dependencies::together(request.arg_dependencies, &arguments),
        arguments: arguments.map,
    })
}

fn to_proto(call: &Call, answer: MethodAnswer) -> CallResponse {
    CallResponse {
        r#return: Some(map_to_proto(&answer.result)),
        return_dependencies: dependencies::to_proto(answer.dependencies),
        failures: difference::failures_to_proto(call, answer.failures),
    }
}
