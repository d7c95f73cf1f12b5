//! ReadDataSource: calling a function.

use std::collections::BTreeMap;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;

use super::plan_resource_change::configured;
use crate::convert::value::Value;
use crate::convert::{decode, encode, properties};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::read_data_source::{Request, Response};
use crate::provider::Provider;
use crate::schema::block::Source;
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let found = read(provider, request).await;
    found.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

async fn read(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::DataSource, &request.type_name).await?;
    let config = decode::dynamic_value(request.config.as_ref(), &typed.block.value_type());
    let config = config.map_err(|error| vec![diagnostics::unreadable("configuration", &error)])?;
    let arguments = properties::inputs(&config, &typed.block);
    let (call, log) = typed.call(Operation::Invoke);
    let invoked = operations::invoke(typed.package(), &call, arguments).await;
    let invoked = invoked.map_err(|error| typed.failed((&call, &log), &error))?;
    let mut messages = log.take();
    if !invoked.failures.is_empty() {
        messages.extend(diagnostics::from_failures(
            &call,
            &typed.block,
            &invoked.failures,
        ));
        return Err(messages);
    }
    let mut members = BTreeMap::new();
    for (name, attribute) in &typed.block.attributes {
        let given = configured(&config, name);
        let value = match &attribute.source {
            Source::Property { name: property, .. } if given.is_null() => {
                match invoked.result.get(property) {
                    Some(value) => properties::from_property(value, &attribute.shape),
                    None => Ok(Value::Null),
                }
            }
            _ => Ok(given.clone()),
        };
        let value = value.map_err(|error| {
            let summary = format!("`{name}` of the result cannot be shown");
            vec![diagnostics::error(&summary, &error.to_string())]
        })?;
        members.insert(name.clone(), value);
    }
    Ok(Response {
        state: Some(encode::dynamic_value(&Value::Map(members))),
        diagnostics: messages,
        ..Response::default()
    })
}
