//! The needs of a declaration: nodes that must be there before it is sent. Each need is listed once. `meet` looks at them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::node_id::NodeId;

/// A node as a whole, or one output of a group.
pub(super) type Place = (NodeId, Option<Arc<str>>);

/// Something that has to be there first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// A value.
    Value(Place),
    /// The resources that a node stands for among dependencies.
    Resources(NodeId),
}

/// The needs of a declaration that are not met so far.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// The last one is looked at first: it was declared last, and is likely to be missing longest.
    pub(super) left: Vec<Need>,
    /// The groups whose children are needed, each with the number of children that were added to the needs.
    pub(super) groups: BTreeMap<NodeId, usize>,
    /// The groups whose shared needs are met.
    pub(super) shared: BTreeSet<NodeId>,
}

impl Needs {
    /// The needs of these places, in the order of their nodes.
    pub(super) fn of(found: BTreeSet<(NodeId, Option<String>)>) -> Self {
        let left = found
            .into_iter()
            .map(|(node, name)| Need::Value((node, name.map(Arc::from))));
        Self {
            left: left.collect(),
            ..Self::default()
        }
    }

    /// Adds the resources that a node stands for.
    pub(super) fn add_resources(&mut self, node: NodeId) {
        self.left.push(Need::Resources(node));
    }

    /// Whether the children of a group were added.
    pub(super) fn has_group(&self, node: NodeId) -> bool {
        self.groups.contains_key(&node) || self.shared.contains(&node)
    }
}
