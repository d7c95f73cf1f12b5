//! The engine's facts about a resource in each of its requests.

use prost_types::Struct;
use pulumi_wasm_host::pulumi::proto::pulumirpc as pb;

use super::guest::THING;

/// A resource of a program.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    urn: String,
    name: String,
    token: String,
}

/// The parts of a resource's record that the engine sends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorded {
    pub(crate) id: String,
    pub(crate) inputs: Option<Struct>,
    pub(crate) outputs: Option<Struct>,
}

impl Subject {
    /// A resource in a project.
    pub(crate) fn new(project: &str, token: &str, name: &str) -> Self {
        Self {
            urn: format!("urn:pulumi:dev::{project}::{token}::{name}"),
            name: name.to_owned(),
            token: token.to_owned(),
        }
    }

    /// A resource of the type that most guests have.
    pub(crate) fn thing(name: &str) -> Self {
        Self::new("shop", THING, name)
    }

    pub(crate) fn urn(&self) -> &str {
        &self.urn
    }

    pub(crate) fn check(&self, olds: Option<Struct>, news: Option<Struct>) -> pb::CheckRequest {
        pb::CheckRequest {
            urn: self.urn.clone(),
            name: self.name.clone(),
            r#type: self.token.clone(),
            olds,
            news,
            random_seed: vec![7; 32],
            ..pb::CheckRequest::default()
        }
    }

    pub(crate) fn diff(&self, recorded: Recorded, news: Option<Struct>) -> pb::DiffRequest {
        pb::DiffRequest {
            id: recorded.id,
            urn: self.urn.clone(),
            name: self.name.clone(),
            r#type: self.token.clone(),
            olds: recorded.outputs,
            old_inputs: recorded.inputs,
            news,
            ..pb::DiffRequest::default()
        }
    }

    pub(crate) fn create(&self, inputs: Option<Struct>) -> pb::CreateRequest {
        pb::CreateRequest {
            urn: self.urn.clone(),
            name: self.name.clone(),
            r#type: self.token.clone(),
            properties: inputs,
            ..pb::CreateRequest::default()
        }
    }

    pub(crate) fn read(&self, recorded: Recorded) -> pb::ReadRequest {
        pb::ReadRequest {
            id: recorded.id,
            urn: self.urn.clone(),
            name: self.name.clone(),
            r#type: self.token.clone(),
            properties: recorded.outputs,
            inputs: recorded.inputs,
            ..pb::ReadRequest::default()
        }
    }

    pub(crate) fn update(&self, recorded: Recorded, news: Option<Struct>) -> pb::UpdateRequest {
        pb::UpdateRequest {
            id: recorded.id,
            urn: self.urn.clone(),
            name: self.name.clone(),
            r#type: self.token.clone(),
            olds: recorded.outputs,
            old_inputs: recorded.inputs,
            news,
            ..pb::UpdateRequest::default()
        }
    }

    pub(crate) fn delete(&self, recorded: Recorded) -> pb::DeleteRequest {
        pb::DeleteRequest {
            id: recorded.id,
            urn: self.urn.clone(),
            name: self.name.clone(),
            r#type: self.token.clone(),
            properties: recorded.outputs,
            old_inputs: recorded.inputs,
            ..pb::DeleteRequest::default()
        }
    }
}
