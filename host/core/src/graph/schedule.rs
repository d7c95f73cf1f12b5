//! Which nodes are to be looked at next: new ones, and those that waited for one which changed. A node that waits stands with
//! the one that it lacks, so that what many thousands of nodes wait for does not cost a look at each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::node::{DerivedState, LookupState, Node, ResourceState};
use super::{Graph, NodeId};

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
}

impl Graph {
    /// Whether something may be sent that was not looked at so far.
    #[must_use]
    pub fn has_more(&self) -> bool {
        let schedule = &self.schedule;
        let sets = [&schedule.resources, &schedule.lookups, &schedule.groups];
        sets.into_iter().any(|nodes| !nodes.is_empty())
    }

    /// Notes that a node is another one than before: what waits for it is looked at again.
    pub(super) fn changed(&mut self, node: NodeId) {
        for waiting in self.schedule.waiting.remove(&node).unwrap_or_default() {
            self.look_at(waiting);
        }
    }

    /// Has everything that waits looked at again.
    pub(super) fn all_changed(&mut self) {
        for nodes in std::mem::take(&mut self.schedule.waiting).into_values() {
            nodes.into_iter().for_each(|node| self.look_at(node));
        }
    }

    /// Has a node looked at, if something of it is open.
    pub(super) fn look_at(&mut self, id: NodeId) {
        let Some(node) = usize::try_from(id).ok().and_then(|id| self.nodes.get(id)) else {
            return;
        };
        let schedule = &mut self.schedule;
        match node {
            Node::Component => {}
            Node::Resource(resource) => {
                if matches!(resource.state, ResourceState::Waiting) {
                    schedule.resources.insert(id);
                }
                if resource.has_open_outputs() {
                    schedule.groups.insert(id);
                }
            }
            Node::Lookup(lookup) => {
                if matches!(lookup.state, LookupState::Waiting) {
                    schedule.lookups.insert(id);
                }
            }
            Node::Derived(derived) => {
                if matches!(
                    derived.state,
                    DerivedState::Waiting(_) | DerivedState::Given(..)
                ) {
                    schedule.derived.insert(id);
                }
            }
        }
    }
}
