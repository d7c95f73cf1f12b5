//! The value of an expression, once all outputs in it are known.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::declaration::MAX_FAILURES;
use super::needs::Place;
use super::node::{DerivedState, GroupOutput, LookupState, Node, Resource, ResourceState};
use super::output_reference::reference;
use super::registration::{Registered, RegistrationOutcome, ResourceKind};
use super::{COMPONENT, Graph, NodeId};
use crate::error::failure::PropertyFailure;
use crate::schema::nearest;
use crate::text::Excerpt;
use crate::value::property_path::{PathElement, parse_path};
use crate::value::{PropertyMap, PropertyValue, ResourceReference};

/// A value without output references, and the URNs of the resources that it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// May be unknown and secret at any depth.
    pub value: PropertyValue,
    pub dependencies: BTreeSet<String>,
}

impl Resolved {
    /// A value without dependencies.
    pub(super) fn plain(value: PropertyValue) -> Self {
        Self {
            value,
            dependencies: BTreeSet::new(),
        }
    }
}

/// The result of resolving an expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Resolution {
    /// This place is not known yet.
    Open(Place),
    /// A node in the expression failed.
    Failed,
    Known(Resolved),
}

/// Returns early unless the resolution is known.
macro_rules! known {
    ($resolution:expr) => {
        match $resolution {
            Resolution::Known(resolved) => resolved,
            other => return other,
        }
    };
}

impl Graph {
    /// The value of an expression.
    pub(super) fn resolve(&self, expression: &PropertyValue) -> Resolution {
        match expression {
            PropertyValue::Object(map) => match reference(map) {
                Ok(Some(found)) => self.output(found.node, found.path),
                // A malformed reference was refused when it was declared.
                Ok(None) | Err(_) => match self.resolve_map(map) {
                    Ok((map, dependencies)) => Resolution::Known(Resolved {
                        value: PropertyValue::Object(map),
                        dependencies,
                    }),
                    Err(other) => other,
                },
            },
            PropertyValue::Array(items) => {
                let mut values = Vec::with_capacity(items.len());
                let mut dependencies = BTreeSet::new();
                for item in items {
                    let resolved = known!(self.resolve(item));
                    values.push(resolved.value);
                    dependencies.extend(resolved.dependencies);
                }
                Resolution::Known(Resolved {
                    value: PropertyValue::Array(values),
                    dependencies,
                })
            }
            PropertyValue::Secret(inner) => {
                let resolved = known!(self.resolve(inner));
                Resolution::Known(Resolved {
                    value: resolved.value.into_secret(),
                    ..resolved
                })
            }
            plain => Resolution::Known(Resolved::plain(plain.clone())),
        }
    }

    /// The values of all members, and their dependencies together.
    pub(super) fn resolve_map(
        &self,
        map: &PropertyMap,
    ) -> Result<(PropertyMap, BTreeSet<String>), Resolution> {
        let mut values = PropertyMap::new();
        let mut dependencies = BTreeSet::new();
        for (name, value) in map {
            match self.resolve(value) {
                Resolution::Known(resolved) => {
                    values.insert(name.clone(), resolved.value);
                    dependencies.extend(resolved.dependencies);
                }
                other => return Err(other),
            }
        }
        Ok((values, dependencies))
    }

    /// The value at a path below a node.
    pub(super) fn output_of(&self, id: NodeId, path: &str) -> Resolution {
        // The path was checked when it was declared.
        let elements = parse_path(path).unwrap_or_default();
        if let Some(argument) = self.argument_at(id) {
            return argument.value(&elements);
        }
        match self.node(id) {
            Some(Node::Component) => self.component_output(&elements),
            Some(Node::Resource(resource)) => match &resource.state {
                ResourceState::Waiting | ResourceState::Sent => Resolution::Open((id, None)),
                ResourceState::Failed => Resolution::Failed,
                ResourceState::Done(registered) => {
                    let found = known!(self.resource_output((id, resource), registered, &elements));
                    self.without_foreign_file(id, found)
                }
            },
            Some(Node::Lookup(lookup)) => match &lookup.state {
                LookupState::Waiting | LookupState::Sent(_) => Resolution::Open((id, None)),
                LookupState::Failed => Resolution::Failed,
                LookupState::Done(found, origin) => self
                    .without_foreign_file(id, lookup.value(found, origin, &elements, self.preview)),
            },
            Some(Node::Derived(derived)) => match &derived.state {
                DerivedState::Done(resolved) => Resolution::Known(Resolved {
                    value: value_at(&resolved.value, &elements),
                    dependencies: resolved.dependencies.clone(),
                }),
                DerivedState::Failed => Resolution::Failed,
                _ => Resolution::Open((id, None)),
            },
            None => Resolution::Failed,
        }
    }

    fn component_output(&self, elements: &[PathElement]) -> Resolution {
        let Some((name, rest)) = split(elements) else {
            return match &self.urn {
                Some(urn) => Resolution::Known(Resolved::plain(PropertyValue::ResourceReference(
                    Box::new(ResourceReference {
                        urn: urn.clone(),
                        id: self.component.id.clone(),
                        ..ResourceReference::default()
                    }),
                ))),
                None => Resolution::Open((COMPONENT, None)),
            };
        };
        let component = &self.component;
        // A method may have an argument named `urn`.
        if let ("urn", Some(urn), false) = (name, &self.urn, component.inputs.contains_key(name)) {
            return Resolution::Known(Resolved::plain(urn.as_str().into()));
        }
        let known = component.dependencies.get(name);
        let dependencies = known.cloned().unwrap_or_default();
        let value = component.inputs.get(name);
        Resolution::Known(Resolved {
            value: value.map_or(PropertyValue::Null, |value| value_at(value, rest)),
            dependencies,
        })
    }

    fn resource_output(
        &self,
        (node, resource): (NodeId, &Resource),
        registered: &Registered,
        elements: &[PathElement],
    ) -> Resolution {
        let is_group = resource.kind == ResourceKind::Group;
        let own = || {
            let urn = (!is_group).then(|| registered.urn.clone());
            urn.into_iter().collect::<BTreeSet<_>>()
        };
        let id = || registered.id.clone().map(PropertyValue::String);
        let Some((name, rest)) = split(elements) else {
            let value = match resource.kind {
                ResourceKind::Custom => {
                    PropertyValue::ResourceReference(Box::new(ResourceReference {
                        urn: registered.urn.clone(),
                        id: Some(registered.id.clone()),
                        ..ResourceReference::default()
                    }))
                }
                ResourceKind::Group | ResourceKind::Remote => to_component(&registered.urn),
            };
            return Resolution::Known(Resolved {
                value,
                dependencies: own(),
            });
        };
        let value = match name {
            "urn" => registered.urn.as_str().into(),
            "id" if resource.kind == ResourceKind::Custom => id().unwrap_or(PropertyValue::Unknown),
            _ if is_group => return self.group_output(node, resource, name, rest),
            _ if registered.outcome == RegistrationOutcome::Unknown => PropertyValue::Unknown,
            _ => match registered.outputs.get(name) {
                Some(value) => value_at(value, rest),
                // The engine omits unknown outputs.
                None if self.preview || registered.is_partial => PropertyValue::Unknown,
                None => PropertyValue::Null,
            },
        };
        let mut dependencies = own();
        let behind = registered.output_dependencies.get(name);
        dependencies.extend(behind.into_iter().flatten().cloned());
        Resolution::Known(Resolved {
            value,
            dependencies,
        })
    }

    /// The URN of a registered node. Groups and the component have a URN too.
    pub(super) fn urn_of(&self, id: NodeId) -> Option<&str> {
        if id == COMPONENT {
            return self.urn.as_deref();
        }
        match &self.resource(id)?.state {
            ResourceState::Done(registered) => Some(&registered.urn),
            _ => None,
        }
    }
}

fn split(elements: &[PathElement]) -> Option<(&str, &[PathElement])> {
    match elements.split_first()? {
        (PathElement::Key(name), rest) => Some((name, rest)),
        (PathElement::Index(_), _) => None,
    }
}

/// A reference to a component, which has no id.
fn to_component(urn: &str) -> PropertyValue {
    PropertyValue::ResourceReference(Box::new(ResourceReference {
        urn: urn.to_owned(),
        ..ResourceReference::default()
    }))
}

impl Graph {
    /// The value of a group's output. Values of groups are settled one after the other and stored, so outputs that
    /// refer to each other never settle.
    pub(super) fn group_output(
        &self,
        node: NodeId,
        group: &Resource,
        name: &str,
        rest: &[PathElement],
    ) -> Resolution {
        match &group.group_outputs {
            None if !self.is_declared => return Resolution::Open((node, Some(name.into()))),
            None => {}
            Some(outputs) => match outputs.get(name) {
                Some(GroupOutput::Known(resolved)) => {
                    return Resolution::Known(Resolved {
                        value: value_at(&resolved.value, rest),
                        dependencies: resolved.dependencies.clone(),
                    });
                }
                Some(GroupOutput::Failed) => return Resolution::Failed,
                Some(GroupOutput::Open(..)) => {
                    return Resolution::Open((node, Some(name.into())));
                }
                None => self.warn_of_missing_output(group, name, outputs),
            },
        }
        Resolution::Known(Resolved::plain(PropertyValue::Null))
    }

    /// Warns that a group lacks an output that is read, if it has an output with a similar name. Without a similar
    /// name, the author may have left it out on purpose. The search compares many names, so the graph does it only for
    /// the first outputs.
    fn warn_of_missing_output(
        &self,
        group: &Resource,
        name: &str,
        outputs: &BTreeMap<Arc<str>, GroupOutput>,
    ) {
        let similar_names_searched = self.similar_names_searched.get();
        if similar_names_searched >= MAX_FAILURES {
            return;
        }
        self.similar_names_searched.set(similar_names_searched + 1);
        let names = outputs.keys().map(|name| &**name);
        let Some(near) = nearest(name, names) else {
            return;
        };
        let (group, name) = (Excerpt::name(&group.name), Excerpt::name(name));
        let warning = PropertyFailure {
            property: String::new(),
            reason: format!(
                "the group `{group}` has no output `{name}`, which the component uses; did you mean `{near}`?"
            ),
        };
        let mut warnings = self.warnings.borrow_mut();
        if warnings.len() < MAX_FAILURES && !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    /// The warnings about the guest's declarations, one sentence each.
    #[must_use]
    pub fn warnings(&self) -> Vec<PropertyFailure> {
        self.warnings.borrow().clone()
    }

    /// Stores the values of groups' outputs that are known, until the graph should yield.
    pub(super) fn settle_groups(&mut self) {
        while !self.budget.is_exceeded() && !self.should_yield() {
            let Some((id, name)) = self.schedule.outputs.pop_first() else {
                return;
            };
            let outputs = self.resource_mut(id);
            let outputs = outputs.and_then(|group| group.group_outputs.as_mut());
            let Some(output) = outputs.and_then(|outputs| outputs.get_mut(&name)) else {
                continue;
            };
            let GroupOutput::Open(expression, needs) = output else {
                continue;
            };
            let mut needs = std::mem::take(needs);
            let expression = std::mem::replace(expression, PropertyValue::Null);
            self.budget.begin_step();
            let found = match self.meet(id, &mut needs) {
                Ok(()) => self.resolve(&expression),
                Err(missing) => missing,
            };
            let is_broken_off = self.budget.is_broken_off();
            let now = match found {
                _ if is_broken_off => {
                    self.schedule.outputs.insert((id, Arc::clone(&name)));
                    GroupOutput::Open(expression, needs)
                }
                Resolution::Open(missing) => {
                    self.schedule.wait((id, Some(Arc::clone(&name))), missing);
                    GroupOutput::Open(expression, needs)
                }
                Resolution::Known(resolved) if self.budget.keeps([&resolved.value]) => {
                    GroupOutput::Known(resolved)
                }
                Resolution::Known(_) | Resolution::Failed => GroupOutput::Failed,
            };
            let is_there = !matches!(now, GroupOutput::Open(..));
            let outputs = self.resource_mut(id);
            let outputs = outputs.and_then(|group| group.group_outputs.as_mut());
            if let Some(output) = outputs.and_then(|outputs| outputs.get_mut(&name)) {
                *output = now;
            }
            if is_there {
                self.output_changed(id, &name);
            }
        }
    }
}

/// The part of a value at a path; null if it does not exist. A part of a secret is secret, and a part of an unknown
/// value is unknown.
pub(super) fn value_at(value: &PropertyValue, elements: &[PathElement]) -> PropertyValue {
    let Some((first, rest)) = elements.split_first() else {
        return value.clone();
    };
    match (value, first) {
        (PropertyValue::Secret(inner), _) => value_at(inner, elements).into_secret(),
        (PropertyValue::Unknown, _) => PropertyValue::Unknown,
        (PropertyValue::Object(map), PathElement::Key(key)) => map
            .get(key)
            .map_or(PropertyValue::Null, |member| value_at(member, rest)),
        (PropertyValue::Array(items), PathElement::Index(index)) => items
            .get(*index)
            .map_or(PropertyValue::Null, |item| value_at(item, rest)),
        (PropertyValue::ResourceReference(reference), PathElement::Key(key)) if rest.is_empty() => {
            reference_member(reference, key)
        }
        _ => PropertyValue::Null,
    }
}

/// A member of a reference: the URN or the id of its resource.
fn reference_member(reference: &ResourceReference, key: &str) -> PropertyValue {
    match (key, &reference.id) {
        ("urn", _) => reference.urn.as_str().into(),
        ("id", Some(Some(id))) => id.as_str().into(),
        ("id", Some(None)) => PropertyValue::Unknown,
        _ => PropertyValue::Null,
    }
}
