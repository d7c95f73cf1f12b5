//! The options of a registration, as the engine gets them.

use std::collections::{BTreeMap, BTreeSet};

use crate::value::PropertyValue;

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
