//! Blocks as the messages of both protocols.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::block::{Attribute, Block, Presence};
use crate::proto::{tfplugin5, tfplugin6};

/// The schema of a block in protocol 6.
pub(crate) fn six(block: &Block, description: &str) -> tfplugin6::Schema {
    let attributes = block.attributes.iter();
    let block_message = tfplugin6::schema::Block {
        version: block.version,
        attributes: attributes
            .map(|(name, attribute)| {
                let (required, optional, computed) = flags(attribute.presence);
                tfplugin6::schema::Attribute {
                    name: name.clone(),
                    r#type: type_of(attribute),
                    nested_type: None,
                    description: attribute.description.clone(),
                    required,
                    optional,
                    computed,
                    sensitive: attribute.sensitive,
                    description_kind: tfplugin6::StringKind::Markdown.into(),
                    deprecated: attribute.deprecation.is_some(),
                    write_only: false,
                    deprecation_message: attribute.deprecation.clone().unwrap_or_default(),
                }
            })
            .collect(),
        block_types: Vec::new(),
        description: description.to_owned(),
        description_kind: tfplugin6::StringKind::Markdown.into(),
        deprecated: block.deprecation.is_some(),
        deprecation_message: block.deprecation.clone().unwrap_or_default(),
    };
    tfplugin6::Schema {
        version: block.version,
        block: Some(block_message),
    }
}

/// The schema of a block in protocol 5.
fn five(schema: tfplugin6::Schema) -> tfplugin5::Schema {
    let block = schema.block.map(|block| tfplugin5::schema::Block {
        version: block.version,
        attributes: block
            .attributes
            .into_iter()
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
        block_types: Vec::new(),
        description: block.description,
        description_kind: block.description_kind,
        deprecated: block.deprecated,
        deprecation_message: block.deprecation_message,
    });
    tfplugin5::Schema {
        version: schema.version,
        block,
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

fn type_of(attribute: &Attribute) -> Bytes {
    let json = attribute.shape.value_type().to_json();
    json.to_string().into()
}
