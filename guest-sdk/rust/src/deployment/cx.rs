//! The construction of a component, as its author sees it.

use std::fmt::Display;
use std::panic::Location;
use std::rc::Rc;

use super::child::Child;
use super::declared::ChildInputs;
use super::expression::Expression;
use super::kind::{Placed, ResourceType};
use super::options::Options;
use super::place;
use super::session::Session;
use crate::config::ProviderConfig;
use crate::context::Context;
use crate::encoding::{Encoder, Text};
use crate::error::{Error, Result};
use crate::host::{self, NewNode, NodeKind};
use crate::path::PropertyPath;

/// The component that is constructed, or a group in it: what declares children. A clone is for the functions of
/// [`Output::apply`](crate::Output::apply).
///
/// Nothing here tells a preview from an update: both declare the same.
#[derive(Clone, Debug)]
pub struct Deployment {
    context: Rc<Context>,
    session: Rc<Session>,
    package: Rc<str>,
    /// The name that those of children begin with.
    name: Rc<str>,
    /// The group; the component itself has none.
    parent: Option<u32>,
}

impl Deployment {
    pub(super) fn new(context: Context, session: &Rc<Session>, package: &str) -> Self {
        Self {
            name: context.name().into(),
            context: Rc::new(context),
            session: Rc::clone(session),
            package: package.into(),
            parent: None,
        }
    }

    /// The name of the component in the program, or of the group.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The URN of the component.
    pub fn urn(&self) -> &str {
        self.context.urn()
    }

    /// The type token of the component.
    pub fn token(&self) -> &str {
        self.context.token()
    }

    /// The project that is deployed; `None` if the engine did not say.
    pub fn project(&self) -> Option<String> {
        self.context.project()
    }

    /// The stack that is deployed; `None` if the engine did not say.
    pub fn stack(&self) -> Option<String> {
        self.context.stack()
    }

    /// The provider's configuration.
    pub fn config<C: ProviderConfig>(&self) -> &C {
        self.context.config()
    }

    /// Shows a message if the user asks for debug output.
    pub fn debug(&self, message: impl Display) {
        self.context.debug(message);
    }

    /// Shows a message.
    pub fn info(&self, message: impl Display) {
        self.context.info(message);
    }

    /// Shows a warning.
    pub fn warn(&self, message: impl Display) {
        self.context.warn(message);
    }

    /// `count` bytes that follow from the component's URN: the same in a preview and its update.
    ///
    /// # Errors
    /// When the host refuses.
    pub fn random(&self, count: usize) -> Result<Vec<u8>> {
        self.context.random(count)
    }

    /// Begins options for children.
    pub fn options(&self) -> Options {
        Options::new(self)
    }

    /// Declares a resource that its provider makes. Its name is the component's with the part, such as `site-bucket`.
    ///
    /// `kind` is a type token, or [`of`](crate::of) with a type of the own package; with a component it is
    /// [`component`](Self::component). Packages other than the own one are in `uses` of [`provider!`](crate::provider!).
    ///
    /// # Errors
    /// When the host refuses: for a package that is not in `uses`, a second resource of one type and name, or at a limit.
    /// The error names type, name and the caller's line.
    #[track_caller]
    pub fn child(
        &self,
        part: &str,
        kind: impl ResourceType,
        inputs: impl ChildInputs,
    ) -> Result<Child> {
        self.declare_child(part, &kind, inputs, &self.options())
    }

    /// Declares a component that another package makes, or the own one.
    ///
    /// # Errors
    /// As [`child`](Self::child).
    #[track_caller]
    pub fn component(
        &self,
        part: &str,
        kind: impl ResourceType,
        inputs: impl ChildInputs,
    ) -> Result<Child> {
        self.declare_component(part, &kind, inputs, &self.options())
    }

    /// Declares a group: a resource that is only made of those that `content` declares. Its type is a name, such as
    /// `Backend` for `site:index:Backend`, or a token of the own package. `content` gives its outputs, or `()`.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(cx: &Deployment) -> Result<Child> {
    /// cx.group("backend", "Backend", |cx| {
    ///     let queue = cx.child("queue", "aws:sqs:Queue", ())?;
    ///     Ok(properties! { url: queue.output::<String>("url") })
    /// })
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`child`](Self::child), and those of `content`.
    #[track_caller]
    pub fn group<O: ChildInputs>(
        &self,
        part: &str,
        kind: &str,
        content: impl FnOnce(&Self) -> Result<O>,
    ) -> Result<Child> {
        self.declare_group(part, kind, content, &self.options())
    }

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
        let token = match kind.contains(':') {
            true => kind.to_owned(),
            false => format!("{}:index:{kind}", self.package),
        };
        let placed = token.as_str().placed(&self.package);
        let group = self.declare(part, placed, NodeKind::Group, (), options, location)?;
        let inside = Self {
            name: Rc::clone(&group.name),
            parent: Some(group.node),
            ..self.clone()
        };
        let outputs = content(&inside)?;
        let what = || format!("the outputs of `{token}` `{}` ({})", group.name, place(location));
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
        let name = match options.full_name() {
            Some(name) => name.to_owned(),
            None => format!("{}-{part}", self.name),
        };
        let position = place(location);
        let what = format!("`{token}` `{name}` ({position})");
        let wrong = |what: &str, failure| Error::other(format!("{what}: {failure}"));
        let inputs = inputs.into_text().map_err(|failure| wrong(&what, failure))?;
        if let Some(fields) = fields {
            let text = Text::new(inputs.as_str());
            let members = text.members();
            let names = members.iter().flat_map(|members| members.iter());
            for (input, _) in names {
                if !fields.iter().any(|field| field.input && field.name == input) {
                    let known = fields.iter().filter(|field| field.input);
                    let known: Vec<_> = known.map(|field| format!("`{}`", field.name)).collect();
                    let known = known.join(", ");
                    let message = format!("{what}: there is no input `{input}`; there are {known}");
                    return Err(Error::other(message));
                }
            }
        }
        let options = options
            .text()
            .and_then(|options| self.with_parent(options))
            .map_err(|failure| wrong(&what, failure))?;
        let node = host::register_node(NewNode {
            session: self.session.number(),
            kind,
            token,
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
            fields,
        })
    }

    /// In a group, the group is the parent if the options name no other one.
    fn with_parent(
        &self,
        options: String,
    ) -> std::result::Result<String, crate::error::PropertyFailure> {
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
