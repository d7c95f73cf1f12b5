//! The context of checks.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::ops::Deref;

use crate::context::Context;
use crate::error::Result;
use crate::failure::PropertyFailure;
use crate::fields::{Properties, decode};

/// The running check. It can do what every [`Context`] can, and collects what is wrong.
pub struct CheckContext {
    context: Context,
    old_inputs: String,
    old_outputs: Option<String>,
    failures: RefCell<Vec<PropertyFailure>>,
}

impl CheckContext {
    pub(crate) fn new(context: Context, old_inputs: String) -> Self {
        Self {
            context,
            old_inputs,
            old_outputs: None,
            failures: RefCell::default(),
        }
    }

    /// The same context with the outputs that the engine sent.
    pub(crate) fn with_old_outputs(self, old_outputs: Option<String>) -> Self {
        Self {
            old_outputs,
            ..self
        }
    }

    /// The property at `path` is not acceptable. Call it for everything that is wrong, so that the user sees all at
    /// once; the deployment stops after the check.
    pub fn fail(&self, path: impl Into<String>, reason: impl Display) {
        self.failures.borrow_mut().push(PropertyFailure {
            property: path.into(),
            reason: reason.to_string(),
        });
    }

    /// The inputs of the last deployment, as the resource's draft; `None` at the first one, and before a
    /// replacement.
    ///
    /// # Errors
    /// When they do not fit the type, because an older version of the provider recorded them.
    pub fn old_inputs<D: Properties>(&self) -> Result<Option<D>> {
        recorded(&self.old_inputs)
    }

    /// The outputs of the last deployment, best as the resource's preview; `None` at the first one, and if the engine
    /// is too old to send them.
    ///
    /// # Errors
    /// When they do not fit the type, because an older version of the provider recorded them.
    pub fn old_outputs<P: Properties>(&self) -> Result<Option<P>> {
        self.old_outputs.as_deref().map_or(Ok(None), recorded)
    }

    pub(crate) fn into_failures(self) -> Vec<PropertyFailure> {
        self.failures.into_inner()
    }
}

/// The struct that was recorded, or `None` if the map is empty.
fn recorded<P: Properties>(text: &str) -> Result<Option<P>> {
    match text {
        "" | "{}" => Ok(None),
        text => decode(text).map(Some),
    }
}

impl Deref for CheckContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

/// Does not show the old inputs, which may have secrets.
impl fmt::Debug for CheckContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            context, failures, ..
        } = self;
        formatter
            .debug_struct("CheckContext")
            .field("context", context)
            .field("failures", failures)
            .finish()
    }
}
