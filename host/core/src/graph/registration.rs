//! A registration as the engine gets it, and what came of it.

use std::collections::{BTreeMap, BTreeSet};

use super::registration_options::RegistrationOptions;
use super::resource_hook::ResourceHook;
use super::transform::Transform;
use super::urns::Dependencies;
use crate::value::PropertyMap;

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
