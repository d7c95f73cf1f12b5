//! The one place where wasmtime is configured, and the clock that makes guests yield.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How often running guests are made to yield.
const EPOCH_TICK: Duration = Duration::from_millis(10);
/// Stack of a guest. Interpreters compiled to Wasm recurse deeply.
const GUEST_STACK_BYTES: usize = 1 << 20;
/// Stack of a guest and the host functions that it calls.
const FIBER_STACK_BYTES: usize = 3 << 20;
/// Frames in a trap report: panic machinery fills the first ones.
const BACKTRACE_FRAMES: usize = 32;

/// The engine could not be made on this machine.
#[derive(Debug, thiserror::Error)]
#[error("the WebAssembly engine cannot be started: {0}")]
pub struct EngineError(String);

/// The process's Wasm engine. Cheap to clone; there is one per process.
#[derive(Clone)]
pub struct Engine {
    inner: wasmtime::Engine,
    fingerprint: String,
}

impl Engine {
    /// Makes the engine and starts its clock.
    ///
    /// # Errors
    /// When this machine cannot run it, or no thread can be started.
    pub fn new() -> Result<Self, EngineError> {
        let inner = wasmtime::Engine::new(&configuration())
            .map_err(|error| EngineError(format!("{error:#}")))?;
        let mut hasher = DefaultHasher::new();
        inner.precompile_compatibility_hash().hash(&mut hasher);
        env!("CARGO_PKG_VERSION").hash(&mut hasher);
        let fingerprint = format!("{:016x}", hasher.finish());
        start_clock(&inner)?;
        Ok(Self { inner, fingerprint })
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
}

fn configuration() -> wasmtime::Config {
    let mut config = wasmtime::Config::new();
    config
        .epoch_interruption(true)
        .max_wasm_stack(GUEST_STACK_BYTES)
        .async_stack_size(FIBER_STACK_BYTES)
        .wasm_backtrace_max_frames(NonZeroUsize::new(BACKTRACE_FRAMES))
        // What no guest toolchain emits is only attack surface.
        .wasm_memory64(false)
        // Guests are synchronous; calls are four times as cheap without support for concurrent ones.
        .concurrency_support(false);
    config
}

/// Ticks for as long as the engine lives.
fn start_clock(engine: &wasmtime::Engine) -> Result<(), EngineError> {
    // A weak handle, so that this thread does not keep the engine alive.
    let weak = engine.weak();
    std::thread::Builder::new()
        .name("epoch".to_owned())
        .stack_size(64 << 10)
        .spawn(move || {
            while let Some(engine) = weak.upgrade() {
                engine.increment_epoch();
                drop(engine);
                std::thread::sleep(EPOCH_TICK);
            }
        })
        .map(drop)
        .map_err(|error| EngineError(format!("cannot start a thread: {error}")))
}
