//! Invoke: calling a function.

use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::operations::{self, Exposure};
use pulumi_wasm_core::value::output_values;
use tonic::Status;

use crate::pulumi::convert::difference;
use crate::pulumi::convert::{
    map_from_proto, map_with_outputs_to_proto, properties_from_proto, without_unknown,
};
use crate::pulumi::session::Session;
use crate::pulumi::session::replacement_build;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{InvokeRequest, InvokeResponse};

pub(crate) async fn serve(
    session: &Session,
    request: InvokeRequest,
) -> Result<InvokeResponse, Status> {
    let package = replacement_build::package_to_change(session)?;
    let subject = Subject {
        token: request.tok,
        ..Subject::default()
    };
    let call = Call {
        preview: request.preview,
        ..session.call(Operation::Invoke, subject)
    };
    let given = request.args.clone();
    let arguments = properties_from_proto(request.args.as_deref().unwrap_or_default())?;
    let features = session.features();
    // An older engine calls functions in previews, too, and does not say so.
    let answer = if features.previews_in_invoke {
        operations::invoke(&package, &call, arguments.map).await
    } else {
        operations::look_up(&package, &call, arguments.map).await
    };
    let invoked = answer.map_err(|error| status::from_call(&package, &call, &error))?;
    // An engine that does not accept output values does not accept unknown values either: it treats a missing value as
    // unknown.
    let result = if features.outputs_in_invoke {
        let outputs = output_values::of_result(&invoked.result, &arguments.outputs);
        map_with_outputs_to_proto(&invoked.result, &outputs)
    } else {
        features
            .accepted
            .map_to_proto(&without_unknown(invoked.result))
    };
    // The inputs were parsed before without an error.
    let given = || map_from_proto(given.as_deref()).unwrap_or_default();
    let exposure = || Exposure::of_function(&package, &call.subject.token, given());
    Ok(InvokeResponse {
        r#return: Some(result),
        failures: difference::failures_to_proto(&call, exposure, invoked.failures),
    })
}
