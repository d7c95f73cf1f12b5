//! The construction of a component, as its author sees it.

use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;

use super::session::Session;
use crate::context::Context;
use crate::context::config::ProviderConfig;
use crate::error::Result;

/// The component that is constructed, or a group in it: what declares children. A clone is for the functions of
/// [`Output::apply`](crate::Output::apply).
///
/// A preview cannot be distinguished from an update here, because both declare the same resources.
#[derive(Clone, Debug)]
pub struct ComponentContext {
    pub(super) context: Rc<Context>,
    pub(super) session: Rc<Session>,
    pub(super) package: Rc<str>,
    /// The prefix of the children's names.
    pub(super) name: Rc<str>,
    /// The group; `None` for the component itself.
    pub(super) parent: Option<u32>,
    /// The numbers of the transforms that children go through.
    pub(super) transforms: Rc<RefCell<Vec<u32>>>,
}

impl ComponentContext {
    pub(super) fn new(context: Context, session: &Rc<Session>, package: &str) -> Self {
        Self {
            name: context.name().into(),
            context: Rc::new(context),
            session: Rc::clone(session),
            package: package.into(),
            parent: None,
            transforms: Rc::default(),
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
    pub fn project(&self) -> Option<&str> {
        self.context.project()
    }

    /// The stack that is deployed; `None` if the engine did not say.
    pub fn stack(&self) -> Option<&str> {
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
}
