//! The target of a call: the component that serves its token, and the known facts about it.

use std::sync::Arc;

use super::concurrency::{Crowds, Permit};
use super::secret_ids::OpenIds;
use crate::call::Call;
use crate::component::Component;
use crate::error::{CallError, GuestError};
use crate::failure::PropertyFailure;
use crate::manifest::Hook;
use crate::recovery::pending_creates::PendingCreates;
use crate::schema::{self, FunctionSchema, PackageSchema, ResourceSchema};
use crate::state::private_state::PrivateState;
use crate::value::PropertyMap;

/// A resource type and the component that serves it.
pub(crate) struct ResourceBinding<'a> {
    /// The resource type's token.
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
    /// Whether the author wrote a hook for the resource type.
    pub(crate) fn has(&self, hook: Hook) -> bool {
        self.component.manifest().resource_has(self.token, hook)
    }

    /// Whether there is the hook, and the component has the configuration that it needs to be asked.
    pub(crate) fn asks(&self, hook: Hook) -> bool {
        self.obstacle.is_none() && self.has(hook)
    }

    /// Fails if the component does not have its configuration: for calls that only the component can answer.
    pub(crate) fn ready(&self) -> Result<(), CallError> {
        self.obstacle.clone().map_or(Ok(()), Err)
    }

    /// The inputs that an id tells of. An import's id must have the manifest's form; one that a program looks up may be
    /// the thing's own id.
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

    /// Waits until the component may change a thing of this type. The time of the call begins afterwards, when the
    /// component is entered.
    ///
    /// # Errors
    /// When the call is cancelled meanwhile: nothing was changed then.
    pub(crate) async fn place(&self, call: &Call) -> Result<Permit, CallError> {
        let places = self.schema.traits.concurrency;
        self.crowds.permit(call, self.token, places).await
    }

    /// The private state of properties that are recorded from now on.
    pub(crate) fn private_state(&self) -> PrivateState {
        PrivateState {
            version: self.schema.traits.state_version,
            ..PrivateState::default()
        }
    }
}

/// A function and the component that has it.
pub(crate) struct FunctionBinding<'a> {
    pub(crate) component: &'a Arc<dyn Component>,
    pub(crate) package: &'a PackageSchema,
    pub(crate) schema: &'a FunctionSchema,
    /// Why the component cannot be entered now.
    pub(crate) obstacle: Option<CallError>,
}
