//! GetProviderSchema: the blocks of all types.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::proto::tfplugin6::get_provider_schema::Response;
use crate::proto::tfplugin6::{Diagnostic, Schema, ServerCapabilities};
use crate::provider::{Provider, Serving, unusable};
use crate::schema::catalog::Kind;
use crate::schema::emit;

pub(crate) async fn serve(provider: &Provider) -> Response {
    let found = async { schemas(provider.serving().await?) };
    found.await.unwrap_or_else(|diagnostics| Response {
        diagnostics,
        ..Response::default()
    })
}

fn schemas(serving: &Serving) -> Result<Response, Vec<Diagnostic>> {
    let catalog = &serving.catalog;
    let failed = |error| vec![unusable(&error)];
    let descriptions = Descriptions::of(serving);
    let configuration = catalog.configuration().map_err(failed)?;
    let mut resource_schemas = BTreeMap::new();
    for (name, token) in &catalog.resources {
        // A component consists of resources that need Pulumi's engine.
        if catalog.is_component(token).map_err(failed)? {
            continue;
        }
        let (_, block) = catalog.find(Kind::Resource, name).map_err(failed)?;
        let description = descriptions.find("resources", token);
        resource_schemas.insert(name.clone(), emit::six(&block, description));
    }
    let mut data_source_schemas: BTreeMap<String, Schema> = BTreeMap::new();
    for (name, token) in &catalog.data_sources {
        let (_, block) = catalog.find(Kind::DataSource, name).map_err(failed)?;
        let description = descriptions.find("functions", token);
        data_source_schemas.insert(name.clone(), emit::six(&block, description));
    }
    Ok(Response {
        provider: Some(emit::six(&configuration, descriptions.of_package())),
        resource_schemas,
        data_source_schemas,
        server_capabilities: Some(ServerCapabilities {
            get_provider_schema_optional: true,
            ..ServerCapabilities::default()
        }),
        ..Response::default()
    })
}

/// The descriptions in the documents of all components.
struct Descriptions<'a>(Vec<&'a Json>);

impl<'a> Descriptions<'a> {
    /// A document that can no longer be read has no descriptions.
    fn of(serving: &'a Serving) -> Self {
        let components = serving.package().components().iter();
        let documents = components.filter_map(|component| component.manifest().documents().ok());
        Self(documents.map(|documents| &documents.schema).collect())
    }

    fn find(&self, kind: &str, token: &str) -> &'a str {
        self.text(&[kind, token, "description"])
    }

    fn of_package(&self) -> &'a str {
        self.text(&["description"])
    }

    fn text(&self, path: &[&str]) -> &'a str {
        let mut found = self.0.iter().filter_map(|document| {
            let start: &'a Json = document;
            let end = path
                .iter()
                .try_fold(start, |document, name| document.get(name))?;
            end.as_str()
        });
        found.next().unwrap_or_default()
    }
}
