//! CheckConfig: judging the provider's configuration.

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations::Exposure;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::{operations, schema};
use tonic::Status;

use crate::pulumi::convert::difference;
use crate::pulumi::convert::stored_from_proto;
use crate::pulumi::convert::subject;
use crate::pulumi::session::Session;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{CheckRequest, CheckResponse};

pub(crate) async fn serve(
    session: &Session,
    request: CheckRequest,
) -> Result<CheckResponse, Status> {
    let Some(loaded) = session.loaded() else {
        // The plugin itself has no configuration to check.
        return Ok(CheckResponse {
            inputs: request.news,
            failures: Vec::new(),
        });
    };
    let subject = subject::resource(request.urn, request.name, request.r#type);
    let call = session.call(Operation::CheckConfig, subject);
    let news = stored_from_proto(request.news.as_deref())?;
    let package = &loaded.package;
    let checked = operations::check_config(package, &call, news)
        .await
        .map_err(|error| status::from_call(package, &call, &error))?;
    let features = session.features();
    let mut inputs = PropertyMap::from(checked.inputs);
    if !features.shook_hands {
        // Engines before 1.0 refuse a configuration with values that are not strings. Engines between that version and
        // the first Handshake cannot be distinguished, and they accept texts too.
        inputs = schema::config::as_texts(inputs);
    }
    Ok(CheckResponse {
        inputs: Some(features.accepted.map_to_proto(&inputs)),
        failures: difference::failures_to_proto(&call, || Exposure::Nothing, checked.failures),
    })
}
