//! Making instances: linked, within their limits, and given their configuration.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use pulumi_wasm_capability::Capabilities;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::{Call, Effects, Operation};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_core::mutations::Mutations;
use pulumi_wasm_core::value::PropertyMap;

use super::component::WasmComponent;
use super::instance::{GuestState, Instance, link, new_store};
use super::v0_1_0::bindings::ProviderPre;
use crate::engine::{
    Compiler, Crash, InstanceFactory, RunningEngine, describe_failure, error_text, limit_reached,
};

/// Makes configured instances for the pool.
pub(super) struct Factory<'a> {
    pub(super) component: &'a WasmComponent,
    pub(super) call: &'a Call,
}

#[async_trait]
impl InstanceFactory for Factory<'_> {
    type Instance = Instance;

    fn has_room(&self) -> bool {
        let component = self.component;
        let shares = &component.settings.capabilities.shares;
        let size = component.instance_size.load(Ordering::Relaxed);
        let memories = component.prepared.get().map_or(1, Prepared::memories);
        shares.memory.has_room(size) && shares.memories.has_room(memories)
    }

    async fn make(&self) -> Result<Instance, CallError> {
        let component = self.component;
        let mut instance = component.bare_instance(self.call).await?;
        if !component.settings.manifest.provider_has(Hook::Configure)
            && component.configuration.get().is_none()
        {
            component.is_ready(&mut instance);
            return Ok(instance);
        }
        let empty = PropertyMap::new();
        let configuration = component.configuration.get().unwrap_or(&empty);
        let call = Call {
            operation: Operation::Configure,
            effects: Effects::All,
            // Not that of the call that happens to be the first.
            timeout: None,
            spent: Duration::ZERO,
            changes: Mutations::default(),
            ..self.call.clone()
        };
        let (time, limit) = component.time_for(&call);
        instance.begin(call.clone(), time);
        let meter = instance.meter();
        let work = instance.configure(&call, milliseconds(time), configuration);
        let answer = component.bounded(&call, time, limit, &meter, work).await?;
        let last_words = instance.end().and_then(|active| active.last_words);
        match answer {
            Ok(Ok(())) => {
                component.is_ready(&mut instance);
                Ok(instance)
            }
            Ok(Err(error)) => Err(CallError::Refused {
                reason: format!("the provider cannot be configured: {error}"),
                hint: error.hint(),
            }),
            Err(error) => {
                let limiter = &instance.store.data().limiter;
                let crash = describe_failure(&error, limiter, last_words);
                drop(instance);
                Err(crash.located(component.sources(), &call.cancellation).await)
            }
        }
    }
}

/// A compiled and linked component, and the engine that it belongs to.
pub(super) struct Prepared {
    engine: RunningEngine,
    linked: ProviderPre<GuestState>,
    /// Linear memories of one instance.
    memories: u64,
}

impl Prepared {
    /// The number of linear memories that an instance takes of those of the process.
    fn memories(&self) -> u64 {
        self.memories.max(1)
    }
}

/// The compiler for a package whose limits ask for a stack of their own.
pub(super) fn compiler_within(compiler: &Compiler, limits: &Limits) -> Compiler {
    compiler.with_stack(limits.size(Limit::Stack))
}

/// Links a compiled component.
pub(super) fn prepare(
    compiler: &Compiler,
    component: &wasmtime::component::Component,
    limits: &Limits,
) -> Result<Prepared, CallError> {
    let engine = compiler
        .engine()
        .running()
        .map_err(|error| CallError::Unusable {
            reason: error.to_string(),
            hint: None,
        })?;
    let linked = link(&engine, component).and_then(ProviderPre::new).map_err(|error| CallError::Unusable {
        reason: format!("the component does not fit this host: {}", error_text(&error)),
        hint: Some("it may need a newer version of the `wasm` plugin, or imports that providers do not get".to_owned()),
    })?;
    // An unknown amount is counted as the largest possible one.
    let memories = component
        .resources_required()
        .map_or(limits.get(Limit::Memories), |required| {
            required.num_memories.into()
        });
    Ok(Prepared {
        engine,
        linked,
        memories,
    })
}

/// A new instance, whose limits are those of its component.
pub(super) async fn instantiate(
    prepared: &Prepared,
    capabilities: &Arc<Capabilities>,
) -> Result<Instance, Crash> {
    let store = new_store(
        &prepared.engine,
        Arc::clone(capabilities),
        prepared.memories,
    );
    let mut store = store.map_err(|reached| limit_reached(&reached))?;
    let meter = store.data().meter.clone();
    let instantiated = meter.run(prepared.linked.instantiate_async(&mut store));
    match instantiated.await {
        Ok(exports) => Ok(Instance {
            store,
            exports,
            memory_at_first: 0,
        }),
        Err(error) => Err(describe_failure(&error, &store.data().limiter, None)),
    }
}

pub(super) fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
