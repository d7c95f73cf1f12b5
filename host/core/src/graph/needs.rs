//! The needs of a declaration: the nodes that it waits for.
//!
//! The graph finds the needs once, when the guest declares the node, and then checks one after the other. A declaration
//! waits at its first unmet need, and the graph never checks a met need again. So the cost of all checks is linear in
//! the number of needs, in whatever order the engine answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::limits::ENTRY;
use super::node::{DerivedState, GroupOutput, LookupState, Node, ResourceState};
use super::options::Options;
use super::output_reference::{first_key, node_of, reference};
use super::registration::ResourceKind;
use super::resolve::Resolution;
use super::{COMPONENT, Graph, NodeId};
use crate::value::{PropertyMap, PropertyValue};

/// A node as a whole, or one output of a group.
pub(super) type Place = (NodeId, Option<Arc<str>>);

/// A condition that must be met before a declaration is sent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// The value of the place is known.
    Value(Place),
    /// The resources that a node stands for as a dependency are registered.
    Resources(NodeId),
}

/// The needs of a declaration that are not met yet. Each need is listed once.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// The last need is checked first, because it was declared last and is likely to be missing longest.
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

impl Graph {
    /// The needs of a value.
    pub(super) fn needs_of(&self, value: &PropertyValue) -> Needs {
        let mut found = BTreeSet::new();
        self.collect(value, &mut found);
        Needs::of(found)
    }

    /// The needs of values and options.
    pub(super) fn needs_of_all(&self, values: &PropertyMap, options: &Options) -> Needs {
        let mut found = BTreeSet::new();
        let others = [
            &options.provider,
            &options.deleted_with,
            &options.replacement_trigger,
        ];
        let others = others.into_iter().flatten();
        let aliases = options.aliases.iter();
        let parents = aliases.filter_map(|alias| alias.parent.as_ref());
        let all = values
            .values()
            .chain(others)
            .chain(options.providers.values())
            .chain(&options.replace_with)
            .chain(parents);
        all.for_each(|value| self.collect(value, &mut found));
        let mut resources = BTreeSet::new();
        for value in &options.depends_on {
            match node_of(value) {
                // The component waits for its children, so they do not wait for it.
                Some(COMPONENT) => {}
                Some(node) if self.resource(node).is_some() => {
                    resources.insert(node);
                }
                _ => self.collect(value, &mut found),
            }
        }
        let mut needs = Needs::of(found);
        resources
            .into_iter()
            .for_each(|node| needs.add_resources(node));
        needs
    }

    /// Adds the places that a value names.
    fn collect(&self, value: &PropertyValue, found: &mut BTreeSet<(NodeId, Option<String>)>) {
        match value {
            PropertyValue::Object(map) => match reference(map) {
                Ok(Some(output)) => {
                    found.insert((output.node, None));
                    if self.is_group(output.node)
                        && let Some(name) = first_key(output.path)
                        && name != "urn"
                    {
                        found.insert((output.node, Some(name)));
                    }
                }
                Ok(None) | Err(_) => map.values().for_each(|member| self.collect(member, found)),
            },
            PropertyValue::Array(items) => items.iter().for_each(|item| self.collect(item, found)),
            PropertyValue::Secret(inner) => self.collect(inner, found),
            _ => {}
        }
    }

    pub(super) fn is_group(&self, node: NodeId) -> bool {
        self.resource(node)
            .is_some_and(|resource| resource.kind == ResourceKind::Group)
    }

    /// Checks the needs of a node until it finds an unmet need. All nodes that depend on a group share the needs of the
    /// group.
    ///
    /// # Errors
    /// The place that is missing, or `Failed` if a node failed or a limit is reached.
    pub(super) fn meet(&self, of: NodeId, needs: &mut Needs) -> Result<(), Resolution> {
        self.meet_needs(of, needs, true)
    }

    /// Checks the needs as [`Self::meet`] does. If `shares` is false, it checks groups child by child.
    pub(super) fn meet_needs(
        &self,
        of: NodeId,
        needs: &mut Needs,
        shares: bool,
    ) -> Result<(), Resolution> {
        loop {
            while let Some(need) = needs.left.last() {
                self.budget.work(ENTRY);
                match need {
                    Need::Value(place) => {
                        if let Some(missing) = self.missing_at(place) {
                            return Err(Resolution::Open(missing));
                        }
                        needs.left.pop();
                    }
                    Need::Resources(node) => {
                        let node = *node;
                        self.is_registered(node)?;
                        if shares && self.may_share(of, node)? {
                            self.meet_group(node)?;
                            needs.left.pop();
                            needs.shared.insert(node);
                            continue;
                        }
                        needs.left.pop();
                        if self.is_group(node)
                            && let Err(missing) = self.add_children(of, node, needs)
                        {
                            // The step may be interrupted here, and begin again.
                            needs.left.push(Need::Resources(node));
                            return Err(missing);
                        }
                    }
                }
            }
            // A callback may have declared more children in a group since.
            if !self.spend((needs.groups.len() + needs.shared.len()) * ENTRY) {
                return Err(Resolution::Failed);
            }
            for group in &needs.shared {
                self.meet_group(*group)?;
            }
            let mut groups = needs.groups.iter();
            let grown = groups.find(|(group, added)| self.children_of(**group).len() > **added);
            match grown.map(|(group, _)| *group) {
                Some(group) => self.add_children(of, group, needs)?,
                None => return Ok(()),
            }
        }
    }

    /// Fails unless the engine has answered for a resource.
    fn is_registered(&self, node: NodeId) -> Result<(), Resolution> {
        match self.resource(node).map(|resource| &resource.state) {
            Some(ResourceState::Waiting | ResourceState::Sent) => {
                Err(Resolution::Open((node, None)))
            }
            Some(ResourceState::Failed) | None => Err(Resolution::Failed),
            Some(ResourceState::Done(_)) => Ok(()),
        }
    }

    /// Adds the children of a group that were not added yet. A resource inside the group depends on the other resources
    /// in it.
    fn add_children(&self, of: NodeId, group: NodeId, needs: &mut Needs) -> Result<(), Resolution> {
        let children = self.children_of(group);
        let added = needs.groups.get(&group).copied().unwrap_or_default();
        let new = children.get(added..).unwrap_or_default();
        let without = self.child_above(of, group)?;
        if !self.spend(new.len() * ENTRY) {
            return Err(Resolution::Failed);
        }
        needs.groups.insert(group, children.len());
        let new = new.iter().filter(|child| Some(**child) != without);
        needs.left.extend(new.map(|child| Need::Resources(*child)));
        Ok(())
    }

    /// The child of a group that is the node or contains the node; `None` if the node is not in the group.
    pub(super) fn child_above(
        &self,
        node: NodeId,
        group: NodeId,
    ) -> Result<Option<NodeId>, Resolution> {
        let mut at = node;
        // A parent is declared before its children, so it has a lower number.
        while at > group {
            let Some(parent) = self.parent_of_node(at) else {
                return Ok(None);
            };
            if parent == group {
                return Ok(Some(at));
            }
            if !self.spend(ENTRY) {
                return Err(Resolution::Failed);
            }
            at = parent;
        }
        Ok(None)
    }

    /// The children of a resource, in declaration order.
    pub(super) fn children_of(&self, node: NodeId) -> &[NodeId] {
        self.children.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The place of the first missing node, if a node is missing.
    fn missing_at(&self, place: &Place) -> Option<Place> {
        let (id, name) = place;
        let whole = || Some((*id, None));
        match self.node(*id)? {
            Node::Component => None,
            Node::Resource(resource) => match (&resource.state, name) {
                (ResourceState::Waiting | ResourceState::Sent, _) => whole(),
                (ResourceState::Failed, _) | (_, None) => None,
                (ResourceState::Done(_), Some(name)) => {
                    let is_missing = match &resource.group_outputs {
                        Some(outputs) => {
                            matches!(outputs.get(name), Some(GroupOutput::Open(..)))
                        }
                        None => !self.is_declared,
                    };
                    is_missing.then(|| place.clone())
                }
            },
            Node::Lookup(lookup) => match lookup.state {
                LookupState::Waiting | LookupState::Sent(_) => whole(),
                LookupState::Done(..) | LookupState::Failed => None,
            },
            Node::Derived(derived) => match derived.state {
                DerivedState::Done(_) | DerivedState::Failed => None,
                _ => whole(),
            },
        }
    }

    /// Counts derived bytes that the session stores. Returns false if the session exceeds its limit.
    pub(super) fn spend(&self, bytes: usize) -> bool {
        self.budget.spend(bytes, self.bytes)
    }
}
