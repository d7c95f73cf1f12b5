//! Guests: what crosses the WIT interface, in the core's terms.
//!
//! One folder for each released version of the interface; what is common to all stands beside. Policy is below this
//! seam, in `capability` and `engine`, so that no version of the interface can lead around it.

#[cfg(feature = "sandbox")]
mod ahead;
#[cfg(feature = "sandbox")]
mod component;
#[cfg(feature = "sandbox")]
mod describe;
#[cfg(feature = "sandbox")]
mod enter;
#[cfg(feature = "sandbox")]
mod factory;
mod in_process;
#[cfg(feature = "sandbox")]
mod instance;
mod json;
#[cfg(feature = "sandbox")]
mod v0_1_0;
#[cfg(feature = "sandbox")]
mod v0_1_1;
#[cfg(feature = "sandbox")]
mod wasi;
#[cfg(feature = "sandbox")]
mod words;
#[cfg(feature = "sandbox")]
mod world;

#[cfg(feature = "sandbox")]
pub use ahead::compile_ahead;
#[cfg(feature = "sandbox")]
pub use component::{WasmComponent, WasmSettings};
#[cfg(feature = "sandbox")]
pub use describe::describe;
pub use in_process::InProcess;
#[cfg(feature = "sandbox")]
pub use json::read_both_ways;
pub use json::read_twice;
#[cfg(feature = "sandbox")]
pub use world::{WorldError, check_world};
