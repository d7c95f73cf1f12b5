//! Making instances: linked, within their limits, and given their configuration.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::component::WasmComponent;
use super::instance::{GuestState, Instance, link, new_store};
use super::v0_1_0::bindings::ProviderPre;
use crate::capability::Capabilities;
use crate::engine::{Compiler, Engine, InstanceFactory, describe_failure};
use crate::limits::Limits;
use crate::provider::call::{Call, Effects, Operation};
use crate::provider::error::CallError;
use crate::provider::manifest::Hook;
use crate::provider::value::PropertyMap;

/// Makes configured instances for the pool.
pub(super) struct Factory<'a> {
    pub(super) component: &'a WasmComponent,
    pub(super) call: &'a Call,
}

#[async_trait]
impl InstanceFactory for Factory<'_> {
    type Instance = Instance;

    async fn make(&self) -> Result<Instance, CallError> {
        let component = self.component;
        let mut instance = component.bare_instance(self.call).await?;
        if !component.settings.manifest.provider_has(Hook::Configure)
            && component.configuration.get().is_none()
        {
            return Ok(instance);
        }
        let empty = PropertyMap::new();
        let configuration = component.configuration.get().unwrap_or(&empty);
        let call = Call {
            operation: Operation::Configure,
            effects: Effects::All,
            // Not that of the call that happens to be the first.
            timeout: None,
            ..self.call.clone()
        };
        let slot = instance.store.data().slot.clone();
        let (time, limit) = component.time_for(&call);
        slot.begin(call.clone(), time);
        let work = instance.configure(&call, milliseconds(time), configuration);
        let answer = component.bounded(&call, time, limit, work).await?;
        let last_words = slot.end().and_then(|active| active.last_words);
        instance.store.data_mut().forget_assets();
        match answer {
            Ok(Ok(())) => Ok(instance),
            Ok(Err(error)) => Err(CallError::Refused {
                reason: format!("the provider cannot be configured: {error}"),
                hint: error.hint(),
            }),
            Err(crash) => Err(describe_failure(
                &crash,
                &instance.store.data().limiter,
                last_words,
            )),
        }
    }
}

/// Links a compiled component.
pub(super) fn prepare(
    compiler: &Compiler,
    component: &wasmtime::component::Component,
) -> Result<ProviderPre<GuestState>, CallError> {
    link(compiler.engine(), component).and_then(ProviderPre::new).map_err(|error| CallError::Unusable {
        reason: format!("the component does not fit this host: {error:#}"),
        hint: Some("it may need a newer version of the `wasm` plugin, or imports that providers do not get".to_owned()),
    })
}

/// A new instance, whose limits are those of its component.
pub(super) async fn instantiate(
    engine: &Engine,
    limits: &Limits,
    capabilities: &Arc<Capabilities>,
    prepared: &ProviderPre<GuestState>,
) -> Result<Instance, CallError> {
    let mut store = new_store(engine, limits, Arc::clone(capabilities));
    match prepared.instantiate_async(&mut store).await {
        Ok(exports) => Ok(Instance { store, exports }),
        Err(crash) => Err(describe_failure(&crash, &store.data().limiter, None)),
    }
}

pub(super) fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
