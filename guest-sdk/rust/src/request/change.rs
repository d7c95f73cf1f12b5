//! The requests of the hooks that change things.

use std::fmt;

use crate::error::Result;
use crate::old::OldRecord;
use crate::state::{Recordable, ResourceState};

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
    /// The id that the checkpoint has.
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

    /// The state that the checkpoint recorded. Each call reads it.
    ///
    /// # Errors
    /// When it does not fit the struct, as a checkpoint of some outputs alone: use [`old_partial`](Self::old_partial) then.
    pub fn old(&self) -> Result<R> {
        self.old.whole()
    }

    /// The state with each property as a [`Value`](crate::Value), which may be absent.
    ///
    /// # Errors
    /// When a property has another type.
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

    /// The recorded state. Each call reads it.
    ///
    /// # Errors
    /// When it does not fit the struct, because it lacks properties, or an older version of the provider recorded it.
    pub fn old(&self) -> Result<R> {
        self.old.whole()
    }

    /// The recorded state with each property as a [`Value`](crate::Value), which may be absent: for the state of a resource
    /// whose `create` did not come to its end.
    ///
    /// # Errors
    /// When a property has another type.
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

    /// The recorded state. Each call reads it. A `delete` that does not call it also removes resources whose
    /// recorded state does not fit the struct.
    ///
    /// # Errors
    /// When it does not fit the struct, because it lacks properties, or an older version of the provider recorded it.
    pub fn old(&self) -> Result<R> {
        self.old.whole()
    }

    /// The recorded state with each property as a [`Value`](crate::Value), which may be absent: for the state of a resource
    /// whose `create` did not come to its end.
    ///
    /// # Errors
    /// When a property has another type.
    pub fn old_partial(&self) -> Result<R::Partial> {
        self.old.partial()
    }
}

/// Does not show the inputs, which may have secrets.
impl<R: ResourceState> fmt::Debug for CreateRequest<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CreateRequest")
            .finish_non_exhaustive()
    }
}

macro_rules! debug_by_id {
    ($($name:ident),*) => {$(
        /// Does not show properties, which may have secrets.
        impl<R: ResourceState> fmt::Debug for $name<R> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut shown = formatter.debug_struct(stringify!($name));
                shown.field("id", &self.id).finish_non_exhaustive()
            }
        }
    )*};
}

debug_by_id!(ResumeRequest, UpdateRequest, DeleteRequest);
