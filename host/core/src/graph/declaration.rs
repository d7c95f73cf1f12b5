//! What guests declare: resources, outputs of groups and derived values. The graph checks each declaration as a whole before it
//! becomes a node, and returns the number of the node at once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::authority::judge_inputs;
use super::dependencies::Dependencies;
use super::node::{Derived, DerivedState, GroupOutput, Identity, Node, Resource, ResourceState};
use super::output_reference::{named, parse_path, property_path, reference};
use super::registration::ResourceKind;
use super::{COMPONENT, Graph, NodeId, options};
use crate::error::GuestError;
use crate::failure::PropertyFailure;
use crate::manifest::Manifest;
use crate::schema::{self, ResourceSchema, nearest};
use crate::size_limits;
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

/// A resource, as a guest declares it. Values may have outputs in them by their numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Declaration {
    pub kind: ResourceKind,
    pub token: String,
    pub name: String,
    pub inputs: PropertyMap,
    /// By Pulumi's names: `parent`, `dependsOn`, `protect` and so on.
    pub options: PropertyMap,
    /// The place in the author's source, for messages; may be empty.
    pub position: String,
}

/// The outputs of a group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroupOutputs {
    pub node: NodeId,
    pub outputs: PropertyMap,
}

/// A value that a callback makes of another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivation {
    pub source: PropertyValue,
    /// The guest's number of the callback.
    pub callback: u32,
    /// The place in the author's source, for messages; may be empty.
    pub position: String,
}

impl Declaration {
    /// About how many bytes the host keeps of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let values = size_limits::size(&self.inputs) + size_limits::size(&self.options);
        values + self.token.len() + self.name.len() + self.position.len()
    }

    /// How many transforms it has, before they are judged.
    #[must_use]
    pub fn transforms(&self) -> usize {
        match self.options.get("transforms") {
            None | Some(PropertyValue::Null) => 0,
            Some(PropertyValue::Array(functions)) => functions.len(),
            Some(_) => 1,
        }
    }

    /// How many hooks it has, before they are judged.
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
    /// About how many bytes the host keeps of them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size(&self.outputs)
    }
}

impl Derivation {
    /// About how many bytes the host keeps of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_limits::size_of_value(&self.source) + self.position.len()
    }
}

/// The component's own package, as far as its children are judged by it.
pub trait OwnManifests: Send + Sync {
    /// The manifests of its components, which have the schemas of its types.
    fn manifests(&self) -> Vec<&Manifest>;
}

/// The schemas of the types of the own package, if they are known.
#[derive(Clone, Default)]
pub(super) struct OwnTypes(Option<Arc<dyn OwnManifests>>);

impl OwnTypes {
    /// The types of a package.
    pub(super) fn of(package: Arc<dyn OwnManifests>) -> Self {
        Self(Some(package))
    }

    /// The manifests that have the schemas.
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
    /// Makes sure that a guest means this session.
    ///
    /// # Errors
    /// When it names another one, such as one that has ended.
    pub fn is_session(&self, session: u32) -> Result<(), GuestError> {
        if session == self.session {
            return Ok(());
        }
        Err(GuestError::NotFound(format!(
            "the session {session} has ended, or belongs to another component: the session {} is running",
            self.session
        )))
    }

    /// Takes a resource, and gives the number of its node.
    ///
    /// # Errors
    /// `Denied` for a package that the manifest does not name; `Invalid` with all that is wrong: options that do not exist,
    /// outputs of nodes that do not exist, a second resource of one type, name and parent, and inputs that the schema of the own
    /// package refuses.
    pub fn register(&mut self, mut declaration: Declaration) -> Result<NodeId, GuestError> {
        self.may_declare()?;
        self.may_register(&declaration)?;
        let mut failures = Vec::new();
        if declaration.name.is_empty() {
            tell(&mut failures, "name", "a resource needs a name".to_owned());
        }
        judge_inputs(&declaration.token, &declaration.inputs, &mut failures);
        for (name, value) in &declaration.inputs {
            self.judge(value, &property_path(name), &mut failures);
        }
        for (name, value) in &declaration.options {
            self.judge(value, &format!("options.{name}"), &mut failures);
        }
        let (bytes, hooks) = (declaration.bytes(), declaration.hooks());
        let given = std::mem::take(&mut declaration.options);
        let options = options::read(given).unwrap_or_else(|more| {
            failures.extend(more);
            options::Options::default()
        });
        self.judge_relations(&options, &mut failures);
        options.judge_hooks(declaration.kind, &mut failures);
        let is_custom = declaration.kind == ResourceKind::Custom;
        options.judge_provider(is_custom, &declaration.token, &[], &mut failures);
        if failures.is_empty() {
            self.judge_own(&declaration, &mut failures);
        }
        if !failures.is_empty() {
            return Err(GuestError::Invalid(failures));
        }
        self.may_take_over(&declaration.token, is_custom, &options.aliases)?;
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
        let identity = self.is_first(&resource)?;
        self.callbacks += hooks;
        let parent = identity.0;
        let id = self.add(Node::Resource(Box::new(resource)), bytes);
        self.identities.insert(identity, id);
        self.children.entry(parent).or_default().push(id);
        Ok(id)
    }

    /// Takes the outputs of a group.
    ///
    /// # Errors
    /// When the node is not a group, has outputs already, or the outputs are not of this session.
    pub fn finish(&mut self, given: GroupOutputs) -> Result<(), GuestError> {
        self.may_declare()?;
        let mut failures = Vec::new();
        for (name, value) in &given.outputs {
            self.judge(value, &property_path(name), &mut failures);
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
            Some(group) if group.kind != ResourceKind::Group => "its provider says its outputs",
            Some(_) => "it has outputs already",
            None => "it is not a resource of this session",
        };
        let reason = format!("the node {node} takes no outputs: {reason}");
        Err(GuestError::Invalid(vec![failure("node", reason)]))
    }

    /// Takes a value that a callback makes, and gives the number of its node.
    ///
    /// # Errors
    /// When its source has an output of a node that does not exist.
    pub fn derive(&mut self, derivation: Derivation) -> Result<NodeId, GuestError> {
        self.may_declare()?;
        let mut failures = Vec::new();
        self.judge(&derivation.source, "source", &mut failures);
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

    /// A declaration could wait for the very registration that waits for the transform or hook.
    pub(super) fn may_declare(&self) -> Result<(), GuestError> {
        let reason = match (&self.argument, self.runs_hook) {
            (None, false) => return Ok(()),
            (Some(_), _) => {
                "a transform declares nothing: it changes the inputs and options of one resource, by what is known of them"
            }
            (None, true) => {
                "a hook declares nothing: the engine waits for it with the resource that it is of"
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

    /// A second resource of one type and name below one parent would end the whole deployment.
    fn is_first(&self, resource: &Resource) -> Result<Identity, GuestError> {
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

    /// The node of the parent: the component, unless the options name another one.
    pub(super) fn parent_of(&self, resource: &Resource) -> NodeId {
        self.parent_by(&resource.options)
    }

    /// The node of the parent that options name.
    pub(super) fn parent_by(&self, options: &options::Options) -> NodeId {
        let parent = options.parent.as_ref();
        parent.and_then(named).unwrap_or(COMPONENT)
    }

    /// Judges the outputs in a value that a guest handed over.
    pub(super) fn judge(
        &self,
        value: &PropertyValue,
        place: &str,
        failures: &mut Vec<PropertyFailure>,
    ) {
        if failures.len() >= TOLD {
            return;
        }
        match value {
            PropertyValue::Object(map) => match reference(map) {
                Ok(Some(found)) => {
                    let is_there =
                        self.node(found.node).is_some() || self.argument_at(found.node).is_some();
                    if !is_there {
                        let reason = match found.node >= self.next_argument {
                            true => "is of a resource that a transform was given, and is good while that transform runs".to_owned(),
                            false => format!("this session has no node {}", found.node),
                        };
                        tell(failures, place, reason);
                    }
                    if let Err(reason) = parse_path(found.path) {
                        tell(failures, place, reason);
                    }
                }
                Ok(None) => map
                    .values()
                    .for_each(|member| self.judge(member, place, failures)),
                Err(reason) => tell(failures, place, reason),
            },
            PropertyValue::Array(items) => items
                .iter()
                .for_each(|item| self.judge(item, place, failures)),
            PropertyValue::Secret(inner) => self.judge(inner, place, failures),
            // A guest could open any resource of the deployment by a reference that it writes itself.
            PropertyValue::ResourceReference(named) if !self.told.contains(&named.urn) => {
                let urn = Excerpt::name(&named.urn);
                let reason = format!("the component was not given the resource `{urn}`");
                tell(failures, place, reason);
            }
            _ => {}
        }
    }
}

impl Graph {
    /// Lets children of the package be judged by the manifests of its components.
    pub fn knows_types_of(&mut self, package: Arc<dyn OwnManifests>) {
        self.own_types = OwnTypes::of(package);
    }

    /// Judges the inputs of a child of the own package.
    pub(super) fn judge_own(&self, declaration: &Declaration, failures: &mut Vec<PropertyFailure>) {
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
                    let inputs = as_known(resource, &declaration.inputs);
                    let (types, declared) = (&manifest.schema, &resource.inputs);
                    let checked = schema::check(types, declared, inputs, &schema::no_environment);
                    failures.extend(checked.failures);
                    return;
                }
                Ok(None) => {}
                // Its provider says so.
                Err(_) => return,
            }
        }
        tell(failures, "token", self.no_such_type(token));
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
                "the package `{own}` has no resource type `{shown}`: if it is a new one, add it to the list of the provider"
            ),
        }
    }
}

/// Inputs with unknown values in the places of outputs. A name that the host makes is as one that is there.
fn as_known(resource: &ResourceSchema, inputs: &PropertyMap) -> PropertyMap {
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

/// How many mistakes in one declaration are told.
pub(super) const TOLD: usize = 100;

/// Adds a mistake to those that are told, if these are not too many.
pub(super) fn tell(failures: &mut Vec<PropertyFailure>, property: &str, reason: String) {
    if failures.len() < TOLD {
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
