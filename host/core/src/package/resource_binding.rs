//! The target of a call: the component that serves its token, with its schema.

use std::sync::Arc;

use super::concurrency::{Crowds, Permit};
use super::secret_ids::OpenIds;
use crate::call::Call;
use crate::component::Component;
use crate::error::failure::PropertyFailure;
use crate::error::{CallError, GuestError};
use crate::manifest::Hook;
use crate::recovery::pending_creates::PendingCreates;
use crate::schema::{self, FunctionSchema, PackageSchema, ResourceSchema};
use crate::state::private_state::PrivateState;
use crate::value::PropertyMap;

/// A resource type, and the component that serves it.
pub(crate) struct ResourceBinding<'a> {
    /// The token of the resource type.
    pub(crate) token: &'a str,
    pub(crate) component: &'a Arc<dyn Component>,
    pub(crate) package: &'a PackageSchema,
    pub(crate) schema: &'a ResourceSchema,
    /// Why the component cannot be entered now.
    pub(crate) obstacle: Option<CallError>,
    pub(crate) pending_creates: &'a Arc<PendingCreates>,
    pub(crate) open_ids: &'a OpenIds,
    pub(crate) crowds: &'a Crowds,
}

impl ResourceBinding<'_> {
    /// Whether the manifest lists a hook for the resource type.
    pub(crate) fn has(&self, hook: Hook) -> bool {
        self.component.manifest().resource_has(self.token, hook)
    }

    /// Whether the hook exists and the component has its configuration.
    pub(crate) fn asks(&self, hook: Hook) -> bool {
        self.obstacle.is_none() && self.has(hook)
    }

    /// Fails if the component does not have its configuration, for calls that only the component can answer.
    pub(crate) fn ready(&self) -> Result<(), CallError> {
        self.obstacle.clone().map_or(Ok(()), Err)
    }

    /// The inputs that an id contains. The id of an import must have the form in the manifest. Any other id may also be
    /// the resource's own id.
    pub(crate) fn inputs_of_id(
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

    /// Waits for a permit to change a resource of this type. The time limit of the call begins afterwards, when the
    /// component is entered.
    ///
    /// # Errors
    /// If the call is cancelled while it waits. Nothing was changed.
    pub(crate) async fn place(&self, call: &Call) -> Result<Permit, CallError> {
        let places = self.schema.traits.concurrency;
        self.crowds.permit(call, self.token, places).await
    }

    /// The private state for properties that are recorded from now on.
    pub(crate) fn private_state(&self) -> PrivateState {
        PrivateState {
            version: self.schema.traits.state_version,
            ..PrivateState::default()
        }
    }
}

/// A function, and the component that serves it.
pub(crate) struct FunctionBinding<'a> {
    pub(crate) component: &'a Arc<dyn Component>,
    pub(crate) package: &'a PackageSchema,
    pub(crate) schema: &'a FunctionSchema,
    /// Why the component cannot be entered now.
    pub(crate) obstacle: Option<CallError>,
}
