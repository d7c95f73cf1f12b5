//! Version 0.1.0 of the interface.

mod answers;
mod bindings;
mod component_bindings;
mod components;
mod convert;
mod deployment;
mod exports;
mod host;
mod http;
mod imports;
mod requests;
mod shared;

use bindings::{Provider, ProviderIndices};
use component_bindings::ComponentResourcesIndices;
use component_bindings::pulumi_wasm::provider::deployment::add_to_linker;
use exports::ProviderGuest;
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Linker};

use super::host_call::{Observed, Observing};
use super::interface::{Exports, Functions, Guest, Interface};
use super::state::GuestState;

/// The interface that only components with component resources export.
const COMPONENTS: &str = "pulumi-wasm:provider/components@0.1.0";

/// The version.
pub(super) struct Version;

impl Interface for Version {
    fn version(&self) -> &'static str {
        "0.1.0"
    }

    fn link(&self, linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
        Provider::add_to_linker::<_, Observing>(linker, |state| Observed(state))?;
        add_to_linker::<_, Observing>(linker, |state| Observed(state))
    }

    fn exports(&self) -> Option<&dyn Exports> {
        Some(self)
    }
}

impl Exports for Version {
    fn name(&self) -> &'static str {
        "pulumi-wasm:provider/lifecycle@0.1.0"
    }

    fn components(&self) -> Option<&'static str> {
        Some(COMPONENTS)
    }

    fn find(&self, linked: &InstancePre<GuestState>) -> wasmtime::Result<Box<dyn Functions>> {
        let has_components = linked
            .component()
            .get_export_index(None, COMPONENTS)
            .is_some();
        let components = has_components
            .then(|| ComponentResourcesIndices::new(linked))
            .transpose()?;
        Ok(Box::new(Indices {
            provider: ProviderIndices::new(linked)?,
            components,
        }))
    }
}

/// The indices of the component's functions.
struct Indices {
    provider: ProviderIndices,
    components: Option<ComponentResourcesIndices>,
}

impl Functions for Indices {
    fn of(
        &self,
        store: &mut Store<GuestState>,
        instance: &Instance,
    ) -> wasmtime::Result<Box<dyn Guest>> {
        let provider = self.provider.load(&mut *store, instance)?;
        let components = self.components.as_ref();
        let components = components.map(|indices| indices.load(store, instance));
        Ok(Box::new(ProviderGuest {
            provider,
            components: components.transpose()?,
        }))
    }
}
