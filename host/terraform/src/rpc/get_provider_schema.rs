//! GetProviderSchema: the blocks of all types.

use std::collections::BTreeMap;

use prost::Message;

use super::get_functions::functions;
use crate::diagnostics;
use crate::proto::tfplugin6::get_provider_schema::{Request, Response};
use crate::proto::tfplugin6::{Diagnostic, Schema, ServerCapabilities};
use crate::provider::{Provider, Serving, unusable};
use crate::schema::catalog::Kind;
use crate::schema::documents::Documents;
use crate::schema::emit;

/// The size of a schema that cores accept.
const MAX_SCHEMA_BYTES: usize = 64 << 20;

pub(crate) async fn serve(provider: &Provider, _: Request) -> Response {
    let found = async { schemas(provider.serving().await?) };
    let response = found.await.unwrap_or_else(refused);
    within(MAX_SCHEMA_BYTES, response)
}

fn refused(diagnostics: Vec<Diagnostic>) -> Response {
    Response {
        diagnostics,
        ..Response::default()
    }
}

/// The answer, or a message if cores would refuse it for its size.
fn within(limit: usize, response: Response) -> Response {
    let bytes = response.encoded_len();
    if bytes <= limit {
        return response;
    }
    let detail = format!(
        "it has {bytes} bytes, and Terraform and OpenTofu accept {limit}\n\
         hint: the author can split the provider, or shorten descriptions"
    );
    refused(vec![diagnostics::error(
        "The schema of the provider is too large",
        &detail,
    )])
}

fn schemas(serving: &Serving) -> Result<Response, Vec<Diagnostic>> {
    let catalog = &serving.catalog;
    let failed = |error| vec![unusable(&error)];
    let documents = Documents::of(serving.package());
    let mut resource_schemas = BTreeMap::new();
    let mut list_resource_schemas = BTreeMap::new();
    for (name, token) in &catalog.tables.resources {
        // A component consists of resources that need Pulumi's engine.
        if catalog.is_component(token).map_err(failed)? {
            continue;
        }
        let (_, block) = catalog.find(Kind::Resource, name).map_err(failed)?;
        let description = documents.description("resources", token);
        resource_schemas.insert(name.clone(), emit::six(&block, description));
        if catalog.can_list(token) {
            let (_, query) = catalog.find(Kind::List, name).map_err(failed)?;
            list_resource_schemas.insert(name.clone(), emit::six(&query, description));
        }
    }
    let mut data_source_schemas: BTreeMap<String, Schema> = BTreeMap::new();
    let mut ephemeral_resource_schemas: BTreeMap<String, Schema> = BTreeMap::new();
    for (name, token) in &catalog.tables.data_sources {
        let (_, block) = catalog.find(Kind::DataSource, name).map_err(failed)?;
        let description = documents.description("functions", token);
        let schema = emit::six(&block, description);
        if block.returns_secret() {
            ephemeral_resource_schemas.insert(name.clone(), schema.clone());
        }
        data_source_schemas.insert(name.clone(), schema);
    }
    Ok(Response {
        provider: Some(emit::six(
            catalog.configuration(),
            documents.description_of_package(),
        )),
        resource_schemas,
        data_source_schemas,
        ephemeral_resource_schemas,
        list_resource_schemas,
        functions: functions(serving)?,
        server_capabilities: Some(ServerCapabilities {
            get_provider_schema_optional: true,
            move_resource_state: true,
            ..ServerCapabilities::default()
        }),
        ..Response::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_that_cores_refuse_is_said_to_be_too_large() {
        let schema = Schema {
            version: 1,
            block: None,
        };
        let response = Response {
            resource_schemas: BTreeMap::from([("acme_thing".to_owned(), schema)]),
            ..Response::default()
        };
        let bytes = response.encoded_len();
        assert_eq!(within(bytes, response.clone()), response);
        let refused = within(bytes - 1, response);
        assert!(refused.resource_schemas.is_empty());
        let detail = &refused.diagnostics[0].detail;
        assert!(
            detail.contains(&format!("it has {bytes} bytes")),
            "{detail}"
        );
    }
}
