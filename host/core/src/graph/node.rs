//! The nodes of a graph: the component itself, resources, look-ups and derived values, each with its state.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Graph;
use super::dependencies::Dependencies;
use super::lookup::{LookupKind, LookupResult};
use super::needs::Needs;
use super::options::Options;
use super::output_reference::{output, property_path};
use super::registration::{Registered, ResourceKind};
use super::resolve::Resolved;
use crate::value::{PropertyMap, PropertyValue};

/// The number of a node. The component itself has number 0.
pub type NodeId = u32;

/// The node of the component. Its outputs are the component's inputs.
pub const COMPONENT: NodeId = 0;

/// A node of the graph. Every node has outputs.
#[derive(Debug)]
pub(super) enum Node {
    /// The component itself.
    Component,
    Resource(Box<Resource>),
    Lookup(Box<Lookup>),
    Derived(Derived),
}

/// A declared resource.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) kind: ResourceKind,
    pub(super) token: String,
    pub(super) name: String,
    /// The position in the author's source, for messages; may be empty.
    pub(super) position: String,
    /// May contain output references.
    pub(super) inputs: PropertyMap,
    pub(super) options: Options,
    /// The size of the declaration in bytes.
    pub(super) bytes: usize,
    pub(super) needs: Needs,
    /// The outputs of a group, if the guest has declared them.
    pub(super) group_outputs: Option<BTreeMap<Arc<str>, GroupOutput>>,
    pub(super) state: ResourceState,
    /// The URNs that a group waited for before it was registered.
    pub(super) waited_for: Dependencies,
}

/// The state of a group's output.
#[derive(Debug)]
pub(super) enum GroupOutput {
    /// The expression with output references, and its needs.
    Open(PropertyValue, Needs),
    Known(Resolved),
    /// A node that it needs failed.
    Failed,
}

/// The identity of a resource: parent, type and name.
pub(super) type Identity = (NodeId, String, String);

/// The state of a resource.
#[derive(Debug)]
pub(super) enum ResourceState {
    /// A need is not met.
    Waiting,
    /// The engine has not answered yet.
    Sent,
    Done(Registered),
    /// The resource, or a node that it needs, failed.
    Failed,
}

/// A declared look-up.
#[derive(Debug)]
pub(super) struct Lookup {
    pub(super) kind: LookupKind,
    pub(super) token: String,
    pub(super) name: String,
    /// May contain output references.
    pub(super) arguments: PropertyMap,
    pub(super) options: Options,
    /// The position in the author's source, for messages; may be empty.
    pub(super) position: String,
    pub(super) needs: Needs,
    pub(super) state: LookupState,
}

/// The state of a look-up.
#[derive(Debug)]
pub(super) enum LookupState {
    /// A need is not met.
    Waiting,
    /// The engine has not answered yet.
    Sent(Inherited),
    Done(LookupResult, Inherited),
    /// The look-up, or a node that it needs, failed.
    Failed,
}

/// A value that a callback derives.
#[derive(Debug)]
pub(super) struct Derived {
    pub(super) callback: u32,
    /// The position in the author's source, for messages; may be empty.
    pub(super) position: String,
    pub(super) needs: Needs,
    pub(super) state: DerivedState,
}

/// The state of a derived value.
#[derive(Debug)]
pub(super) enum DerivedState {
    /// The source, which may contain output references.
    Waiting(PropertyValue),
    /// The callback is running.
    Running(Inherited),
    /// The result of the callback, which may contain output references.
    Given(PropertyValue, Inherited),
    Done(Resolved),
    /// A node that it needs failed.
    Failed,
}

/// The marks that a derived value inherits from its source.
#[derive(Debug, Clone, Default)]
pub(super) struct Inherited {
    pub(super) is_secret: bool,
    pub(super) dependencies: BTreeSet<String>,
}

/// Node 0 of a session: the component that is constructed, or the resource whose method is called.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComponentNode {
    pub token: String,
    pub name: String,
    /// The id as in a reference; `None` for a component.
    pub id: Option<Option<String>>,
    /// The checked inputs, or the arguments of the method. May be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on.
    pub dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The inputs that the component receives only as plain values, never as outputs.
    pub plain: BTreeSet<String>,
    /// The providers from the program as `urn::id`, by package.
    pub providers: BTreeMap<String, String>,
}

impl ComponentNode {
    pub(super) fn inputs_for_guest(&self) -> PropertyMap {
        let inputs = self.inputs.iter().map(|(name, value)| {
            let depends = self.dependencies.get(name);
            let is_free = depends.is_none_or(BTreeSet::is_empty) || self.plain.contains(name);
            let value = if is_free && is_plain(value) {
                value.clone()
            } else {
                output(COMPONENT, &property_path(name))
            };
            (name.clone(), value)
        });
        inputs.collect()
    }
}

/// Whether a guest can receive a value as it is, without losing marks.
fn is_plain(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Null
        | PropertyValue::Bool(_)
        | PropertyValue::Number(_)
        | PropertyValue::String(_) => true,
        PropertyValue::Array(items) => items.iter().all(is_plain),
        PropertyValue::Object(map) => map.values().all(is_plain),
        PropertyValue::Unknown
        | PropertyValue::Secret(_)
        | PropertyValue::Asset(_)
        | PropertyValue::Archive(_)
        | PropertyValue::ResourceReference(_)
        | PropertyValue::Bytes(_) => false,
    }
}

impl Graph {
    pub(super) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(usize::try_from(id).ok()?)
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(usize::try_from(id).ok()?)
    }

    pub(super) fn resource(&self, id: NodeId) -> Option<&Resource> {
        match self.node(id)? {
            Node::Resource(resource) => Some(resource),
            _ => None,
        }
    }

    /// The parent of a node: the component, unless its options name another resource.
    pub(super) fn parent_of_node(&self, id: NodeId) -> Option<NodeId> {
        match self.node(id)? {
            Node::Resource(resource) => Some(self.parent_of(resource)),
            Node::Lookup(lookup) => Some(self.parent_by(&lookup.options)),
            Node::Component | Node::Derived(_) => None,
        }
    }

    pub(super) fn resource_mut(&mut self, id: NodeId) -> Option<&mut Resource> {
        match self.node_mut(id)? {
            Node::Resource(resource) => Some(resource),
            _ => None,
        }
    }

    pub(super) fn derived(&self, id: NodeId) -> Option<&Derived> {
        match self.node(id)? {
            Node::Derived(derived) => Some(derived),
            _ => None,
        }
    }

    pub(super) fn derived_mut(&mut self, id: NodeId) -> Option<&mut Derived> {
        match self.node_mut(id)? {
            Node::Derived(derived) => Some(derived),
            _ => None,
        }
    }

    /// The resources with their numbers, in declaration order.
    pub(super) fn resources(&self) -> impl Iterator<Item = (NodeId, &Resource)> {
        self.numbered().filter_map(|(id, node)| match node {
            Node::Resource(resource) => Some((id, resource.as_ref())),
            _ => None,
        })
    }

    pub(super) fn numbered(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).zip(&self.nodes)
    }
}
