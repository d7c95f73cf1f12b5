//! The calls of the protocol that the engine makes for a resource's life.

use std::collections::HashMap;

use tonic::{Request, Response, Status};

use crate::protocol::pulumirpc::{
    CheckRequest, CheckResponse, ConfigureRequest, ConfigureResponse, CreateRequest,
    CreateResponse, DeleteRequest, DiffRequest, DiffResponse, PluginInfo, PropertyDiff,
    ProviderHandshakeRequest, ProviderHandshakeResponse, UpdateRequest, UpdateResponse,
    diff_response::DiffChanges, property_diff::Kind, resource_provider_server::ResourceProvider,
};
use crate::thing;

type Answer<T> = Result<Response<T>, Status>;

pub struct Bench;

#[tonic::async_trait]
impl ResourceProvider for Bench {
    async fn handshake(
        &self,
        _: Request<ProviderHandshakeRequest>,
    ) -> Answer<ProviderHandshakeResponse> {
        Ok(Response::new(ProviderHandshakeResponse {
            accept_secrets: true,
            accept_resources: true,
            ..Default::default()
        }))
    }

    async fn get_plugin_info(&self, _: Request<()>) -> Answer<PluginInfo> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Response::new(PluginInfo { version }))
    }

    async fn check_config(&self, request: Request<CheckRequest>) -> Answer<CheckResponse> {
        Ok(Response::new(CheckResponse {
            inputs: request.into_inner().news,
            failures: Vec::new(),
        }))
    }

    async fn configure(&self, _: Request<ConfigureRequest>) -> Answer<ConfigureResponse> {
        Ok(Response::new(ConfigureResponse {
            accept_secrets: true,
            accept_resources: true,
            supports_preview: true,
            ..Default::default()
        }))
    }

    async fn check(&self, request: Request<CheckRequest>) -> Answer<CheckResponse> {
        let mut inputs = request.into_inner().news.unwrap_or_default();
        let failures = thing::check(&mut inputs);
        Ok(Response::new(CheckResponse {
            inputs: Some(inputs),
            failures,
        }))
    }

    async fn diff(&self, request: Request<DiffRequest>) -> Answer<DiffResponse> {
        let request = request.into_inner();
        let olds = request.old_inputs.unwrap_or_default();
        let news = request.news.unwrap_or_default();
        let changed = thing::diff(&olds, &news);
        let changes = if changed.is_empty() {
            DiffChanges::DiffNone
        } else {
            DiffChanges::DiffSome
        };
        let update = PropertyDiff {
            kind: Kind::Update.into(),
            input_diff: true,
        };
        let detailed: HashMap<String, PropertyDiff> =
            changed.iter().map(|path| (path.clone(), update)).collect();
        Ok(Response::new(DiffResponse {
            changes: changes.into(),
            diffs: changed,
            detailed_diff: detailed,
            has_detailed_diff: true,
            ..Default::default()
        }))
    }

    async fn create(&self, request: Request<CreateRequest>) -> Answer<CreateResponse> {
        let mut properties = request.into_inner().properties.unwrap_or_default();
        let id = thing::create(&mut properties)?;
        Ok(Response::new(CreateResponse {
            id,
            properties: Some(properties),
            ..Default::default()
        }))
    }

    async fn update(&self, request: Request<UpdateRequest>) -> Answer<UpdateResponse> {
        let mut properties = request.into_inner().news.unwrap_or_default();
        thing::create(&mut properties)?;
        Ok(Response::new(UpdateResponse {
            properties: Some(properties),
            ..Default::default()
        }))
    }

    async fn delete(&self, _: Request<DeleteRequest>) -> Answer<()> {
        Ok(Response::new(()))
    }
}
