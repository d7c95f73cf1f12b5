//! The target of a call: the component that serves its token, and the known facts about it.

use std::sync::Arc;

use super::component::Component;
use super::error::CallError;
use super::manifest::Hook;
use super::schema::{FunctionSchema, PackageSchema, ResourceSchema};
use crate::concurrency::Crowds;
use crate::recovery::pending_creates::PendingCreates;
use crate::secret_ids::OpenIds;

/// A resource type and the component that serves it.
pub(super) struct ResourceBinding<'a> {
    /// The resource type's token.
    pub(super) token: &'a str,
    pub(super) component: &'a Arc<dyn Component>,
    pub(super) package: &'a PackageSchema,
    pub(super) schema: &'a ResourceSchema,
    /// Why the component cannot be entered now.
    pub(super) obstacle: Option<CallError>,
    pub(super) pending_creates: &'a Arc<PendingCreates>,
    pub(super) open_ids: &'a OpenIds,
    pub(super) crowds: &'a Crowds,
}

impl ResourceBinding<'_> {
    /// Whether the author wrote a hook for the resource type.
    pub(super) fn has(&self, hook: Hook) -> bool {
        self.component.manifest().resource_has(self.token, hook)
    }

    /// Whether there is the hook, and the component has the configuration that it needs to be asked.
    pub(super) fn asks(&self, hook: Hook) -> bool {
        self.obstacle.is_none() && self.has(hook)
    }

    /// Fails if the component does not have its configuration: for calls that only the component can answer.
    pub(super) fn ready(&self) -> Result<(), CallError> {
        self.obstacle.clone().map_or(Ok(()), Err)
    }
}

/// A function and the component that has it.
pub(super) struct FunctionRoute<'a> {
    pub(super) component: &'a Arc<dyn Component>,
    pub(super) package: &'a PackageSchema,
    pub(super) schema: &'a FunctionSchema,
    /// Why the component cannot be entered now.
    pub(super) obstacle: Option<CallError>,
}
