//! The requests of previews.

use crate::error::Result;
use crate::resource::record::OldRecord;
use crate::resource::state::{Recordable, ResourceState};

/// The request of [`preview_create`](crate::Lifecycle::preview_create).
#[non_exhaustive]
pub struct PreviewCreateRequest<R: ResourceState> {
    /// The checked inputs. Some of them may be unknown.
    pub inputs: R::Draft,
    /// The outputs that the host would show: inputs as outputs of the same name, and all others unknown. The hook may change
    /// them.
    pub outputs: R::Preview,
}

/// The request of [`preview_update`](crate::Lifecycle::preview_update).
#[non_exhaustive]
pub struct PreviewUpdateRequest<R: ResourceState> {
    /// The resource's id.
    pub id: String,
    /// The checked inputs. Some of them may be unknown.
    pub inputs: R::Draft,
    /// The outputs that the host would show. A `stable` property has its old value. The hook may change them.
    pub outputs: R::Preview,
    pub(crate) old: OldRecord<R>,
}

impl<R: ResourceState> PreviewCreateRequest<R> {
    /// A request for a unit test. All outputs that are not inputs are unknown.
    pub fn new(inputs: R::Draft) -> Self {
        Self {
            outputs: (&inputs).into(),
            inputs,
        }
    }
}

impl<R: ResourceState> PreviewUpdateRequest<R> {
    /// A request for a unit test. All outputs that are not inputs are unknown.
    pub fn new(id: impl Into<String>, old: &impl Recordable<Of = R>, inputs: R::Draft) -> Self {
        Self {
            id: id.into(),
            outputs: (&inputs).into(),
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

    /// The recorded state with each property as a [`Value`](crate::Value), which may be absent. Use it for a resource whose
    /// `create` failed half-way.
    ///
    /// # Errors
    /// If a property has another type.
    pub fn old_partial(&self) -> Result<R::Partial> {
        self.old.partial()
    }
}
