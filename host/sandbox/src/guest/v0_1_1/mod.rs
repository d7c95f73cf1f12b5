//! The additions of version 0.1.1 of the interface to 0.1.0: values that instances share, and component resources. What
//! components of 0.1.0 export, those of this version export as well.

mod bindings;
mod component_bindings;
mod components;
mod deployment;
mod shared;

use component_bindings::{ComponentAdditions, ComponentAdditionsIndices};
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Linker};

use super::host_call::{Observed, Observing};
use super::interface::{Exports, Functions, Guest, Interface};
use super::state::GuestState;
use super::v0_1_0::{ProviderGuest, ProviderIndices};

/// The version.
pub(super) struct Version;

impl Interface for Version {
    fn version(&self) -> &'static str {
        "0.1.1"
    }

    fn link(&self, linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
        bindings::Additions::add_to_linker::<_, Observing>(linker, |state| Observed(state))?;
        component_bindings::pulumi_wasm::provider0_1_1::deployment::add_to_linker::<_, Observing>(
            linker,
            |state| Observed(state),
        )
    }

    fn exports(&self) -> Option<&dyn Exports> {
        Some(self)
    }
}

impl Exports for Version {
    fn name(&self) -> &'static str {
        "pulumi-wasm:provider/components@0.1.1"
    }

    fn find(&self, linked: &InstancePre<GuestState>) -> wasmtime::Result<Box<dyn Functions>> {
        Ok(Box::new(Indices {
            provider: ProviderIndices::new(linked)?,
            components: ComponentAdditionsIndices::new(linked)?,
        }))
    }
}

/// Where the functions of a component are.
struct Indices {
    provider: ProviderIndices,
    components: ComponentAdditionsIndices,
}

impl Functions for Indices {
    fn of(
        &self,
        store: &mut Store<GuestState>,
        instance: &Instance,
    ) -> wasmtime::Result<Box<dyn Guest>> {
        let provider = self.provider.load(&mut *store, instance)?;
        let components: ComponentAdditions = self.components.load(store, instance)?;
        Ok(Box::new(ProviderGuest::new(
            provider,
            Some(Box::new(components)),
        )))
    }
}
