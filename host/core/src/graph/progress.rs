//! The next steps of a session, registrations and callbacks, and their results.

use std::collections::BTreeMap;

use super::callbacks::HookMoment;
use super::limits::ENTRY;
use super::needs::Needs;
use super::node::{DerivedState, GroupOutput, Inherited, LookupState, Node, ResourceState};
use super::registration::{Readiness, Registered, Registration, RegistrationOutcome, ResourceKind};
use super::resolve::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::error::GuestError;
use crate::value::{PropertyMap, PropertyValue};

/// The maximum number of failed nodes in a message.
const MAX_FAILED_NAMES: usize = 10;

/// A callback whose argument is known.
#[derive(Debug, Clone, PartialEq)]
pub struct CallbackCall {
    /// The node whose value it derives.
    pub node: NodeId,
    /// The number of the callback in the guest.
    pub callback: u32,
    /// The argument. All of it is known. Secrets are marked here, but the guest receives them unwrapped.
    pub source: PropertyValue,
}

impl Graph {
    /// Returns the registrations that have everything they need, in declaration order, until the graph should yield.
    /// Each comes with its approximate size in bytes. They count as sent from now on. A resource that needs a failed
    /// resource fails without being sent.
    pub fn take_ready(&mut self) -> Vec<(NodeId, Registration, usize)> {
        self.settle_groups();
        let mut ready = Vec::new();
        while self.can_continue()
            && let Some(id) = self.schedule.resources.pop_first()
        {
            let Some(resource) = self.resource_mut(id) else {
                continue;
            };
            let mut needs = std::mem::take(&mut resource.needs);
            let (declared, before) = (resource.bytes, self.budget.kept());
            self.budget.begin_step();
            let readiness = match self.resource(id) {
                Some(resource) => self.readiness(id, resource, &mut needs),
                None => continue,
            };
            if self.budget.is_broken_off() {
                if let Some(resource) = self.resource_mut(id) {
                    resource.needs = needs;
                }
                self.schedule.resources.insert(id);
                break;
            }
            let (state, registration) = match readiness {
                Readiness::Open(missing) => {
                    self.schedule.wait((id, None), missing);
                    if let Some(resource) = self.resource_mut(id) {
                        resource.needs = needs;
                    }
                    continue;
                }
                Readiness::Failed => (ResourceState::Failed, None),
                Readiness::Ready(registration) => (ResourceState::Sent, Some(registration)),
            };
            let waited_for = registration.as_ref().and_then(|registration| {
                let is_group = registration.kind == ResourceKind::Group;
                let urns = registration.dependencies.own().iter();
                let bytes = urns.map(|urn| ENTRY + urn.len()).sum();
                (is_group && self.spend(bytes)).then(|| registration.dependencies.clone())
            });
            if let Some(resource) = self.resource_mut(id) {
                resource.state = state;
                resource.waited_for = waited_for.unwrap_or_default();
            }
            match registration {
                Some(registration) => {
                    let derived = self.budget.kept().saturating_sub(before);
                    ready.push((id, *registration, declared + derived));
                }
                None => self.changed(id),
            }
        }
        ready
    }

    /// Whether the graph should process more nodes now.
    pub(super) fn can_continue(&self) -> bool {
        !self.should_yield() && !self.budget.is_exceeded()
    }

    /// Returns the next callback whose argument is known, in declaration order. It returns one at a time, so that
    /// previews and updates declare the same nodes in the same order.
    pub fn take_callback(&mut self) -> Option<CallbackCall> {
        self.settle_groups();
        while self.can_continue()
            && let Some(id) = self.schedule.derived.pop_first()
        {
            let Some(derived) = self.derived_mut(id) else {
                continue;
            };
            let callback = derived.callback;
            let mut needs = std::mem::take(&mut derived.needs);
            self.budget.begin_step();
            let derivable = self.derivable(id, &mut needs);
            if self.budget.is_broken_off() {
                if let Some(derived) = self.derived_mut(id) {
                    derived.needs = needs;
                }
                self.schedule.derived.insert(id);
                break;
            }
            let (state, source) = match derivable {
                Some(Resolution::Open(missing)) => {
                    self.schedule.wait((id, None), missing);
                    if let Some(derived) = self.derived_mut(id) {
                        derived.needs = needs;
                    }
                    continue;
                }
                Some(Resolution::Known(found)) if self.budget.keeps([&found.value]) => {
                    match self.derived(id).map(|derived| &derived.state) {
                        Some(DerivedState::Given(_, origin)) => {
                            (DerivedState::Done(with(found, origin)), None)
                        }
                        _ => begin(found),
                    }
                }
                Some(Resolution::Known(_) | Resolution::Failed) => (DerivedState::Failed, None),
                None => continue,
            };
            if let Some(derived) = self.derived_mut(id) {
                derived.state = state;
            }
            let Some(source) = source else {
                self.changed(id);
                continue;
            };
            return Some(CallbackCall {
                node: id,
                callback,
                source,
            });
        }
        None
    }

    /// The source or the result of a derived value, if its needs are met; `None` if the value waits for neither.
    fn derivable(&self, id: NodeId, needs: &mut Needs) -> Option<Resolution> {
        let (DerivedState::Waiting(value) | DerivedState::Given(value, _)) =
            &self.derived(id)?.state
        else {
            return None;
        };
        Some(match self.meet(id, needs) {
            Ok(()) => self.resolve(value),
            Err(missing) => missing,
        })
    }

    /// Records the result of a callback, which may contain output references.
    ///
    /// # Errors
    /// If the result contains outputs of nodes that do not exist.
    pub fn complete_callback(
        &mut self,
        node: NodeId,
        given: PropertyValue,
    ) -> Result<(), GuestError> {
        let mut failures = Vec::new();
        self.check_value(&given, "result", &mut failures);
        if !failures.is_empty() {
            return Err(GuestError::Invalid(failures));
        }
        self.bytes += crate::value::size_limits::size_of_value(&given);
        let needs = self.needs_of(&given);
        if let Some(derived) = self.derived_mut(node)
            && let DerivedState::Running(origin) = &mut derived.state
        {
            derived.state = DerivedState::Given(given, std::mem::take(origin));
            derived.needs = needs;
            self.look_at(node);
        }
        Ok(())
    }

    /// Records the result of a registration.
    pub fn complete_registration(&mut self, node: NodeId, mut registered: Registered) {
        let Registered { urn, outputs, .. } = &registered;
        self.record_received(node, urn, outputs);
        self.count_answer(urn, outputs, &registered.output_dependencies);
        self.add_references(&registered.outputs, &mut registered.output_dependencies);
        if self.is_group(node) {
            self.groups_by_urn.insert(registered.urn.clone(), node);
        }
        if let Some(resource) = self.resource_mut(node) {
            resource.state = match registered.outcome {
                RegistrationOutcome::Failed => ResourceState::Failed,
                RegistrationOutcome::Done | RegistrationOutcome::Unknown => {
                    ResourceState::Done(registered)
                }
            };
            self.changed(node);
        }
    }

    /// The numbers of a resource's transforms in the guest, in the order in which they run.
    #[must_use]
    pub fn transforms_of(&self, node: NodeId) -> Vec<u32> {
        let resource = self.resource(node);
        resource.map_or_else(Vec::new, |resource| resource.options.transforms.clone())
    }

    /// The numbers of a resource's hooks in the guest.
    #[must_use]
    pub fn hooks_of(&self, node: NodeId) -> Vec<(HookMoment, u32)> {
        let resource = self.resource(node);
        let hooks = resource
            .iter()
            .flat_map(|resource| resource.options.hooks.iter());
        hooks
            .flat_map(|(moment, numbers)| numbers.iter().map(|number| (*moment, *number)))
            .collect()
    }

    /// Whether all registrations, look-ups and derived values have ended.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.nodes.iter().all(|node| match node {
            Node::Component => true,
            Node::Resource(resource) => matches!(
                resource.state,
                ResourceState::Done(_) | ResourceState::Failed
            ),
            Node::Lookup(lookup) => {
                matches!(lookup.state, LookupState::Done(..) | LookupState::Failed)
            }
            Node::Derived(derived) => {
                matches!(derived.state, DerivedState::Done(_) | DerivedState::Failed)
            }
        })
    }

    /// Records that the guest has declared the outputs of all groups. From then on, an undeclared output is null. Returns
    /// whether this is new.
    pub fn all_declared(&mut self) -> bool {
        let is_new = !std::mem::replace(&mut self.is_declared, true);
        if is_new {
            self.all_changed();
        }
        is_new
    }

    /// The registered groups with their outputs. Call it only when [`Self::is_settled`].
    #[must_use]
    pub fn groups(&self) -> Vec<(String, PropertyMap)> {
        let groups = self
            .resources()
            .filter(|(_, resource)| resource.kind == ResourceKind::Group);
        let completed = groups.filter_map(|(_, group)| {
            let ResourceState::Done(registered) = &group.state else {
                return None;
            };
            let outputs = group.group_outputs.iter().flatten();
            let known = outputs.filter_map(|(name, output)| match output {
                GroupOutput::Known(resolved) => Some((name.to_string(), resolved.value.clone())),
                GroupOutput::Open(..) | GroupOutput::Failed => None,
            });
            Some((registered.urn.clone(), known.collect()))
        });
        completed.collect()
    }

    /// The failed resources and look-ups, including those that need a failed one, as text for a message: the first
    /// names, and the number of the others. `None` if nothing failed.
    #[must_use]
    pub fn failed(&self) -> Option<String> {
        let failed = self.numbered().filter(|(_, node)| match node {
            Node::Resource(resource) => matches!(resource.state, ResourceState::Failed),
            Node::Lookup(lookup) => matches!(lookup.state, LookupState::Failed),
            Node::Component | Node::Derived(_) => false,
        });
        let failed: Vec<NodeId> = failed.map(|(id, _)| id).collect();
        let shown = failed
            .iter()
            .take(MAX_FAILED_NAMES)
            .map(|id| self.shown(*id));
        let shown = shown.collect::<Vec<_>>().join(", ");
        match failed.len().saturating_sub(MAX_FAILED_NAMES) {
            0 => (!failed.is_empty()).then_some(shown),
            more => Some(format!("{shown} and {more} more")),
        }
    }

    /// Checks the outputs that the guest returned for the component.
    ///
    /// # Errors
    /// If they contain outputs of nodes that do not exist.
    pub fn check_outputs(&self, outputs: &PropertyMap) -> Result<(), GuestError> {
        let mut failures = Vec::new();
        for (name, value) in outputs {
            self.check_value(value, name, &mut failures);
        }
        if failures.is_empty() {
            Ok(())
        } else {
            Err(GuestError::Invalid(failures))
        }
    }

    /// The component's outputs, each with its dependencies; `None` if a node is not settled or failed.
    #[must_use]
    pub fn outputs(&self, expressions: &PropertyMap) -> Option<BTreeMap<String, Resolved>> {
        let mut outputs = BTreeMap::new();
        self.budget.begin();
        for (name, expression) in expressions {
            match self.resolve(expression) {
                Resolution::Known(resolved) => outputs.insert(name.clone(), resolved),
                Resolution::Open(_) | Resolution::Failed => return None,
            };
        }
        let values = outputs.iter().map(|(name, found)| (name, &found.value));
        let owner = "the component";
        self.check_passed_on("output", owner, values).ok()?;
        let values = outputs.values().map(|resolved: &Resolved| &resolved.value);
        self.budget.keeps(values).then_some(outputs)
    }
}

/// The first state of a derived value whose source is known, and the argument for its callback. If the source is
/// unknown, so is the value, and the callback does not run.
fn begin(source: Resolved) -> (DerivedState, Option<PropertyValue>) {
    let is_secret = source.value.contains_secret();
    if source.value.contains_unknown() {
        let unknown = PropertyValue::Unknown;
        let value = if is_secret {
            unknown.into_secret()
        } else {
            unknown
        };
        let resolved = Resolved {
            value,
            dependencies: source.dependencies,
        };
        return (DerivedState::Done(resolved), None);
    }
    let origin = Inherited {
        is_secret,
        dependencies: source.dependencies,
    };
    (DerivedState::Running(origin), Some(source.value))
}

/// A result with the marks that it inherits from its source.
fn with(given: Resolved, origin: &Inherited) -> Resolved {
    let mut dependencies = given.dependencies;
    dependencies.extend(origin.dependencies.iter().cloned());
    let value = if origin.is_secret {
        given.value.into_secret()
    } else {
        given.value
    };
    Resolved {
        value,
        dependencies,
    }
}
