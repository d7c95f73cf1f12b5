//! What a component declares in the deployment that it is part of: a graph of resources and of values that come of them.
//!
//! A guest declares nodes and gets their numbers at once; nothing that it calls waits. The host finds out what can be
//! done next: which registrations have all that they need, and which callbacks have an argument. It carries over what is
//! unknown, what is secret, and what depends on which resource, so that guests in all languages follow the same rules.
//!
//! Nothing in here sends or calls anything: [`construct`](crate::operations::construct) does both, and tells the graph what came
//! of it.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `node_id`, `node`, `nodes` | the nodes, their numbers, and how far each of them is |
//! | `component_node` | the first node: the component itself |
//! | `registration`, `registration_options` | a registration as the engine gets it, and what came of it |
//! | `engine_callback` | the queue of what the engine asks of a session |
//! | `transform`, `transform_request` | a function that changes resources, what it is asked, and its answer |
//! | `resource_hook`, `hook_request` | a function that runs before or after a resource is made, and what it is told |
//! | `argument` | what a transform is told of a resource |
//! | `transforming` | the transform or hook that runs |
//! | `transformed` | what a transform made of one, and what of it is refused |
//! | `output` | the form by which a value names the output of a node |
//! | `path` | the path in that form |
//! | `references` | the references to resources in a value |
//! | `receiver` | the resource that a method is called on |
//! | `options` | the options of a registration, as a guest gives them |
//! | `plain_options` | the options that a program gave, as a guest is told them |
//! | `authority` | which packages the manifest names |
//! | `provider_resource` | the names in inputs that the engine itself reads, which no component writes |
//! | `own_types`, `own_inputs` | which inputs of children of the own package are refused |
//! | `mistakes` | how mistakes in what a guest hands over are told |
//! | `declaration`, `declare` | what guests declare, and what of it is refused |
//! | `lookup` | what guests look up, and what of it is refused |
//! | `lookup_request` | a look-up as the engine gets it, and what was found |
//! | `looked_up` | look-ups that can be sent, and what was found |
//! | `property_access` | the part of a value at a path |
//! | `needs`, `meet` | the nodes that a declaration waits for |
//! | `resolved`, `resolve` | the value of an expression, once it is there |
//! | `groups` | the values of groups' outputs |
//! | `dependencies` | which resources a registration depends on |
//! | `closure`, `closures` | the resources that a group stands for |
//! | `urns` | a set of URNs that shares the URNs of groups |
//! | `room` | how much values may take with the outputs that are put into them |
//! | `limits` | what ends a session that goes beyond that |
//! | `progress` | what can be done next, and what came of it |
//! | `schedule` | which nodes are to be looked at |
//! | `changes` | what is looked at again because a node changed |
//! | `relations` | the options that name other resources, and what of them is refused |
//! | `request` | the registration of a resource, once it can be sent |
//! | `deadlock` | what waits for each other if nothing can be done |

mod argument;
mod authority;
mod changes;
mod closure;
mod closures;
mod component_node;
mod deadlock;
mod declaration;
mod declare;
mod dependencies;
mod engine_callback;
mod groups;
mod hook_request;
mod limits;
mod looked_up;
mod lookup;
mod lookup_request;
mod meet;
mod mistakes;
mod needs;
mod node;
mod node_id;
mod nodes;
mod options;
mod output;
mod own_inputs;
mod own_types;
mod path;
mod plain_options;
mod progress;
mod property_access;
mod provider_resource;
mod receiver;
mod references;
mod registration;
mod registration_options;
mod relations;
mod request;
mod resolve;
mod resolved;
mod resource_hook;
mod room;
mod schedule;
mod transform;
mod transform_request;
mod transformed;
mod transforming;
mod urns;

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use argument::Argument;
use closure::Closures;
pub use component_node::ComponentNode;
pub use deadlock::in_source;
pub use declaration::{Declaration, Derivation, GroupOutputs};
pub use engine_callback::CallbackError;
pub(crate) use engine_callback::{CallbackInvocation, CallbackQueue, EngineCallback};
pub use hook_request::{HookMoment, HookRequest};
pub use lookup::LookupDeclaration;
pub use lookup_request::{LookupKind, LookupRequest, LookupResult};
use node::{Identity, Node};
pub use node_id::{COMPONENT, NodeId};
pub use output::output;
pub use own_types::OwnManifests;
use own_types::OwnTypes;
use parking_lot::Mutex;
pub(crate) use path::parse as parse_path;
pub use plain_options::{alias_value, plain_options};
pub use progress::CallbackCall;
pub(crate) use receiver::{SELF, receiver, type_in};
pub(crate) use references::add_references;
use references::references_in;
pub use registration::{Registered, Registration, RegistrationOutcome, ResourceKind};
pub use registration_options::{
    Alias, AliasParent, AliasSpec, Hooks, RegistrationOptions, Timeouts,
};
pub use resolved::Resolved;
pub use resource_hook::ResourceHook;
use room::{ENTRY, Room};
pub use room::{Reserve, SessionRoom};
use schedule::Schedule;
pub use transform::Transform;
pub use transform_request::{TransformOptions, TransformRequest, Transformed};

pub use urns::Dependencies;

use crate::error::CallError;
use crate::failure::PropertyFailure;
use crate::size_limits;
use crate::value::PropertyMap;

/// The graph of one session, shared by the host functions and the work that drives it.
pub type SharedGraph = Arc<Mutex<Graph>>;

/// The packages whose resources a component may declare.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Authority {
    /// The component's own package.
    pub own: String,
    /// Those that its manifest uses.
    pub uses: BTreeSet<String>,
    /// Those that it may not use nevertheless, each with the reason.
    pub forbidden: BTreeMap<String, String>,
}

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
