//! Which resources a registration depends on because of its options. The dependencies of its inputs are added to these.
//!
//! The engine orders custom resources and remote components. A group stands for its custom and remote descendants,
//! including those in groups below it. The graph computes them once for each group, and again if the group has grown,
//! because thousands of resources may depend on the same group.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::limits::ENTRY;
use super::needs::Needs;
use super::node::{Resource, ResourceState};
use super::options::Options;
use super::output_reference::node_of;
use super::references::references_in;
use super::registration::ResourceKind;
use super::resolve::Resolution;
use super::{COMPONENT, Graph, NodeId};
use crate::value::{PropertyValue, ResourceReference};

/// A set of URNs that a resource depends on. All registrations that depend on a group share the URNs of the group.
#[derive(Clone, Default)]
pub struct Dependencies {
    /// The URNs of groups.
    shared: Vec<Arc<BTreeSet<String>>>,
    /// The other URNs. None of them is also among the shared URNs.
    own: BTreeSet<String>,
}

impl Dependencies {
    /// Adds the URNs of a group.
    pub(super) fn share(&mut self, urns: &Arc<BTreeSet<String>>) {
        if urns.is_empty() || self.shared.iter().any(|other| Arc::ptr_eq(other, urns)) {
            return;
        }
        self.own.retain(|urn| !urns.contains(urn));
        self.shared.push(Arc::clone(urns));
    }

    pub fn insert(&mut self, urn: String) {
        if !self.contains(&urn) {
            self.own.insert(urn);
        }
    }

    #[must_use]
    pub fn contains(&self, urn: &str) -> bool {
        self.own.contains(urn) || self.shared.iter().any(|urns| urns.contains(urn))
    }

    /// The URNs that this set does not share with others.
    pub(super) fn own(&self) -> &BTreeSet<String> {
        &self.own
    }

    /// An upper bound for the number of URNs. Two groups may contain the same URN.
    pub(super) fn most(&self) -> usize {
        let shared: usize = self.shared.iter().map(|urns| urns.len()).sum();
        shared + self.own.len()
    }

    #[must_use]
    pub fn len(&self) -> usize {
        match self.shared.len() {
            0 | 1 => self.most(),
            _ => self.iter().count(),
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shared.is_empty() && self.own.is_empty()
    }

    /// All URNs, in order.
    pub fn iter(&self) -> impl Iterator<Item = &String> {
        let mut all: Vec<&String> = self.shared.iter().flat_map(|urns| urns.iter()).collect();
        all.extend(&self.own);
        if !self.shared.is_empty() {
            all.sort_unstable();
            all.dedup();
        }
        all.into_iter()
    }

    /// Whether this set stores all its URNs in memory that it shares with the other set.
    #[cfg(test)]
    pub(super) fn shares_all_with(&self, other: &Self) -> bool {
        let mut pairs = self.shared.iter().zip(&other.shared);
        self.own.is_empty() && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

impl std::fmt::Debug for Dependencies {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl PartialEq for Dependencies {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl PartialEq<BTreeSet<String>> for Dependencies {
    fn eq(&self, other: &BTreeSet<String>) -> bool {
        self.iter().eq(other.iter())
    }
}

impl From<BTreeSet<String>> for Dependencies {
    fn from(own: BTreeSet<String>) -> Self {
        Self {
            shared: Vec::new(),
            own,
        }
    }
}

impl FromIterator<String> for Dependencies {
    fn from_iter<I: IntoIterator<Item = String>>(urns: I) -> Self {
        Self::from(urns.into_iter().collect::<BTreeSet<_>>())
    }
}

impl Extend<String> for Dependencies {
    fn extend<I: IntoIterator<Item = String>>(&mut self, urns: I) {
        urns.into_iter().for_each(|urn| self.insert(urn));
    }
}

/// The groups that other resources depend on.
#[derive(Debug, Default)]
pub(super) struct Closures {
    /// The needs of each group. All resources that depend on the group share them.
    pub(super) needs: RefCell<BTreeMap<NodeId, Needs>>,
    pub(super) found: RefCell<BTreeMap<NodeId, Closure>>,
}

/// The URNs of the resources that a group stands for.
#[derive(Debug, Clone)]
pub(super) struct Closure {
    pub(super) urns: Arc<BTreeSet<String>>,
    /// The size of the URNs in bytes.
    pub(super) bytes: usize,
    /// The groups inside, each with its number of children.
    pub(super) groups: Arc<[(NodeId, usize)]>,
    /// The number of nodes in the graph when this was last checked.
    pub(super) nodes: usize,
}

/// The resources that the options of a registration name.
#[derive(Default)]
struct DependsOn {
    /// Resources of this session.
    nodes: BTreeSet<NodeId>,
    /// Resources outside the session.
    urns: BTreeSet<String>,
}

impl Graph {
    /// The URNs that a resource depends on because of its options.
    ///
    /// All of its needs must be met. A value may name further groups, which then become needs. If `needs` is `None`, a
    /// group stands for its registered resources.
    ///
    /// # Errors
    /// The place that is missing, or `Failed` if a dependency failed or a limit is reached.
    pub(super) fn depends_on(
        &self,
        of: NodeId,
        options: &[PropertyValue],
        mut needs: Option<&mut Needs>,
    ) -> Result<Dependencies, Resolution> {
        let mut found = DependsOn::default();
        for value in options {
            match node_of(value) {
                // The component waits for its children, so they do not wait for it.
                Some(COMPONENT) => {}
                Some(node) if node == of => {}
                Some(node) if self.resource(node).is_some() => {
                    found.nodes.insert(node);
                }
                // A derived value stands for the resources that it is derived from.
                _ => self.add_resources_of_value(value, &mut found)?,
            }
        }
        if let Some(needs) = needs.as_deref_mut() {
            let groups = found.nodes.iter().filter(|node| self.is_group(**node));
            let new = groups.filter(|node| !needs.has_group(**node));
            let new: Vec<_> = new.copied().collect();
            new.into_iter().for_each(|node| needs.add_resources(node));
            self.meet(of, needs)?;
        }
        let DependsOn { nodes, mut urns } = found;
        let (mut alone, mut shared) = (Vec::new(), Vec::new());
        for node in nodes {
            if needs.is_some() && self.may_share(of, node)? {
                shared.push(self.closure(node)?)
            } else {
                alone.push(node)
            }
        }
        self.expand(of, alone, &mut urns, &mut Vec::new())?;
        let mut dependencies = Dependencies::from(urns);
        for closure in shared {
            // The host sends the URNs to the engine once more.
            if !self.spend(ENTRY + closure.bytes) {
                return Err(Resolution::Failed);
            }
            dependencies.share(&closure.urns);
        }
        Ok(dependencies)
    }

    /// Adds the URNs that registered resources stand for, and the groups among them with their number of children.
    pub(super) fn expand(
        &self,
        of: NodeId,
        nodes: Vec<NodeId>,
        urns: &mut BTreeSet<String>,
        groups: &mut Vec<(NodeId, usize)>,
    ) -> Result<(), Resolution> {
        let mut seen = BTreeSet::new();
        let mut left = nodes;
        while let Some((at, resource)) = left.pop().and_then(|at| Some((at, self.resource(at)?))) {
            let ResourceState::Done(registered) = &resource.state else {
                continue;
            };
            if !seen.insert(at) {
                continue;
            }
            if !self.spend(ENTRY) {
                return Err(Resolution::Failed);
            }
            if resource.kind != ResourceKind::Group {
                self.add_urn(&registered.urn, urns)?;
                continue;
            }
            groups.push((at, self.children_of(at).len()));
            match self.children_of(at) {
                // A group without children stands for the resources that it waited for.
                [] => {
                    for urn in resource.waited_for.iter() {
                        self.add_urn(urn, urns)?;
                    }
                }
                children => {
                    let without = self.child_above(of, at)?;
                    let others = children.iter().filter(|child| Some(**child) != without);
                    left.extend(others);
                }
            }
        }
        Ok(())
    }

    /// Counts a URN, and adds it to the dependencies.
    fn add_urn(&self, urn: &str, urns: &mut BTreeSet<String>) -> Result<(), Resolution> {
        if urns.contains(urn) {
            return if self.spend(ENTRY) {
                Ok(())
            } else {
                Err(Resolution::Failed)
            };
        }
        if !self.spend(ENTRY + urn.len()) || !self.budget.may_depend(urns.len() + 1) {
            return Err(Resolution::Failed);
        }
        urns.insert(urn.to_owned());
        Ok(())
    }

    /// Adds the resources that a value refers to, and those that it is derived from.
    fn add_resources_of_value(
        &self,
        value: &PropertyValue,
        found: &mut DependsOn,
    ) -> Result<(), Resolution> {
        let resolved = self.known(value)?;
        let mut named = BTreeSet::new();
        references_in(&resolved.value, &mut named);
        for urn in named {
            match self.groups_by_urn.get(urn) {
                Some(group) => drop(found.nodes.insert(*group)),
                None if self.urn.as_deref() == Some(urn) => {}
                None => self.add_urn(urn, &mut found.urns)?,
            }
        }
        for urn in &resolved.dependencies {
            self.add_urn(urn, &mut found.urns)?;
        }
        Ok(())
    }

    /// Checks the number of dependencies of a resource or look-up, including the dependencies of its properties.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn may_depend(
        &self,
        whole: &Dependencies,
        by_property: &BTreeMap<String, BTreeSet<String>>,
    ) -> Result<(), Resolution> {
        let counts = by_property.values().map(BTreeSet::len);
        self.budget.work(whole.most() * ENTRY);
        if self.budget.may_depend(counts.sum::<usize>() + whole.len()) {
            Ok(())
        } else {
            Err(Resolution::Failed)
        }
    }

    /// The URN of the parent. A registration waits for its parent, so that the order of registrations does not depend
    /// on the order of answers.
    pub(super) fn parent_urn(&self, resource: &Resource) -> Result<&str, Resolution> {
        self.parent_of_options(&resource.options)
    }

    /// The URN of the parent that options name.
    pub(super) fn parent_of_options(&self, options: &Options) -> Result<&str, Resolution> {
        let parent = self.parent_by(options);
        match (self.urn_of(parent), self.resource(parent)) {
            (Some(urn), _) => Ok(urn),
            (None, Some(parent)) if matches!(parent.state, ResourceState::Failed) => {
                Err(Resolution::Failed)
            }
            (None, _) => Err(Resolution::Open((parent, None))),
        }
    }
}

/// The resource that a value refers to.
pub(super) fn reference_in(value: &PropertyValue) -> Option<&ResourceReference> {
    match value.reveal() {
        PropertyValue::ResourceReference(reference) => Some(reference),
        _ => None,
    }
}

impl Graph {
    /// Whether a node depends on a group as a whole. A node inside the group depends on the other nodes in it.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn may_share(&self, of: NodeId, group: NodeId) -> Result<bool, Resolution> {
        Ok(self.is_group(group) && self.child_above(of, group)?.is_none())
    }

    /// Checks that all resources that a group stands for are registered.
    ///
    /// # Errors
    /// The place that is missing, or `Failed` if a resource failed or a limit is reached.
    pub(super) fn meet_group(&self, group: NodeId) -> Result<(), Resolution> {
        if self.known_closure(group)?.is_some() {
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

    /// The resources that a group stands for. All of them are registered.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn closure(&self, group: NodeId) -> Result<Closure, Resolution> {
        if let Some(found) = self.known_closure(group)? {
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

    /// The stored closure of a group, unless the group has grown since.
    fn known_closure(&self, group: NodeId) -> Result<Option<Closure>, Resolution> {
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
