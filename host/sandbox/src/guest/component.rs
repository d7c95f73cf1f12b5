//! A component that runs in the sandbox: the core's [`Component`] on a pool of instances.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use async_trait::async_trait;
use pulumi_wasm_capability::http::HostPattern;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    CheckRequest, Component, CreateOutcome, CreateRequest, DeleteRequest, DiffAnswer, DiffRequest,
    GuestSession, Judged, ListPage, ListRequest, OldState, Origin, ReadAnswer, ReadRequest,
    RecordedState, UpdateOutcome, UpdateRequest,
};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::failure::PropertyFailure;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::value::PropertyMap;

use super::call::call_guest;
use super::instance::Instance;
use super::instances::{Instances, WasmSettings};
use super::session::WasmSession;
use crate::engine::Pool;

/// A component in the sandbox. Nothing is read, compiled or started before the first call that must enter it.
pub struct WasmComponent {
    pub(super) instances: Instances,
    pub(super) pool: Pool<Instance>,
    /// Calls that went into the component's code.
    pub(super) entries: AtomicU64,
    /// The number of the last session.
    sessions: AtomicU32,
}

impl WasmComponent {
    #[must_use]
    pub fn new(settings: WasmSettings) -> Self {
        let wants = &settings.manifest.wants.net;
        settings
            .capabilities
            .http
            .declare(wants, &PropertyMap::new());
        let pool = Pool::new(&settings.limits);
        Self {
            instances: Instances::new(settings),
            pool,
            entries: AtomicU64::new(0),
            sessions: AtomicU32::new(0),
        }
    }
}

#[async_trait]
impl Component for WasmComponent {
    fn origin(&self) -> &Origin {
        &self.instances.settings.origin
    }

    fn manifest(&self) -> &Manifest {
        &self.instances.settings.manifest
    }

    fn set_configuration(&self, configuration: PropertyMap) {
        let http = &self.instances.settings.capabilities.http;
        http.declare(&self.instances.settings.manifest.wants.net, &configuration);
        let shown = self.instances.settings.manifest.wants.shown(configuration);
        self.instances.set_configuration(shown);
    }

    fn grant(&self, addresses: Vec<String>) {
        // What a generated SDK read from the environment looks as if the user had written it.
        let (wants, capabilities) = (
            &self.instances.settings.manifest,
            &self.instances.settings.capabilities,
        );
        let from_environment = |address: &&String| {
            let names = wants.variables_of_addresses();
            capabilities.variables.hold_ungranted(
                capabilities.system.environment.as_ref(),
                names,
                address,
            )
        };
        let patterns = addresses
            .iter()
            .filter(|address| !from_environment(address))
            .filter_map(|address| HostPattern::from_configured_url(address).ok());
        self.instances
            .settings
            .capabilities
            .http
            .grant(patterns.collect());
    }

    fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError> {
        self.instances.compiled(call).await?;
        self.entries.fetch_add(1, Ordering::Relaxed);
        let bounds = self.instances.bounds(call);
        let shown = &self
            .instances
            .settings
            .manifest
            .wants
            .shown(configuration.clone());
        let began = Instant::now();
        // An instance that is not of the pool: those are configured already.
        let instance = bounds
            .run(bounds.grace(), self.instances.bare(call))
            .await??;
        let ended = call_guest(
            instance,
            bounds.since(began),
            self.instances.sources(),
            |guest, entry| guest.check_config(entry, shown),
        )
        .await;
        ended.outcome.apart().0
    }

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Judged, CallError> {
        self.ask(call, |guest, entry| guest.check(entry, request))
            .await
    }

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError> {
        self.ask(call, |guest, entry| guest.diff(entry, request))
            .await
    }

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome {
        self.enter(call, |guest, entry| guest.create(entry, request))
            .await
    }

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        self.ask(call, |guest, entry| guest.read(entry, request))
            .await
    }

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome {
        self.enter(call, |guest, entry| guest.update(entry, request))
            .await
    }

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError> {
        self.ask(call, |guest, entry| guest.delete(entry, request))
            .await
    }

    async fn migrate(&self, call: &Call, state: OldState) -> Result<RecordedState, CallError> {
        self.ask(call, |guest, entry| guest.migrate(entry, &state))
            .await
    }

    async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError> {
        self.ask(call, |guest, entry| guest.list(entry, request))
            .await
    }

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
        self.ask(call, |guest, entry| guest.invoke(entry, arguments))
            .await
    }

    fn begin_session(&self) -> Box<dyn GuestSession + '_> {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed);
        Box::new(WasmSession::new(self, number.wrapping_add(1)))
    }
}
