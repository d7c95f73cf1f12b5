//! Check: judging a resource's inputs.

use tonic::Status;

use super::convert::{map_from_proto, map_to_proto};
use super::proto::pulumirpc::{CheckRequest, CheckResponse};
use super::session::Session;
use super::{difference, status, subject};
use crate::provider::call::{Call, Operation};

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
    let olds = map_from_proto(request.olds).map_err(refused)?;
    let news = map_from_proto(request.news).map_err(refused)?;
    let checked = package
        .check(&call, olds, news)
        .await
        .map_err(|error| status::from_call(&package, &call, &error))?;
    Ok(CheckResponse {
        inputs: Some(map_to_proto(checked.inputs)),
        failures: difference::failures_to_proto(checked.failures),
    })
}
