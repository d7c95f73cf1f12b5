//! A registration as the host sends it to the engine, its result, and how it is assembled once everything that it needs is known.

use std::collections::{BTreeMap, BTreeSet};

use super::callbacks::{ResourceHook, Transform};
use super::dependencies::{Dependencies, reference_in};
use super::limits::{ENTRY, FUNCTION};
use super::needs::{Needs, Place};
use super::node::Resource;
use super::options::{GivenAlias, Options};
use super::resolve::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::error::CallError;
use crate::special_values::UNKNOWN;
use crate::value::{PropertyMap, PropertyValue};

/// What makes a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ResourceKind {
    /// Its provider.
    #[default]
    Custom,
    /// The component: it only groups other resources.
    Group,
    /// Another package constructs it.
    Remote,
}

/// A resource that shall exist.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Registration {
    pub kind: ResourceKind,
    pub token: String,
    pub name: String,
    /// The URN of the parent; empty for a component without one.
    pub parent: String,
    /// May be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on: an entry for each input, because the engine takes a missing table for one in
    /// which all inputs depend on all of `dependencies`.
    pub input_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The URNs of all that it depends on.
    pub dependencies: Dependencies,
    pub options: RegistrationOptions,
    /// Functions of the component that the registration goes through, in this order. Only children have some.
    pub transforms: Vec<Transform>,
    /// Functions of the component that the engine runs before and after it makes the resource, in this order. Only resources that a
    /// provider makes have some.
    pub hooks: Vec<ResourceHook>,
}

/// What came of a registration.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Registered {
    pub urn: String,
    /// `None` for a component, and where the id is not known yet.
    pub id: Option<String>,
    pub outputs: PropertyMap,
    /// The URNs that outputs of a remote component depend on, by output.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Whether the resource has further outputs that are not known, outside previews too: so for a resource that is not really made.
    /// Otherwise an output that is missing is null.
    pub is_partial: bool,
    pub outcome: RegistrationOutcome,
}

/// How a registration ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RegistrationOutcome {
    #[default]
    Done,
    /// The engine has told the user why.
    Failed,
    /// The engine left it out: nothing is known of it, also outside previews.
    Unknown,
}

/// Options of a registration. `None` is inherited or left to the engine, and another thing than `false`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RegistrationOptions {
    pub protect: Option<bool>,
    pub retain_on_delete: Option<bool>,
    pub delete_before_replace: Option<bool>,
    /// A provider as `urn::id`; empty for the inherited one.
    pub provider: String,
    /// Providers by package.
    pub providers: BTreeMap<String, String>,
    /// A URN; empty without one.
    pub deleted_with: String,
    /// URNs.
    pub replace_with: BTreeSet<String>,
    /// Property paths.
    pub ignore_changes: Vec<String>,
    /// Property paths.
    pub replace_on_changes: Vec<String>,
    /// Names of outputs.
    pub additional_secret_outputs: Vec<String>,
    /// Property paths.
    pub hide_diffs: Vec<String>,
    pub timeouts: Timeouts,
    pub aliases: Vec<Alias>,
    /// The id to take over; empty to make the resource.
    pub import: String,
    pub replacement_trigger: Option<PropertyValue>,
    /// Names of hooks that the program registered. Only the component itself has some.
    pub hooks: Option<Hooks>,
}

/// Durations as the engine writes them, such as `5m`; empty where the user gave none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Timeouts {
    pub create: String,
    pub update: String,
    pub delete: String,
    pub read: String,
}

/// An identity that a resource had before.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Alias {
    Urn(String),
    Spec(AliasSpec),
}

/// An identity as far as it differs from the present one; what is empty is the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct AliasSpec {
    pub name: String,
    pub token: String,
    pub stack: String,
    pub project: String,
    pub parent: AliasParent,
}

/// The parent that a resource had before.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum AliasParent {
    /// The same as now.
    #[default]
    Same,
    /// The one with this URN.
    Urn(String),
    /// The stack.
    Stack,
}

/// Names of hooks by the moment that they run at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hooks {
    pub before_create: Vec<String>,
    pub after_create: Vec<String>,
    pub before_update: Vec<String>,
    pub after_update: Vec<String>,
    pub before_delete: Vec<String>,
    pub after_delete: Vec<String>,
    pub on_error: Vec<String>,
}

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
