//! A registration as the engine gets it, and what came of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::transform::Transform;
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
    pub dependencies: BTreeSet<String>,
    pub options: RegistrationOptions,
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
    /// Functions of the component that the registration goes through, in this order. Only children have some.
    pub transforms: Vec<Transform>,
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alias {
    Urn(String),
    Spec(AliasSpec),
}

/// An identity as far as it differs from the present one; what is empty is the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AliasSpec {
    pub name: String,
    pub token: String,
    pub stack: String,
    pub project: String,
    pub parent: AliasParent,
}

/// The parent that a resource had before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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
    pub outcome: Outcome,
}

/// How a registration ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    #[default]
    Done,
    /// The engine has told the user why.
    Failed,
    /// The engine left it out: nothing is known of it, also outside previews.
    Unknown,
}
