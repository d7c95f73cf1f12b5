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

/// The number of a node. The component itself is 0.
pub type NodeId = u32;

/// The number of the component itself: its inputs are its outputs in the graph.
pub const COMPONENT: NodeId = 0;

/// What has outputs.
#[derive(Debug)]
pub(super) enum Node {
    /// The component itself: its inputs.
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
    /// The place in the author's source, for messages; may be empty.
    pub(super) position: String,
    /// With outputs by their numbers.
    pub(super) inputs: PropertyMap,
    pub(super) options: Options,
    /// The bytes of the declaration.
    pub(super) bytes: usize,
    pub(super) needs: Needs,
    /// The outputs of a group, if the guest has said them.
    pub(super) group_outputs: Option<BTreeMap<Arc<str>, GroupOutput>>,
    pub(super) state: ResourceState,
    /// The URNs that a group waited for before it was registered.
    pub(super) waited_for: Dependencies,
}

/// How far an output of a group is.
#[derive(Debug)]
pub(super) enum GroupOutput {
    /// With outputs by their numbers.
    Open(PropertyValue, Needs),
    Known(Resolved),
    /// It needs what failed.
    Failed,
}

/// What tells resources apart: the parent, the type and the name.
pub(super) type Identity = (NodeId, String, String);

/// How far a resource is.
#[derive(Debug)]
pub(super) enum ResourceState {
    /// Something that it needs is missing.
    Waiting,
    /// The engine has not answered.
    Sent,
    Done(Registered),
    /// It failed, or needs what failed.
    Failed,
}

/// What is looked up.
#[derive(Debug)]
pub(super) struct Lookup {
    pub(super) kind: LookupKind,
    pub(super) token: String,
    pub(super) name: String,
    /// With outputs by their numbers.
    pub(super) arguments: PropertyMap,
    pub(super) options: Options,
    /// The place in the author's source, for messages; may be empty.
    pub(super) position: String,
    pub(super) needs: Needs,
    pub(super) state: LookupState,
}

/// How far a look-up is.
#[derive(Debug)]
pub(super) enum LookupState {
    /// Something that it needs is missing.
    Waiting,
    /// The engine has not answered.
    Sent(Inherited),
    Done(LookupResult, Inherited),
    /// It failed, or needs what failed.
    Failed,
}

/// A value that a callback makes.
#[derive(Debug)]
pub(super) struct Derived {
    pub(super) callback: u32,
    /// The place in the author's source, for messages; may be empty.
    pub(super) position: String,
    pub(super) needs: Needs,
    pub(super) state: DerivedState,
}

/// How far a derived value is.
#[derive(Debug)]
pub(super) enum DerivedState {
    /// The source, with outputs by their numbers.
    Waiting(PropertyValue),
    /// The callback runs.
    Running(Inherited),
    /// What the callback gave, with outputs by their numbers.
    Given(PropertyValue, Inherited),
    Done(Resolved),
    /// What it is made of failed.
    Failed,
}

/// What a derived value takes over from what it was made of.
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
    /// Its id, as a reference has it; a component has none.
    pub id: Option<Option<String>>,
    /// Valid inputs, or the arguments of the method, which may be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on.
    pub dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The inputs that the component takes as values, and never as outputs.
    pub plain: BTreeSet<String>,
    /// The providers that the program gave, as `urn::id`, by package.
    pub providers: BTreeMap<String, String>,
}

impl ComponentNode {
    /// The inputs as the guest is given them.
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

/// Whether a guest can be given a value as it is without losing anything of it.
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

    /// The parent of a node: the component, unless its options name another one.
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

    /// The resources by their numbers, in the order in which they were declared.
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
