//! Which nodes are to be looked at next: new ones, and those that waited for one which changed. A node that waits stands with
//! the one that it lacks, so that what many thousands of nodes wait for does not cost a look at each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::node::{DerivedState, LookupState, Node, ResourceState};
use super::node_id::NodeId;

/// The nodes that something may have become possible for, and what the others wait for.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    pub(super) resources: BTreeSet<NodeId>,
    pub(super) lookups: BTreeSet<NodeId>,
    pub(super) derived: BTreeSet<NodeId>,
    /// Groups with outputs whose values are missing.
    pub(super) groups: BTreeSet<NodeId>,
    /// By what is missing: those that wait for it.
    waiting: BTreeMap<NodeId, BTreeSet<NodeId>>,
}

impl Schedule {
    /// Notes that a node lacks another one.
    pub(super) fn wait(&mut self, node: NodeId, missing: NodeId) {
        self.waiting.entry(missing).or_default().insert(node);
    }

    /// What each node that waits lacks; one of them, if it is more than one.
    pub(super) fn missing(&self) -> BTreeMap<NodeId, NodeId> {
        let pairs = self.waiting.iter();
        let pairs = pairs.flat_map(|(missing, nodes)| nodes.iter().map(|node| (*node, *missing)));
        pairs.collect()
    }

    /// Whether something may be sent that was not looked at so far.
    pub(super) fn has_more(&self) -> bool {
        let sets = [&self.resources, &self.lookups, &self.groups];
        sets.into_iter().any(|nodes| !nodes.is_empty())
    }

    /// The nodes that waited for this one. They do not wait any more.
    pub(super) fn waited_for(&mut self, node: NodeId) -> BTreeSet<NodeId> {
        self.waiting.remove(&node).unwrap_or_default()
    }

    /// The nodes that waited for any other one, once for each. None waits any more.
    pub(super) fn all_waiting(&mut self) -> impl Iterator<Item = NodeId> + use<> {
        std::mem::take(&mut self.waiting).into_values().flatten()
    }

    /// Has a node looked at, if something of it is open.
    pub(super) fn look_at(&mut self, id: NodeId, node: &Node) {
        match node {
            Node::Component => {}
            Node::Resource(resource) => {
                if matches!(resource.state, ResourceState::Waiting) {
                    self.resources.insert(id);
                }
                if resource.has_open_outputs() {
                    self.groups.insert(id);
                }
            }
            Node::Lookup(lookup) => {
                if matches!(lookup.state, LookupState::Waiting) {
                    self.lookups.insert(id);
                }
            }
            Node::Derived(derived) => {
                if matches!(
                    derived.state,
                    DerivedState::Waiting(_) | DerivedState::Given(..)
                ) {
                    self.derived.insert(id);
                }
            }
        }
    }
}
