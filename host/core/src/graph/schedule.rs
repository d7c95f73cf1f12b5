//! Which nodes the graph looks at next: new nodes, and nodes that waited for a node which has changed.
//!
//! A waiting node is stored under the place that it waits for. So a change costs one step for each node that waited for it, and
//! nothing for the other nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

use super::needs::Place;
use super::node::{DerivedState, LookupState, Node, ResourceState};
use super::{Graph, NodeId};
use crate::text::Excerpt;

/// The nodes to process, and the places that the other nodes wait for.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    pub(super) resources: BTreeSet<NodeId>,
    pub(super) lookups: BTreeSet<NodeId>,
    pub(super) derived: BTreeSet<NodeId>,
    /// Outputs of groups whose values are not known yet.
    pub(super) outputs: BTreeSet<(NodeId, Arc<str>)>,
    /// The waiting places, by the place that they wait for.
    waiting: BTreeMap<Place, Vec<Place>>,
}

impl Schedule {
    /// Records that a place waits for another place.
    pub(super) fn wait(&mut self, place: Place, missing: Place) {
        self.waiting.entry(missing).or_default().push(place);
    }

    /// The waiting places, each with the place that it waits for.
    pub(super) fn missing(&self) -> BTreeMap<&Place, &Place> {
        let pairs = self.waiting.iter();
        let pairs = pairs.flat_map(|(missing, places)| places.iter().map(move |at| (at, missing)));
        pairs.collect()
    }

    /// Whether there are unprocessed nodes that may be sent.
    pub(super) fn has_more(&self) -> bool {
        let nodes = [&self.resources, &self.lookups];
        nodes.into_iter().any(|nodes| !nodes.is_empty()) || !self.outputs.is_empty()
    }

    /// Removes and returns the places that wait for this place.
    pub(super) fn waited_for(&mut self, place: &Place) -> Vec<Place> {
        self.waiting.remove(place).unwrap_or_default()
    }

    /// Removes and returns the places that wait for any output of a group.
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

    /// Removes and returns all waiting places.
    pub(super) fn all_waiting(&mut self) -> impl Iterator<Item = Place> + use<> {
        std::mem::take(&mut self.waiting).into_values().flatten()
    }

    /// Schedules a node, if it can change.
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

impl Graph {
    /// Whether there are unprocessed nodes that may be sent.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.schedule.has_more()
    }

    /// Whether the graph has worked long enough that other calls should run.
    #[must_use]
    pub fn should_yield(&self) -> bool {
        self.budget.should_yield()
    }

    /// Records that other calls could run. Until [`Self::end_turn`], no other call waits for the graph's work.
    pub fn begin_turn(&self) {
        self.budget.begin_turn();
    }

    /// Records that other calls may wait for further work.
    pub fn end_turn(&self) {
        self.budget.end_turn();
    }

    /// The computing time of this thread, for [`Self::worked_since`].
    #[must_use]
    pub fn clock(&self) -> Duration {
        self.budget.clock()
    }

    /// Counts the computing time since `began`.
    pub fn worked_since(&self, began: Duration) {
        self.budget.worked_since(began);
    }

    /// Runs work on the graph, and counts its time.
    pub fn timed<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let began = self.clock();
        let done = work(self);
        self.worked_since(began);
        done
    }

    /// All work of the graph so far, in bytes that were read or derived. The amount does not depend on the machine.
    #[must_use]
    pub fn work(&self) -> usize {
        self.budget.total_work()
    }

    /// Schedules the nodes that wait for a node that has changed.
    pub(super) fn changed(&mut self, node: NodeId) {
        for waiting in self.schedule.waited_for(&(node, None)) {
            self.look_at_place(waiting);
        }
    }

    /// Schedules the nodes that wait for this output of a group.
    pub(super) fn output_changed(&mut self, group: NodeId, name: &Arc<str>) {
        for waiting in self.schedule.waited_for(&(group, Some(Arc::clone(name)))) {
            self.look_at_place(waiting);
        }
    }

    /// Schedules the nodes that wait for any output of a group.
    pub(super) fn outputs_declared(&mut self, group: NodeId) {
        for waiting in self.schedule.waited_for_outputs(group) {
            self.look_at_place(waiting);
        }
    }

    /// Schedules all waiting nodes.
    pub(super) fn all_changed(&mut self) {
        for waiting in self.schedule.all_waiting() {
            self.look_at_place(waiting);
        }
    }

    fn look_at_place(&mut self, place: Place) {
        match place {
            (id, None) => self.look_at(id),
            (group, Some(name)) => drop(self.schedule.outputs.insert((group, name))),
        }
    }

    /// Schedules a node, if it can change.
    pub(super) fn look_at(&mut self, id: NodeId) {
        if let Some(node) = usize::try_from(id).ok().and_then(|id| self.nodes.get(id)) {
            self.schedule.look_at(id, node);
        }
    }
}

/// The maximum number of nodes of a cycle in a message.
const MAX_CYCLE_NAMES: usize = 11;

impl Graph {
    /// The names of nodes that wait for each other, in order, with the first name repeated at the end. Empty without a cycle.
    #[must_use]
    pub fn cycle(&self) -> Vec<String> {
        let missing = self.schedule.missing();
        let mut seen = BTreeSet::new();
        for start in missing.keys() {
            // Each place waits for exactly one other place, so a path ends or returns to itself.
            let (mut way, mut at) = (Vec::new(), *start);
            while seen.insert(at) {
                way.push(at);
                match missing.get(at) {
                    Some(next) => at = *next,
                    None => break,
                }
            }
            if let Some(first) = way.iter().position(|place| *place == at)
                && missing.contains_key(at)
            {
                let cycle = way.split_off(first);
                let nodes: Vec<NodeId> = cycle.into_iter().map(|(node, _)| *node).collect();
                return self.names_of(&nodes);
            }
        }
        Vec::new()
    }

    /// The names of the nodes in a cycle. A long cycle is shortened.
    fn names_of(&self, cycle: &[NodeId]) -> Vec<String> {
        let shown = |nodes: &[NodeId]| -> Vec<String> {
            nodes.iter().map(|node| self.shown(*node)).collect()
        };
        let mut names = match cycle.len().checked_sub(MAX_CYCLE_NAMES) {
            None | Some(0) => shown(cycle),
            Some(left_out) => {
                let mut names = shown(cycle.get(..MAX_CYCLE_NAMES).unwrap_or_default());
                names.push(format!("{left_out} others"));
                names
            }
        };
        names.extend(cycle.first().map(|first| self.shown(*first)));
        names
    }

    pub(super) fn shown(&self, id: NodeId) -> String {
        if let Some(argument) = self.argument_at(id) {
            let (name, token) = (
                Excerpt::name(&argument.name),
                Excerpt::name(&argument.token),
            );
            return format!("`{name}` of type `{token}`");
        }
        match self.node(id) {
            Some(Node::Resource(resource)) => format!(
                "`{}` of type `{}`",
                Excerpt::name(&resource.name),
                Excerpt::name(&resource.token)
            ),
            Some(Node::Lookup(lookup)) if lookup.token.is_empty() => {
                format!("the reference {id}{}", in_source(&lookup.position))
            }
            Some(Node::Lookup(lookup)) => format!(
                "the look-up of `{}`{}",
                Excerpt::name(&lookup.token),
                in_source(&lookup.position)
            ),
            Some(Node::Derived(derived)) if !derived.position.is_empty() => {
                format!("the derived value{}", in_source(&derived.position))
            }
            _ => format!("the derived value {id}"),
        }
    }
}

/// The position in the author's source, as a suffix for messages; empty if it is unknown.
#[must_use]
pub fn in_source(position: &str) -> String {
    match position {
        "" => String::new(),
        position => format!(" ({})", Excerpt::name(position)),
    }
}
