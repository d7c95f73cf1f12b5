//! The requests of previews.

use std::fmt;

use crate::error::Result;
use crate::old::OldRecord;
use crate::state::{Recordable, ResourceState};

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

/// Does not show properties, which may have secrets.
impl<R: ResourceState> fmt::Debug for PreviewCreateRequest<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("PreviewCreateRequest");
        shown.finish_non_exhaustive()
    }
}

/// Does not show properties, which may have secrets.
impl<R: ResourceState> fmt::Debug for PreviewUpdateRequest<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("PreviewUpdateRequest");
        shown.field("id", &self.id).finish_non_exhaustive()
    }
}
