//! The context of checks.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::ops::Deref;

use crate::context::Context;
use crate::context::hook::HookContext;
use crate::error::PropertyFailure;
use crate::value::path::AsPath;

/// The running check. It has everything that a [`Context`] has, and collects problems.
pub struct CheckContext {
    context: Context,
    failures: RefCell<Vec<PropertyFailure>>,
}

impl CheckContext {
    /// Reports an invalid property: `cx.fail(Zone::RULES.index(2).field(Rule::PORT), "is taken")`. Call it for
    /// everything that is wrong, so that the user sees all at once; the deployment stops after the check.
    pub fn fail(&self, property: impl AsPath, reason: impl Display) {
        self.failures.borrow_mut().push(PropertyFailure {
            property: property.path(),
            reason: reason.to_string(),
        });
    }

    pub(crate) fn into_failures(self) -> Vec<PropertyFailure> {
        self.failures.into_inner()
    }
}

impl HookContext for CheckContext {
    fn of(context: Context) -> Self {
        Self {
            context,
            failures: RefCell::default(),
        }
    }
}

impl Deref for CheckContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl fmt::Debug for CheckContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { context, failures } = self;
        formatter
            .debug_struct("CheckContext")
            .field("context", context)
            .field("failures", failures)
            .finish()
    }
}
