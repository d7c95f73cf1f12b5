//! The resources that groups stand for among dependencies, as the graph keeps them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::needs::Needs;
use super::node_id::NodeId;

/// The groups that other resources depend on.
#[derive(Debug, Default)]
pub(super) struct Closures {
    /// The needs of groups, which all resources that depend on a group share.
    pub(super) needs: RefCell<BTreeMap<NodeId, Needs>>,
    pub(super) found: RefCell<BTreeMap<NodeId, Closure>>,
}

/// The URNs of the resources that a group stands for.
#[derive(Debug, Clone)]
pub(super) struct Closure {
    pub(super) urns: Arc<BTreeSet<String>>,
    /// The bytes of the URNs.
    pub(super) bytes: usize,
    /// The groups in it, each with the number of its children.
    pub(super) groups: Arc<[(NodeId, usize)]>,
    /// The number of nodes when this was last right.
    pub(super) nodes: usize,
}
