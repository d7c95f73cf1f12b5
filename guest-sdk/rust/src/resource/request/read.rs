//! The request and the result of `read`.

use std::rc::Rc;

use crate::encoding::Text;
use crate::error::Result;
use crate::fields::{Properties, decode, print_what_can_be};
use crate::resource::record::OldRecord;
use crate::resource::state::{Recordable, ResourceState};

/// The request of [`read`](crate::Lifecycle::read).
#[non_exhaustive]
pub struct ReadRequest<R: ResourceState> {
    /// The id of the resource to read.
    pub id: String,
    pub(crate) inputs: Option<Rc<Text>>,
    pub(crate) old: Option<OldRecord<R>>,
}

impl<R: ResourceState> ReadRequest<R> {
    /// A request for a unit test: an import by the id alone.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            inputs: None,
            old: None,
        }
    }

    /// The same request for a resource that has this recorded state: a refresh.
    #[must_use]
    pub fn with_old(self, old: &impl Recordable<Of = R>) -> Self {
        let old = OldRecord::of(old);
        Self {
            inputs: Some(Rc::clone(old.inputs())),
            old: Some(old),
            ..self
        }
    }

    /// The same request with inputs that are known: an import whose id has them.
    #[must_use]
    pub fn with_inputs(self, inputs: &R::Draft) -> Self {
        let (inputs, _) = print_what_can_be(|target| inputs.write_to(target));
        Self {
            inputs: Some(Text::new(inputs)),
            ..self
        }
    }

    /// The recorded state. Each call decodes it again.
    ///
    /// `None` in an import, which only has the id, and if the record does not fit the struct, for example because it
    /// lacks properties: [`inputs`](Self::inputs) then has the known inputs. A look-up by id may have any part of a
    /// state.
    pub fn old(&self) -> Option<R> {
        self.old.as_ref().and_then(|old| old.state().ok())
    }

    /// The recorded state with each property as a [`Value`](crate::Value), which may be absent. `None` in an import,
    /// and if a property has another type.
    pub fn old_partial(&self) -> Option<R::Partial> {
        self.old.as_ref().and_then(|old| old.partial().ok())
    }

    /// The known inputs: in a refresh the recorded inputs, in an import the inputs in the id if the resource has an
    /// `import_id`, in a look-up the inputs of the program. `None` in an import by id alone.
    ///
    /// # Errors
    /// If they do not fit the type.
    pub fn inputs(&self) -> Result<Option<R::Draft>> {
        let inputs = self.inputs.as_ref().map(|text| text.as_str());
        inputs.map(decode).transpose()
    }
}

/// The result of [`read`](crate::Lifecycle::read) about a resource that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadResult<R: ResourceState> {
    pub(crate) id: Option<String>,
    pub(crate) state: R,
    pub(crate) inputs: Option<R::Inputs>,
    pub(crate) refresh_before_update: bool,
}

impl<R: ResourceState> ReadResult<R> {
    /// The resource as it is. By default it has the id of the request, and its inputs are the properties with the same
    /// names.
    pub fn new(state: R) -> Self {
        Self {
            id: None,
            state,
            inputs: None,
            refresh_before_update: false,
        }
    }

    /// Sets the id, if it differs from the id in the request, for example after an import by name.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets the inputs that would create the resource as it is, if they cannot be taken from the state.
    #[must_use]
    pub fn with_inputs(mut self, inputs: R::Inputs) -> Self {
        self.inputs = Some(inputs);
        self
    }

    /// Asks the engine to refresh the resource before its next update.
    #[must_use]
    pub fn refresh_before_update(mut self) -> Self {
        self.refresh_before_update = true;
        self
    }

    /// The id, if it differs from the id in the request.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The state.
    pub fn state(&self) -> &R {
        &self.state
    }
}
