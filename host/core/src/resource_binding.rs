//! The target of a call: the component that serves its token, and the known facts about it.

use std::sync::Arc;

use super::call::Call;
use super::component::Component;
use super::error::{CallError, GuestError};
use super::failure::PropertyFailure;
use super::manifest::Hook;
use super::schema::{self, FunctionSchema, PackageSchema, ResourceSchema};
use super::value::PropertyMap;
use crate::concurrency::{Crowds, Permit};
use crate::recovery::pending_creates::PendingCreates;
use crate::secret_ids::OpenIds;
use crate::state::private_state::PrivateState;

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

    /// The inputs that an id tells of. An import's id must have the manifest's form; one that a program looks up may be
    /// the thing's own id.
    pub(super) fn inputs_of_id(
        &self,
        id: &str,
        is_import: bool,
    ) -> Result<Option<PropertyMap>, CallError> {
        match schema::inputs_from_id(self.package, self.schema, id) {
            Ok(inputs) if inputs.is_empty() => Ok(None),
            Ok(inputs) => Ok(Some(inputs)),
            Err(_) if !is_import => Ok(None),
            Err(reason) => Err(CallError::Guest(GuestError::Invalid(vec![
                PropertyFailure {
                    property: "id".to_owned(),
                    reason,
                },
            ]))),
        }
    }

    /// Waits until the component may change a thing of this type. The time of the call begins afterwards, when the
    /// component is entered.
    ///
    /// # Errors
    /// When the call is cancelled meanwhile: nothing was changed then.
    pub(super) async fn place(&self, call: &Call) -> Result<Permit, CallError> {
        let places = self.schema.traits.concurrency;
        self.crowds.permit(call, self.token, places).await
    }

    /// The private state of properties that are recorded from now on.
    pub(super) fn private_state(&self) -> PrivateState {
        PrivateState {
            version: self.schema.traits.state_version,
            ..PrivateState::default()
        }
    }
}

/// A function and the component that has it.
pub(super) struct FunctionBinding<'a> {
    pub(super) component: &'a Arc<dyn Component>,
    pub(super) package: &'a PackageSchema,
    pub(super) schema: &'a FunctionSchema,
    /// Why the component cannot be entered now.
    pub(super) obstacle: Option<CallError>,
}
