//! An instance of a guest, and what its host functions work on.

use std::sync::Arc;

use wasmtime::Store;
use wasmtime::component::{InstancePre, ResourceTable};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

use super::json::Assets;
use super::v0_1_0;
use crate::capability::asset::OpenedAssets;
use crate::capability::clock::Clock;
use crate::capability::random::Random;
use crate::capability::stdio::GuestOutput;
use crate::capability::{CallSlot, Capabilities};
use crate::engine::{Engine, MemoryLimiter};
use crate::limits::{Limit, Limits};

/// Handles that a guest may hold at once.
const MAX_HANDLES: usize = 10_000;

/// The data of a store: everything that host functions work on.
pub(super) struct GuestState {
    wasi: WasiCtx,
    table: ResourceTable,
    pub(super) limiter: MemoryLimiter,
    pub(super) slot: CallSlot,
    pub(super) clock: Clock,
    pub(super) random: Random,
    pub(super) capabilities: Arc<Capabilities>,
    /// The assets of the running call.
    pub(super) assets: Assets,
    /// What the guest opened of them.
    pub(super) opened: OpenedAssets,
}

impl GuestState {
    /// Ends what is kept of assets for the running call.
    pub(super) fn forget_assets(&mut self) {
        self.assets = Assets::default();
        self.opened = OpenedAssets::default();
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

/// A guest that can be called.
pub(super) struct Instance {
    pub(super) store: Store<GuestState>,
    pub(super) exports: v0_1_0::Provider,
}

/// A store with all its limits set: the only place that makes one.
pub(super) fn new_store(
    engine: &Engine,
    limits: &Limits,
    capabilities: Arc<Capabilities>,
) -> Store<GuestState> {
    let surroundings = &capabilities.surroundings;
    let slot = CallSlot::new(Arc::clone(&surroundings.time));
    let clock = Clock::new(slot.clone());
    let random = Random::new(slot.clone(), Arc::clone(&surroundings.randomness));
    let mut table = ResourceTable::new();
    table.set_max_capacity(MAX_HANDLES);
    // No arguments, environment, folders or sockets: what this builder is not told to give is not there.
    let wasi = WasiCtx::builder()
        .stdout(GuestOutput::stdout(slot.clone()))
        .stderr(GuestOutput::stderr(slot.clone()))
        .wall_clock(clock.clone())
        .monotonic_clock(clock.clone())
        .secure_random(random.clone())
        .insecure_random(random.clone())
        .allow_tcp(false)
        .allow_udp(false)
        .allow_ip_name_lookup(false)
        .build();
    let state = GuestState {
        wasi,
        table,
        limiter: MemoryLimiter::new(limits),
        slot,
        clock,
        random,
        capabilities,
        assets: Assets::default(),
        opened: OpenedAssets::default(),
    };
    let mut store = Store::new(engine.wasmtime(), state);
    store.limiter(|state| &mut state.limiter);
    store.set_hostcall_fuel(limits.size(Limit::Transfer));
    store.set_max_component_handles(MAX_HANDLES);
    // At every tick of the engine's clock the guest lets others run, and goes on.
    store.set_epoch_deadline(1);
    store.epoch_deadline_async_yield_and_update(1);
    store
}

/// Links a compiled component: all its imports are looked up, nothing runs.
pub(super) fn link(
    engine: &Engine,
    component: &wasmtime::component::Component,
) -> wasmtime::Result<InstancePre<GuestState>> {
    let mut linker = wasmtime::component::Linker::new(engine.wasmtime());
    v0_1_0::link(&mut linker)?;
    wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
    linker.instantiate_pre(component)
}
