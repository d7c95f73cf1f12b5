//! Which nodes are to be looked at next: new ones, and those that waited for one which changed. A node that waits stands with
//! the place that it lacks, so that what many thousands of nodes wait for does not cost a look at each of them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use super::needs::Place;
use super::node::{DerivedState, LookupState, Node, ResourceState};
use super::node_id::NodeId;

/// The nodes that something may have become possible for, and what the others wait for.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    pub(super) resources: BTreeSet<NodeId>,
    pub(super) lookups: BTreeSet<NodeId>,
    pub(super) derived: BTreeSet<NodeId>,
    /// Outputs of groups whose values are missing.
    pub(super) outputs: BTreeSet<(NodeId, Arc<str>)>,
    /// By what is missing: those that wait for it.
    waiting: BTreeMap<Place, Vec<Place>>,
}

impl Schedule {
    /// Notes that a place lacks another one.
    pub(super) fn wait(&mut self, place: Place, missing: Place) {
        self.waiting.entry(missing).or_default().push(place);
    }

    /// What each place that waits lacks.
    pub(super) fn missing(&self) -> BTreeMap<&Place, &Place> {
        let pairs = self.waiting.iter();
        let pairs = pairs.flat_map(|(missing, places)| places.iter().map(move |at| (at, missing)));
        pairs.collect()
    }

    /// Whether something may be sent that was not looked at so far.
    pub(super) fn has_more(&self) -> bool {
        let nodes = [&self.resources, &self.lookups];
        nodes.into_iter().any(|nodes| !nodes.is_empty()) || !self.outputs.is_empty()
    }

    /// The places that waited for this one. They do not wait any more.
    pub(super) fn waited_for(&mut self, place: &Place) -> Vec<Place> {
        self.waiting.remove(place).unwrap_or_default()
    }

    /// The places that waited for an output of a group. They do not wait any more.
    pub(super) fn waited_for_outputs(&mut self, group: NodeId) -> Vec<Place> {
        let after = (Bound::Excluded((group, None)), Bound::Unbounded);
        let places = self.waiting.range(after).map(|(place, _)| place);
        let places: Vec<_> = places
            .take_while(|place| place.0 == group)
            .cloned()
            .collect();
        let waiting = places.iter().flat_map(|place| self.waited_for(place));
        waiting.collect()
    }

    /// The places that waited for any other one. None waits any more.
    pub(super) fn all_waiting(&mut self) -> impl Iterator<Item = Place> + use<> {
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
