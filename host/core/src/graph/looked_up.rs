//! Look-ups that can be sent, what came of them, and the values below what was found.

use std::collections::BTreeMap;

use super::lookup::{ID, RESOURCE};
use super::lookup_request::{LookupKind, LookupRequest, LookupResult};
use super::needs::Needs;
use super::node::{Inherited, Lookup, LookupState, Node};
use super::property_access::value_at;
use super::receiver::{SELF, receiver};
use super::request::provider;
use super::resolved::{Resolution, Resolved};
use super::room::ENTRY;
use super::{Graph, NodeId};
use crate::error::CallError;
use crate::property_path::PathElement;
use crate::value::{PropertyMap, PropertyValue, ResourceReference};

impl Graph {
    /// The look-ups that have all they need, in the order in which they were declared, until the graph is tired. They count as sent
    /// from now on. With an unknown argument nothing is sent.
    pub fn take_lookups(&mut self) -> Vec<(NodeId, LookupRequest)> {
        let mut ready = Vec::new();
        while self.may_go_on()
            && let Some(id) = self.schedule.lookups.pop_first()
        {
            let Some(Node::Lookup(lookup)) = self.node_mut(id) else {
                continue;
            };
            let mut needs = std::mem::take(&mut lookup.needs);
            let Some(Node::Lookup(lookup)) = self.node(id) else {
                continue;
            };
            self.room.begin_step();
            let request = self.request_of(id, lookup, &mut needs);
            if self.room.is_broken_off() {
                if let Some(Node::Lookup(lookup)) = self.node_mut(id) {
                    lookup.needs = needs;
                }
                self.schedule.lookups.insert(id);
                break;
            }
            let state = match request {
                Ok((Some(request), _)) if !self.room.keeps(request.arguments.values()) => {
                    LookupState::Failed
                }
                Err(Resolution::Open(missing)) => {
                    self.schedule.wait((id, None), missing);
                    if let Some(Node::Lookup(lookup)) = self.node_mut(id) {
                        lookup.needs = needs;
                    }
                    continue;
                }
                Err(_) => LookupState::Failed,
                Ok((None, origin)) => LookupState::Done(
                    LookupResult {
                        is_unknown: true,
                        ..LookupResult::default()
                    },
                    origin,
                ),
                Ok((Some(request), origin)) => {
                    ready.push((id, request));
                    LookupState::Sent(origin)
                }
            };
            let is_sent = matches!(state, LookupState::Sent(_));
            if let Some(Node::Lookup(lookup)) = self.node_mut(id) {
                lookup.state = state;
            }
            if !is_sent {
                self.changed(id);
            }
        }
        ready
    }

    /// Takes what came of a look-up; `None` if it failed.
    pub fn found(&mut self, node: NodeId, mut found: Option<LookupResult>) {
        if let Some(found) = &mut found {
            self.learn(&found.urn, &found.outputs);
            self.count_answer(&found.urn, &found.outputs, &found.output_dependencies);
            self.add_references(&found.outputs, &mut found.output_dependencies);
        }
        if let Some(Node::Lookup(lookup)) = self.node_mut(node)
            && let LookupState::Sent(origin) = &lookup.state
        {
            lookup.state = match found {
                Some(found) => LookupState::Done(found, origin.clone()),
                None => LookupState::Failed,
            };
            self.changed(node);
        }
    }

    /// The provider that resources below the parent get for the package of what is read. The engine finds it for
    /// registrations and functions, and takes the default one for reads.
    fn inherited_provider(&self, lookup: &Lookup) -> Result<String, Resolution> {
        let package = lookup.token.split(':').next().unwrap_or_default();
        let mut at = self.parent_by(&lookup.options);
        while let Some(above) = self.resource(at) {
            if !self.spend(ENTRY) {
                return Err(Resolution::Failed);
            }
            if let Some(value) = above.options.providers.get(package) {
                return Ok(provider(&self.known(value)?.value));
            }
            at = self.parent_of(above);
        }
        let given = self.component.providers.get(package);
        Ok(given.cloned().unwrap_or_default())
    }

    /// The engine hands the receiver of a method on as it is: a text or an object would name any resource of the stack.
    fn judge_receiver(
        &self,
        id: NodeId,
        lookup: &Lookup,
        argument: Option<&PropertyValue>,
    ) -> Result<(), Resolution> {
        let judged = receiver(&lookup.token, argument);
        let judged = judged.and_then(|reference| match self.told.contains(&reference.urn) {
            true => Ok(()),
            false => Err(format!(
                "the component was not given the resource in `{SELF}`"
            )),
        });
        judged.map_err(|reason| {
            let refusal = CallError::Refused {
                reason: format!("{} cannot be called: {reason}", self.shown(id)),
                hint: Some(
                    "this is for the component's author: call the method of a resource that the component declares or was given"
                        .to_owned(),
                ),
            };
            self.refused.borrow_mut().get_or_insert(refusal);
            Resolution::Failed
        })
    }

    /// The request of a look-up, or `None` if an argument is unknown; and what its result takes over.
    fn request_of(
        &self,
        id: NodeId,
        lookup: &Lookup,
        needs: &mut Needs,
    ) -> Result<(Option<LookupRequest>, Inherited), Resolution> {
        let parent = self.parent_of_options(&lookup.options)?;
        self.meet(id, needs)?;
        if !self.spend(ENTRY + parent.len()) {
            return Err(Resolution::Failed);
        }
        let parent = parent.to_owned();
        let mut dependencies = self.depends_on(id, &lookup.options.depends_on, Some(needs))?;
        let given = lookup.options.provider.as_ref();
        let given = given.map(|value| self.known(value)).transpose()?;
        let (mut arguments, mut argument_dependencies) = (PropertyMap::new(), BTreeMap::new());
        let mut origin = Inherited::default();
        for (name, expression) in &lookup.arguments {
            let resolved = self.known(expression)?;
            origin.is_secret |= resolved.value.contains_secret();
            origin
                .dependencies
                .extend(resolved.dependencies.iter().cloned());
            arguments.insert(name.clone(), resolved.value);
            argument_dependencies.insert(name.clone(), resolved.dependencies);
        }
        origin.dependencies.extend(dependencies.iter().cloned());
        if lookup.kind == LookupKind::Read {
            dependencies = origin.dependencies.clone().into();
        }
        self.may_depend(&dependencies, &argument_dependencies)?;
        let is_unknown = |value: &Resolved| *value.value.reveal() == PropertyValue::Unknown;
        if arguments.values().any(PropertyValue::contains_unknown)
            || given.as_ref().is_some_and(is_unknown)
        {
            return Ok((None, origin));
        }
        if lookup.kind == LookupKind::Method {
            self.judge_receiver(id, lookup, arguments.get(SELF))?;
        }
        let subject = match lookup.kind {
            LookupKind::Read => arguments.remove(ID),
            LookupKind::Reference => arguments.remove(RESOURCE),
            LookupKind::Invoke | LookupKind::Method => None,
        };
        let subject = match subject.as_ref().map(PropertyValue::reveal) {
            Some(PropertyValue::ResourceReference(reference)) => {
                origin.dependencies.insert(reference.urn.clone());
                reference.urn.clone()
            }
            Some(PropertyValue::String(id)) if lookup.kind == LookupKind::Read => id.clone(),
            None => String::new(),
            Some(_) => return Err(Resolution::Failed),
        };
        let request = LookupRequest {
            kind: lookup.kind,
            token: lookup.token.clone(),
            name: lookup.name.clone(),
            subject,
            arguments,
            argument_dependencies,
            parent,
            provider: match given {
                Some(given) => provider(&given.value),
                None if lookup.kind == LookupKind::Read => self.inherited_provider(lookup)?,
                None => String::new(),
            },
            dependencies: dependencies.iter().cloned().collect(),
            position: lookup.position.clone(),
        };
        Ok((Some(request), origin))
    }
}

impl Lookup {
    /// The value at a path below what was found.
    pub(super) fn value(
        &self,
        found: &LookupResult,
        origin: &Inherited,
        elements: &[PathElement],
        preview: bool,
    ) -> Resolved {
        let mut dependencies = origin.dependencies.clone();
        let is_resource = matches!(self.kind, LookupKind::Read | LookupKind::Reference);
        if is_resource && !found.urn.is_empty() {
            dependencies.insert(found.urn.clone());
        }
        let value = match elements.split_first() {
            _ if found.is_unknown => PropertyValue::Unknown,
            None if is_resource => PropertyValue::ResourceReference(Box::new(ResourceReference {
                urn: found.urn.clone(),
                id: match self.kind {
                    LookupKind::Read => Some(found.id.clone()),
                    _ => found.id.clone().map(Some),
                },
                ..ResourceReference::default()
            })),
            None => {
                dependencies.extend(found.output_dependencies.values().flatten().cloned());
                PropertyValue::Object(found.outputs.clone())
            }
            Some((PathElement::Index(_), _)) => PropertyValue::Null,
            Some((PathElement::Key(name), rest)) => {
                let behind = found.output_dependencies.get(name);
                dependencies.extend(behind.into_iter().flatten().cloned());
                match (name.as_str(), found.outputs.get(name)) {
                    ("urn", _) if is_resource => found.urn.as_str().into(),
                    ("id", _) if is_resource => match &found.id {
                        Some(id) => id.as_str().into(),
                        None if self.kind == LookupKind::Read => PropertyValue::Unknown,
                        None => PropertyValue::Null,
                    },
                    (_, Some(value)) => value_at(value, rest),
                    // The engine leaves out what is not known yet.
                    (_, None) if is_resource && preview => PropertyValue::Unknown,
                    (_, None) => PropertyValue::Null,
                }
            }
        };
        Resolved {
            value: match origin.is_secret {
                true => value.into_secret(),
                false => value,
            },
            dependencies,
        }
    }
}
