//! The request of a check.

use crate::error::Result;
use crate::fields::{Properties, decode, print_what_can_be};
use crate::resource::state::{Recordable, ResourceState};

/// The request of [`check`](crate::Lifecycle::check).
#[non_exhaustive]
pub struct CheckRequest<R: ResourceState> {
    /// The inputs, with defaults. The hook may change them.
    pub inputs: R::Draft,
    old_inputs: String,
    old_outputs: Option<String>,
}

impl<R: ResourceState> CheckRequest<R> {
    pub(crate) fn recorded(
        inputs: R::Draft,
        old_inputs: String,
        old_outputs: Option<String>,
    ) -> Self {
        Self {
            inputs,
            old_inputs,
            old_outputs,
        }
    }

    /// A request for a unit test: the check of a new resource.
    pub fn new(inputs: R::Draft) -> Self {
        Self::recorded(inputs, String::new(), None)
    }

    /// The same request for a resource that has this recorded state.
    #[must_use]
    pub fn with_old(self, old: &impl Recordable<Of = R>) -> Self {
        let (inputs, _) = print_what_can_be(|target| old.write_inputs(target));
        let (outputs, _) = print_what_can_be(|target| old.write_to(target));
        Self::recorded(self.inputs, inputs, Some(outputs))
    }

    /// The inputs of the last deployment; `None` at the first one, and before a replacement.
    ///
    /// # Errors
    /// If they do not fit the type, because an older version of the provider recorded them.
    pub fn old_inputs(&self) -> Result<Option<R::Draft>> {
        recorded(&self.old_inputs)
    }

    /// The outputs of the last deployment; `None` at the first one, and if the engine is too old to send them.
    ///
    /// # Errors
    /// If they do not fit the type, because an older version of the provider recorded them.
    pub fn old_outputs(&self) -> Result<Option<R::Preview>> {
        self.old_outputs.as_deref().map_or(Ok(None), recorded)
    }
}

/// The struct that was recorded, or `None` if the map is empty.
fn recorded<P: Properties>(text: &str) -> Result<Option<P>> {
    match text {
        "" | "{}" => Ok(None),
        text => decode(text).map(Some),
    }
}
