//! Guests: what crosses the WIT interface, in the core's terms.
//!
//! One folder for each released version of the interface; what is common to all stands beside. Policy is below this
//! seam, in `capability` and `engine`, so that no version of the interface can lead around it.

mod ahead;
mod component;
mod describe;
mod enter;
mod factory;
mod instance;
mod v0_1_0;
mod v0_1_1;
mod wasi;
mod words;
mod world;

pub use ahead::compile_ahead;
pub use component::{WasmComponent, WasmSettings};
pub use describe::describe;
pub use world::{WorldError, check_world};
