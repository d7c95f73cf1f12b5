//! Guests: the values that cross the WIT interface, in the core's terms.
//!
//! `interface` declares the operations of a version of the interface, `versions` lists the versions, and each version
//! has a folder. The code for all versions is beside these folders: `call` is one call of a guest's function, and leases
//! an instance for it; `host_call` is one call of a host function; `instances` makes the instances. Policy is below this
//! seam, in the crate `capability` and in [`engine`](crate::engine), so that a version of the interface cannot bypass it.

mod call;
mod component;
mod declared;
mod describe;
mod error_text;
mod host_call;
mod instances;
mod interface;
mod payload;
mod session;
mod source;
mod state;
#[cfg(test)]
mod test_version;
#[cfg(test)]
mod testing;
mod v0_1_0;
mod validate;
mod versions;
mod wasi;

pub use component::WasmComponent;
pub use describe::describe;
pub use instances::WasmSettings;
pub use instances::precompile::compile_ahead;
pub use source::SOURCE_SECTION;
pub use validate::{ComponentError, check_component};
