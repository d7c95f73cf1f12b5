//! Which resources a registration depends on, beside those that its inputs come from.
//!
//! The engine orders custom resources and remote components. A group stands for what is below it: its custom and remote
//! descendants, and where there are some further groups, theirs.

use std::collections::BTreeSet;

use super::node::{Resource, ResourceState};
use super::options::Options;
use super::output::named;
use super::references::references_in;
use super::registration::ResourceKind;
use super::resolved::Resolution;
use super::{COMPONENT, Graph, NodeId};
use crate::value::{PropertyValue, ResourceReference};

/// What is known of the dependencies of a registration.
pub(super) enum Dependencies {
    /// This node is missing.
    Open(NodeId),
    Failed,
    Urns(BTreeSet<String>),
}

impl Graph {
    /// The URNs that the resource depends on by its options.
    pub(super) fn depends_on(&self, of: NodeId, options: &[PropertyValue]) -> Dependencies {
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
                Dependencies::Urns(found) => urns.extend(found),
                other => return other,
            }
        }
        Dependencies::Urns(urns)
    }

    /// The URNs that a node stands for.
    fn expand(&self, of: NodeId, node: NodeId) -> Dependencies {
        if self.resource(node).is_none() {
            // A derived value is what it comes from.
            return self.of_value(&super::output(node, ""));
        }
        let inside = self.ways_up(of);
        let mut urns = BTreeSet::new();
        // What was declared last comes first: it is missing longest.
        let mut left = vec![node];
        while let Some((at, resource)) = left.pop().and_then(|at| Some((at, self.resource(at)?))) {
            let urn = match &resource.state {
                ResourceState::Done(registered) => &registered.urn,
                ResourceState::Failed => return Dependencies::Failed,
                ResourceState::Waiting | ResourceState::Sent => return Dependencies::Open(at),
            };
            if resource.kind != ResourceKind::Group {
                urns.insert(urn.clone());
                continue;
            }
            match self.children.get(&at) {
                // One that depends on the group it is in depends on the others there.
                Some(children) => {
                    let others = children.iter().filter(|child| !inside.contains(child));
                    left.extend(others);
                }
                // Without children, it stands for what it waited for itself.
                None => urns.extend(resource.waited_for.iter().cloned()),
            }
        }
        Dependencies::Urns(urns)
    }

    /// A resource, and all that it is below.
    fn ways_up(&self, node: NodeId) -> BTreeSet<NodeId> {
        let mut found = BTreeSet::from([node]);
        let mut at = node;
        while let Some(resource) = self.resource(at) {
            at = self.parent_of(resource);
            if !found.insert(at) {
                break;
            }
        }
        found
    }

    /// The URNs of a value: of references in it, and of what it comes from.
    fn of_value(&self, value: &PropertyValue) -> Dependencies {
        match self.resolve(value) {
            Resolution::Open(missing) => Dependencies::Open(missing),
            Resolution::Failed => Dependencies::Failed,
            Resolution::Known(resolved) => {
                let mut named = BTreeSet::new();
                references_in(&resolved.value, &mut named);
                let mut urns: BTreeSet<_> = named.into_iter().map(str::to_owned).collect();
                urns.extend(resolved.dependencies);
                Dependencies::Urns(urns)
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
            (None, _) => Parent::Open(parent),
        }
    }
}

/// The parent of a resource.
pub(super) enum Parent<'a> {
    /// It is not registered so far.
    Open(NodeId),
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
