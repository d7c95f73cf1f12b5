//! The requests of the hooks that create, update and delete resources.

use crate::error::Result;
use crate::resource::record::OldRecord;
use crate::resource::state::{Recordable, ResourceState};

/// The request of [`create`](crate::Lifecycle::create).
#[non_exhaustive]
pub struct CreateRequest<R: ResourceState> {
    /// The checked inputs.
    pub inputs: R::Inputs,
}

impl<R: ResourceState> CreateRequest<R> {
    /// A request for a unit test.
    pub fn new(inputs: R::Inputs) -> Self {
        Self { inputs }
    }
}

/// The request of [`resume`](crate::Lifecycle::resume).
#[non_exhaustive]
pub struct ResumeRequest<R: ResourceState> {
    /// The id in the checkpoint.
    pub id: String,
    /// The checked inputs.
    pub inputs: R::Inputs,
    pub(crate) old: OldRecord<R>,
}

/// The request of [`update`](crate::Lifecycle::update).
#[non_exhaustive]
pub struct UpdateRequest<R: ResourceState> {
    /// The resource's id.
    pub id: String,
    /// The checked inputs.
    pub inputs: R::Inputs,
    pub(crate) old: OldRecord<R>,
}

/// The request of [`delete`](crate::Lifecycle::delete).
#[non_exhaustive]
pub struct DeleteRequest<R: ResourceState> {
    /// The resource's id.
    pub id: String,
    pub(crate) old: OldRecord<R>,
}

impl<R: ResourceState> ResumeRequest<R> {
    /// A request for a unit test. `old` is the checkpoint: the `…Partial`, the `…Outputs` or the whole state.
    pub fn new(id: impl Into<String>, old: &impl Recordable<Of = R>, inputs: R::Inputs) -> Self {
        Self {
            id: id.into(),
            inputs,
            old: OldRecord::of(old),
        }
    }

    /// The state of the checkpoint. Each call decodes it again.
    ///
    /// # Errors
    /// If the record does not fit the struct, for example because the checkpoint has only some outputs. Use
    /// [`old_partial`](Self::old_partial) then.
    pub fn old(&self) -> Result<R> {
        self.old.whole()
    }

    /// The state with each property as a [`Value`](crate::Value), which may be absent.
    ///
    /// # Errors
    /// If a property has another type.
    pub fn old_partial(&self) -> Result<R::Partial> {
        self.old.partial()
    }
}

impl<R: ResourceState> UpdateRequest<R> {
    /// A request for a unit test. `old` is the recorded state, or the `…Partial` of a state that lacks properties.
    pub fn new(id: impl Into<String>, old: &impl Recordable<Of = R>, inputs: R::Inputs) -> Self {
        Self {
            id: id.into(),
            inputs,
            old: OldRecord::of(old),
        }
    }

    /// The recorded state. Each call decodes it again.
    ///
    /// # Errors
    /// If the record does not fit the struct: it lacks properties, or an older version of the provider wrote it.
    pub fn old(&self) -> Result<R> {
        self.old.whole()
    }

    /// The recorded state with each property as a [`Value`](crate::Value), which may be absent. Use it for a resource
    /// whose `create` failed half-way.
    ///
    /// # Errors
    /// If a property has another type.
    pub fn old_partial(&self) -> Result<R::Partial> {
        self.old.partial()
    }
}

impl<R: ResourceState> DeleteRequest<R> {
    /// A request for a unit test. `old` is the recorded state, or the `…Partial` of a state that lacks properties.
    pub fn new(id: impl Into<String>, old: &impl Recordable<Of = R>) -> Self {
        Self {
            id: id.into(),
            old: OldRecord::of(old),
        }
    }

    /// The recorded state. Each call decodes it again. A `delete` that does not call `old` also works for records that
    /// do not fit the struct.
    ///
    /// # Errors
    /// If the record does not fit the struct: it lacks properties, or an older version of the provider wrote it.
    pub fn old(&self) -> Result<R> {
        self.old.whole()
    }

    /// The recorded state with each property as a [`Value`](crate::Value), which may be absent. Use it for a resource
    /// whose `create` failed half-way.
    ///
    /// # Errors
    /// If a property has another type.
    pub fn old_partial(&self) -> Result<R::Partial> {
        self.old.partial()
    }
}
