//! The value of an expression, once all outputs in it are there.

use std::collections::BTreeSet;

use super::node::{DerivedState, LookupState, Node, Resource, ResourceState};
use super::output::reference;
use super::property_access::value_at;
use super::registration::{Registered, RegistrationOutcome, ResourceKind};
use super::resolved::{Resolution, Resolved};
use super::{COMPONENT, Graph, NodeId, path};
use crate::property_path::PathElement;
use crate::value::{PropertyMap, PropertyValue, ResourceReference};

/// Gives up if something is not there.
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
                // What is malformed was refused when it was declared.
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

    /// The values of all members, and what they depend on together.
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
        // It was parsed when it was declared.
        let elements = path::parse(path).unwrap_or_default();
        if let Some(argument) = self.argument_at(id) {
            return argument.value(&elements);
        }
        match self.node(id) {
            Some(Node::Component) => self.of_component(&elements),
            Some(Node::Resource(resource)) => match &resource.state {
                ResourceState::Waiting | ResourceState::Sent => Resolution::Open((id, None)),
                ResourceState::Failed => Resolution::Failed,
                ResourceState::Done(registered) => {
                    self.of_resource((id, resource), registered, &elements)
                }
            },
            Some(Node::Lookup(lookup)) => match &lookup.state {
                LookupState::Waiting | LookupState::Sent(_) => Resolution::Open((id, None)),
                LookupState::Failed => Resolution::Failed,
                LookupState::Done(found, origin) => {
                    Resolution::Known(lookup.value(found, origin, &elements, self.preview))
                }
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

    fn of_component(&self, elements: &[PathElement]) -> Resolution {
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
        // An argument of a method may have any name.
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

    fn of_resource(
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
            _ if is_group => return self.of_group(node, resource, name, rest),
            _ if registered.outcome == RegistrationOutcome::Unknown => PropertyValue::Unknown,
            _ => match registered.outputs.get(name) {
                Some(value) => value_at(value, rest),
                // The engine leaves out what is not known yet.
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

    /// The URN of a registered node. A group and the component have one too.
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
