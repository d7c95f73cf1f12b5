//! What a component looks up: resources, functions and methods of others, and resources that it was given a reference to.

use std::collections::BTreeSet;

use super::lookup_request::LookupKind;
use super::mistakes::{failure, tell};
use super::node::{Lookup, LookupState, Node};
use super::options::{self, Options};
use super::output::reference;
use super::receiver::{SELF, receiver};
use super::references::references_in;
use super::{Graph, NodeId, path, provider_resource};
use crate::error::GuestError;
use crate::failure::PropertyFailure;
use crate::size_limits;
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

/// The argument of a look-up by reference.
pub(super) const RESOURCE: &str = "resource";
/// The argument of a read that says which resource.
pub(super) const ID: &str = "id";
/// The options that a look-up may have.
const OPTIONS: [&str; 3] = ["parent", "provider", "dependsOn"];

/// A look-up, as a guest declares it. Values may have outputs in them by their numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LookupDeclaration {
    pub kind: LookupKind,
    /// The type of a resource that is read, or the function or method; empty for a reference.
    pub token: String,
    /// The name that a resource which is read has in the state; empty otherwise.
    pub name: String,
    pub arguments: PropertyMap,
    /// `parent`, `provider` and `dependsOn`.
    pub options: PropertyMap,
    /// The place in the author's source, for messages; may be empty.
    pub position: String,
}

impl LookupDeclaration {
    /// About how many bytes the host keeps of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let values = size_limits::size(&self.arguments) + size_limits::size(&self.options);
        values + self.token.len() + self.name.len() + self.position.len()
    }
}

impl Graph {
    /// Takes a look-up, and gives the number of its node.
    ///
    /// # Errors
    /// `Denied` for a package that the manifest does not name, and for a reference that did not come in with this session;
    /// `Invalid` with all that is wrong.
    pub fn find(&mut self, declaration: LookupDeclaration) -> Result<NodeId, GuestError> {
        self.may_declare()?;
        if declaration.kind != LookupKind::Reference {
            self.may_use(&declaration.token, "look up")?;
        }
        self.are_known(declaration.arguments.values())?;
        let mut failures = required(&declaration);
        judge_receiver(&declaration, &mut failures);
        self.judge_looked_up(&declaration.token, &mut failures);
        provider_resource::judge_arguments(declaration.kind, &declaration.arguments, &mut failures);
        for (name, value) in &declaration.arguments {
            self.judge(value, &path::of_property(name), &mut failures);
        }
        for (name, value) in &declaration.options {
            if !OPTIONS.contains(&name.as_str()) {
                let known = OPTIONS.join("`, `");
                let reason = format!("is not an option of a look-up; the options are `{known}`");
                tell(&mut failures, &format!("options.{name}"), reason);
            }
            self.judge(value, &format!("options.{name}"), &mut failures);
        }
        let bytes = declaration.bytes();
        let options = options::read(declaration.options).unwrap_or_else(|more| {
            failures.extend(more);
            Options::default()
        });
        self.judge_relations(&options, &mut failures);
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

    /// References that a guest writes itself open only what it was given before.
    fn are_known<'a>(
        &self,
        values: impl Iterator<Item = &'a PropertyValue>,
    ) -> Result<(), GuestError> {
        let mut named = BTreeSet::new();
        values.for_each(|value| references_in(value, &mut named));
        if named.is_empty() {
            return Ok(());
        }
        match named.into_iter().find(|urn| !self.told.contains(*urn)) {
            None => Ok(()),
            Some(urn) => Err(GuestError::Denied(format!(
                "the component was not given the resource `{}`",
                Excerpt::name(urn)
            ))),
        }
    }
}

/// Refuses the receiver of a method that is not a reference. The value of an output is judged when it is there.
fn judge_receiver(declaration: &LookupDeclaration, failures: &mut Vec<PropertyFailure>) {
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
        tell(failures, SELF, reason);
    }
}

/// What a look-up lacks.
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
