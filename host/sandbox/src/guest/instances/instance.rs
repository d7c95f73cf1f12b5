//! An instance of a guest: begun and ended around each call, and reused or dropped.

use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_capability::budget::LimitReached;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_capability::{ActiveCall, Capabilities};
use pulumi_wasm_core::call::Call;
use wasmtime::{Store, UpdateDeadline};

use crate::engine::{CpuBudget, RunningEngine, Tick};
use crate::guest::interface::Guest;
use crate::guest::state::GuestState;

/// An instance whose memory grew by this much since it was ready is not reused: one large request would hold the memory
/// for the rest of the deployment, and a guest with a leak would grow up to its limit.
const MAX_GROWTH: usize = 128 << 20;

/// A guest that can be called.
pub(crate) struct Instance {
    pub(crate) store: Store<GuestState>,
    /// Its functions, as its version of the interface has them.
    pub(crate) guest: Box<dyn Guest>,
    /// The memory in bytes when it became ready.
    pub(super) memory_at_first: usize,
    /// Whether it ran a call with secrets that are not in the configuration: its guest may remember them.
    pub(crate) knows_secrets: bool,
}

impl Instance {
    /// Begins a call with this time limit: the guest's requests until [`Self::end`] belong to it.
    pub(crate) fn begin(&mut self, call: Call, time: Duration) {
        let (bytes, limit) = self.store.data().current_call.memory.at_once();
        self.store.set_hostcall_fuel(bytes);
        let state = self.store.data_mut();
        state.limiter.begin(limit);
        state.cpu_budget.begin(time);
        state.assets.begin(&call.subject.urn);
        state.current_call.begin(call, time);
    }

    /// Ends a call that returned, with its remains. The instance keeps nothing of it.
    pub(crate) fn end(&mut self) -> Option<ActiveCall> {
        let state = self.store.data_mut();
        state.current_call.close();
        state.forget_call();
        let ended = state.current_call.end();
        self.knows_secrets |= ended
            .as_ref()
            .is_some_and(|active| active.call.secrets.have_received());
        let state = self.store.data_mut();
        if state.answered.bytes() > 0 {
            let nothing = state.current_call.memory.nothing();
            let answered = std::mem::replace(&mut state.answered, nothing).beyond_call();
            if let Some(active) = &ended {
                active.call.kept.keep(answered);
            }
        }
        ended
    }

    /// Begins a session: all calls until [`Self::end_session`] belong to it, and together compute for this long.
    pub(crate) fn begin_session(&mut self, computing: Duration) {
        let state = self.store.data_mut();
        state.in_session = true;
        state.cpu_budget.begin_session(computing);
    }

    /// Ends a session, and says whether further calls may run on this instance. The instance keeps nothing of the
    /// session. After a session with secrets, the instance is dropped, because its guest may remember them.
    pub(crate) fn end_session(&mut self) -> bool {
        let state = self.store.data_mut();
        state.in_session = false;
        state.assets.clear();
        state.cpu_budget.end_session();
        !self.knows_secrets && self.may_stay()
    }

    /// Orders the instance's computations.
    pub(crate) fn cpu_budget(&self) -> CpuBudget {
        self.store.data().cpu_budget.clone()
    }

    /// Notes that the instance is ready for calls. Each instance has the secrets of its configuration.
    pub(super) fn is_ready(&mut self) {
        self.knows_secrets = false;
        self.memory_at_first = self.store.data().limiter.memory_used();
    }

    /// Whether the instance may be reused: it has not grown much, and no work of its last call is still running.
    pub(crate) fn may_stay(&mut self) -> bool {
        let state = self.store.data_mut();
        let used = state.limiter.memory_used();
        used.saturating_sub(self.memory_at_first) <= MAX_GROWTH && !state.is_busy()
    }
}

impl Drop for Instance {
    /// A call that was given up ends here, before its open requests do.
    fn drop(&mut self) {
        self.store.data().current_call.close();
    }
}

/// A store with all limits, for an instance with this many linear memories: the only place that creates a store.
///
/// # Errors
/// If an instance may not have this many memories, or the process cannot create another instance.
pub(super) fn new_store(
    engine: &RunningEngine,
    capabilities: Arc<Capabilities>,
    memories: u64,
) -> Result<Store<GuestState>, LimitReached> {
    let most_handles = capabilities.limits.size(Limit::Handles);
    let state = GuestState::new(engine, capabilities, memories)?;
    let at_once = state.current_call.memory.at_once().0;
    let mut store = Store::new(engine.wasmtime(), state);
    store.limiter_async(|state| &mut state.limiter);
    store.set_hostcall_fuel(at_once);
    store.set_max_component_handles(most_handles);
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|mut store| {
        let state = store.data_mut();
        match state.cpu_budget.tick() {
            Tick::Continue => Ok(UpdateDeadline::Continue(1)),
            Tick::Yield => Ok(UpdateDeadline::Yield(1)),
            Tick::Interrupt(limit) => {
                state.limiter.refuse(limit);
                Ok(UpdateDeadline::Interrupt)
            }
            Tick::Late => Ok(UpdateDeadline::Interrupt),
        }
    });
    Ok(store)
}
