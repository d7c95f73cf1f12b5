//! Which resources a registration depends on, beside those that its inputs come from.
//!
//! The engine orders custom resources and remote components. A group stands for what is below it: its custom and remote
//! descendants, and where there are some further groups, theirs.

use std::collections::BTreeSet;

use super::declare::named;
use super::node::{Resource, ResourceState};
use super::options::Options;
use super::registration::ResourceKind;
use super::resolve::Resolution;
use super::{COMPONENT, Graph, NodeId};
use crate::value::{PropertyValue, ResourceReference};

/// What is known of the dependencies of a registration.
pub(super) enum Found {
    Open,
    Failed,
    Urns(BTreeSet<String>),
}

impl Graph {
    /// The URNs that the resource depends on by its options.
    pub(super) fn depends_on(&self, of: NodeId, options: &[PropertyValue]) -> Found {
        let mut urns = BTreeSet::new();
        for value in options {
            let found = match named(value) {
                // The component waits for its children, not they for it.
                Some(COMPONENT) => continue,
                Some(node) if node == of => continue,
                Some(node) => self.expand(of, node),
                None => self.of_value(value),
            };
            match found {
                Found::Urns(found) => urns.extend(found),
                other => return other,
            }
        }
        Found::Urns(urns)
    }

    /// The URNs that a node stands for.
    fn expand(&self, of: NodeId, node: NodeId) -> Found {
        let Some(resource) = self.resource(node) else {
            // A derived value is what it comes from.
            return self.of_value(&super::output(node, ""));
        };
        let urn = match &resource.state {
            ResourceState::Done(registered) => &registered.urn,
            ResourceState::Failed => return Found::Failed,
            ResourceState::Waiting | ResourceState::Sent => return Found::Open,
        };
        if resource.kind != ResourceKind::Group {
            return Found::Urns(BTreeSet::from([urn.clone()]));
        }
        let mut urns = BTreeSet::new();
        let mut has_children = false;
        for (child, below) in self.resources() {
            if self.parent_of(below) != node {
                continue;
            }
            has_children = true;
            // One that depends on the group it is in depends on the others there.
            if child == of || self.is_inside(of, child) {
                continue;
            }
            match self.expand(of, child) {
                Found::Urns(found) => urns.extend(found),
                other => return other,
            }
        }
        if has_children {
            return Found::Urns(urns);
        }
        // Without children, it stands for what it waits for itself.
        self.depends_on(node, &resource.options.depends_on)
    }

    /// Whether a resource is below another one.
    fn is_inside(&self, node: NodeId, above: NodeId) -> bool {
        let mut at = node;
        // A parent is declared before its children, so the numbers fall.
        while let Some(resource) = self.resource(at) {
            let parent = self.parent_of(resource);
            if parent == above {
                return true;
            }
            if parent >= at {
                return false;
            }
            at = parent;
        }
        false
    }

    /// The URNs of a value: of references in it, and of what it comes from.
    fn of_value(&self, value: &PropertyValue) -> Found {
        match self.resolve(value) {
            Resolution::Open => Found::Open,
            Resolution::Failed => Found::Failed,
            Resolution::Known(resolved) => {
                let mut urns = resolved.dependencies;
                urns.extend(reference_in(&resolved.value).map(|found| found.urn.clone()));
                Found::Urns(urns)
            }
        }
    }

    /// The order in which registrations are sent must not depend on chance: whether the parent has answered.
    pub(super) fn parent_urn(&self, resource: &Resource) -> Parent<'_> {
        self.parent_of_options(&resource.options)
    }

    /// The same for anything that has options.
    pub(super) fn parent_of_options(&self, options: &Options) -> Parent<'_> {
        let parent = self.parent_by(options);
        match (self.urn_of(parent), self.resource(parent)) {
            (Some(urn), _) => Parent::Urn(urn),
            (None, Some(parent)) if matches!(parent.state, ResourceState::Failed) => Parent::Failed,
            (None, _) => Parent::Open,
        }
    }
}

/// The parent of a resource.
pub(super) enum Parent<'a> {
    Open,
    Failed,
    Urn(&'a str),
}

/// The resource that a value refers to as a whole.
pub(super) fn reference_in(value: &PropertyValue) -> Option<&ResourceReference> {
    match value.reveal() {
        PropertyValue::ResourceReference(reference) => Some(reference),
        _ => None,
    }
}
