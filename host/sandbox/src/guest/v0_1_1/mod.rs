//! The additions of version 0.1.1 of the interface to 0.1.0: one more import. Components export the same functions as
//! before.

mod bindings;
mod shared;

use wasmtime::component::Linker;

use super::host_call::{Observed, Observing};
use super::interface::Interface;
use super::state::GuestState;

/// The version.
pub(super) struct Version;

impl Interface for Version {
    fn version(&self) -> &'static str {
        "0.1.1"
    }

    fn link(&self, linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
        bindings::Additions::add_to_linker::<_, Observing>(linker, |state| Observed(state))
    }
}
