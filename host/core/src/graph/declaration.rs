//! What guests declare, and how much the host keeps of it.

use super::node_id::NodeId;
use super::registration::ResourceKind;
use crate::size_limits;
use crate::value::{PropertyMap, PropertyValue};

/// A resource, as a guest declares it. Values may have outputs in them by their numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Declaration {
    pub kind: ResourceKind,
    pub token: String,
    pub name: String,
    pub inputs: PropertyMap,
    /// By Pulumi's names: `parent`, `dependsOn`, `protect` and so on.
    pub options: PropertyMap,
    /// The place in the author's source, for messages; may be empty.
    pub position: String,
}

/// The outputs of a group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroupOutputs {
    pub node: NodeId,
    pub outputs: PropertyMap,
}

/// A value that a callback makes of another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivation {
    pub source: PropertyValue,
    /// The guest's number of the callback.
    pub callback: u32,
    /// The place in the author's source, for messages; may be empty.
    pub position: String,
}

impl Declaration {
    /// About how many bytes the host keeps of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let values = size_limits::size(&self.inputs) + size_limits::size(&self.options);
        values + self.token.len() + self.name.len() + self.position.len()
    }

    /// How many transforms it has, before they are judged.
    #[must_use]
    pub fn transforms(&self) -> usize {
        match self.options.get("transforms") {
            None | Some(PropertyValue::Null) => 0,
            Some(PropertyValue::Array(functions)) => functions.len(),
            Some(_) => 1,
        }
    }

    /// How many hooks it has, before they are judged.
    #[must_use]
    pub fn hooks(&self) -> usize {
        let Some(PropertyValue::Object(moments)) = self.options.get("hooks") else {
            return 0;
        };
        let numbers = moments.values().map(|functions| match functions {
            PropertyValue::Array(functions) => functions.len(),
            _ => 1,
        });
        numbers.sum()
    }
}

impl GroupOutputs {
    /// About how many bytes the host keeps of them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size(&self.outputs)
    }
}

impl Derivation {
    /// About how many bytes the host keeps of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size_of_value(&self.source) + self.position.len()
    }
}
