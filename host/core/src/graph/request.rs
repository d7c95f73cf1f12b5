//! The registration of a resource, once all that it needs is there.

use std::collections::{BTreeMap, BTreeSet};

use super::dependencies::{Dependencies, Parent, reference_in};
use super::node::Resource;
use super::options::Options;
use super::registration::Registration;
use super::registration_options::RegistrationOptions;
use super::resolved::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::error::CallError;
use crate::special_values::UNKNOWN;
use crate::value::{PropertyMap, PropertyValue};

/// What is missing of a registration.
pub(super) enum Readiness {
    /// This node.
    Open(NodeId),
    Failed,
    Ready(Box<Registration>),
}

impl Graph {
    /// Whether a resource can be registered now.
    pub(super) fn readiness(&self, id: NodeId, resource: &Resource) -> Readiness {
        self.room.begin();
        match self.registration(id, resource) {
            Ok(registration) if !self.room.keeps(registration.inputs.values()) => Readiness::Failed,
            Ok(registration) => Readiness::Ready(Box::new(registration)),
            Err(Resolution::Open(missing)) => Readiness::Open(missing),
            Err(_) => Readiness::Failed,
        }
    }

    /// The registration of a resource, if all that it needs is there.
    fn registration(&self, id: NodeId, resource: &Resource) -> Result<Registration, Resolution> {
        let parent = match self.parent_urn(resource) {
            Parent::Urn(urn) => urn.to_owned(),
            Parent::Open(missing) => return Err(Resolution::Open(missing)),
            Parent::Failed => return Err(Resolution::Failed),
        };
        let mut dependencies = match self.depends_on(id, &resource.options.depends_on) {
            Dependencies::Urns(urns) => urns,
            Dependencies::Open(missing) => return Err(Resolution::Open(missing)),
            Dependencies::Failed => return Err(Resolution::Failed),
        };
        if let Some(missing) = self.missing_in(resource.inputs.values()) {
            return Err(Resolution::Open(missing));
        }
        let mut inputs = PropertyMap::new();
        let mut input_dependencies = BTreeMap::new();
        for (name, expression) in &resource.inputs {
            let resolved = self.known(expression)?;
            dependencies.extend(resolved.dependencies.iter().cloned());
            inputs.insert(name.clone(), resolved.value);
            input_dependencies.insert(name.clone(), resolved.dependencies);
        }
        Ok(Registration {
            kind: resource.kind,
            token: resource.token.clone(),
            name: resource.name.clone(),
            parent,
            inputs,
            input_dependencies,
            dependencies,
            options: self.options(id, &resource.options)?,
            // They are a matter of the session.
            transforms: Vec::new(),
            hooks: Vec::new(),
        })
    }

    /// Options as the engine gets them.
    pub(super) fn options(
        &self,
        id: NodeId,
        given: &Options,
    ) -> Result<RegistrationOptions, Resolution> {
        let provider = |value: &PropertyValue| {
            let value = self.known(value)?.value;
            if *value.reveal() == PropertyValue::Unknown {
                return Err(self.refuse_provider(id));
            }
            Ok(provider(&value))
        };
        let mut replace_with = BTreeSet::new();
        for value in &given.replace_with {
            replace_with.insert(urn(&self.known(value)?.value));
        }
        let mut providers = BTreeMap::new();
        for (package, value) in &given.providers {
            providers.insert(package.clone(), provider(value)?);
        }
        let optional = |value: &Option<PropertyValue>| {
            let known = value.as_ref().map(|value| self.known(value));
            Ok(known.transpose()?.map(|resolved| resolved.value))
        };
        Ok(RegistrationOptions {
            protect: given.protect,
            retain_on_delete: given.retain_on_delete,
            delete_before_replace: given.delete_before_replace,
            provider: given
                .provider
                .as_ref()
                .map_or(Ok(String::new()), provider)?,
            providers,
            deleted_with: optional(&given.deleted_with)?.map_or(String::new(), |value| urn(&value)),
            replace_with,
            ignore_changes: given.ignore_changes.clone(),
            replace_on_changes: given.replace_on_changes.clone(),
            additional_secret_outputs: given.additional_secret_outputs.clone(),
            hide_diffs: given.hide_diffs.clone(),
            timeouts: given.timeouts.clone(),
            aliases: given.aliases.clone(),
            import: given.import.clone(),
            replacement_trigger: optional(&given.replacement_trigger)?,
            hooks: None,
        })
    }

    /// The engine would take the default provider for one that is not known, with other credentials.
    fn refuse_provider(&self, id: NodeId) -> Resolution {
        let refusal = CallError::Refused {
            reason: format!("the provider of {} is not known", self.shown(id)),
            hint: Some(
                "this is for the component's author: name a provider that the component declares, or an input that refers to one"
                    .to_owned(),
            ),
        };
        self.refused.borrow_mut().get_or_insert(refusal);
        Resolution::Failed
    }

    pub(super) fn known(&self, expression: &PropertyValue) -> Result<Resolved, Resolution> {
        match self.resolve(expression) {
            Resolution::Known(resolved) => Ok(resolved),
            other => Err(other),
        }
    }
}

/// A provider as the engine names it: a reference, or that text itself.
pub(super) fn provider(value: &PropertyValue) -> String {
    match reference_in(value) {
        Some(reference) => {
            let id = reference.id.iter().flatten().next();
            format!("{}::{}", reference.urn, id.map_or(UNKNOWN, String::as_str))
        }
        None => value.reveal().as_str().unwrap_or_default().to_owned(),
    }
}

/// The URN of a resource: of a reference, or that text itself.
fn urn(value: &PropertyValue) -> String {
    match reference_in(value) {
        Some(reference) => reference.urn.clone(),
        None => value.reveal().as_str().unwrap_or_default().to_owned(),
    }
}
