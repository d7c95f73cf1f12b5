//! What a component declares in the deployment that it is part of: a graph of resources and of values that come of them.
//!
//! A guest declares nodes and gets their numbers at once; nothing that it calls waits. The host finds out what can be
//! done next: which registrations have all that they need, and which callbacks have an argument. It carries over what is
//! unknown, what is secret, and what depends on which resource, so that guests in all languages follow the same rules.
//!
//! Nothing in here sends or calls anything: [`construct`](crate::operations::construct) does both, and tells the graph what came
//! of it.

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
use crate::failure::PropertyFailure;
use crate::size_limits;
use crate::value::PropertyMap;
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
use limits::{ENTRY, Room};
pub use limits::{Reserve, SessionRoom};
pub use lookup::{LookupDeclaration, LookupKind, LookupRequest, LookupResult};
pub use node::{COMPONENT, ComponentNode, NodeId};
use node::{Identity, Node};
pub use options::{alias_value, plain_options};
pub use output_reference::output;
pub(crate) use output_reference::parse_path;
use parking_lot::Mutex;
pub use progress::CallbackCall;
use references::references_in;
pub(crate) use references::{SELF, add_references, receiver, type_in};
pub use registration::{
    Alias, AliasParent, AliasSpec, Hooks, Registered, Registration, RegistrationOptions,
    RegistrationOutcome, ResourceKind, Timeouts,
};
pub use resolve::Resolved;
use schedule::Schedule;
pub use schedule::in_source;
use transform_argument::Argument;

/// The graph of one session, shared by the host functions and the work that drives it.
pub type SharedGraph = Arc<Mutex<Graph>>;

/// What one component has declared so far, and what has become of it.
#[derive(Debug)]
pub struct Graph {
    session: u32,
    preview: bool,
    authority: Authority,
    component: ComponentNode,
    /// The component's URN, once it is registered.
    urn: Option<String>,
    /// The first one is the component itself.
    nodes: Vec<Node>,
    /// The resources that are there, by parent, type and name.
    identities: BTreeMap<Identity, NodeId>,
    /// The URNs of the resources that the program or the engine told of: no other reference can be made.
    told: BTreeSet<String>,
    /// The resources below each one, in the order in which they were declared.
    children: BTreeMap<NodeId, Vec<NodeId>>,
    closures: Closures,
    schedule: Schedule,
    /// Bytes of what the guest declared.
    bytes: usize,
    callbacks: usize,
    /// What values take that outputs were put into.
    room: Room,
    /// Why the session cannot go on, if a registration cannot be sent as it is meant.
    refused: RefCell<Option<CallError>>,
    /// What is doubtful, and no mistake.
    doubts: RefCell<Vec<PropertyFailure>>,
    /// For how many outputs of groups a similar name was looked for.
    looked_for: Cell<usize>,
    /// The groups that are registered, by URN.
    groups_by_urn: BTreeMap<String, NodeId>,
    /// Whether groups that have no outputs so far will not get any.
    is_declared: bool,
    /// The resource that a transform is asked about, while it runs.
    argument: Option<Box<Argument>>,
    /// Whether a hook runs.
    runs_hook: bool,
    /// The number above that of the next argument.
    next_argument: NodeId,
    /// The types of the own package.
    own_types: OwnTypes,
}

impl Graph {
    /// A graph with the component alone. `session` is the number by which the guest names it.
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
            told: BTreeSet::new(),
            children: BTreeMap::new(),
            closures: Closures::default(),
            schedule: Schedule::default(),
            bytes: 0,
            callbacks: 0,
            room: Room::unbounded(),
            refused: RefCell::new(None),
            doubts: RefCell::default(),
            looked_for: Cell::new(0),
            groups_by_urn: BTreeMap::new(),
            is_declared: false,
            argument: None,
            runs_hook: false,
            next_argument: NodeId::MAX,
            own_types: OwnTypes::default(),
        };
        let mut told = BTreeSet::new();
        let inputs = graph.component.inputs.values();
        inputs.for_each(|value| references_in(value, &mut told));
        graph.told = told.into_iter().map(str::to_owned).collect();
        graph
    }

    /// The number of the session.
    #[must_use]
    pub fn session(&self) -> u32 {
        self.session
    }

    /// How many nodes the guest has declared.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// How many callbacks and hooks it has declared, and how often transforms and hooks ran.
    #[must_use]
    pub fn callbacks(&self) -> usize {
        self.callbacks
    }

    /// About how many bytes the host keeps of what it declared, and of the values that came of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.saturating_add(self.room.kept())
    }

    /// Notes the URN that the component was given.
    pub fn registered_as(&mut self, urn: String) {
        self.told.insert(urn.clone());
        self.urn = Some(urn);
        self.changed(COMPONENT);
    }

    /// The inputs as the guest is given them: a value that is plain as it is, and one that is unknown, secret, depends on
    /// a resource, or is not of JSON, as an output of the component.
    #[must_use]
    pub fn inputs_for_guest(&self) -> PropertyMap {
        self.component.inputs_for_guest()
    }

    /// Whether the program or the engine told of the resource with this URN.
    pub(crate) fn was_told(&self, urn: &str) -> bool {
        self.told.contains(urn)
    }

    /// Notes the resources that the engine told of.
    fn learn(&mut self, urn: &str, outputs: &PropertyMap) {
        let mut told = BTreeSet::from([urn]);
        let outputs = outputs.values();
        outputs.for_each(|value| references_in(value, &mut told));
        self.told.extend(told.into_iter().map(str::to_owned));
    }

    /// Counts an answer of the engine, which is kept: a component decides what it asks for. There are three copies of a URN.
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

    /// Adds the references among outputs to what the outputs depend on. A group is not a dependency, and neither is the component.
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
