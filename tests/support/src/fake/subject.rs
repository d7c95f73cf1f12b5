//! The engine's facts about a resource in each of its requests.

use crate::protocol::pulumirpc as pb;
use prost_types::Struct;

use super::guest::THING;

/// A resource of a program.
#[derive(Debug, Clone)]
pub struct Subject {
    urn: String,
    name: String,
    token: String,
}

/// The parts of a resource's record that the engine sends.
#[derive(Debug, Clone, Default)]
pub struct Recorded {
    pub id: String,
    pub inputs: Option<Struct>,
    pub outputs: Option<Struct>,
}

impl Subject {
    /// A resource in a project.
    pub fn new(project: &str, token: &str, name: &str) -> Self {
        Self {
            urn: format!("urn:pulumi:dev::{project}::{token}::{name}"),
            name: name.to_owned(),
            token: token.to_owned(),
        }
    }

    /// A resource of the type that most guests have.
    pub fn thing(name: &str) -> Self {
        Self::new("shop", THING, name)
    }

    pub fn urn(&self) -> &str {
        &self.urn
    }

    pub fn check(&self, olds: Option<Struct>, news: Option<Struct>) -> pb::CheckRequest {
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

    pub fn diff(&self, recorded: Recorded, news: Option<Struct>) -> pb::DiffRequest {
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

    pub fn create(&self, inputs: Option<Struct>) -> pb::CreateRequest {
        pb::CreateRequest {
            urn: self.urn.clone(),
            name: self.name.clone(),
            r#type: self.token.clone(),
            properties: inputs,
            ..pb::CreateRequest::default()
        }
    }

    pub fn read(&self, recorded: Recorded) -> pb::ReadRequest {
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

    pub fn update(&self, recorded: Recorded, news: Option<Struct>) -> pb::UpdateRequest {
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

    pub fn delete(&self, recorded: Recorded) -> pb::DeleteRequest {
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
