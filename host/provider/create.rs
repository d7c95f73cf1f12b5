//! Create: making a thing, or saying what it would be.

use super::call::{Call, Effects};
use super::component::{CallFailure, CreateRequest, Created};
use super::error::PartialState;
use super::manifest::Hook;
use super::marks::Marks;
use super::package::{Package, Route};
use super::schema;
use super::value::PropertyMap;

/// A call that failed, and what is known to exist nevertheless: it goes into the state.
#[derive(Debug, Clone)]
pub struct ChangeFailure {
    pub failure: CallFailure,
    pub partial: Option<PartialState>,
}

impl From<CallFailure> for ChangeFailure {
    fn from(failure: CallFailure) -> Self {
        Self {
            partial: failure.partial_state(),
            failure,
        }
    }
}

impl From<super::error::CallError> for ChangeFailure {
    fn from(error: super::error::CallError) -> Self {
        CallFailure::from(error).into()
    }
}

impl Package {
    /// Creates a resource. In a preview without the component's own hook, outputs that are inputs too are shown, and
    /// all others are unknown.
    ///
    /// # Errors
    /// When no component serves the type or the call fails; with what the guest had noted to exist.
    pub async fn create(&self, call: &Call, inputs: PropertyMap) -> Result<Created, ChangeFailure> {
        let token = &call.subject.token;
        let route = self.resource(token)?;
        if call.preview && !route.has(token, Hook::PreviewCreate) {
            let outputs = schema::preview(route.package, route.schema, &inputs);
            return Ok(Created {
                outputs,
                ..Created::default()
            });
        }
        let effects = if call.preview {
            Effects::None
        } else {
            Effects::All
        };
        let call = Call {
            effects,
            ..call.clone()
        };
        let request = CreateRequest {
            inputs: &inputs,
            resume: None,
            preview: None,
        };
        match route.component.create(&call, request).await {
            Ok(created) => {
                let outputs =
                    schema::mark_secrets(route.package, route.schema, &inputs, created.outputs);
                Ok(Created { outputs, ..created })
            }
            Err(failure) => Err(unfinished(failure.into(), &route, &inputs)),
        }
    }
}

/// Marks what a failed create left behind, so that later calls know that it is not whole.
pub(super) fn unfinished(
    mut failure: ChangeFailure,
    route: &Route<'_>,
    inputs: &PropertyMap,
) -> ChangeFailure {
    if let Some(partial) = &mut failure.partial {
        partial.outputs = schema::mark_secrets(
            route.package,
            route.schema,
            inputs,
            std::mem::take(&mut partial.outputs),
        );
        Marks { partial: true }.put(&mut partial.outputs);
    }
    failure
}
