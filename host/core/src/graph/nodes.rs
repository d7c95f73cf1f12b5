//! The nodes of a graph by their numbers.

use super::node::{Derived, Node, Resource};
use super::{Graph, NodeId};

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
