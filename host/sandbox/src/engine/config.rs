//! The only place that configures wasmtime, and the engine with this configuration.
//!
//! The engine is made when the first guest is loaded into it. Most processes of a deployment check and compare from the
//! schema alone: they need no thread that ticks, and never touch the engine's part of the program. An engine that runs
//! guests has no compiler: creating one would load megabytes of the program's file that only the child process needs.

use std::num::NonZeroUsize;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_platform::process::address_space;

use super::cache::fingerprint;
use super::cpu_budget::clock::EpochClock;
use super::error_text;

/// The stack of the host functions that a guest calls, beyond the guest's stack.
const HOST_STACK_BYTES: usize = 2 << 20;
/// Frames in a trap report: panic machinery fills the first ones.
const BACKTRACE_FRAMES: usize = 32;
/// A process that may use less address space than this cannot reserve 4 GiB of it for each memory.
const AMPLE_ADDRESS_SPACE: u64 = 1 << 40;

/// The engine could not be created on this machine.
#[derive(Debug, thiserror::Error)]
#[error("the WebAssembly engine cannot be started: {0}")]
pub struct EngineError(String);

/// A Wasm engine of this process, which starts when it is first needed. Cheap to create and to clone.
#[derive(Clone)]
pub struct Engine {
    fingerprint: Arc<str>,
    /// The started engine.
    running: Arc<Mutex<Option<RunningEngine>>>,
}

/// An engine that guests can run in. Cheap to clone.
#[derive(Clone)]
pub struct RunningEngine {
    inner: wasmtime::Engine,
    clock: Arc<EpochClock>,
}

impl Engine {
    /// An engine that is not started yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            fingerprint: fingerprint::of(has_ample_space(address_space())).into(),
            running: Arc::default(),
        }
    }

    /// The dependencies of compiled code apart from the component: the engine's version and settings and this machine's
    /// processor. Code compiled under another fingerprint is not looked for; wasmtime itself refuses code that does not
    /// fit.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The started engine; starts it, and its clock, if that was not done before.
    ///
    /// # Errors
    /// When this machine cannot run it, or no thread can be started.
    pub fn running(&self) -> Result<RunningEngine, EngineError> {
        let mut running = self.running.lock();
        if let Some(known) = &*running {
            return Ok(known.clone());
        }
        let inner = make(false)?;
        let clock = EpochClock::start(&inner)
            .map_err(|error| EngineError(format!("cannot start a thread: {error}")))?;
        let made = RunningEngine { inner, clock };
        *running = Some(made.clone());
        Ok(made)
    }

    /// An engine that only compiles, and does not run guests.
    ///
    /// # Errors
    /// If this machine has no compiler.
    pub(super) fn compiling(&self) -> Result<wasmtime::Engine, EngineError> {
        make(true)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl RunningEngine {
    /// The wasmtime engine, for the modules that build on it.
    #[must_use]
    pub fn wasmtime(&self) -> &wasmtime::Engine {
        &self.inner
    }

    /// The clock that interrupts this engine's guests.
    pub(super) fn clock(&self) -> &Arc<EpochClock> {
        &self.clock
    }
}

fn make(compiles: bool) -> Result<wasmtime::Engine, EngineError> {
    let mut config = configuration(address_space());
    config.enable_compiler(compiles);
    engine(&config)
}

fn engine(config: &wasmtime::Config) -> Result<wasmtime::Engine, EngineError> {
    wasmtime::Engine::new(config).map_err(|error| EngineError(error_text(&error)))
}

fn has_ample_space(address_space: Option<u64>) -> bool {
    address_space.is_none_or(|bytes| bytes >= AMPLE_ADDRESS_SPACE)
}

fn configuration(address_space: Option<u64>) -> wasmtime::Config {
    let stack = Limits::default().size(Limit::Stack);
    let mut config = wasmtime::Config::new();
    config
        .epoch_interruption(true)
        .max_wasm_stack(stack)
        .async_stack_size(stack.saturating_add(HOST_STACK_BYTES))
        .wasm_backtrace_max_frames(NonZeroUsize::new(BACKTRACE_FRAMES))
        // Debugging information is read by a separate process; see `symbols`.
        .wasm_backtrace_details(wasmtime::WasmBacktraceDetails::Disable)
        // The memory of a guest that is ended: an interpreter there says at which line it was. Costs nothing before its
        // first use.
        .coredump_on_trap(true)
        .generate_address_map(true)
        // Features that no guest toolchain emits by default are only attack surface.
        .wasm_memory64(false)
        .wasm_tail_call(false)
        .wasm_relaxed_simd(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false)
        // Guests are synchronous; calls are four times as cheap without support for concurrent ones.
        .concurrency_support(false);
    if !has_ample_space(address_space) {
        // As under `ulimit -v`: memories reserve only what they use, and move when they grow. Code checks its bounds
        // itself then, so this is another fingerprint.
        config
            .memory_reservation(0)
            .memory_guard_size(64 << 10)
            .memory_reservation_for_growth(1 << 20)
            .memory_may_move(true);
    }
    config
}
