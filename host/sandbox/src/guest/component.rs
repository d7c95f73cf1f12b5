//! A component that runs in the sandbox: the core's [`Component`] on a pool of instances.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use pulumi_wasm_capability::http::HostPattern;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    CallFailure, CheckRequest, Component, CreateOutcome, CreateRequest, DeleteRequest, DiffAnswer,
    DiffRequest, Judged, ListPage, ListRequest, OldState, Origin, ReadAnswer, ReadRequest,
    RecordedState, UpdateOutcome, UpdateRequest,
};
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::failure::PropertyFailure;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::value::PropertyMap;

use super::bounds::Bounds;
use super::call::{Ended, call_guest};
use super::instance::Instance;
use super::instances::{Factory, Instances, WasmSettings};
use super::interface::{Answer, Entry, Guest};
use crate::engine::{Lease, Pool};

/// A component in the sandbox. Nothing is read, compiled or started before the first call that must enter it.
pub struct WasmComponent {
    instances: Instances,
    pool: Pool<Instance>,
    /// Calls that went into the component's code.
    entries: AtomicU64,
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
        }
    }

    /// Runs a function of the component as a call, on an instance of the pool. The instance goes back only if its
    /// function returned.
    async fn enter<'r, T>(
        &'r self,
        call: &'r Call,
        function: impl for<'a> FnOnce(&'a dyn Guest, Entry<'a, 'r>) -> BoxFuture<'a, Answer<T>>,
    ) -> Result<T, CallFailure> {
        let (lease, bounds) = self.lease(call).await?;
        let sources = self.instances.sources();
        let Ended {
            outcome,
            checkpoint,
        } = call_guest(lease, bounds, sources, function).await;
        let (answer, lease) = outcome.apart();
        if let Some(mut lease) = lease
            && lease.instance.may_stay()
        {
            lease.give_back();
        }
        answer.map_err(|error| CallFailure { error, checkpoint })
    }

    /// The same for a function that saves no checkpoints.
    async fn ask<'r, T>(
        &'r self,
        call: &'r Call,
        function: impl for<'a> FnOnce(&'a dyn Guest, Entry<'a, 'r>) -> BoxFuture<'a, Answer<T>>,
    ) -> Result<T, CallError> {
        let entered = self.enter(call, function).await;
        entered.map_err(|failure| failure.error)
    }

    /// Takes an instance for a call, making one if none is idle, and says what is left of the call's time. A call that
    /// fails here changed nothing. Cancelled, it has no grace: what was not begun is not begun any more.
    async fn lease<'a>(
        &'a self,
        call: &'a Call,
    ) -> Result<(Lease<Instance>, Bounds<'a>), CallError> {
        self.instances.compiled(call).await.map_err(not_entered)?;
        self.entries.fetch_add(1, Ordering::Relaxed);
        let bounds = self.instances.bounds(call);
        // A guest that answers at its first step would be in time for ever: an answer wins over its deadline.
        if bounds.left().is_zero() {
            return Err(bounds.exceeded());
        }
        let began = Instant::now();
        let factory = Factory {
            instances: &self.instances,
            call,
        };
        let leased = bounds.run(Duration::ZERO, self.pool.lease(&factory));
        let lease = leased.await.flatten().map_err(not_entered)?;
        Ok((lease, bounds.since(began)))
    }
}

/// The error of a call that never entered the component's function: whatever happened, the call failed cleanly.
fn not_entered(error: CallError) -> CallError {
    match error {
        CallError::Cancelled => {
            CallError::Guest(GuestError::Cancelled("the call was cancelled".to_owned()))
        }
        error if error.is_uncertain() => CallError::Refused {
            reason: format!("the component could not be made ready: {error}"),
            hint: error.hint(),
        },
        error => error,
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
}
