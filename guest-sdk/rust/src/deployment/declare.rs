//! Declares children, components and groups, with or without options.

use super::child::Child;
use super::cx::ComponentContext;
use super::declared::ChildInputs;
use super::kind::ResourceType;
use super::options::Options;
use crate::error::Result;

impl ComponentContext {
    /// Starts options for children.
    pub fn options(&self) -> Options {
        Options::new(self)
    }

    /// Declares a resource of a provider. Its name is the component's with the part, such as `site-bucket`.
    ///
    /// `kind` is a type token, or [`of`](crate::of) with a type of your package; with a component it is
    /// [`component`](Self::component). [`provider!`](crate::provider!) has to list every package except your own.
    ///
    /// # Errors
    /// If the host refuses the resource: its package is not listed, another resource has the same type and name, or a
    /// limit is reached. The error names type, name and the caller's line.
    #[track_caller]
    pub fn child(
        &self,
        part: &str,
        kind: impl ResourceType,
        inputs: impl ChildInputs,
    ) -> Result<Child> {
        self.declare_child(part, &kind, inputs, &self.options())
    }

    /// Declares a component of another package or of yours.
    ///
    /// # Errors
    /// Like [`child`](Self::child).
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
    /// `Backend` for `site:index:Backend`, or a token of your package. `content` returns its outputs, or `()`.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(cx: &ComponentContext) -> Result<Child> {
    /// cx.group("backend", "Backend", |cx| {
    ///     let queue = cx.child("queue", "aws:sqs/queue:Queue", ())?;
    ///     Ok(properties! { url: queue.output::<String>("url") })
    /// })
    /// # }
    /// ```
    ///
    /// # Errors
    /// Like [`child`](Self::child), and the errors of `content`.
    #[track_caller]
    pub fn group<O: ChildInputs>(
        &self,
        part: &str,
        kind: &str,
        content: impl FnOnce(&Self) -> Result<O>,
    ) -> Result<Child> {
        self.declare_group(part, kind, content, &self.options())
    }
}

impl Options {
    /// Declares a resource with these options, as [`ComponentContext::child`].
    ///
    /// # Errors
    /// Like [`ComponentContext::child`].
    #[track_caller]
    pub fn child(
        &self,
        part: &str,
        kind: impl ResourceType,
        inputs: impl ChildInputs,
    ) -> Result<Child> {
        self.cx.declare_child(part, &kind, inputs, self)
    }

    /// Declares a component with these options, as [`ComponentContext::component`].
    ///
    /// # Errors
    /// Like [`ComponentContext::component`].
    #[track_caller]
    pub fn component(
        &self,
        part: &str,
        kind: impl ResourceType,
        inputs: impl ChildInputs,
    ) -> Result<Child> {
        self.cx.declare_component(part, &kind, inputs, self)
    }

    /// Declares a group with these options, as [`ComponentContext::group`].
    ///
    /// # Errors
    /// Like [`ComponentContext::group`].
    #[track_caller]
    pub fn group<O: ChildInputs>(
        &self,
        part: &str,
        kind: &str,
        content: impl FnOnce(&ComponentContext) -> Result<O>,
    ) -> Result<Child> {
        self.cx.declare_group(part, kind, content, self)
    }
}
