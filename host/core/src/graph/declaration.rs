//! The declarations of guests: resources, outputs of groups and derived values. The graph checks each declaration as a whole before it
//! becomes a node, and returns the number of the node at once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::authority::check_inputs;
use super::dependencies::Dependencies;
use super::node::{Derived, DerivedState, GroupOutput, Identity, Node, Resource, ResourceState};
use super::output_reference::{node_of, property_path, reference};
use super::registration::ResourceKind;
use super::{COMPONENT, Graph, NodeId, options};
use crate::error::GuestError;
use crate::error::failure::PropertyFailure;
use crate::manifest::Manifest;
use crate::schema::{self, ResourceSchema, nearest};
use crate::text::Excerpt;
use crate::value::property_path::parse_path;
use crate::value::size_limits;
use crate::value::{PropertyMap, PropertyValue};

/// A declared resource. Its values may contain output references.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Declaration {
    pub kind: ResourceKind,
    pub token: String,
    pub name: String,
    pub inputs: PropertyMap,
    /// The options by Pulumi's names: `parent`, `dependsOn`, `protect` and so on.
    pub options: PropertyMap,
    /// The position in the author's source, for messages; may be empty.
    pub position: String,
}

/// The outputs of a group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroupOutputs {
    pub node: NodeId,
    pub outputs: PropertyMap,
}

/// A value that a callback derives from another value.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivation {
    pub source: PropertyValue,
    /// The number of the callback in the guest.
    pub callback: u32,
    /// The position in the author's source, for messages; may be empty.
    pub position: String,
}

impl Declaration {
    /// The approximate number of bytes that the host keeps for it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let values = size_limits::size(&self.inputs) + size_limits::size(&self.options);
        values + self.token.len() + self.name.len() + self.position.len()
    }

    /// The number of transforms, before they are checked.
    #[must_use]
    pub fn transforms(&self) -> usize {
        match self.options.get("transforms") {
            None | Some(PropertyValue::Null) => 0,
            Some(PropertyValue::Array(functions)) => functions.len(),
            Some(_) => 1,
        }
    }

    /// The number of hooks, before they are checked.
    #[must_use]
    pub fn hooks(&self) -> usize {
        let Some(PropertyValue::Object(moments)) = self.options.get("hooks") else {
            return 0;
        };
        let numbers = moments.values().map(|functions| match functions {
            PropertyValue::Array(functions) => functions.len(),
            _ => 1,
        });
        numbers.sum()
    }
}

impl GroupOutputs {
    /// The approximate number of bytes that the host keeps for them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size(&self.outputs)
    }
}

impl Derivation {
    /// The approximate number of bytes that the host keeps for it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size_of_value(&self.source) + self.position.len()
    }
}

/// The component's own package. Its schemas are used to check children of the same package.
pub trait OwnManifests: Send + Sync {
    /// The manifests of the package's components. They contain the schemas of its types.
    fn manifests(&self) -> Vec<&Manifest>;
}

/// The schemas of the component's own package, if they are known.
#[derive(Clone, Default)]
pub(super) struct OwnTypes(Option<Arc<dyn OwnManifests>>);

impl OwnTypes {
    pub(super) fn of(package: Arc<dyn OwnManifests>) -> Self {
        Self(Some(package))
    }

    pub(super) fn manifests(&self) -> Vec<&Manifest> {
        let package = self.0.as_ref();
        package.map_or_else(Vec::new, |package| package.manifests())
    }
}

impl fmt::Debug for OwnTypes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "OwnTypes({})", self.manifests().len())
    }
}

impl Graph {
    /// Checks that the guest names this session.
    ///
    /// # Errors
    /// If the guest names another session, for example one that has ended.
    pub fn is_session(&self, session: u32) -> Result<(), GuestError> {
        if session == self.session {
            return Ok(());
        }
        Err(GuestError::NotFound(format!(
            "the session {session} has ended, or belongs to another component: the session {} is running",
            self.session
        )))
    }

    /// Adds a resource, and returns the number of its node.
    ///
    /// # Errors
    /// `Denied` if the manifest does not name the package. `Invalid` with all mistakes: unknown options, outputs of
    /// nodes that do not exist, a second resource of the same type, name and parent, and inputs that the schema of the
    /// own package refuses.
    pub fn register(&mut self, mut declaration: Declaration) -> Result<NodeId, GuestError> {
        self.may_declare()?;
        self.may_register(&declaration)?;
        let mut failures = Vec::new();
        if declaration.name.is_empty() {
            add_failure(&mut failures, "name", "a resource needs a name".to_owned());
        }
        check_inputs(&declaration.token, &declaration.inputs, &mut failures);
        for (name, value) in &declaration.inputs {
            self.check_value(value, &property_path(name), &mut failures);
        }
        for (name, value) in &declaration.options {
            self.check_value(value, &format!("options.{name}"), &mut failures);
        }
        let (bytes, hooks) = (declaration.bytes(), declaration.hooks());
        let given = std::mem::take(&mut declaration.options);
        let options = options::read(given).unwrap_or_else(|more| {
            failures.extend(more);
            options::Options::default()
        });
        self.check_relations(&options, &mut failures);
        options.check_hooks(declaration.kind, &mut failures);
        let is_custom = declaration.kind == ResourceKind::Custom;
        options.check_provider(is_custom, &declaration.token, &[], &mut failures);
        if failures.is_empty() {
            self.check_own(&declaration, &mut failures);
        }
        if !failures.is_empty() {
            return Err(GuestError::Invalid(failures));
        }
        self.check_aliases(&declaration.token, is_custom, &options.aliases)?;
        let needs = self.needs_of_all(&declaration.inputs, &options);
        let resource = Resource {
            kind: declaration.kind,
            token: declaration.token,
            name: declaration.name,
            position: declaration.position,
            inputs: declaration.inputs,
            options,
            bytes,
            needs,
            group_outputs: None,
            state: ResourceState::Waiting,
            waited_for: Dependencies::default(),
        };
        let identity = self.check_unique(&resource)?;
        self.callbacks += hooks;
        let parent = identity.0;
        let id = self.add(Node::Resource(Box::new(resource)), bytes);
        self.identities.insert(identity, id);
        self.children.entry(parent).or_default().push(id);
        Ok(id)
    }

    /// Adds the outputs of a group.
    ///
    /// # Errors
    /// If the node is not a group, already has outputs, or the outputs belong to another session.
    pub fn complete_group(&mut self, given: GroupOutputs) -> Result<(), GuestError> {
        self.may_declare()?;
        let mut failures = Vec::new();
        for (name, value) in &given.outputs {
            self.check_value(value, &property_path(name), &mut failures);
        }
        if !failures.is_empty() {
            return Err(GuestError::Invalid(failures));
        }
        let bytes = given.bytes();
        let node = given.node;
        let is_open = self.resource(node).is_some_and(|group| {
            group.kind == ResourceKind::Group && group.group_outputs.is_none()
        });
        if is_open {
            let outputs = given.outputs.into_iter().map(|(name, value)| {
                let needs = self.needs_of(&value);
                (Arc::from(name), GroupOutput::Open(value, needs))
            });
            let outputs: BTreeMap<Arc<str>, _> = outputs.collect();
            let places = outputs.keys().map(|name| (node, Arc::clone(name)));
            self.schedule.outputs.extend(places);
            if let Some(group) = self.resource_mut(node) {
                group.group_outputs = Some(outputs);
            }
            self.bytes += bytes;
            self.outputs_declared(node);
            return Ok(());
        }
        let reason = match self.resource(node) {
            Some(group) if group.kind != ResourceKind::Group => "its provider sets the outputs",
            Some(_) => "it already has outputs",
            None => "it is not a resource of this session",
        };
        let reason = format!("the node {node} takes no outputs: {reason}");
        Err(GuestError::Invalid(vec![failure("node", reason)]))
    }

    /// Adds a derived value, and returns the number of its node.
    ///
    /// # Errors
    /// If the source contains an output of a node that does not exist.
    pub fn derive(&mut self, derivation: Derivation) -> Result<NodeId, GuestError> {
        self.may_declare()?;
        let mut failures = Vec::new();
        self.check_value(&derivation.source, "source", &mut failures);
        if !failures.is_empty() {
            return Err(GuestError::Invalid(failures));
        }
        let bytes = derivation.bytes();
        self.callbacks += 1;
        let derived = Derived {
            callback: derivation.callback,
            position: derivation.position,
            needs: self.needs_of(&derivation.source),
            state: DerivedState::Waiting(derivation.source),
        };
        Ok(self.add(Node::Derived(derived), bytes))
    }

    /// Refuses declarations while a transform or hook runs: a declared node could wait for the registration that waits
    /// for the transform or hook.
    pub(super) fn may_declare(&self) -> Result<(), GuestError> {
        let reason = match (&self.argument, self.runs_hook) {
            (None, false) => return Ok(()),
            (Some(_), _) => {
                "a transform declares nothing: it only changes the inputs and options of its resource"
            }
            (None, true) => {
                "a hook declares nothing: the engine waits for the hook before it continues with the resource"
            }
        };
        Err(GuestError::Unsupported(reason.to_owned()))
    }

    pub(super) fn add(&mut self, node: Node, bytes: usize) -> NodeId {
        let id = NodeId::try_from(self.nodes.len()).unwrap_or(NodeId::MAX);
        self.nodes.push(node);
        self.bytes += bytes;
        self.look_at(id);
        id
    }

    /// Refuses a second resource of the same type, name and parent, because the engine would end the whole deployment.
    fn check_unique(&self, resource: &Resource) -> Result<Identity, GuestError> {
        let parent = self.parent_of(resource);
        let identity = (parent, resource.token.clone(), resource.name.clone());
        let same = self.identities.get(&identity);
        let Some(first) = same.and_then(|id| self.resource(*id)) else {
            return Ok(identity);
        };
        let mut reason = format!(
            "the parent has a resource `{}` of type `{}` already",
            Excerpt::name(&resource.name),
            Excerpt::name(&resource.token)
        );
        if !first.position.is_empty() {
            reason.push_str(&format!(", declared at {}", Excerpt::name(&first.position)));
        }
        if !resource.position.is_empty() {
            let position = Excerpt::name(&resource.position);
            reason.push_str(&format!("; the second one is at {position}"));
        }
        Err(GuestError::Invalid(vec![failure("name", reason)]))
    }

    /// The parent of a resource: the component, unless the options name another resource.
    pub(super) fn parent_of(&self, resource: &Resource) -> NodeId {
        self.parent_by(&resource.options)
    }

    /// The parent that options name, or the component.
    pub(super) fn parent_by(&self, options: &options::Options) -> NodeId {
        let parent = options.parent.as_ref();
        parent.and_then(node_of).unwrap_or(COMPONENT)
    }

    /// Checks the output references in a value that a guest passed.
    pub(super) fn check_value(
        &self,
        value: &PropertyValue,
        place: &str,
        failures: &mut Vec<PropertyFailure>,
    ) {
        if failures.len() >= MAX_FAILURES {
            return;
        }
        match value {
            PropertyValue::Object(map) => match reference(map) {
                Ok(Some(found)) => {
                    let is_there =
                        self.node(found.node).is_some() || self.argument_at(found.node).is_some();
                    if !is_there {
                        let reason = if found.node >= self.next_argument {
                            "belongs to the argument of a transform, and is valid only while that transform runs".to_owned()
                        } else {
                            format!("this session has no node {}", found.node)
                        };
                        add_failure(failures, place, reason);
                    }
                    if let Err(reason) = parse_path(found.path) {
                        add_failure(failures, place, reason);
                    }
                }
                Ok(None) => map
                    .values()
                    .for_each(|member| self.check_value(member, place, failures)),
                Err(reason) => add_failure(failures, place, reason),
            },
            PropertyValue::Array(items) => items
                .iter()
                .for_each(|item| self.check_value(item, place, failures)),
            PropertyValue::Secret(inner) => self.check_value(inner, place, failures),
            // With a forged reference, a guest could open any resource of the deployment.
            PropertyValue::ResourceReference(named) if !self.received.has_urn(&named.urn) => {
                let urn = Excerpt::name(&named.urn);
                let reason = format!("the component was not given the resource `{urn}`");
                add_failure(failures, place, reason);
            }
            _ => {}
        }
    }
}

impl Graph {
    /// Sets the package whose schemas are used to check children of the same package.
    pub fn set_own_package(&mut self, package: Arc<dyn OwnManifests>) {
        self.own_types = OwnTypes::of(package);
    }

    /// Checks the inputs of a child of the own package when it is declared. So the author gets the error with the
    /// position in the source, and before the engine has created other resources. Values of outputs are not known yet,
    /// so only names and plain values are checked here; the provider's Check covers the rest.
    pub(super) fn check_own(&self, declaration: &Declaration, failures: &mut Vec<PropertyFailure>) {
        let is_own = declaration.token.split(':').next() == Some(self.authority.own.as_str());
        if declaration.kind == ResourceKind::Group || !is_own {
            return;
        }
        let manifests = self.own_types.manifests();
        if manifests.is_empty() {
            return;
        }
        let token = declaration.token.as_str();
        for manifest in manifests {
            match manifest.resource(token) {
                Ok(Some((_, resource))) => {
                    let inputs = with_unknowns(resource, &declaration.inputs);
                    let (types, declared) = (&manifest.schema, &resource.inputs);
                    let checked = schema::check(types, declared, inputs, &schema::no_environment);
                    failures.extend(checked.failures);
                    return;
                }
                Ok(None) => {}
                // The provider of the child reports this.
                Err(_) => return,
            }
        }
        add_failure(failures, "token", self.no_such_type(token));
    }

    fn no_such_type(&self, token: &str) -> String {
        let (own, shown) = (&self.authority.own, Excerpt::name(token));
        let manifests = self.own_types.manifests().into_iter();
        let known = manifests.flat_map(|manifest| manifest.schema.resources.keys());
        match nearest(token, known) {
            Some(near) => {
                format!(
                    "the package `{own}` has no resource type `{shown}`; did you mean `{near}`?"
                )
            }
            None => format!(
                "the package `{own}` has no resource type `{shown}`: if the type is new, add it to the provider's list of resources"
            ),
        }
    }
}

/// The inputs with unknown values in place of output references. A generated name counts as given.
fn with_unknowns(resource: &ResourceSchema, inputs: &PropertyMap) -> PropertyMap {
    let known = inputs.iter();
    let known = known.map(|(name, value)| (name.clone(), without_outputs(value)));
    let mut known: PropertyMap = known.collect();
    if let Some(rule) = &resource.traits.name {
        let made = || PropertyValue::Unknown;
        known.entry(rule.property.clone()).or_insert_with(made);
    }
    known
}

fn without_outputs(value: &PropertyValue) -> PropertyValue {
    match value {
        PropertyValue::Object(map) if matches!(reference(map), Ok(Some(_))) => {
            PropertyValue::Unknown
        }
        PropertyValue::Object(map) => {
            let members = map.iter();
            let members = members.map(|(name, value)| (name.clone(), without_outputs(value)));
            PropertyValue::Object(members.collect())
        }
        PropertyValue::Array(items) => {
            PropertyValue::Array(items.iter().map(without_outputs).collect())
        }
        PropertyValue::Secret(inner) => without_outputs(inner).into_secret(),
        other => other.clone(),
    }
}

/// The maximum number of mistakes that are reported for one declaration.
pub(super) const MAX_FAILURES: usize = 100;

/// Adds a mistake, unless there are too many already.
pub(super) fn add_failure(failures: &mut Vec<PropertyFailure>, property: &str, reason: String) {
    if failures.len() < MAX_FAILURES {
        failures.push(failure(property, reason));
    }
}

/// A mistake in a property.
pub(super) fn failure(property: &str, reason: String) -> PropertyFailure {
    PropertyFailure {
        property: Excerpt::path(property).to_string(),
        reason,
    }
}
