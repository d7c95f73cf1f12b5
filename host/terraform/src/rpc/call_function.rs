//! CallFunction: calling a pure function with arguments by their places. The provider may not be configured.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::get_functions::{parameter_type, parameters, results};
use super::invoked;
use crate::convert::properties;
use crate::convert::value::Value;
use crate::convert::wire::{decode, encode};
use crate::diagnostics;
use crate::proto::tfplugin6::attribute_path::step::Selector;
use crate::proto::tfplugin6::call_function::{Request, Response};
use crate::proto::tfplugin6::{Diagnostic, FunctionError};
use crate::provider::{Provider, Typed};
use crate::schema::block::Source;
use crate::schema::catalog::Kind;
use crate::schema::documents::Documents;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    match call(provider, request).await {
        Ok(result) => Response {
            result: Some(encode::dynamic_value(&result)),
            error: None,
        },
        Err(error) => Response {
            result: None,
            error: Some(error),
        },
    }
}

async fn call(provider: &Provider, request: Request) -> Result<Value, FunctionError> {
    let typed = provider.typed(Kind::Function, &request.name).await;
    let typed = typed.map_err(|messages| failed(&messages, &[]))?;
    let documents = Documents::of(typed.package());
    let order = documents.argument_order(typed.token);
    let parameters = parameters(&typed.block, &order);
    let names: Vec<&str> = parameters.iter().map(|(name, _)| *name).collect();
    if request.arguments.len() != parameters.len() {
        return Err(error(
            format!(
                "the function has {} parameters, and the call has {} arguments",
                parameters.len(),
                request.arguments.len()
            ),
            None,
        ));
    }
    let mut arguments = PropertyMap::new();
    for (place, ((_, attribute), argument)) in parameters.iter().zip(&request.arguments).enumerate()
    {
        let value = decode::known_value(Some(argument), &parameter_type(attribute));
        let value = value.map_err(|reason| error(reason.to_string(), Some(place)))?;
        if let Source::Property { name, .. } = &attribute.source
            && let Some(value) = properties::to_property(&value, &attribute.shape)
        {
            arguments.insert(name.clone(), value);
        }
    }
    let result = invoked::result(&typed, arguments).await;
    let (result, _) = result.map_err(|messages| failed(&messages, &names))?;
    shown(&typed, &result).map_err(|reason| error(reason, None))
}

/// The result as an object, or as a single value.
fn shown(typed: &Typed<'_>, result: &PropertyMap) -> Result<Value, String> {
    let mut members = BTreeMap::new();
    for (name, property, attribute) in results(&typed.block) {
        let value = result.get(property).unwrap_or(&PropertyValue::Null);
        let value = properties::from_property(value, &attribute.shape)
            .map_err(|error| format!("`{name}` of the result cannot be shown: {error}"))?;
        if typed.block.returns_value {
            return Ok(value);
        }
        members.insert(name.clone(), value);
    }
    Ok(Value::Map(members))
}

/// The first error of a call, at its argument.
fn failed(messages: &[Diagnostic], names: &[&str]) -> FunctionError {
    let Some(message) = messages
        .iter()
        .find(|message| diagnostics::is_error(message))
    else {
        return error("the call failed".to_owned(), None);
    };
    let steps = message.attribute.as_ref().map(|path| &path.steps);
    let argument = steps.and_then(|steps| match &steps.first()?.selector {
        Some(Selector::AttributeName(name)) => names.iter().position(|known| known == name),
        _ => None,
    });
    let text = match argument {
        Some(_) => message.detail.clone(),
        None => format!("{}: {}", message.summary, message.detail),
    };
    error(text, argument)
}

fn error(text: String, argument: Option<usize>) -> FunctionError {
    FunctionError {
        text,
        function_argument: argument.and_then(|place| i64::try_from(place).ok()),
    }
}
