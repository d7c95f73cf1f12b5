//! Declares resources: converts the author's declaration to a registration for the host.

use std::panic::Location;
use std::rc::Rc;

use super::child::Child;
use super::cx::ComponentContext;
use super::declared::ChildInputs;
use super::expression::Expression;
use super::kind::{Placed, ResourceType};
use super::options::Options;
use super::place::place;
use crate::encoding::{Encoder, Text};
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::Field;
use crate::host::{self, NewNode, NodeKind};
use crate::value::path::PropertyPath;

impl ComponentContext {
    #[track_caller]
    pub(super) fn declare_child(
        &self,
        part: &str,
        kind: &dyn ResourceType,
        inputs: impl ChildInputs,
        options: &Options,
    ) -> Result<Child> {
        let placed = kind.placed(&self.package);
        let kind = match placed.is_component {
            Some(true) => NodeKind::Remote,
            Some(false) | None => NodeKind::Custom,
        };
        self.declare(part, placed, kind, inputs, options, Location::caller())
    }

    #[track_caller]
    pub(super) fn declare_component(
        &self,
        part: &str,
        kind: &dyn ResourceType,
        inputs: impl ChildInputs,
        options: &Options,
    ) -> Result<Child> {
        let placed = kind.placed(&self.package);
        if placed.is_component == Some(false) {
            let at = place(Location::caller());
            let token = placed.token;
            return Err(Error::other(format!(
                "`{token}` at {at} is a resource, not a component: declare it with `child`"
            )));
        }
        let kind = NodeKind::Remote;
        self.declare(part, placed, kind, inputs, options, Location::caller())
    }

    #[track_caller]
    pub(super) fn declare_group<O: ChildInputs>(
        &self,
        part: &str,
        kind: &str,
        content: impl FnOnce(&Self) -> Result<O>,
        options: &Options,
    ) -> Result<Child> {
        let location = Location::caller();
        let token = if kind.contains(':') {
            kind.to_owned()
        } else {
            format!("{}:index:{kind}", self.package)
        };
        let placed = token.as_str().placed(&self.package);
        let group = self.declare(part, placed, NodeKind::Group, (), options, location)?;
        let inside = Self {
            name: Rc::clone(&group.name),
            parent: Some(group.node),
            transforms: Rc::default(),
            ..self.clone()
        };
        let outputs = content(&inside)?;
        let what = || {
            format!(
                "the outputs of `{token}` `{}` ({})",
                group.name,
                place(location)
            )
        };
        let outputs = outputs
            .into_text()
            .map_err(|failure| Error::other(format!("{}: {failure}", what())))?;
        host::finish_node(self.session.number(), group.node, outputs)
            .map_err(|error| error.declared(&what()))?;
        Ok(group)
    }

    fn declare(
        &self,
        part: &str,
        placed: Placed,
        kind: NodeKind,
        inputs: impl ChildInputs,
        options: &Options,
        location: &'static Location<'static>,
    ) -> Result<Child> {
        self.session.check()?;
        let Placed { token, fields, .. } = placed;
        let name = self.name_of(part, options);
        let position = place(location);
        let what = format!("`{token}` `{name}` ({position})");
        let wrong = |what: &str, failure| Error::other(format!("{what}: {failure}"));
        let inputs = inputs
            .into_text()
            .map_err(|failure| wrong(&what, failure))?;
        if let Some(fields) = fields {
            known_inputs(&inputs, fields)
                .map_err(|reason| Error::other(format!("{what}: {reason}")))?;
        }
        let options = options
            .text_with(&self.transforms.borrow())
            .and_then(|options| self.with_parent(options))
            .map_err(|failure| wrong(&what, failure))?;
        let node = host::register_node(NewNode {
            session: self.session.number(),
            kind,
            token: token.clone(),
            name: name.clone(),
            inputs,
            options,
            position,
        });
        let node = node.map_err(|error| error.declared(&what))?;
        Ok(Child {
            session: self.session.number(),
            node,
            name: name.into(),
            token: token.into(),
            fields,
        })
    }

    /// The full name of a part: the name in the options, or the component's name with the part.
    pub(super) fn name_of(&self, part: &str, options: &Options) -> String {
        match options.full_name() {
            Some(name) => name.to_owned(),
            None => format!("{}-{part}", self.name),
        }
    }

    /// In a group, the group is the parent unless the options name another parent.
    pub(super) fn with_parent(
        &self,
        options: String,
    ) -> std::result::Result<String, PropertyFailure> {
        let Some(group) = self.parent else {
            return Ok(options);
        };
        let text = Text::new(options);
        let is_given = text
            .members()
            .is_some_and(|members| members.get("parent").is_some());
        if is_given {
            return Ok(text.into_string());
        }
        let mut into = Encoder::reopened(text.as_str(), 0);
        into.member("parent");
        Expression::node(self.session.number(), group, "").write(&mut into, &PropertyPath::Root)?;
        into.end_object();
        Ok(into.finish())
    }
}

/// Checks that the inputs have names of the type.
fn known_inputs(inputs: &str, fields: &[Field]) -> std::result::Result<(), String> {
    let is_input = |name: &str| fields.iter().any(|field| field.input && field.name == name);
    let text = Text::new(inputs);
    let members = text.members();
    let mut names = members.iter().flat_map(|members| members.iter());
    match names.find(|(name, _)| !is_input(name)) {
        None => Ok(()),
        Some((name, _)) => {
            let known = fields.iter().filter(|field| field.input);
            let known: Vec<_> = known.map(|field| format!("`{}`", field.name)).collect();
            let known = known.join(", ");
            Err(format!("`{name}` is not an input; the inputs are {known}"))
        }
    }
}
