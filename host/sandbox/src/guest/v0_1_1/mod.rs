//! The additions of version 0.1.1 of the interface to 0.1.0: one more import. Components export the same functions as
//! before.

mod bindings;
mod shared;

use wasmtime::component::Linker;

use super::instance::GuestState;
use super::v0_1_0::{Observed, Observing};

/// Puts the imports of this version into a linker that has those of 0.1.0.
pub(super) fn link(linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
    bindings::Additions::add_to_linker::<_, Observing>(linker, |state| Observed(state))
}
