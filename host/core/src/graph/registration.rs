//! A registration as the host sends it to the engine, its result, and how it is assembled once everything that it needs
//! is known.

use std::collections::{BTreeMap, BTreeSet};

use super::callbacks::{ResourceHook, Transform};
use super::dependencies::{Dependencies, reference_in};
use super::limits::{ENTRY, FUNCTION};
use super::needs::{Needs, Place};
use super::node::Resource;
use super::options::{DeclaredAlias, Options};
use super::resolve::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::value::special_values::UNKNOWN;
use crate::value::{PropertyMap, PropertyValue};

/// The kind of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ResourceKind {
    /// A provider creates it.
    #[default]
    Custom,
    /// The engine records it only to group other resources.
    Group,
    /// Another package constructs it, as a remote component.
    Remote,
}

/// A resource that the engine shall register.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Registration {
    pub kind: ResourceKind,
    pub token: String,
    pub name: String,
    /// The URN of the parent; empty for a component without a parent.
    pub parent: String,
    /// May be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on. It has an entry for each input: if the table is empty, the engine assumes
    /// that every input depends on all of `dependencies`.
    pub input_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The URNs that the resource depends on.
    pub dependencies: Dependencies,
    pub options: RegistrationOptions,
    /// The component's functions that change the registration, in this order. The component itself has no transforms.
    pub transforms: Vec<Transform>,
    /// The component's functions that the engine runs before and after it creates or updates the resource, in this
    /// order. Groups and components have no hooks.
    pub hooks: Vec<ResourceHook>,
}

/// The result of a registration.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Registered {
    pub urn: String,
    /// `None` for a component, and if the id is unknown.
    pub id: Option<String>,
    pub outputs: PropertyMap,
    /// The URNs that each output of a remote component depends on.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Whether further outputs exist but are unknown, even outside a preview, for example if the resource was not
    /// really created. Otherwise a missing output is null.
    pub is_partial: bool,
    pub outcome: RegistrationOutcome,
}

/// The outcome of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RegistrationOutcome {
    #[default]
    Done,
    /// The engine has reported the reason to the user.
    Failed,
    /// The engine skipped the resource. Nothing is known about it, even outside a preview.
    Unknown,
}

/// The options of a registration. `None` means inherited or left to the engine, which differs from `false`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RegistrationOptions {
    pub protect: Option<bool>,
    pub retain_on_delete: Option<bool>,
    pub delete_before_replace: Option<bool>,
    /// A provider as `urn::id`; empty to inherit it.
    pub provider: String,
    /// Providers as `urn::id`, by package.
    pub providers: BTreeMap<String, String>,
    /// A URN; empty if unset.
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
    /// The id of the existing resource to import; empty to create the resource.
    pub import: String,
    pub replacement_trigger: Option<PropertyValue>,
    /// Names of hooks that the program registered. Children have none.
    pub hooks: Option<Hooks>,
}

/// Durations in the engine's format, such as `5m`; empty if the user set none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Timeouts {
    pub create: String,
    pub update: String,
    pub delete: String,
    pub read: String,
}

/// An earlier identity of a resource.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Alias {
    Urn(String),
    Spec(AliasSpec),
}

/// The parts of an earlier identity that differ from the current one. An empty part is the same in both.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct AliasSpec {
    pub name: String,
    pub token: String,
    pub stack: String,
    pub project: String,
    pub parent: AliasParent,
}

/// The earlier parent of a resource.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum AliasParent {
    /// The current parent.
    #[default]
    Same,
    /// The resource with this URN.
    Urn(String),
    /// The stack, without a parent.
    Stack,
}

/// Names of hooks by the moment at which they run.
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

/// The state of a registration that is about to be sent.
pub(super) enum Readiness {
    /// The registration waits for this place.
    Open(Place),
    Failed,
    Ready(Box<Registration>),
}

impl Graph {
    pub(super) fn readiness(
        &self,
        id: NodeId,
        resource: &Resource,
        needs: &mut Needs,
    ) -> Readiness {
        match self.registration(id, resource, needs) {
            Ok(registration) if !self.budget.keeps(registration.inputs.values()) => {
                Readiness::Failed
            }
            Ok(registration) => Readiness::Ready(Box::new(registration)),
            Err(Resolution::Open(missing)) => Readiness::Open(missing),
            Err(_) => Readiness::Failed,
        }
    }

    /// The registration of a resource, if its needs are met.
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
        if resource.kind == ResourceKind::Remote {
            self.check_passed_on("input", &self.shown(id), inputs.iter())?;
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
            // The session adds them.
            transforms: Vec::new(),
            hooks: Vec::new(),
        })
    }

    /// Counts the parts that a registration repeats in addition to the values of outputs: the parent's URN, which
    /// contains the types of all parents, and the functions. The name of a hook contains the parent's URN and the name
    /// of the resource.
    fn count_copies(&self, resource: &Resource, parent: &str) -> Result<(), Resolution> {
        let options = &resource.options;
        let hooks: usize = options.hooks.values().map(Vec::len).sum();
        let names = parent.len() + resource.token.len() + resource.name.len();
        let functions = (options.transforms.len() + hooks) * FUNCTION;
        self.budget.work(resource.bytes);
        if self.spend(ENTRY + parent.len() + functions + hooks.saturating_mul(names)) {
            Ok(())
        } else {
            Err(Resolution::Failed)
        }
    }

    /// The options in the form for the engine.
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

    /// The aliases with the URNs of parents that are nodes.
    fn aliases(&self, given: &[DeclaredAlias]) -> Result<Vec<Alias>, Resolution> {
        let mut aliases = Vec::with_capacity(given.len());
        for DeclaredAlias { alias, parent } in given {
            let mut alias = alias.clone();
            if let (Alias::Spec(spec), Some(parent)) = (&mut alias, parent) {
                spec.parent = AliasParent::Urn(urn(&self.known(parent)?.value));
            }
            aliases.push(alias);
        }
        Ok(aliases)
    }

    /// Ends the session, because the engine would use the default provider, with other credentials, if the provider is
    /// unknown.
    fn refuse_provider(&self, id: NodeId) -> Resolution {
        self.refuse(
            format!("the provider of {} is not known", self.shown(id)),
            "this is for the component's author: name a provider that the component declares, or an input that refers to one",
        )
    }

    pub(super) fn known(&self, expression: &PropertyValue) -> Result<Resolved, Resolution> {
        match self.resolve(expression) {
            Resolution::Known(resolved) => Ok(resolved),
            other => Err(other),
        }
    }
}

/// A provider in the engine's form `urn::id`, from a reference or a string.
pub(super) fn provider(value: &PropertyValue) -> String {
    match reference_in(value) {
        Some(reference) => {
            let id = reference.id.iter().flatten().next();
            format!("{}::{}", reference.urn, id.map_or(UNKNOWN, String::as_str))
        }
        None => value.reveal().as_str().unwrap_or_default().to_owned(),
    }
}

/// The URN of a resource, from a reference or a string.
fn urn(value: &PropertyValue) -> String {
    match reference_in(value) {
        Some(reference) => reference.urn.clone(),
        None => value.reveal().as_str().unwrap_or_default().to_owned(),
    }
}
