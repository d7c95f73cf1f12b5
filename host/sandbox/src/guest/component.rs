//! A component that runs in the sandbox: the core's [`Component`] on a pool of instances.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use async_trait::async_trait;
use pulumi_wasm_capability::http::HostPattern;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    CheckRequest, Component, ComponentOrigin, ConfiguredGrants, CreateOutcome, CreateRequest,
    DeleteRequest, DiffAnswer, DiffRequest, GuestSession, Judged, ListPage, ListRequest, OldState,
    PreviewCreateRequest, PreviewUpdateRequest, ReadAnswer, ReadRequest, RecordedState,
    ResumeRequest, UpdateOutcome, UpdateRequest,
};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::value::PropertyMap;

use super::call::call_guest;
use super::call::entering::Entrance;
use super::instances::WasmSettings;
use super::session::WasmSession;
use crate::scheduler::{self, Priority};

/// A component in the sandbox. Nothing is read, compiled or started before the first call that must enter it.
pub struct WasmComponent {
    entrance: Entrance,
    /// The number of the last session.
    sessions: AtomicU32,
}

impl WasmComponent {
    #[must_use]
    pub fn new(settings: WasmSettings) -> Self {
        let WasmSettings {
            manifest,
            capabilities,
            ..
        } = &settings;
        let permissions = &manifest.permissions.net;
        capabilities.http.declare(permissions, &PropertyMap::new());
        capabilities
            .variables
            .withhold(manifest.withheld_variables());
        Self {
            entrance: Entrance::new(settings),
            sessions: AtomicU32::new(0),
        }
    }

    fn settings(&self) -> &WasmSettings {
        &self.entrance.instances.settings
    }
}

#[async_trait]
impl Component for WasmComponent {
    fn origin(&self) -> &ComponentOrigin {
        &self.settings().origin
    }

    fn manifest(&self) -> &Manifest {
        &self.settings().manifest
    }

    fn set_configuration(&self, configuration: PropertyMap) {
        let permissions = &self.settings().manifest.permissions;
        let http = &self.settings().capabilities.http;
        http.declare(&permissions.net, &configuration);
        let shown = permissions.shown(configuration);
        self.entrance.instances.set_configuration(shown);
    }

    fn grant(&self, grants: ConfiguredGrants) {
        let addresses = match grants {
            ConfiguredGrants::User(addresses) => addresses,
            ConfiguredGrants::Withheld(addresses) => {
                let patterns = addresses
                    .iter()
                    .filter_map(|address| HostPattern::from_configured_url(address).ok());
                self.settings()
                    .capabilities
                    .http
                    .withhold(patterns.collect());
                return;
            }
        };
        let (manifest, capabilities) = (&self.settings().manifest, &self.settings().capabilities);
        // A value that a generated SDK read from the environment looks like a value that the user wrote.
        let from_environment = |address: &&String| {
            let names = manifest.variables_of_addresses();
            capabilities.variables.is_value_of_ungranted(
                capabilities.system.environment.as_ref(),
                names,
                address,
            )
        };
        let patterns = addresses
            .iter()
            .filter(|address| !from_environment(address))
            .filter_map(|address| HostPattern::from_configured_url(address).ok());
        capabilities.http.grant(patterns.collect());
    }

    fn entries(&self) -> u64 {
        self.entrance.entries()
    }

    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError> {
        let instances = &self.entrance.instances;
        instances.compiled(call).await?;
        let bounds = self.entrance.begun(call);
        let permissions = &self.settings().manifest.permissions;
        let shown = &permissions.shown(configuration.clone());
        let began = Instant::now();
        // An instance that is not of the pool: those are configured already.
        let instance = bounds.run(bounds.grace(), instances.bare(call)).await??;
        let ended = call_guest(
            instance,
            bounds.since(began),
            instances.sources(),
            |guest, entry| guest.check_config(entry, shown),
        )
        .await;
        ended.outcome.into_parts().0
    }

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Judged, CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.check(entry, request))
            .await
    }

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.diff(entry, request))
            .await
    }

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome {
        self.entrance
            .enter(call, |guest, entry| guest.create(entry, request))
            .await
    }

    async fn resume(&self, call: &Call, request: ResumeRequest<'_>) -> UpdateOutcome {
        self.entrance
            .enter(call, |guest, entry| guest.resume(entry, request))
            .await
    }

    async fn preview_create(
        &self,
        call: &Call,
        request: PreviewCreateRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.preview_create(entry, request))
            .await
    }

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.read(entry, request))
            .await
    }

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome {
        self.entrance
            .enter(call, |guest, entry| guest.update(entry, request))
            .await
    }

    async fn preview_update(
        &self,
        call: &Call,
        request: PreviewUpdateRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.preview_update(entry, request))
            .await
    }

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.delete(entry, request))
            .await
    }

    async fn migrate(&self, call: &Call, state: OldState) -> Result<RecordedState, CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.migrate(entry, &state))
            .await
    }

    async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.list(entry, request))
            .await
    }

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
        self.entrance
            .ask(call, |guest, entry| guest.invoke(entry, arguments))
            .await
    }

    fn begin_session(&self) -> Box<dyn GuestSession + '_> {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed);
        Box::new(WasmSession::new(&self.entrance, number.wrapping_add(1)))
    }

    async fn turn(&self) {
        scheduler::turn(Priority::Medium).await;
    }
}
