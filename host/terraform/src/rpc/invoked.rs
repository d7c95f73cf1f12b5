//! Calling a function, for a data source or an ephemeral resource.

use std::collections::BTreeMap;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::value::PropertyMap;

use super::plan_resource_change::configured;
use crate::convert::properties;
use crate::convert::value::Value;
use crate::convert::wire::decode;
use crate::diagnostics;
use crate::proto::tfplugin6::{Diagnostic, DynamicValue};
use crate::provider::Typed;
use crate::schema::block::Source;

/// The block of a function with its arguments and its result, and the warnings of the call.
///
/// # Errors
/// With messages for the user.
pub(super) async fn invoked(
    typed: &Typed<'_>,
    config: Option<&DynamicValue>,
) -> Result<(Value, Vec<Diagnostic>), Vec<Diagnostic>> {
    let config = decode::known_value(config, typed.block.value_type());
    let config = config.map_err(|error| vec![diagnostics::unreadable("configuration", &error)])?;
    diagnostics::require_file_places(&config, &typed.block)?;
    let arguments = properties::inputs(&config, &typed.block);
    let (result, messages) = result(typed, arguments).await?;
    let mut members = BTreeMap::new();
    for (name, attribute) in &typed.block.attributes {
        let given = configured(&config, name);
        let value = match &attribute.source {
            Source::Property { name: property, .. } if given.is_null() => {
                match result.get(property) {
                    Some(value) => properties::from_property(value, &attribute.shape),
                    None => Ok(given.clone()),
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
    Ok((Value::Map(members), messages))
}

/// Reads the arguments of a block. They may be unknown.
///
/// # Errors
/// With messages, if they are not of the block's type, a file has no place, or a result is among them.
pub(super) fn read(
    typed: &Typed<'_>,
    config: Option<&DynamicValue>,
) -> Result<Value, Vec<Diagnostic>> {
    let config = decode::dynamic_value(config, typed.block.value_type());
    let config = config.map_err(|error| vec![diagnostics::unreadable("configuration", &error)])?;
    diagnostics::require_no_results(&config, &typed.block)?;
    diagnostics::require_file_places(&config, &typed.block)?;
    Ok(config)
}

/// The result of a function, and the warnings of the call.
///
/// # Errors
/// With messages for the user, if the arguments are refused or the call fails.
pub(super) async fn result(
    typed: &Typed<'_>,
    arguments: PropertyMap,
) -> Result<(PropertyMap, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (call, log) = typed.call(Operation::Invoke);
    // A core reads data sources and opens ephemeral resources in plans, too, where nothing may change, and does not say so.
    let invoked = operations::look_up(typed.package(), &call, arguments).await;
    let invoked = invoked.map_err(|error| typed.failed((&call, &log), &error))?;
    let mut messages = log.take();
    if invoked.failures.is_empty() {
        return Ok((invoked.result, messages));
    }
    let failures = &invoked.failures;
    messages.extend(diagnostics::from_failures(&call, &typed.block, failures));
    Err(messages)
}
