//! Which resources a registration depends on, beside those that its inputs come from.
//!
//! The engine orders custom resources and remote components. A group stands for what is below it: its custom and remote
//! descendants, and where there are some further groups, theirs.

use std::collections::{BTreeMap, BTreeSet};

use super::needs::Needs;
use super::node::{Resource, ResourceState};
use super::options::Options;
use super::output::named;
use super::references::references_in;
use super::registration::ResourceKind;
use super::resolved::Resolution;
use super::room::ENTRY;
use super::urns::Dependencies;
use super::{COMPONENT, Graph, NodeId};
use crate::value::{PropertyValue, ResourceReference};

/// The resources that a registration depends on by its options.
#[derive(Default)]
struct DependsOn {
    /// Resources of this session.
    nodes: BTreeSet<NodeId>,
    /// Resources outside of the session.
    urns: BTreeSet<String>,
}

impl Graph {
    /// The URNs that a resource depends on by its options. Its needs are met; a value may name further groups, which it needs then.
    /// Without needs, a group stands for what is there.
    ///
    /// # Errors
    /// The place that is missing; or that something failed, or takes too much.
    pub(super) fn depends_on(
        &self,
        of: NodeId,
        options: &[PropertyValue],
        mut needs: Option<&mut Needs>,
    ) -> Result<Dependencies, Resolution> {
        let mut found = DependsOn::default();
        for value in options {
            match named(value) {
                // The component waits for its children, not they for it.
                Some(COMPONENT) => {}
                Some(node) if node == of => {}
                Some(node) if self.resource(node).is_some() => {
                    found.nodes.insert(node);
                }
                // A derived value is what it comes from.
                _ => self.of_value(value, &mut found)?,
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
            match needs.is_some() && self.may_share(of, node)? {
                true => shared.push(self.closure(node)?),
                false => alone.push(node),
            }
        }
        self.expand(of, alone, &mut urns, &mut Vec::new())?;
        let mut dependencies = Dependencies::from(urns);
        for closure in shared {
            // The engine is told them once more.
            if !self.spend(ENTRY + closure.bytes) {
                return Err(Resolution::Failed);
            }
            dependencies.share(&closure.urns);
        }
        Ok(dependencies)
    }

    /// Adds the URNs that resources stand for. All of them are there. Notes the groups among them, with the number of children.
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
                // Without children, it stands for what it waited for itself.
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

    /// Adds a URN to dependencies, and counts it before.
    fn add_urn(&self, urn: &str, urns: &mut BTreeSet<String>) -> Result<(), Resolution> {
        if urns.contains(urn) {
            return match self.spend(ENTRY) {
                true => Ok(()),
                false => Err(Resolution::Failed),
            };
        }
        if !self.spend(ENTRY + urn.len()) || !self.room.may_depend(urns.len() + 1) {
            return Err(Resolution::Failed);
        }
        urns.insert(urn.to_owned());
        Ok(())
    }

    /// The resources of a value: of references in it, and of what it comes from.
    fn of_value(&self, value: &PropertyValue, found: &mut DependsOn) -> Result<(), Resolution> {
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

    /// Makes sure that a resource or look-up has no more dependencies than it may, those of its properties included.
    ///
    /// # Errors
    /// When they are too many.
    pub(super) fn may_depend(
        &self,
        whole: &Dependencies,
        by_property: &BTreeMap<String, BTreeSet<String>>,
    ) -> Result<(), Resolution> {
        let counts = by_property.values().map(BTreeSet::len);
        self.room.work(whole.most() * ENTRY);
        match self.room.may_depend(counts.sum::<usize>() + whole.len()) {
            true => Ok(()),
            false => Err(Resolution::Failed),
        }
    }

    /// The order in which registrations are sent must not depend on chance: whether the parent has answered.
    pub(super) fn parent_urn(&self, resource: &Resource) -> Result<&str, Resolution> {
        self.parent_of_options(&resource.options)
    }

    /// The same for anything that has options.
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

/// The resource that a value refers to as a whole.
pub(super) fn reference_in(value: &PropertyValue) -> Option<&ResourceReference> {
    match value.reveal() {
        PropertyValue::ResourceReference(reference) => Some(reference),
        _ => None,
    }
}
