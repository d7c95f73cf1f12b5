//! Version 0.1.0 of the interface.

mod answers;
pub(super) mod bindings;
mod convert;
mod exports;
mod extra;
mod host;
mod http;
mod imports;
mod requests;

pub(super) use answers::{failures, refuse};
use bindings::Provider;
pub(super) use bindings::ProviderIndices;
pub(super) use convert::to_wit_error;
pub(super) use exports::ProviderGuest;
pub(super) use extra::nothing;
pub(super) use host::Answer;
pub(super) use requests::context;
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Linker};

use super::host_call::{Observed, Observing};
use super::interface::{Exports, Functions, Guest, Interface};
use super::state::GuestState;

/// The version.
pub(super) struct Version;

impl Interface for Version {
    fn version(&self) -> &'static str {
        "0.1.0"
    }

    fn link(&self, linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
        Provider::add_to_linker::<_, Observing>(linker, |state| Observed(state))
    }

    fn exports(&self) -> Option<&dyn Exports> {
        Some(self)
    }
}

impl Exports for Version {
    fn name(&self) -> &'static str {
        "pulumi-wasm:provider/lifecycle@0.1.0"
    }

    fn find(&self, linked: &InstancePre<GuestState>) -> wasmtime::Result<Box<dyn Functions>> {
        Ok(Box::new(ProviderIndices::new(linked)?))
    }
}

impl Functions for ProviderIndices {
    fn of(
        &self,
        store: &mut Store<GuestState>,
        instance: &Instance,
    ) -> wasmtime::Result<Box<dyn Guest>> {
        let provider = self.load(store, instance)?;
        Ok(Box::new(ProviderGuest::new(provider, None)))
    }
}
