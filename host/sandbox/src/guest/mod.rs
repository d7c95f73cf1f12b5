//! Guests: the values that cross the WIT interface, in the core's terms.
//!
//! One folder for each released version of the interface; the common parts stand beside. Policy is below this
//! seam, in the crate `capability` and in [`engine`](crate::engine), so that no version of the interface can lead around it.

mod ahead;
mod call;
mod component;
mod describe;
mod factory;
mod instance;
mod v0_1_0;
mod v0_1_1;
mod validate;
mod wasi;
mod words;

pub use ahead::compile_ahead;
pub use component::{WasmComponent, WasmSettings};
pub use describe::describe;
pub use validate::{WorldError, check_world};
