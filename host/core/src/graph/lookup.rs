//! Look-ups: resources, functions and methods of other packages, and resources that the component has a reference to.

use std::collections::{BTreeMap, BTreeSet};

use super::authority::check_arguments;
use super::declaration::{add_failure, failure};
use super::limits::ENTRY;
use super::needs::Needs;
use super::node::{Inherited, Lookup, LookupState, Node};
use super::options::{self, Options};
use super::output_reference::{property_path, reference};
use super::references::{SELF, receiver, references_in};
use super::registration::provider;
use super::resolve::{Resolution, Resolved, value_at};
use super::{Graph, NodeId};
use crate::error::GuestError;
use crate::error::failure::PropertyFailure;
use crate::text::Excerpt;
use crate::value::property_path::PathElement;
use crate::value::size_limits;
use crate::value::{PropertyMap, PropertyValue, ResourceReference};

/// The kinds of look-ups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LookupKind {
    /// An existing resource by its id. The id is the argument `id`; the other arguments are further inputs of its
    /// provider.
    Read,
    /// The result of a function.
    #[default]
    Invoke,
    /// The result of a method. The argument `__self__` is the resource.
    Method,
    /// The outputs of a resource that the component has a reference to. The reference is the argument `resource`.
    Reference,
}

impl LookupKind {
    /// The kind by its word in the guest interface.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "read" => Some(Self::Read),
            "invoke" => Some(Self::Invoke),
            "method" => Some(Self::Method),
            "reference" => Some(Self::Reference),
            _ => None,
        }
    }
}

/// A look-up as the host sends it to the engine. All arguments are known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LookupRequest {
    pub kind: LookupKind,
    pub token: String,
    pub name: String,
    /// The id of the resource for a read, its URN for a reference, and empty otherwise.
    pub subject: String,
    /// May be secret at any depth.
    pub arguments: PropertyMap,
    /// The URNs that each argument depends on.
    pub argument_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The URN of the resource whose providers are used.
    pub parent: String,
    /// A provider as `urn::id`; empty to inherit it.
    pub provider: String,
    /// The URNs that the look-up waits for.
    pub dependencies: BTreeSet<String>,
    /// The position in the author's source, for messages; may be empty.
    pub position: String,
}

/// The result of a look-up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LookupResult {
    /// The URN of a resource; empty for the result of a function.
    pub urn: String,
    /// The id of a resource; `None` if the id is unknown, and for a component.
    pub id: Option<String>,
    pub outputs: PropertyMap,
    /// The URNs that each output of a method depends on.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Whether the host looked nothing up, because an argument is unknown.
    pub is_unknown: bool,
}

/// The argument of a look-up by reference.
pub(super) const RESOURCE: &str = "resource";
/// The argument of a read: the id of the resource.
pub(super) const ID: &str = "id";
/// The options that a look-up may have.
const OPTIONS: [&str; 3] = ["parent", "provider", "dependsOn"];

/// A look-up as a guest declares it. Its values may contain output references.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LookupDeclaration {
    pub kind: LookupKind,
    /// The type of the resource, the function, or the method; empty for a reference.
    pub token: String,
    /// The name of the read resource in the state; empty otherwise.
    pub name: String,
    pub arguments: PropertyMap,
    /// `parent`, `provider` and `dependsOn`.
    pub options: PropertyMap,
    /// The position in the author's source, for messages; may be empty.
    pub position: String,
}

impl LookupDeclaration {
    /// The approximate number of bytes that the host keeps for it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let values = size_limits::size(&self.arguments) + size_limits::size(&self.options);
        values + self.token.len() + self.name.len() + self.position.len()
    }
}

impl Graph {
    /// Adds a look-up, and returns the number of its node.
    ///
    /// # Errors
    /// `Denied` if the manifest does not name the package, or if a reference was not received in this session.
    /// `Invalid` with all mistakes.
    pub fn look_up(&mut self, declaration: LookupDeclaration) -> Result<NodeId, GuestError> {
        self.may_declare()?;
        if declaration.kind != LookupKind::Reference {
            self.may_use(&declaration.token, "look up")?;
        }
        self.are_known(declaration.arguments.values())?;
        let mut failures = required(&declaration);
        check_receiver(&declaration, &mut failures);
        self.check_looked_up(&declaration.token, &mut failures);
        check_arguments(declaration.kind, &declaration.arguments, &mut failures);
        for (name, value) in &declaration.arguments {
            self.check_value(value, &property_path(name), &mut failures);
        }
        for (name, value) in &declaration.options {
            if !OPTIONS.contains(&name.as_str()) {
                let known = OPTIONS.join("`, `");
                let reason = format!("is not an option of a look-up; the options are `{known}`");
                add_failure(&mut failures, &format!("options.{name}"), reason);
            }
            self.check_value(value, &format!("options.{name}"), &mut failures);
        }
        let bytes = declaration.bytes();
        let options = options::read(declaration.options).unwrap_or_else(|more| {
            failures.extend(more);
            Options::default()
        });
        self.check_relations(&options, &mut failures);
        if !failures.is_empty() {
            return Err(GuestError::Invalid(failures));
        }
        let needs = self.needs_of_all(&declaration.arguments, &options);
        let lookup = Lookup {
            kind: declaration.kind,
            token: declaration.token,
            name: declaration.name,
            arguments: declaration.arguments,
            options,
            position: declaration.position,
            needs,
            state: LookupState::Waiting,
        };
        Ok(self.add(Node::Lookup(Box::new(lookup)), bytes))
    }

    /// Refuses references that the guest did not receive in this session.
    fn are_known<'a>(
        &self,
        values: impl Iterator<Item = &'a PropertyValue>,
    ) -> Result<(), GuestError> {
        let mut named = BTreeSet::new();
        values.for_each(|value| references_in(value, &mut named));
        if named.is_empty() {
            return Ok(());
        }
        match named.into_iter().find(|urn| !self.received.has_urn(urn)) {
            None => Ok(()),
            Some(urn) => Err(GuestError::Denied(format!(
                "the component was not given the resource `{}`",
                Excerpt::name(urn)
            ))),
        }
    }
}

/// Refuses a receiver of a method that is not a reference. The value of an output is checked later, when it is known.
fn check_receiver(declaration: &LookupDeclaration, failures: &mut Vec<PropertyFailure>) {
    let is_method = declaration.kind == LookupKind::Method;
    let Some(argument) = declaration.arguments.get(SELF).filter(|_| is_method) else {
        return;
    };
    let is_output = match argument.reveal() {
        PropertyValue::Object(map) => matches!(reference(map), Ok(Some(_)) | Err(_)),
        PropertyValue::Unknown => true,
        _ => false,
    };
    if !is_output && let Err(reason) = receiver(&declaration.token, Some(argument)) {
        add_failure(failures, SELF, reason);
    }
}

/// The missing parts of a look-up.
fn required(declaration: &LookupDeclaration) -> Vec<PropertyFailure> {
    let argument = match declaration.kind {
        LookupKind::Read => Some((ID, "the id of the resource")),
        LookupKind::Method => Some((SELF, "the resource that has the method")),
        LookupKind::Reference => Some((RESOURCE, "the reference to the resource")),
        LookupKind::Invoke => None,
    };
    let mut failures = Vec::new();
    if let Some((name, what)) = argument
        && !declaration.arguments.contains_key(name)
    {
        failures.push(failure(name, format!("is missing: {what}")));
    }
    if declaration.kind == LookupKind::Read && declaration.name.is_empty() {
        failures.push(failure("name", "a resource needs a name".to_owned()));
    }
    failures
}

impl Graph {
    /// Returns the look-ups that have everything they need, in declaration order, until the graph should yield. They
    /// count as sent from now on. A look-up with an unknown argument is not sent.
    pub fn take_lookups(&mut self) -> Vec<(NodeId, LookupRequest)> {
        let mut ready = Vec::new();
        while self.can_continue()
            && let Some(id) = self.schedule.lookups.pop_first()
        {
            let Some(Node::Lookup(lookup)) = self.node_mut(id) else {
                continue;
            };
            let mut needs = std::mem::take(&mut lookup.needs);
            let Some(Node::Lookup(lookup)) = self.node(id) else {
                continue;
            };
            self.budget.begin_step();
            let request = self.request_of(id, lookup, &mut needs);
            if self.budget.is_broken_off() {
                if let Some(Node::Lookup(lookup)) = self.node_mut(id) {
                    lookup.needs = needs;
                }
                self.schedule.lookups.insert(id);
                break;
            }
            let state = match request {
                Ok((Some(request), _)) if !self.budget.keeps(request.arguments.values()) => {
                    LookupState::Failed
                }
                Err(Resolution::Open(missing)) => {
                    self.schedule.wait((id, None), missing);
                    if let Some(Node::Lookup(lookup)) = self.node_mut(id) {
                        lookup.needs = needs;
                    }
                    continue;
                }
                Err(_) => LookupState::Failed,
                Ok((None, origin)) => LookupState::Done(
                    LookupResult {
                        is_unknown: true,
                        ..LookupResult::default()
                    },
                    origin,
                ),
                Ok((Some(request), origin)) => {
                    if request.kind == LookupKind::Reference {
                        self.opened.insert(id, request.subject.clone());
                    }
                    ready.push((id, request));
                    LookupState::Sent(origin)
                }
            };
            let is_sent = matches!(state, LookupState::Sent(_));
            if let Some(Node::Lookup(lookup)) = self.node_mut(id) {
                lookup.state = state;
            }
            if !is_sent {
                self.changed(id);
            }
        }
        ready
    }

    /// Records the result of a look-up; `None` if it failed.
    pub fn complete_lookup(&mut self, node: NodeId, mut found: Option<LookupResult>) {
        if let Some(found) = &mut found {
            self.record_received(node, &found.urn, &found.outputs);
            self.count_answer(&found.urn, &found.outputs, &found.output_dependencies);
            self.add_references(&found.outputs, &mut found.output_dependencies);
        }
        if let Some(Node::Lookup(lookup)) = self.node_mut(node)
            && let LookupState::Sent(origin) = &lookup.state
        {
            lookup.state = match found {
                Some(found) => LookupState::Done(found, origin.clone()),
                None => LookupState::Failed,
            };
            self.changed(node);
        }
    }

    /// The provider that the parent passes to its children for the package of a read. The engine finds inherited
    /// providers itself for registrations and functions, but uses the default provider for reads.
    fn inherited_provider(&self, lookup: &Lookup) -> Result<String, Resolution> {
        let package = lookup.token.split(':').next().unwrap_or_default();
        let mut at = self.parent_by(&lookup.options);
        while let Some(above) = self.resource(at) {
            if !self.spend(ENTRY) {
                return Err(Resolution::Failed);
            }
            if let Some(value) = above.options.providers.get(package) {
                return Ok(provider(&self.known(value)?.value));
            }
            at = self.parent_of(above);
        }
        let given = self.component.providers.get(package);
        Ok(given.cloned().unwrap_or_default())
    }

    /// Checks the receiver of a method. The engine passes it on unchanged, so a string or an object could name any
    /// resource of the stack.
    fn check_receiver(
        &self,
        id: NodeId,
        lookup: &Lookup,
        argument: Option<&PropertyValue>,
    ) -> Result<(), Resolution> {
        let checked = receiver(&lookup.token, argument);
        let checked = checked.and_then(|reference| {
            if self.received.has_urn(&reference.urn) {
                Ok(())
            } else {
                Err(format!(
                    "`{SELF}` refers to a resource which the component was not given"
                ))
            }
        });
        checked.map_err(|reason| {
            self.refuse(
                format!("{} cannot be called: {reason}", self.shown(id)),
                "this is for the component's author: call the method of a resource that the component declares or was given",
            )
        })
    }

    /// Checks the resource that a look-up opens. The reference may be an output that repeats data of the component.
    fn check_opened(&self, id: NodeId, reference: &ResourceReference) -> Result<(), Resolution> {
        if self.received.has_urn(&reference.urn) {
            return Ok(());
        }
        Err(self.refuse(
            format!(
                "{} refers to `{}`, which the component was not given",
                self.shown(id),
                Excerpt::name(&reference.urn)
            ),
            "this is for the component's author: open a resource that the component declares or was given",
        ))
    }

    /// The request of a look-up, or `None` if an argument is unknown, and the marks that its result inherits.
    fn request_of(
        &self,
        id: NodeId,
        lookup: &Lookup,
        needs: &mut Needs,
    ) -> Result<(Option<LookupRequest>, Inherited), Resolution> {
        let parent = self.parent_of_options(&lookup.options)?;
        self.meet(id, needs)?;
        if !self.spend(ENTRY + parent.len()) {
            return Err(Resolution::Failed);
        }
        let parent = parent.to_owned();
        let mut dependencies = self.depends_on(id, &lookup.options.depends_on, Some(needs))?;
        let given = lookup.options.provider.as_ref();
        let given = given.map(|value| self.known(value)).transpose()?;
        let (mut arguments, mut argument_dependencies) = (PropertyMap::new(), BTreeMap::new());
        let mut origin = Inherited::default();
        for (name, expression) in &lookup.arguments {
            let resolved = self.known(expression)?;
            origin.is_secret |= resolved.value.contains_secret();
            origin
                .dependencies
                .extend(resolved.dependencies.iter().cloned());
            arguments.insert(name.clone(), resolved.value);
            argument_dependencies.insert(name.clone(), resolved.dependencies);
        }
        origin.dependencies.extend(dependencies.iter().cloned());
        if lookup.kind == LookupKind::Read {
            dependencies = origin.dependencies.clone().into();
        }
        self.may_depend(&dependencies, &argument_dependencies)?;
        let is_unknown = |value: &Resolved| *value.value.reveal() == PropertyValue::Unknown;
        if arguments.values().any(PropertyValue::contains_unknown)
            || given.as_ref().is_some_and(is_unknown)
        {
            return Ok((None, origin));
        }
        if lookup.kind == LookupKind::Method {
            self.check_receiver(id, lookup, arguments.get(SELF))?;
            self.check_passed_on("argument", &self.shown(id), arguments.iter())?;
        }
        let subject = match lookup.kind {
            LookupKind::Read => arguments.remove(ID),
            LookupKind::Reference => arguments.remove(RESOURCE),
            LookupKind::Invoke | LookupKind::Method => None,
        };
        let subject = match subject.as_ref().map(PropertyValue::reveal) {
            Some(PropertyValue::ResourceReference(reference)) => {
                self.check_opened(id, reference)?;
                origin.dependencies.insert(reference.urn.clone());
                reference.urn.clone()
            }
            Some(PropertyValue::String(id)) if lookup.kind == LookupKind::Read => id.clone(),
            None => String::new(),
            Some(_) => return Err(Resolution::Failed),
        };
        let request = LookupRequest {
            kind: lookup.kind,
            token: lookup.token.clone(),
            name: lookup.name.clone(),
            subject,
            arguments,
            argument_dependencies,
            parent,
            provider: match given {
                Some(given) => provider(&given.value),
                None if lookup.kind == LookupKind::Read => self.inherited_provider(lookup)?,
                None => String::new(),
            },
            dependencies: dependencies.iter().cloned().collect(),
            position: lookup.position.clone(),
        };
        Ok((Some(request), origin))
    }
}

impl Lookup {
    /// The value at a path below the result.
    pub(super) fn value(
        &self,
        found: &LookupResult,
        origin: &Inherited,
        elements: &[PathElement],
        preview: bool,
    ) -> Resolved {
        let mut dependencies = origin.dependencies.clone();
        let is_resource = matches!(self.kind, LookupKind::Read | LookupKind::Reference);
        if is_resource && !found.urn.is_empty() {
            dependencies.insert(found.urn.clone());
        }
        let value = match elements.split_first() {
            _ if found.is_unknown => PropertyValue::Unknown,
            None if is_resource => PropertyValue::ResourceReference(Box::new(ResourceReference {
                urn: found.urn.clone(),
                id: match self.kind {
                    LookupKind::Read => Some(found.id.clone()),
                    _ => found.id.clone().map(Some),
                },
                ..ResourceReference::default()
            })),
            None => {
                dependencies.extend(found.output_dependencies.values().flatten().cloned());
                PropertyValue::Object(found.outputs.clone())
            }
            Some((PathElement::Index(_), _)) => PropertyValue::Null,
            Some((PathElement::Key(name), rest)) => {
                let behind = found.output_dependencies.get(name);
                dependencies.extend(behind.into_iter().flatten().cloned());
                match (name.as_str(), found.outputs.get(name)) {
                    ("urn", _) if is_resource => found.urn.as_str().into(),
                    ("id", _) if is_resource => match &found.id {
                        Some(id) => id.as_str().into(),
                        None if self.kind == LookupKind::Read => PropertyValue::Unknown,
                        None => PropertyValue::Null,
                    },
                    (_, Some(value)) => value_at(value, rest),
                    // The engine omits unknown outputs.
                    (_, None) if is_resource && preview => PropertyValue::Unknown,
                    (_, None) => PropertyValue::Null,
                }
            }
        };
        Resolved {
            value: if origin.is_secret {
                value.into_secret()
            } else {
                value
            },
            dependencies,
        }
    }
}
