//! The one place where wasmtime is configured, and the engines that are made of it: one for each size of stack, which is
//! all that packages may set differently.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{Resource, getrlimit};

use super::clock::EpochClock;
use crate::limits::Limit;

/// What the host functions that a guest calls have beyond the guest's own stack.
const HOST_STACK_BYTES: usize = 2 << 20;
/// The smallest stack: wasmtime takes no less than something.
const MIN_STACK_BYTES: usize = 4 << 10;
/// Frames in a trap report: panic machinery fills the first ones.
const BACKTRACE_FRAMES: usize = 32;
/// A process that may use less address space than this cannot reserve 4 GiB of it for each memory.
const AMPLE_ADDRESS_SPACE: u64 = 1 << 40;

/// The engine could not be made on this machine.
#[derive(Debug, thiserror::Error)]
#[error("the WebAssembly engine cannot be started: {0}")]
pub struct EngineError(String);

/// A Wasm engine of this process. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    inner: wasmtime::Engine,
    fingerprint: String,
    clock: Arc<EpochClock>,
    others: Arc<Mutex<Others>>,
}

/// The engines for other stacks than the default's, by its size.
type Others = BTreeMap<usize, (wasmtime::Engine, Arc<EpochClock>)>;

impl Engine {
    /// Makes the engine and starts its clock.
    ///
    /// # Errors
    /// When this machine cannot run it, or no thread can be started.
    pub fn new() -> Result<Self, EngineError> {
        let (inner, clock) = make(default_stack())?;
        let mut hasher = DefaultHasher::new();
        inner.precompile_compatibility_hash().hash(&mut hasher);
        env!("CARGO_PKG_VERSION").hash(&mut hasher);
        Ok(Self {
            inner,
            fingerprint: format!("{:016x}", hasher.finish()),
            clock,
            others: Arc::default(),
        })
    }

    /// The engine whose guests have a stack of so many bytes. wasmtime has no setting for a single guest; compiled code
    /// is the same for all. What was loaded into one engine must stay with it.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_stack(&self, bytes: usize) -> Result<Self, EngineError> {
        if bytes == default_stack() {
            return Ok(self.clone());
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let (inner, clock) = match others.get(&bytes) {
            Some(known) => known.clone(),
            None => others.entry(bytes).or_insert(make(bytes)?).clone(),
        };
        Ok(Self {
            inner,
            clock,
            ..self.clone()
        })
    }

    /// The wasmtime engine, for the modules that build on it.
    #[must_use]
    pub fn wasmtime(&self) -> &wasmtime::Engine {
        &self.inner
    }

    /// What compiled code depends on besides the component: the engine's version and settings and this machine's
    /// processor. Code compiled under another fingerprint is not loaded.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The clock that interrupts this engine's guests.
    pub(super) fn clock(&self) -> &Arc<EpochClock> {
        &self.clock
    }
}

fn default_stack() -> usize {
    usize::try_from(Limit::Stack.default_value()).unwrap_or(usize::MAX)
}

fn make(stack: usize) -> Result<(wasmtime::Engine, Arc<EpochClock>), EngineError> {
    let engine = wasmtime::Engine::new(&configuration(stack, address_space()))
        .map_err(|error| EngineError(format!("{error:#}")))?;
    let clock = EpochClock::start(&engine)
        .map_err(|error| EngineError(format!("cannot start a thread: {error}")))?;
    Ok((engine, clock))
}

/// How much address space this process may use; none where nobody limits it.
fn address_space() -> Option<u64> {
    getrlimit(Resource::As).current
}

fn configuration(stack: usize, address_space: Option<u64>) -> wasmtime::Config {
    let stack = stack.max(MIN_STACK_BYTES);
    let mut config = wasmtime::Config::new();
    config
        .epoch_interruption(true)
        .max_wasm_stack(stack)
        .async_stack_size(stack.saturating_add(HOST_STACK_BYTES))
        .wasm_backtrace_max_frames(NonZeroUsize::new(BACKTRACE_FRAMES))
        // Places in sources, for components that were built with them.
        .wasm_backtrace_details(wasmtime::WasmBacktraceDetails::Enable)
        // What no guest toolchain emits unasked is only attack surface.
        .wasm_memory64(false)
        .wasm_tail_call(false)
        .wasm_relaxed_simd(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false)
        // Guests are synchronous; calls are four times as cheap without support for concurrent ones.
        .concurrency_support(false);
    if address_space.is_some_and(|bytes| bytes < AMPLE_ADDRESS_SPACE) {
        // As under `ulimit -v`: memories take what they use, and move when they grow. Code checks its bounds itself
        // then, so this is another fingerprint.
        config
            .memory_reservation(0)
            .memory_guard_size(64 << 10)
            .memory_reservation_for_growth(1 << 20)
            .memory_may_move(true);
    }
    config
}
