//! Hooks, as an engine runs them for a resource that is made: before and after its provider is asked, and not in
//! previews.

use pulumi_wasm_core::graph::{CallbackError, HookMoment, HookRequest, Registration};
use pulumi_wasm_core::monitor::MonitorError;
use pulumi_wasm_core::value::PropertyMap;

/// A resource that is being created.
pub(super) struct Made<'a> {
    pub(super) urn: &'a str,
    pub(super) registration: &'a Registration,
    pub(super) inputs: &'a PropertyMap,
}

impl Made<'_> {
    /// Runs the hooks before the provider is called.
    ///
    /// # Errors
    /// When one fails, or its component is not there any more.
    pub(super) async fn before_create(&self) -> Result<(), MonitorError> {
        self.run(HookMoment::BeforeCreate, &HookRequest::default())
            .await
    }

    /// Runs the hooks after the provider has answered with an id and outputs.
    ///
    /// # Errors
    /// As in [`Self::before_create`].
    pub(super) async fn after_create(
        &self,
        id: Option<&str>,
        outputs: &PropertyMap,
    ) -> Result<(), MonitorError> {
        let answer = HookRequest {
            id: id.map(str::to_owned),
            new_outputs: Some(outputs.clone()),
            ..HookRequest::default()
        };
        self.run(HookMoment::AfterCreate, &answer).await
    }

    async fn run(&self, moment: HookMoment, answer: &HookRequest) -> Result<(), MonitorError> {
        let hooks = self.registration.hooks.iter();
        for hook in hooks.filter(|hook| hook.moment() == moment) {
            let request = HookRequest {
                urn: self.urn.to_owned(),
                name: self.registration.name.clone(),
                token: self.registration.token.clone(),
                new_inputs: Some(self.inputs.clone()),
                ..answer.clone()
            };
            hook.run(request).await.map_err(|error| match error {
                CallbackError::Failed(reason) => MonitorError::Refused(reason),
                CallbackError::Ended => MonitorError::Ended,
            })?;
        }
        Ok(())
    }
}
