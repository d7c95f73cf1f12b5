//! The nodes of a graph, and how far each of them is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::lookup_request::{LookupKind, LookupResult};
use super::needs::Needs;
use super::node_id::NodeId;
use super::options::Options;
use super::registration::{Registered, ResourceKind};
use super::resolved::Resolved;
use super::urns::Dependencies;
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
    /// The bytes of the declaration.
    pub(super) bytes: usize,
    pub(super) needs: Needs,
    /// The outputs of a group, if the guest has said them.
    pub(super) group_outputs: Option<BTreeMap<Arc<str>, GroupOutput>>,
    pub(super) state: ResourceState,
    /// The URNs that a group waited for before it was registered.
    pub(super) waited_for: Dependencies,
}

/// How far an output of a group is.
#[derive(Debug)]
pub(super) enum GroupOutput {
    /// With outputs by their numbers.
    Open(PropertyValue, Needs),
    Known(Resolved),
    /// It needs what failed.
    Failed,
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
    pub(super) needs: Needs,
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
    pub(super) needs: Needs,
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
