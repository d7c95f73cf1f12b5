//! A component that runs in the sandbox: the core's [`Component`] on a pool of instances.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use pulumi_wasm_capability::Capabilities;
use pulumi_wasm_capability::http::HostPattern;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::{Call, LogSink, Operation};
use pulumi_wasm_core::component::{
    CallFailure, CheckRequest, Component, CreateOutcome, CreateRequest, DeleteRequest, DiffAnswer,
    DiffRequest, Judged, ListPage, ListRequest, OldState, Origin, ReadAnswer, ReadRequest,
    RecordedState, UpdateOutcome, UpdateRequest,
};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::failure::PropertyFailure;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::value::PropertyMap;
use tokio::sync::OnceCell;

use super::factory::{Prepared, compiler_within, instantiate, milliseconds, prepare};
use super::instance::Instance;
use crate::engine::{Compiler, Pool, describe_failure, run};

/// The parts of a component.
pub struct WasmSettings {
    pub origin: Origin,
    pub manifest: Arc<Manifest>,
    /// The component in the store.
    pub file: PathBuf,
    pub limits: Limits,
    pub capabilities: Arc<Capabilities>,
    pub compiler: Compiler,
}

/// A component in the sandbox. Nothing is read, compiled or started before the first call that must enter it.
pub struct WasmComponent {
    pub(super) settings: WasmSettings,
    pub(super) prepared: OnceCell<Prepared>,
    pub(super) configuration: OnceLock<PropertyMap>,
    pub(super) pool: Pool<Instance>,
    /// Calls that went into the component's code.
    pub(super) entries: AtomicU64,
    /// Bytes of the memory of the instance that was made last.
    pub(super) instance_size: AtomicU64,
}

/// Runs one of an instance's functions as a call: on an instance of the pool, under its deadline and cancellation.
/// A macro, because a closure could not borrow both the instance and the request.
macro_rules! enter {
    ($self:ident, $call:ident, $function:ident($($argument:expr),*)) => {{
        let mut running = $self.begin($call).await?;
        let time = milliseconds(running.left);
        let guest = running.lease.instance.$function($call, time $(, $argument)*);
        let (left, limit) = (running.left, running.limit);
        let ended = $self.bounded($call, left, limit, &running.meter, guest).await;
        $self.finish($call, running, ended).await
    }};
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
            settings,
            prepared: OnceCell::new(),
            configuration: OnceLock::new(),
            pool,
            entries: AtomicU64::new(0),
            instance_size: AtomicU64::new(0),
        }
    }

    /// Notes that a new instance is ready for calls.
    pub(super) fn is_ready(&self, instance: &mut Instance) {
        instance.is_ready();
        let size = instance.memory_at_first as u64;
        self.instance_size.store(size, Ordering::Relaxed);
    }

    /// The compiled and linked component; made at the first call.
    pub(super) async fn prepared(&self, log: &Arc<dyn LogSink>) -> Result<&Prepared, CallError> {
        let settings = &self.settings;
        self.prepared
            .get_or_try_init(|| async {
                let origin = &settings.origin;
                let compiler = compiler_within(&settings.compiler, &settings.limits);
                let component = compiler
                    .ready(
                        &settings.file,
                        &origin.digest,
                        &origin.file,
                        &settings.limits,
                        log.as_ref(),
                    )
                    .await?;
                prepare(&compiler, &component, &settings.limits)
            })
            .await
    }

    /// A new instance that was not given its configuration.
    pub(super) async fn bare_instance(&self, call: &Call) -> Result<Instance, CallError> {
        let prepared = self.prepared(&call.log).await?;
        let settings = &self.settings;
        match instantiate(prepared, &settings.capabilities).await {
            Ok(instance) => Ok(instance),
            Err(crash) => Err(crash.located(self.sources(), &call.cancellation).await),
        }
    }

    /// The remaining time of a call, and the limit that sets its time.
    pub(super) fn time_for(&self, call: &Call) -> (Duration, Limit) {
        let (time, limit) = self.whole_time_for(call);
        (time.saturating_sub(call.spent), limit)
    }

    pub(super) fn whole_time_for(&self, call: &Call) -> (Duration, Limit) {
        let limit = match call.operation {
            Operation::CheckConfig
            | Operation::Configure
            | Operation::Check
            | Operation::Diff
            | Operation::Migrate => Limit::CheckTime,
            _ => Limit::CallTime,
        };
        (
            call.timeout
                .unwrap_or_else(|| self.settings.limits.time(limit)),
            limit,
        )
    }
}

#[async_trait]
impl Component for WasmComponent {
    fn origin(&self) -> &Origin {
        &self.settings.origin
    }

    fn manifest(&self) -> &Manifest {
        &self.settings.manifest
    }

    fn set_configuration(&self, configuration: PropertyMap) {
        let http = &self.settings.capabilities.http;
        http.declare(&self.settings.manifest.wants.net, &configuration);
        // The engine configures a provider once; after a second configuration, instances would keep the first.
        let shown = self.settings.manifest.wants.shown(configuration);
        drop(self.configuration.set(shown));
    }

    fn grant(&self, addresses: Vec<String>) {
        // A value that a generated SDK read from the environment looks like one that the user wrote.
        let (wants, capabilities) = (&self.settings.manifest, &self.settings.capabilities);
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
        self.settings.capabilities.http.grant(patterns.collect());
    }

    fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError> {
        self.compiled(call).await?;
        self.entries.fetch_add(1, Ordering::Relaxed);
        let (time, limit) = self.time_for(call);
        let shown = self.settings.manifest.wants.shown(configuration.clone());
        let work = async {
            // On a separate instance: those of the pool are configured already.
            let mut instance = self.bare_instance(call).await?;
            instance.begin(call.clone(), time);
            let meter = instance.meter();
            let ended = meter
                .run(instance.check_config(call, milliseconds(time), &shown))
                .await;
            let last_words = instance.end().and_then(|active| active.last_words);
            match ended {
                Ok(answer) => answer,
                Err(error) => {
                    let limiter = &instance.store.data().limiter;
                    let crash = describe_failure(&error, limiter, last_words);
                    drop(instance);
                    Err(crash.located(self.sources(), &call.cancellation).await)
                }
            }
        };
        let grace = self.settings.limits.time(Limit::CancelGrace);
        run(work, time, &call.cancellation, grace)
            .await
            .map_err(|ending| self.ended(call, limit, ending))?
    }

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Judged, CallError> {
        let answer: Result<_, CallFailure> = enter!(self, call, check(request));
        answer.map_err(|failure| failure.error)
    }

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError> {
        let answer: Result<_, CallFailure> = enter!(self, call, diff(request));
        answer.map_err(|failure| failure.error)
    }

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome {
        enter!(self, call, create(request))
    }

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        let answer: Result<_, CallFailure> = enter!(self, call, read(request));
        answer.map_err(|failure| failure.error)
    }

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome {
        enter!(self, call, update(request))
    }

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError> {
        let answer: Result<_, CallFailure> = enter!(self, call, delete(request));
        answer.map_err(|failure| failure.error)
    }

    async fn migrate(&self, call: &Call, state: OldState) -> Result<RecordedState, CallError> {
        let answer: Result<_, CallFailure> = enter!(self, call, migrate(&state));
        answer.map_err(|failure| failure.error)
    }

    async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError> {
        let answer: Result<_, CallFailure> = enter!(self, call, list(request));
        answer.map_err(|failure| failure.error)
    }

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
        let answer: Result<_, CallFailure> = enter!(self, call, invoke(arguments));
        answer.map_err(|failure| failure.error)
    }
}
