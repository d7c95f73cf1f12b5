//! The Wasm engine: the only part that names wasmtime's engine, store and compiled code.
//!
//! It knows how to compile, keep, instantiate and end guests. What a guest can call is `capability`; what its functions
//! mean is `guest`.

mod backtrace;
mod cache;
mod clock;
mod compile;
mod config;
mod fingerprint;
mod memory;
mod meter;
mod outcome;
mod pool;
mod run;

pub use cache::{CacheError, CodeCache, CompiledCode, DEFAULT_CACHE_SIZE};
pub use compile::{COMPILE_COMMAND, CompileOrder, Compiler, compile_as_ordered};
pub use config::{Engine, EngineError, RunningEngine};
pub use memory::MemoryLimiter;
pub use meter::{Meter, Tick, beside};
pub use outcome::{describe_failure, limit_reached};
pub use pool::{InstanceFactory, Lease, Pool};
pub use run::{Ending, run};
