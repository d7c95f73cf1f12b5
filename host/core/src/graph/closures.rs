//! The resources that a group stands for among dependencies. The graph finds them once for each group, and again if the group grew:
//! thousands of resources that depend on the same group look at the result.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::closure::Closure;
use super::needs::Needs;
use super::resolved::Resolution;
use super::room::ENTRY;
use super::{Graph, NodeId};

impl Graph {
    /// Whether a node depends on a group as a whole. A node in the group depends on the other nodes there.
    ///
    /// # Errors
    /// When that takes too much.
    pub(super) fn may_share(&self, of: NodeId, group: NodeId) -> Result<bool, Resolution> {
        Ok(self.is_group(group) && self.child_above(of, group)?.is_none())
    }

    /// Makes sure that all resources are there that a group stands for.
    ///
    /// # Errors
    /// The place that is missing; or that something failed, or takes too much.
    pub(super) fn meet_group(&self, group: NodeId) -> Result<(), Resolution> {
        if self.found_closure(group)?.is_some() {
            return Ok(());
        }
        let needs = self.closures.needs.borrow_mut().remove(&group);
        let mut needs = needs.unwrap_or_else(|| {
            let mut needs = Needs::default();
            needs.add_resources(group);
            needs
        });
        let met = self.meet_needs(group, &mut needs, false);
        self.closures.needs.borrow_mut().insert(group, needs);
        met
    }

    /// The resources that a group stands for, all of which are there.
    ///
    /// # Errors
    /// When they take too much.
    pub(super) fn closure(&self, group: NodeId) -> Result<Closure, Resolution> {
        if let Some(found) = self.found_closure(group)? {
            return Ok(found);
        }
        let (mut urns, mut groups) = (BTreeSet::new(), Vec::new());
        self.expand(group, vec![group], &mut urns, &mut groups)?;
        let bytes = urns.iter().map(|urn| ENTRY + urn.len()).sum();
        let closure = Closure {
            urns: Arc::new(urns),
            bytes,
            groups: groups.into(),
            nodes: self.nodes.len(),
        };
        let mut found = self.closures.found.borrow_mut();
        found.insert(group, closure.clone());
        Ok(closure)
    }

    /// The closure of a group, if it was found and the group did not grow since.
    fn found_closure(&self, group: NodeId) -> Result<Option<Closure>, Resolution> {
        let found = self.closures.found.borrow().get(&group).cloned();
        let Some(mut closure) = found else {
            return Ok(None);
        };
        if closure.nodes != self.nodes.len() {
            if !self.spend(closure.groups.len() * ENTRY) {
                return Err(Resolution::Failed);
            }
            let mut groups = closure.groups.iter();
            if groups.any(|(group, children)| self.children_of(*group).len() > *children) {
                return Ok(None);
            }
            closure.nodes = self.nodes.len();
            let mut found = self.closures.found.borrow_mut();
            found.insert(group, closure.clone());
        }
        Ok(Some(closure))
    }
}
