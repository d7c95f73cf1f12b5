//! A second version of the interface, for tests: other types, one host function and one guest function more. Nothing
//! outside of this folder knows it but the list of versions.

mod bindings;
mod exports;
mod host;
mod tests;

use bindings::{Provider, ProviderIndices};
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Linker};

use super::host_call::{Observed, Observing};
use super::interface::{Exports, Functions, Guest, Interface};
use super::state::GuestState;

/// The version.
pub(super) struct Version;

impl Interface for Version {
    fn version(&self) -> &'static str {
        "0.99.0"
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
        "pulumi-wasm:provider/lifecycle@0.99.0"
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
        Ok(Box::new(self.load(store, instance)?))
    }
}
