//! The registration of a resource, once all that it needs is there.

use std::collections::{BTreeMap, BTreeSet};

use super::dependencies::reference_in;
use super::needs::{Needs, Place};
use super::node::Resource;
use super::options::{GivenAlias, Options};
use super::registration::Registration;
use super::registration_options::{Alias, AliasParent, RegistrationOptions};
use super::resolved::{Resolution, Resolved};
use super::room::{ENTRY, FUNCTION};
use super::{Graph, NodeId};
use crate::error::CallError;
use crate::special_values::UNKNOWN;
use crate::value::{PropertyMap, PropertyValue};

/// What is missing of a registration.
pub(super) enum Readiness {
    /// This place.
    Open(Place),
    Failed,
    Ready(Box<Registration>),
}

impl Graph {
    /// Whether a resource can be registered now.
    pub(super) fn readiness(
        &self,
        id: NodeId,
        resource: &Resource,
        needs: &mut Needs,
    ) -> Readiness {
        match self.registration(id, resource, needs) {
            Ok(registration) if !self.room.keeps(registration.inputs.values()) => Readiness::Failed,
            Ok(registration) => Readiness::Ready(Box::new(registration)),
            Err(Resolution::Open(missing)) => Readiness::Open(missing),
            Err(_) => Readiness::Failed,
        }
    }

    /// The registration of a resource, if all that it needs is there.
    fn registration(
        &self,
        id: NodeId,
        resource: &Resource,
        needs: &mut Needs,
    ) -> Result<Registration, Resolution> {
        let parent = self.parent_urn(resource)?;
        self.meet(id, needs)?;
        self.count_copies(resource, parent)?;
        let parent = parent.to_owned();
        let mut dependencies = self.depends_on(id, &resource.options.depends_on, Some(needs))?;
        let mut inputs = PropertyMap::new();
        let mut input_dependencies = BTreeMap::new();
        for (name, expression) in &resource.inputs {
            let resolved = self.known(expression)?;
            dependencies.extend(resolved.dependencies.iter().cloned());
            inputs.insert(name.clone(), resolved.value);
            input_dependencies.insert(name.clone(), resolved.dependencies);
        }
        self.may_depend(&dependencies, &input_dependencies)?;
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

    /// Counts what a registration repeats beside the values of outputs: the parent's URN, which has the types of all parents, and
    /// the functions. The name of a hook has the parent's URN and the name of the resource in it.
    fn count_copies(&self, resource: &Resource, parent: &str) -> Result<(), Resolution> {
        let options = &resource.options;
        let hooks: usize = options.hooks.values().map(Vec::len).sum();
        let names = parent.len() + resource.token.len() + resource.name.len();
        let functions = (options.transforms.len() + hooks) * FUNCTION;
        self.room.work(resource.bytes);
        match self.spend(ENTRY + parent.len() + functions + hooks.saturating_mul(names)) {
            true => Ok(()),
            false => Err(Resolution::Failed),
        }
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
            aliases: self.aliases(&given.aliases)?,
            import: given.import.clone(),
            replacement_trigger: optional(&given.replacement_trigger)?,
            hooks: None,
        })
    }

    /// Aliases with the URNs of parents that are nodes.
    fn aliases(&self, given: &[GivenAlias]) -> Result<Vec<Alias>, Resolution> {
        let mut aliases = Vec::with_capacity(given.len());
        for GivenAlias { alias, parent } in given {
            let mut alias = alias.clone();
            if let (Alias::Spec(spec), Some(parent)) = (&mut alias, parent) {
                spec.parent = AliasParent::Urn(urn(&self.known(parent)?.value));
            }
            aliases.push(alias);
        }
        Ok(aliases)
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
