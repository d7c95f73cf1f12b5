//! Check: judging a resource's inputs.

use tonic::Status;

use super::convert::{map_from_proto, map_to_proto, optional_map_from_proto, restore_outputs};
use super::proto::pulumirpc::check_request::AutonamingOptions;
use super::proto::pulumirpc::check_request::autonaming_options::Mode;
use super::proto::pulumirpc::{CheckRequest, CheckResponse};
use super::session::Session;
use super::{difference, status, subject};
use crate::provider::call::{Call, Operation};
use crate::provider::check::CheckQuestion;
use crate::provider::schema::Autonaming;

pub(super) async fn serve(
    session: &Session,
    request: CheckRequest,
) -> Result<CheckResponse, Status> {
    let package = session.package()?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = Call {
        random_seed: request.random_seed,
        ..session.call(Operation::Check, subject)
    };
    let refused = |error| status::from_convert(&error);
    // Dependencies are not the core's business: they are put back around what it answers.
    let sent = match session.features().outputs_in_check {
        true => request.news.clone(),
        false => None,
    };
    let question = CheckQuestion {
        old_inputs: map_from_proto(request.olds).map_err(refused)?,
        old_outputs: optional_map_from_proto(request.old_outputs).map_err(refused)?,
        inputs: map_from_proto(request.news).map_err(refused)?,
        autonaming: request.autonaming.map(autonaming).unwrap_or_default(),
    };
    let checked = package
        .check(&call, question)
        .await
        .map_err(|error| status::from_call(&package, &call, &error))?;
    let inputs = map_to_proto(checked.inputs);
    Ok(CheckResponse {
        inputs: Some(match sent {
            Some(sent) => restore_outputs(&sent, inputs),
            None => inputs,
        }),
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
