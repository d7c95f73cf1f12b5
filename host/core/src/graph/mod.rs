//! The graph of one session: the resources, values and look-ups that a component declares.
//!
//! A guest declares nodes and gets their numbers at once, so no call of the guest waits. The graph computes what can be
//! done next: which registrations have everything that they need, and which callbacks have an argument. It propagates
//! unknown values, secrets and dependencies, so that all guest languages follow the same rules.
//!
//! The graph sends and calls nothing. [`construct`](crate::operations::construct) does both, and reports the results to
//! the graph.

mod authority;
mod callbacks;
mod declaration;
mod dependencies;
mod limits;
mod lookup;
mod needs;
mod node;
mod options;
mod output_reference;
mod progress;
mod received;
mod references;
mod registration;
mod resolve;
mod schedule;
mod transform;
mod transform_argument;

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::error::CallError;
use crate::error::failure::PropertyFailure;
use crate::value::PropertyMap;
use crate::value::size_limits;
pub use authority::Authority;
pub use callbacks::{
    CallbackError, HookMoment, HookRequest, ResourceHook, Transform, TransformOptions,
    TransformRequest, Transformed,
};
pub(crate) use callbacks::{CallbackInvocation, CallbackQueue, EngineCallback};
use declaration::OwnTypes;
pub use declaration::{Declaration, Derivation, GroupOutputs, OwnManifests};
use dependencies::Closures;
pub use dependencies::Dependencies;
use limits::{Budget, ENTRY};
pub use limits::{Reserve, SessionLimits};
pub use lookup::{LookupDeclaration, LookupKind, LookupRequest, LookupResult};
pub use node::{COMPONENT, ComponentNode, NodeId};
use node::{Identity, Node};
pub use options::{alias_value, plain_options};
pub use output_reference::output;
use parking_lot::Mutex;
pub use progress::CallbackCall;
use received::Received;
pub(crate) use references::{SELF, add_references, receiver, type_in};
pub use registration::{
    Alias, AliasParent, AliasSpec, Hooks, Registered, Registration, RegistrationOptions,
    RegistrationOutcome, ResourceKind, Timeouts,
};
pub use resolve::Resolved;
use schedule::Schedule;
pub use schedule::in_source;
use transform_argument::Argument;

/// The graph of one session. The host functions and the session's work share it.
pub type SharedGraph = Arc<Mutex<Graph>>;

/// The declarations of one component so far, each with its state.
#[derive(Debug)]
pub struct Graph {
    session: u32,
    preview: bool,
    authority: Authority,
    component: ComponentNode,
    /// The component's URN, once the component is registered.
    urn: Option<String>,
    /// The first node is the component itself.
    nodes: Vec<Node>,
    /// The declared resources by parent, type and name.
    identities: BTreeMap<Identity, NodeId>,
    /// The resources and files that the session was given.
    received: Received,
    /// The URNs of resources whose outputs may repeat data that the component wrote.
    repeating_urns: BTreeSet<String>,
    /// The nodes whose answers have files that the session was not given.
    foreign_files: BTreeSet<NodeId>,
    /// The resources that look-ups by reference open.
    opened: BTreeMap<NodeId, String>,
    /// The children of each resource, in declaration order.
    children: BTreeMap<NodeId, Vec<NodeId>>,
    closures: Closures,
    schedule: Schedule,
    /// Bytes that the guest declared.
    bytes: usize,
    callbacks: usize,
    /// The size of derived values, and the limits.
    budget: Budget,
    /// The error that ends the session, if a registration cannot be sent as its author meant it.
    refused: RefCell<Option<CallError>>,
    /// Suspicious declarations that are not errors.
    warnings: RefCell<Vec<PropertyFailure>>,
    /// How many times the graph has searched a similar name for a missing output of a group.
    similar_names_searched: Cell<usize>,
    /// The registered groups by URN.
    groups_by_urn: BTreeMap<String, NodeId>,
    /// Whether the guest has declared the outputs of all groups. From then on, an undeclared output is null.
    is_declared: bool,
    /// The argument of the running transform.
    argument: Option<Box<Argument>>,
    /// Whether a hook is running.
    runs_hook: bool,
    /// One more than the node number of the next transform argument.
    next_argument: NodeId,
    /// The types of the component's own package.
    own_types: OwnTypes,
}

impl Graph {
    /// A graph with only the component. `session` is the number of the session in the guest's calls.
    #[must_use]
    pub fn new(
        session: u32,
        preview: bool,
        authority: Authority,
        component: ComponentNode,
    ) -> Self {
        let mut graph = Self {
            session,
            preview,
            authority,
            component,
            urn: None,
            nodes: vec![Node::Component],
            identities: BTreeMap::new(),
            received: Received::default(),
            repeating_urns: BTreeSet::new(),
            foreign_files: BTreeSet::new(),
            opened: BTreeMap::new(),
            children: BTreeMap::new(),
            closures: Closures::default(),
            schedule: Schedule::default(),
            bytes: 0,
            callbacks: 0,
            budget: Budget::unbounded(),
            refused: RefCell::new(None),
            warnings: RefCell::default(),
            similar_names_searched: Cell::new(0),
            groups_by_urn: BTreeMap::new(),
            is_declared: false,
            argument: None,
            runs_hook: false,
            next_argument: NodeId::MAX,
            own_types: OwnTypes::default(),
        };
        let inputs = graph.component.inputs.values();
        inputs.for_each(|value| graph.received.add_all(value));
        graph
    }

    /// The number of the session in the guest's calls.
    #[must_use]
    pub fn session(&self) -> u32 {
        self.session
    }

    /// The number of nodes that the guest has declared.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The number of declared callbacks and hooks, plus the number of transforms and hooks that ran.
    #[must_use]
    pub fn callbacks(&self) -> usize {
        self.callbacks
    }

    /// About how many bytes the host keeps for the declarations and the values derived from them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.saturating_add(self.budget.kept())
    }

    /// Records the URN that the engine gave the component.
    pub fn registered_as(&mut self, urn: String) {
        self.received.add_urn(&urn);
        self.urn = Some(urn);
        self.changed(COMPONENT);
    }

    /// The inputs for the guest: plain values as they are, and all others as outputs of the component. A value is not
    /// plain if it is unknown, secret, depends on a resource, or cannot be written in JSON.
    #[must_use]
    pub fn inputs_for_guest(&self) -> PropertyMap {
        self.component.inputs_for_guest()
    }

    /// Whether the program or the engine has named this URN in the session.
    pub(crate) fn knows_urn(&self, urn: &str) -> bool {
        self.received.has_urn(urn)
    }

    /// Counts an answer of the engine, because the graph keeps it and the component decides how many it asks for. The
    /// graph keeps the URN three times.
    fn count_answer(
        &self,
        urn: &str,
        outputs: &PropertyMap,
        dependencies: &BTreeMap<String, BTreeSet<String>>,
    ) {
        let urns = dependencies.values().flatten();
        let urns: usize = urns.map(|urn| ENTRY + urn.len()).sum();
        self.spend(size_limits::size(outputs) + urns + 3 * (ENTRY + urn.len()));
    }

    /// Adds the resources that outputs refer to, to the dependencies of these outputs. Groups and the component itself
    /// are not dependencies.
    fn add_references(
        &self,
        outputs: &PropertyMap,
        dependencies: &mut BTreeMap<String, BTreeSet<String>>,
    ) {
        let near = self.urn.as_deref().unwrap_or_default();
        let is_group = |urn: &str| self.groups_by_urn.contains_key(urn);
        add_references(outputs, near, is_group, dependencies);
    }
}
