//! Check: judging a resource's inputs.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations::check::CheckParameters;
use pulumi_wasm_core::operations::{self, Exposure};
use pulumi_wasm_core::schema::Autonaming;
use pulumi_wasm_core::value::PropertyMap;
use tonic::Status;

use crate::pulumi::convert::difference;
use crate::pulumi::convert::subject;
use crate::pulumi::convert::{
    map_from_proto, map_with_outputs_to_proto, optional_stored_from_proto, properties_from_proto,
    stored_from_proto,
};
use crate::pulumi::session::Session;
use crate::pulumi::session::replacement_build;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::check_request::AutonamingOptions;
use crate::pulumi::wire::pulumirpc::check_request::autonaming_options::Mode;
use crate::pulumi::wire::pulumirpc::{CheckRequest, CheckResponse};

pub(crate) async fn serve(
    session: &Session,
    request: CheckRequest,
) -> Result<CheckResponse, Status> {
    let package = replacement_build::package_to_change(session)?;
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = Call {
        random_seed: request.random_seed.into(),
        ..session.call(Operation::Check, subject)
    };
    let given = request.news.clone();
    let news = properties_from_proto(request.news.as_deref().unwrap_or_default())?;
    let parameters = CheckParameters {
        old_inputs: stored_from_proto(request.olds.as_deref())?,
        old_outputs: optional_stored_from_proto(request.old_outputs.as_deref())?,
        inputs: news.map.into(),
        autonaming: request.autonaming.map(autonaming).unwrap_or_default(),
    };
    let checked = operations::check(&package, &call, parameters)
        .await
        .map_err(|error| status::from_call(&package, &call, &error))?;
    let inputs = PropertyMap::from(checked.inputs);
    let features = session.features();
    let inputs = if features.outputs_in_check {
        map_with_outputs_to_proto(&inputs, &news.outputs)
    } else {
        features.accepted.map_to_proto(&inputs)
    };
    // The inputs were parsed before without an error.
    let given = || map_from_proto(given.as_deref()).unwrap_or_default();
    let exposure = || Exposure::of_resource(&package, &call.subject.token, given());
    Ok(CheckResponse {
        inputs: Some(inputs),
        failures: difference::failures_to_proto(&call, exposure, checked.failures),
    })
}

/// How the user wants names to be generated.
fn autonaming(options: AutonamingOptions) -> Autonaming {
    match options.mode() {
        Mode::Propose => Autonaming::Propose(options.proposed_name),
        Mode::Enforce => Autonaming::Enforce(options.proposed_name),
        Mode::Disable => Autonaming::Disable,
    }
}
