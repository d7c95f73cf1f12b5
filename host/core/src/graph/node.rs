//! The nodes of a graph, and how far each of them is.

use std::collections::{BTreeMap, BTreeSet};

use super::lookup_request::{LookupKind, LookupResult};
use super::node_id::NodeId;
use super::options::Options;
use super::registration::{Registered, ResourceKind};
use super::resolved::Resolved;
use crate::value::{PropertyMap, PropertyValue};

/// What has outputs.
#[derive(Debug)]
pub(super) enum Node {
    /// The component itself: its inputs.
    Component,
    Resource(Box<Resource>),
    Lookup(Box<Lookup>),
    Derived(Derived),
}

/// A declared resource.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) kind: ResourceKind,
    pub(super) token: String,
    pub(super) name: String,
    /// The place in the author's source, for messages; may be empty.
    pub(super) position: String,
    /// With outputs by their numbers.
    pub(super) inputs: PropertyMap,
    pub(super) options: Options,
    /// The outputs of a group, if the guest has said them.
    pub(super) group_outputs: Option<PropertyMap>,
    /// Those of them whose values are there.
    pub(super) group_values: BTreeMap<String, Resolved>,
    pub(super) state: ResourceState,
    /// The URNs that a group waited for before it was registered.
    pub(super) waited_for: BTreeSet<String>,
}

impl Resource {
    /// Whether the value of an output of a group is missing.
    pub(super) fn has_open_outputs(&self) -> bool {
        let outputs = self.group_outputs.as_ref();
        outputs.is_some_and(|outputs| outputs.len() > self.group_values.len())
    }
}

/// What tells resources apart: the parent, the type and the name.
pub(super) type Identity = (NodeId, String, String);

/// How far a resource is.
#[derive(Debug)]
pub(super) enum ResourceState {
    /// Something that it needs is missing.
    Waiting,
    /// The engine has not answered.
    Sent,
    Done(Registered),
    /// It failed, or needs what failed.
    Failed,
}

/// What is looked up.
#[derive(Debug)]
pub(super) struct Lookup {
    pub(super) kind: LookupKind,
    pub(super) token: String,
    pub(super) name: String,
    /// With outputs by their numbers.
    pub(super) arguments: PropertyMap,
    pub(super) options: Options,
    /// The place in the author's source, for messages; may be empty.
    pub(super) position: String,
    pub(super) state: LookupState,
}

/// How far a look-up is.
#[derive(Debug)]
pub(super) enum LookupState {
    /// Something that it needs is missing.
    Waiting,
    /// The engine has not answered.
    Sent(Inherited),
    Done(LookupResult, Inherited),
    /// It failed, or needs what failed.
    Failed,
}

/// A value that a callback makes.
#[derive(Debug)]
pub(super) struct Derived {
    pub(super) callback: u32,
    /// The place in the author's source, for messages; may be empty.
    pub(super) position: String,
    pub(super) state: DerivedState,
}

/// How far a derived value is.
#[derive(Debug)]
pub(super) enum DerivedState {
    /// The source, with outputs by their numbers.
    Waiting(PropertyValue),
    /// The callback runs.
    Running(Inherited),
    /// What the callback gave, with outputs by their numbers.
    Given(PropertyValue, Inherited),
    Done(Resolved),
    /// What it is made of failed.
    Failed,
}

/// What a derived value takes over from what it was made of.
#[derive(Debug, Clone, Default)]
pub(super) struct Inherited {
    pub(super) is_secret: bool,
    pub(super) dependencies: BTreeSet<String>,
}
