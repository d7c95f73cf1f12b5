//! What waits for each other if nothing can be done.

use std::collections::BTreeSet;

use super::declare::named;
use super::node::{DerivedState, LookupState, Node, ResourceState};
use super::output::reference;
use super::{Graph, NodeId};
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

impl Graph {
    /// The names of what waits for each other, in order, the first one once more at the end. Empty without a cycle.
    #[must_use]
    pub fn cycle(&self) -> Vec<String> {
        let open = self.numbered().filter(|(_, node)| is_open(node));
        for (start, _) in open {
            let (mut way, mut seen) = (Vec::new(), BTreeSet::new());
            if self.returns(start, start, &mut way, &mut seen) {
                way.push(start);
                return way.into_iter().map(|id| self.shown(id)).collect();
            }
        }
        Vec::new()
    }

    /// Whether a way leads from a node to the goal; the way is what was passed.
    fn returns(
        &self,
        at: NodeId,
        goal: NodeId,
        way: &mut Vec<NodeId>,
        seen: &mut BTreeSet<NodeId>,
    ) -> bool {
        way.push(at);
        for next in self.waits_for(at) {
            if next == goal {
                return true;
            }
            if seen.insert(next) && self.returns(next, goal, way, seen) {
                return true;
            }
        }
        way.pop();
        false
    }

    /// The open nodes that a node waits for.
    fn waits_for(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        match self.node(id) {
            Some(Node::Resource(resource)) => {
                in_map(&resource.inputs, &mut found);
                let options = &resource.options;
                let one = [
                    &options.provider,
                    &options.deleted_with,
                    &options.replacement_trigger,
                ];
                let one = one.into_iter().flatten();
                let many = options.depends_on.iter().chain(&options.replace_with);
                let providers = options.providers.values();
                one.chain(many)
                    .chain(providers)
                    .for_each(|value| in_value(value, &mut found));
                for node in options.depends_on.iter().filter_map(named) {
                    let below = self
                        .resources()
                        .filter(|(child, below)| *child != id && self.parent_of(below) == node);
                    found.extend(below.map(|(child, _)| child));
                }
                found.push(self.parent_of(resource));
                if let Some(outputs) = &resource.group_outputs {
                    in_map(outputs, &mut found);
                }
            }
            Some(Node::Lookup(lookup)) => {
                in_map(&lookup.arguments, &mut found);
                let provider = lookup.options.provider.iter();
                provider
                    .chain(&lookup.options.depends_on)
                    .for_each(|value| in_value(value, &mut found));
                found.push(self.parent_by(&lookup.options));
            }
            Some(Node::Derived(derived)) => match &derived.state {
                DerivedState::Waiting(value) | DerivedState::Given(value, _) => {
                    in_value(value, &mut found);
                }
                _ => {}
            },
            Some(Node::Component) | None => {}
        }
        found.retain(|next| self.node(*next).is_some_and(is_open));
        found
    }

    pub(super) fn shown(&self, id: NodeId) -> String {
        match self.node(id) {
            Some(Node::Resource(resource)) => format!(
                "`{}` of type `{}`",
                Excerpt::name(&resource.name),
                Excerpt::name(&resource.token)
            ),
            Some(Node::Lookup(lookup)) if lookup.token.is_empty() => {
                format!("the reference {id}")
            }
            Some(Node::Lookup(lookup)) => {
                format!("the look-up of `{}`", Excerpt::name(&lookup.token))
            }
            _ => format!("the derived value {id}"),
        }
    }
}

/// Whether something of a node is still missing. A group that was registered may wait for its outputs.
fn is_open(node: &Node) -> bool {
    match node {
        Node::Component => false,
        Node::Resource(resource) => match resource.state {
            ResourceState::Waiting | ResourceState::Sent => true,
            ResourceState::Done(_) => resource.has_open_outputs(),
            ResourceState::Failed => false,
        },
        Node::Lookup(lookup) => {
            matches!(lookup.state, LookupState::Waiting | LookupState::Sent(_))
        }
        Node::Derived(derived) => {
            !matches!(derived.state, DerivedState::Done(_) | DerivedState::Failed)
        }
    }
}

fn in_map(map: &PropertyMap, found: &mut Vec<NodeId>) {
    map.values().for_each(|value| in_value(value, found));
}

fn in_value(value: &PropertyValue, found: &mut Vec<NodeId>) {
    match value {
        PropertyValue::Object(map) => match reference(map) {
            Ok(Some(reference)) => found.push(reference.node),
            _ => in_map(map, found),
        },
        PropertyValue::Array(items) => items.iter().for_each(|item| in_value(item, found)),
        PropertyValue::Secret(inner) => in_value(inner, found),
        _ => {}
    }
}
