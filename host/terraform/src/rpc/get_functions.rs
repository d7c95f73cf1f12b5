//! GetFunctions: pure functions, which a configuration calls in expressions.

use std::collections::BTreeMap;

use bytes::Bytes;
use pulumi_wasm_core::text::printable;

use crate::convert::value_type::ValueType;
use crate::proto::tfplugin6::function::{Parameter, Return};
use crate::proto::tfplugin6::get_functions::{Request, Response};
use crate::proto::tfplugin6::{Diagnostic, Function, StringKind};
use crate::provider::{Provider, Serving, unusable};
use crate::schema::block::{Attribute, Block, RESULT, Source};
use crate::schema::catalog::Kind;
use crate::schema::documents::Documents;
use crate::schema::emit::deprecation_message;
use crate::schema::presence::Presence;

pub(crate) async fn serve(provider: &Provider, _: Request) -> Response {
    let found = async { functions(provider.serving().await?) };
    match found.await {
        Ok(functions) => Response {
            functions,
            ..Response::default()
        },
        Err(diagnostics) => Response {
            diagnostics,
            ..Response::default()
        },
    }
}

/// The provider functions. Cores call them before the provider is configured, so a provider with required arguments has none. A
/// function that returns a secret is a data source alone, because an expression would show its result.
///
/// # Errors
/// With a message, if a manifest can no longer be read.
pub(super) fn functions(serving: &Serving) -> Result<BTreeMap<String, Function>, Vec<Diagnostic>> {
    let catalog = &serving.catalog;
    let mut functions = BTreeMap::new();
    if catalog.configuration().has_required() {
        return Ok(functions);
    }
    let documents = Documents::of(serving.package());
    for (name, token) in &catalog.tables.functions {
        let (_, block) = catalog
            .find(Kind::Function, name)
            .map_err(|error| vec![unusable(&error)])?;
        if block.returns_secret() {
            continue;
        }
        let description = documents.description("functions", token);
        let order = documents.argument_order(token);
        functions.insert(name.clone(), message(&block, &order, description));
    }
    Ok(functions)
}

fn message(block: &Block, order: &[&str], description: &str) -> Function {
    let parameters = parameters(block, order).into_iter();
    let description = printable(description);
    Function {
        parameters: parameters
            .map(|(name, attribute)| Parameter {
                name: name.to_owned(),
                r#type: bytes_of(&parameter_type(attribute)),
                allow_null_value: attribute.presence != Presence::Required,
                allow_unknown_values: false,
                description: printable(&attribute.description).into_owned(),
                description_kind: StringKind::Markdown.into(),
            })
            .collect(),
        variadic_parameter: None,
        r#return: Some(Return {
            r#type: bytes_of(&return_type(block)),
        }),
        summary: description.lines().next().unwrap_or_default().to_owned(),
        description: description.into_owned(),
        description_kind: StringKind::Markdown.into(),
        deprecation_message: deprecation_message(block.deprecation.as_deref()),
    }
}

fn bytes_of(value_type: &ValueType) -> Bytes {
    value_type.to_json().to_string().into()
}

/// The arguments of a function by their places: in the order of its author; otherwise required ones first, each in the order of
/// their names.
pub(super) fn parameters<'a>(block: &'a Block, order: &[&str]) -> Vec<(&'a str, &'a Attribute)> {
    let mut found: Vec<(usize, bool, &str, &Attribute)> = block
        .attributes
        .iter()
        .filter_map(|(name, attribute)| match &attribute.source {
            Source::Property {
                name: property,
                is_input: true,
                ..
            } => {
                let place = order.iter().position(|known| known == property);
                let is_optional = attribute.presence != Presence::Required;
                Some((
                    place.unwrap_or(order.len()),
                    is_optional,
                    name.as_str(),
                    attribute,
                ))
            }
            _ => None,
        })
        .collect();
    found.sort_by_key(|(place, is_optional, name, _)| (*place, *is_optional, *name));
    let found = found.into_iter();
    found
        .map(|(_, _, name, attribute)| (name, attribute))
        .collect()
}

/// The type of a parameter. An object with optional attributes is taken as any value, because a parameter cannot have them.
pub(super) fn parameter_type(attribute: &Attribute) -> ValueType {
    let value_type = attribute.shape.value_type();
    if value_type.has_optional() {
        ValueType::Dynamic
    } else {
        value_type
    }
}

/// The results of a function.
pub(super) fn results(block: &Block) -> impl Iterator<Item = (&String, &str, &Attribute)> {
    block
        .attributes
        .iter()
        .filter_map(|(name, attribute)| match &attribute.source {
            Source::Property {
                name: property,
                is_output: true,
                ..
            } => Some((name, property.as_str(), attribute)),
            _ => None,
        })
}

/// The type of the result: an object, or the type of a single value.
fn return_type(block: &Block) -> ValueType {
    let types = results(block)
        .map(|(name, _, attribute)| (name.clone(), attribute.shape.value_type().of_values()));
    let mut attributes: BTreeMap<String, ValueType> = types.collect();
    match attributes.remove(RESULT) {
        Some(single) if block.returns_value => single,
        Some(result) => {
            attributes.insert(RESULT.to_owned(), result);
            of_object(attributes)
        }
        None => of_object(attributes),
    }
}

fn of_object(attributes: BTreeMap<String, ValueType>) -> ValueType {
    ValueType::Object {
        attributes,
        optional: Default::default(),
    }
}
