//! The data of a guest's store: what its host functions work on.

use std::any::Any;
use std::sync::Arc;

use pulumi_wasm_capability::asset::OpenedAssets;
use pulumi_wasm_capability::budget::{LimitReached, Reservation};
use pulumi_wasm_capability::http::Streams;
use pulumi_wasm_capability::json::Assets;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_capability::shared::Sharing;
use pulumi_wasm_capability::system::clock::Clock;
use pulumi_wasm_capability::system::random::{self, Random};
use pulumi_wasm_capability::{Capabilities, CurrentCall};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
use wasmtime::component::ResourceTable;
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};
use wasmtime_wasi_http::p2::body::{
    HostFutureTrailers, HostIncomingBody, HostIncomingBodyStream, HostOutgoingBody,
};
use wasmtime_wasi_http::p2::types::{HostFutureIncomingResponse, HostIncomingResponse};
use wasmtime_wasi_http::{WasiHttpCtx, WasiHttpCtxView, WasiHttpView};

use super::source::Source;
use super::wasi::clocks::WasiClock;
use super::wasi::handles::Handles;
use super::wasi::http::WasiHttpSender;
use super::wasi::stdio::GuestOutput;
use crate::engine::{CpuBudget, MemoryLimiter, RunningEngine};

/// The data of a store: everything that host functions work on.
pub(super) struct GuestState {
    wasi: WasiCtx,
    wasi_http: WasiHttpCtx,
    sender: WasiHttpSender,
    pub(super) table: ResourceTable,
    /// The source that the component carries, if it reads one.
    pub(super) source: Option<Arc<Source>>,
    /// The host's objects for the guest's handles.
    pub(super) handles: Handles,
    pub(super) limiter: MemoryLimiter,
    pub(super) cpu_budget: CpuBudget,
    pub(super) current_call: CurrentCall,
    pub(super) clock: Clock,
    pub(super) random: Random,
    pub(super) capabilities: Arc<Capabilities>,
    /// The assets of the running call.
    pub(super) assets: Assets,
    /// The objects that the guest opened.
    pub(super) opened: OpenedAssets,
    /// The state that it shares with the other instances.
    pub(super) sharing: Sharing,
    /// The HTTP requests that the running call has open.
    pub(super) exchanges: Streams,
    /// The bytes of the texts that the running call handed over.
    pub(super) asked: Reservation,
    /// The bytes of the call's answer.
    pub(super) answered: Reservation,
    /// The memory for the answer of a host function while the guest copies it: until the next host call.
    pub(super) lowered: Option<Reservation>,
    /// Whether the running call belongs to a session that continues after it.
    pub(super) in_session: bool,
}

impl GuestState {
    /// The data of a new store, for an instance with this many linear memories.
    ///
    /// # Errors
    /// If an instance may not have this many memories, or the process cannot create another instance.
    pub(super) fn new(
        engine: &RunningEngine,
        capabilities: Arc<Capabilities>,
        memories: u64,
    ) -> Result<Self, LimitReached> {
        let limits = Arc::clone(&capabilities.limits);
        let system = &capabilities.system;
        let memory = capabilities.budget();
        let current_call = CurrentCall::new(Arc::clone(&system.time), Arc::clone(&memory));
        let clock = Clock::new(current_call.clone());
        let random = Random::new(current_call.clone(), Arc::clone(&system.randomness));
        let cpu_budget = CpuBudget::new(engine, limits.time(Limit::ComputeTime));
        let limiter = MemoryLimiter::new(
            Arc::clone(&limits),
            cpu_budget.clone(),
            &capabilities.shares,
            memories,
        )?;
        let most_handles = limits.size(Limit::Handles);
        let mut table = ResourceTable::new();
        table.set_max_capacity(most_handles);
        // No arguments, environment, folders or sockets: the builder grants only what it is told to.
        let wasi = WasiCtx::builder()
            .stdout(GuestOutput::stdout(current_call.clone()))
            .stderr(GuestOutput::stderr(current_call.clone()))
            .wall_clock(WasiClock(clock.clone()))
            .monotonic_clock(WasiClock(clock.clone()))
            .secure_random(random.clone())
            .insecure_random(random.clone())
            .max_random_size(random::MAX_BYTES.into())
            .allow_tcp(false)
            .allow_udp(false)
            .allow_ip_name_lookup(false)
            .build();
        Ok(Self {
            wasi,
            wasi_http: WasiHttpCtx::new(),
            sender: WasiHttpSender {
                current_call: current_call.clone(),
                capabilities: Arc::clone(&capabilities),
            },
            table,
            source: None,
            handles: Handles::new(memory.nothing()),
            limiter,
            cpu_budget,
            current_call,
            clock,
            random,
            sharing: Sharing::new(&capabilities.shared),
            capabilities,
            assets: Assets::within(&limits),
            opened: OpenedAssets::default(),
            exchanges: Streams::default(),
            asked: memory.nothing(),
            answered: memory.nothing(),
            lowered: None,
            in_session: false,
        })
    }

    /// Drops the assets and requests of the running call.
    pub(super) fn forget_call(&mut self) {
        if self.in_session {
            self.assets.end_entry()
        } else {
            self.assets.clear()
        }
        self.opened = OpenedAssets::default();
        self.exchanges = Streams::default();
        self.sharing.end_call();
        // A smaller amount is never refused.
        _ = self.asked.resize(0);
        self.lowered = None;
        self.handles.settle(&mut self.table);
    }
}

impl GuestState {
    /// Whether a request is in flight whose answer the guest no longer waits for. A finished request that the guest
    /// forgot to drop does no harm.
    pub(super) fn is_busy(&mut self) -> bool {
        self.table.iter_mut().any(|entry| {
            let entry: &mut dyn Any = entry;
            if let Some(response) = entry.downcast_mut::<HostIncomingResponse>() {
                response.body = None;
            }
            matches!(
                entry.downcast_ref(),
                Some(HostFutureIncomingResponse::Pending(_) | HostFutureIncomingResponse::Ready(_))
            ) || entry.is::<HostIncomingBody>()
                || entry.is::<HostIncomingBodyStream>()
                || entry.is::<HostFutureTrailers>()
                || entry.is::<HostOutgoingBody>()
        })
    }
}

impl GuestState {
    /// Reserves bytes that the host is about to keep, until the result is dropped.
    ///
    /// # Errors
    /// If the host may not keep this much for the call.
    pub(super) fn reserve(&self, bytes: usize) -> Result<Reservation, GuestError> {
        let reserved = self.current_call.memory.reserve(bytes);
        reserved.map_err(|reached| GuestError::Other(reached.to_string()))
    }

    /// The running call.
    ///
    /// # Errors
    /// If the guest calls the host during its instantiation.
    pub(super) fn running(&self) -> Result<Call, GuestError> {
        let none = || GuestError::Unsupported("no call is running".to_owned());
        self.current_call.call().ok_or_else(none)
    }

    /// Makes sure that an asset of the request was read.
    ///
    /// # Errors
    /// If the request had no such asset, or the asset cannot be read.
    pub(super) async fn open_asset(&mut self, handle: u32) -> Result<(), GuestError> {
        if self.opened.has(handle) {
            return Ok(());
        }
        let call = self.running()?;
        let Some(asset) = self.assets.get(handle) else {
            return Err(GuestError::NotFound(format!(
                "the asset {handle} was not in the request"
            )));
        };
        let Capabilities { assets, http, .. } = &*self.capabilities;
        let http = http.client(&self.current_call)?;
        let memory = self.current_call.memory.nothing();
        let (content, memory) = assets.open(asset, &call, &http, memory).await?;
        let first_free = self.assets.first_free();
        self.opened.keep(handle, content, memory, first_free);
        Ok(())
    }
}

impl WasiView for GuestState {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView {
            ctx: &mut self.wasi,
            table: &mut self.table,
        }
    }
}

impl WasiHttpView for GuestState {
    fn http(&mut self) -> WasiHttpCtxView<'_> {
        WasiHttpCtxView {
            hooks: &mut self.sender,
            table: &mut self.table,
            ctx: &mut self.wasi_http,
        }
    }
}
