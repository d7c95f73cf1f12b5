//! Check: judging a resource's inputs.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations::check::CheckQuestion;
use pulumi_wasm_core::schema::Autonaming;
use tonic::Status;

use super::convert::{
    map_from_proto, map_to_proto, optional_map_from_proto, properties_from_proto, restore_outputs,
};
use super::session::Session;
use super::wire::pulumirpc::check_request::AutonamingOptions;
use super::wire::pulumirpc::check_request::autonaming_options::Mode;
use super::wire::pulumirpc::{CheckRequest, CheckResponse};
use super::{difference, stand_in, status, subject};

pub(super) async fn serve(
    session: &Session,
    request: CheckRequest,
) -> Result<CheckResponse, Status> {
    let package = stand_in::package_to_change(session)?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = Call {
        random_seed: request.random_seed.into(),
        ..session.call(Operation::Check, subject)
    };
    let sent = request.news.unwrap_or_default();
    let news = properties_from_proto(&sent)?;
    let question = CheckQuestion {
        old_inputs: map_from_proto(request.olds.as_deref())?,
        old_outputs: optional_map_from_proto(request.old_outputs.as_deref())?,
        inputs: news.map,
        autonaming: request.autonaming.map(autonaming).unwrap_or_default(),
    };
    let checked = package
        .check(&call, question)
        .await
        .map_err(|error| status::from_call(&package, &call, &error))?;
    // Dependencies are not the core's business: they are put back around what it answers.
    let inputs = match news.has_outputs && session.features().outputs_in_check {
        true => restore_outputs(&sent, checked.inputs)?,
        false => map_to_proto(&checked.inputs),
    };
    Ok(CheckResponse {
        inputs: Some(inputs),
        failures: difference::failures_to_proto(&call, checked.failures),
    })
}

/// How the user wants names to be made.
fn autonaming(options: AutonamingOptions) -> Autonaming {
    match options.mode() {
        Mode::Propose => Autonaming::Propose(options.proposed_name),
        Mode::Enforce => Autonaming::Enforce(options.proposed_name),
        Mode::Disable => Autonaming::Disable,
    }
}
