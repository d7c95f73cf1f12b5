//! Blocks as the messages of both protocols.

use std::collections::BTreeMap;

use bytes::Bytes;
use pulumi_wasm_core::text::{indented, printable};

use super::block::{Attribute, Block, Source};
use super::presence::Presence;
use super::shape::{Field, Shape};
use super::timeouts;
use crate::proto::tfplugin6::schema::nested_block::NestingMode;
use crate::proto::tfplugin6::schema::object::NestingMode as ObjectNesting;
use crate::proto::{tfplugin5, tfplugin6};

/// The schema of a block in protocol 6. Texts of the author have no characters that a terminal obeys.
pub(crate) fn six(block: &Block, description: &str) -> tfplugin6::Schema {
    let attributes = block.attributes.iter();
    let (blocks, attributes): (Vec<_>, Vec<_>) =
        attributes.partition(|(_, attribute)| attribute.source == Source::Timeouts);
    let block_message = tfplugin6::schema::Block {
        version: block.version,
        attributes: attributes
            .into_iter()
            .map(|(name, attribute)| of_attribute(name, attribute))
            .collect(),
        block_types: blocks
            .into_iter()
            .map(|(_, attribute)| limits(&attribute.shape))
            .collect(),
        description: printable(description).into_owned(),
        description_kind: tfplugin6::StringKind::Markdown.into(),
        deprecated: block.deprecation.is_some(),
        deprecation_message: deprecation_message(block.deprecation.as_deref()),
    };
    tfplugin6::Schema {
        version: block.version,
        block: Some(block_message),
    }
}

fn of_attribute(name: &str, attribute: &Attribute) -> tfplugin6::schema::Attribute {
    tfplugin6::schema::Attribute {
        sensitive: attribute.sensitive,
        write_only: attribute.write_only,
        deprecated: attribute.deprecation.is_some(),
        deprecation_message: deprecation_message(attribute.deprecation.as_deref()),
        ..described(
            name,
            &attribute.shape,
            attribute.presence,
            &attribute.description,
        )
    }
}

fn of_field(field: &Field) -> tfplugin6::schema::Attribute {
    tfplugin6::schema::Attribute {
        sensitive: field.secret || field.shape.contains_secret(),
        write_only: field.write_only,
        deprecated: field.deprecation.is_some(),
        deprecation_message: deprecation_message(field.deprecation.as_deref()),
        ..described(
            &field.name,
            &field.shape,
            field.presence,
            &field.description,
        )
    }
}

fn described(
    name: &str,
    shape: &Shape,
    presence: Presence,
    description: &str,
) -> tfplugin6::schema::Attribute {
    let (required, optional, computed) = flags(presence);
    let nested_type = nested(shape);
    tfplugin6::schema::Attribute {
        name: name.to_owned(),
        r#type: match nested_type {
            Some(_) => Bytes::new(),
            None => shape.value_type().to_json().to_string().into(),
        },
        nested_type,
        description: printable(description).into_owned(),
        description_kind: tfplugin6::StringKind::Markdown.into(),
        required,
        optional,
        computed,
        ..tfplugin6::schema::Attribute::default()
    }
}

/// The author's message about a deprecation, as cores may show it in a warning; empty without a message.
pub(crate) fn deprecation_message(message: Option<&str>) -> String {
    indented(message.unwrap_or_default()).into_owned()
}

/// The attributes inside an attribute; `None` if it is one value.
fn nested(shape: &Shape) -> Option<tfplugin6::schema::Object> {
    let (nesting, object) = match shape {
        Shape::List(element) => (ObjectNesting::List, element.as_ref()),
        Shape::Map(element) => (ObjectNesting::Map, element.as_ref()),
        other => (ObjectNesting::Single, other),
    };
    let Shape::Nested(fields) = object else {
        return None;
    };
    Some(tfplugin6::schema::Object {
        attributes: fields.iter().map(of_field).collect(),
        nesting: nesting.into(),
    })
}

/// The block of time limits.
fn limits(shape: &Shape) -> tfplugin6::schema::NestedBlock {
    let fields = match shape {
        Shape::Object(fields) => fields.as_slice(),
        _ => &[],
    };
    tfplugin6::schema::NestedBlock {
        type_name: timeouts::NAME.to_owned(),
        block: Some(tfplugin6::schema::Block {
            attributes: fields.iter().map(of_field).collect(),
            ..tfplugin6::schema::Block::default()
        }),
        nesting: NestingMode::Single.into(),
        min_items: 0,
        max_items: 0,
    }
}

/// The schema of a block in protocol 5.
fn five(schema: tfplugin6::Schema) -> tfplugin5::Schema {
    tfplugin5::Schema {
        version: schema.version,
        block: schema.block.map(five_block),
    }
}

fn five_block(block: tfplugin6::schema::Block) -> tfplugin5::schema::Block {
    let attributes = block.attributes.into_iter();
    let blocks = block.block_types.into_iter();
    tfplugin5::schema::Block {
        version: block.version,
        attributes: attributes
            .map(|attribute| tfplugin5::schema::Attribute {
                name: attribute.name,
                r#type: attribute.r#type,
                description: attribute.description,
                required: attribute.required,
                optional: attribute.optional,
                computed: attribute.computed,
                sensitive: attribute.sensitive,
                description_kind: attribute.description_kind,
                deprecated: attribute.deprecated,
                write_only: attribute.write_only,
                deprecation_message: attribute.deprecation_message,
            })
            .collect(),
        block_types: blocks
            .map(|nested| tfplugin5::schema::NestedBlock {
                type_name: nested.type_name,
                block: nested.block.map(five_block),
                // Both protocols number the modes alike.
                nesting: nested.nesting,
                min_items: nested.min_items,
                max_items: nested.max_items,
            })
            .collect(),
        description: block.description,
        description_kind: block.description_kind,
        deprecated: block.deprecated,
        deprecation_message: block.deprecation_message,
    }
}

/// The answer with all schemas in protocol 5.
pub(crate) fn five_response(
    response: tfplugin6::get_provider_schema::Response,
) -> tfplugin5::get_provider_schema::Response {
    let all = |schemas: BTreeMap<String, tfplugin6::Schema>| {
        let schemas = schemas.into_iter();
        schemas.map(|(name, schema)| (name, five(schema))).collect()
    };
    tfplugin5::get_provider_schema::Response {
        provider: response.provider.map(five),
        resource_schemas: all(response.resource_schemas),
        data_source_schemas: all(response.data_source_schemas),
        diagnostics: response.diagnostics,
        provider_meta: response.provider_meta.map(five),
        server_capabilities: response.server_capabilities,
        functions: response.functions,
        ephemeral_resource_schemas: all(response.ephemeral_resource_schemas),
        list_resource_schemas: all(response.list_resource_schemas),
    }
}

/// Whether an attribute is required, optional, computed.
fn flags(presence: Presence) -> (bool, bool, bool) {
    match presence {
        Presence::Required => (true, false, false),
        Presence::Optional => (false, true, false),
        Presence::OptionalComputed => (false, true, true),
        Presence::Computed => (false, false, true),
    }
}
