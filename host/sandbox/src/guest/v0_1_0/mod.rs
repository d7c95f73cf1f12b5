//! Version 0.1.0 of the interface.

pub(super) mod bindings;
mod convert;
pub(super) mod exports;
mod extra;
mod http;
mod imports;
mod observed;

pub(super) use bindings::Provider;
pub(super) use convert::to_wit_error;
pub(super) use observed::{Answer, Observed, Observing, fallible, infallible};
use wasmtime::component::Linker;

use super::instance::GuestState;

/// Puts the imports of this version into a linker.
pub(super) fn link(linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
    Provider::add_to_linker::<_, Observing>(linker, |state| Observed(state))
}
