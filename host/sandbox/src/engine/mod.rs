//! The Wasm engine: the only part that names wasmtime's engine, store and compiled code.
//!
//! It compiles, caches, instantiates and ends guests. The functions that a guest can call are in the crate
//! `capability`; their meaning is in [`guest`](crate::guest).

mod bound_process;
mod cache;
mod compile;
mod config;
mod cpu_budget;
mod crash;
pub mod deadline;
mod error_text;
mod memory;
mod pool;

pub use cache::{CacheError, CodeCache, CompiledCode, DEFAULT_CACHE_SIZE};
pub use compile::{COMPILE_COMMAND, CompileArguments, Compiler, run_compile_worker};
pub use config::{Engine, EngineError, RunningEngine};
pub use cpu_budget::{CpuBudget, Tick, time_on_processor};
pub(crate) use crash::function_name::readable as readable_function;
pub use crash::script::places as script_places;
pub use crash::symbols::{
    SYMBOLIZE_COMMAND, SymbolizeArguments, run_symbolize_worker, symbolize_here,
};
pub use crash::trap::{describe_failure, is_late, limit_reached};
pub use crash::{Crash, Sources};
pub use deadline::{Ending, run};
pub use error_text::{bounded_text, error_text};
pub use memory::MemoryLimiter;
pub use pool::{InstanceFactory, Lease, Pool};
