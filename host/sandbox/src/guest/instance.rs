//! An instance of a guest, and the state of its host functions.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_capability::asset::OpenedAssets;
use pulumi_wasm_capability::budget::{LimitReached, Reservation};
use pulumi_wasm_capability::clock::Clock;
use pulumi_wasm_capability::http::Streams;
use pulumi_wasm_capability::json::Assets;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_capability::random::{self, Random};
use pulumi_wasm_capability::shared::Sharing;
use pulumi_wasm_capability::{ActiveCall, CallSlot, Capabilities};
use pulumi_wasm_core::call::Call;
use wasmtime::component::{InstancePre, ResourceTable};
use wasmtime::{Store, UpdateDeadline};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};
use wasmtime_wasi_http::p2::body::{
    HostFutureTrailers, HostIncomingBody, HostIncomingBodyStream, HostOutgoingBody,
};
use wasmtime_wasi_http::p2::types::{HostFutureIncomingResponse, HostIncomingResponse};
use wasmtime_wasi_http::{WasiHttpCtx, WasiHttpCtxView, WasiHttpView};

use super::wasi::clocks::WasiClock;
use super::wasi::http::WasiHttpSender;
use super::wasi::{self, Handles};
use super::{v0_1_0, v0_1_1};
use crate::engine::{MemoryLimiter, Meter, RunningEngine, Tick};
use crate::guest::wasi::stdio::GuestOutput;

/// An instance that took this much more memory since it was made ready is not kept for further calls: one large request
/// would hold it for the rest of the deployment, and a guest that forgets to free would grow up to its limit.
const MAX_GROWTH: usize = 128 << 20;

/// The data of a store: everything that host functions work on.
pub(super) struct GuestState {
    wasi: WasiCtx,
    wasi_http: WasiHttpCtx,
    sender: WasiHttpSender,
    pub(super) table: ResourceTable,
    /// The objects behind the guest's handles.
    pub(super) handles: Handles,
    pub(super) limiter: MemoryLimiter,
    pub(super) meter: Meter,
    pub(super) slot: CallSlot,
    pub(super) clock: Clock,
    pub(super) random: Random,
    pub(super) capabilities: Arc<Capabilities>,
    /// The assets of the running call.
    pub(super) assets: Assets,
    /// The assets that the guest opened.
    pub(super) opened: OpenedAssets,
    /// The values that it shares with the other instances.
    pub(super) sharing: Sharing,
    /// The HTTP requests that the running call has open.
    pub(super) exchanges: Streams,
    /// The memory of the texts that the running call handed over.
    pub(super) asked: Reservation,
    /// The memory of the call's answer.
    pub(super) answered: Reservation,
    /// The memory of a host function's answer while the guest copies it: until the next host call.
    pub(super) lowered: Option<Reservation>,
}

impl GuestState {
    /// Ends what is kept of assets and requests for the running call.
    pub(super) fn forget_call(&mut self) {
        self.assets.clear();
        self.opened = OpenedAssets::default();
        self.exchanges = Streams::default();
        self.sharing.end_call();
        // Less is never refused.
        _ = self.asked.resize(0);
        self.lowered = None;
        self.handles.settle(&mut self.table);
    }
}

impl GuestState {
    /// Whether a request without a waiting caller is under way. Handles that guests only forgot to drop do no harm.
    fn is_busy(&mut self) -> bool {
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

/// A guest that can be called.
pub(super) struct Instance {
    pub(super) store: Store<GuestState>,
    pub(super) exports: v0_1_0::Provider,
    /// Memory when it was made ready, in bytes.
    pub(super) memory_at_first: usize,
}

impl Instance {
    /// Begins a call that may take so long: the guest's requests until [`Self::end`] belong to it.
    pub(super) fn begin(&mut self, call: Call, time: Duration) {
        let (bytes, limit) = self.store.data().slot.memory.at_once();
        self.store.set_hostcall_fuel(bytes);
        let state = self.store.data_mut();
        state.limiter.begin(limit);
        state.meter.begin();
        state.assets.begin(&call.subject.urn);
        state.slot.begin(call, time);
    }

    /// Ends a call that returned, with its remains. Nothing of it stays with the instance.
    pub(super) fn end(&mut self) -> Option<ActiveCall> {
        let state = self.store.data_mut();
        state.slot.close();
        state.forget_call();
        let ended = state.slot.end();
        if state.answered.bytes() > 0 {
            let nothing = state.slot.memory.nothing();
            let answered = std::mem::replace(&mut state.answered, nothing).beyond_call();
            if let Some(active) = &ended {
                active.call.kept.keep(answered);
            }
        }
        ended
    }

    /// Orders the instance's computations.
    pub(super) fn meter(&self) -> Meter {
        self.store.data().meter.clone()
    }

    /// Notes that the instance is ready for calls.
    pub(super) fn is_ready(&mut self) {
        self.memory_at_first = self.store.data().limiter.memory_used();
    }

    /// Whether further calls may run on this instance: it has not grown much, and nothing of its last call goes on.
    pub(super) fn may_stay(&mut self) -> bool {
        let state = self.store.data_mut();
        let used = state.limiter.memory_used();
        used.saturating_sub(self.memory_at_first) <= MAX_GROWTH && !state.is_busy()
    }
}

impl Drop for Instance {
    /// A call that was given up ends here, before its open requests do.
    fn drop(&mut self) {
        self.store.data().slot.close();
    }
}

/// A store with all its limits set, for an instance with so many linear memories: the only place that makes one.
///
/// # Errors
/// When an instance may not have so many, or the process has no room for another one.
pub(super) fn new_store(
    engine: &RunningEngine,
    capabilities: Arc<Capabilities>,
    memories: u64,
) -> Result<Store<GuestState>, LimitReached> {
    let limits = Arc::clone(&capabilities.limits);
    let system = &capabilities.system;
    let memory = capabilities.budget();
    let slot = CallSlot::new(Arc::clone(&system.time), Arc::clone(&memory));
    let clock = Clock::new(slot.clone());
    let random = Random::new(slot.clone(), Arc::clone(&system.randomness));
    let meter = Meter::new(engine, limits.time(Limit::ComputeTime));
    let limiter = MemoryLimiter::new(
        Arc::clone(&limits),
        meter.clone(),
        &capabilities.shares,
        memories,
    )?;
    let most_handles = limits.size(Limit::Handles);
    let mut table = ResourceTable::new();
    table.set_max_capacity(most_handles);
    // No arguments, environment, folders or sockets: this builder gives only the things that are set here.
    let wasi = WasiCtx::builder()
        .stdout(GuestOutput::stdout(slot.clone()))
        .stderr(GuestOutput::stderr(slot.clone()))
        .wall_clock(WasiClock(clock.clone()))
        .monotonic_clock(WasiClock(clock.clone()))
        .secure_random(random.clone())
        .insecure_random(random.clone())
        .max_random_size(random::MAX_BYTES.into())
        .allow_tcp(false)
        .allow_udp(false)
        .allow_ip_name_lookup(false)
        .build();
    let state = GuestState {
        wasi,
        wasi_http: WasiHttpCtx::new(),
        sender: WasiHttpSender {
            slot: slot.clone(),
            capabilities: Arc::clone(&capabilities),
        },
        table,
        handles: Handles::new(memory.nothing()),
        limiter,
        meter,
        slot,
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
    };
    let mut store = Store::new(engine.wasmtime(), state);
    store.limiter_async(|state| &mut state.limiter);
    store.set_hostcall_fuel(memory.at_once().0);
    store.set_max_component_handles(most_handles);
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|mut store| {
        let state = store.data_mut();
        match state.meter.tick() {
            Tick::Continue => Ok(UpdateDeadline::Continue(1)),
            Tick::Yield => Ok(UpdateDeadline::Yield(1)),
            Tick::Interrupt => {
                state.limiter.refuse(Limit::ComputeTime);
                Ok(UpdateDeadline::Interrupt)
            }
        }
    });
    Ok(store)
}

/// Links a compiled component: all its imports are looked up, nothing runs.
pub(super) fn link(
    engine: &RunningEngine,
    component: &wasmtime::component::Component,
) -> wasmtime::Result<InstancePre<GuestState>> {
    let mut linker = wasmtime::component::Linker::new(engine.wasmtime());
    v0_1_0::link(&mut linker)?;
    v0_1_1::link(&mut linker)?;
    wasi::link(&mut linker)?;
    linker.instantiate_pre(component)
}
