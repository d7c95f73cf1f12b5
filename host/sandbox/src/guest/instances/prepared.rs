//! A compiled component, linked with the host functions and with the functions of its version looked up: instances are
//! created from it.

use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_capability::Capabilities;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::error::CallError;
use wasmtime::component::{Component, InstancePre, Linker};

use super::instance::{Instance, new_store};
use crate::engine::{Compiler, Crash, RunningEngine, describe_failure, error_text, limit_reached};
use crate::guest::interface::Functions;
use crate::guest::source::Source;
use crate::guest::source::{self, import};
use crate::guest::state::GuestState;
use crate::guest::{versions, wasi};

/// A component that instances can be made of, and the engine that it belongs to.
pub(crate) struct Prepared {
    engine: RunningEngine,
    linked: InstancePre<GuestState>,
    functions: Box<dyn Functions>,
    /// The number of linear memories of one instance.
    memories: u64,
    /// The source that an instance loads before it is ready.
    source: Option<Arc<Source>>,
}

impl Prepared {
    /// Links a compiled component, of this file and digest. No guest code runs.
    ///
    /// # Errors
    /// If the engine cannot be started, the component imports or exports an unknown interface, or it reads a source
    /// that its file does not contain.
    pub(crate) async fn new(
        compiler: &Compiler,
        component: &Component,
        (file, digest): (&Path, &str),
        limits: &Limits,
    ) -> Result<Self, CallError> {
        let engine = compiler
            .engine()
            .running()
            .map_err(|error| CallError::Unusable {
                reason: error.to_string(),
                hint: None,
            })?;
        let (linked, functions) = link(&engine, component).map_err(|error| CallError::Unusable {
            reason: format!("the component does not fit this host: {}", error_text(&error)),
            hint: Some("it may need a newer version of the `wasm` plugin, or imports that providers do not get".to_owned()),
        })?;
        // An unknown size counts as its maximum.
        let memories = component
            .resources_required()
            .map_or(limits.get(Limit::Memories), |required| {
                required.num_memories.into()
            });
        let source = if import::is_read_by(component, engine.wasmtime()) {
            Some(source::find(file, digest).await?)
        } else {
            None
        };
        Ok(Self {
            source,
            engine,
            linked,
            functions,
            memories,
        })
    }

    /// The number of linear memories of an instance. The process has a limit for all instances.
    pub(crate) fn memories(&self) -> u64 {
        self.memories.max(1)
    }

    /// Whether an instance has to load its source before it is ready.
    pub(crate) fn loads(&self) -> bool {
        self.source.is_some()
    }

    /// A new instance with the limits of its component.
    ///
    /// # Errors
    /// How the guest failed while it started, or which limit it would exceed.
    pub(crate) async fn instantiate(
        &self,
        capabilities: &Arc<Capabilities>,
    ) -> Result<Instance, Crash> {
        let store = new_store(&self.engine, Arc::clone(capabilities), self.memories);
        let mut store = store.map_err(|reached| limit_reached(&reached))?;
        store.data_mut().source.clone_from(&self.source);
        let cpu_budget = store.data().cpu_budget.clone();
        let instantiation = self.linked.instantiate_async(&mut store);
        let instantiated = cpu_budget.run(instantiation).await;
        let guest = instantiated.and_then(|made| self.functions.of(&mut store, &made));
        match guest {
            Ok(guest) => Ok(Instance {
                store,
                guest,
                memory_at_first: 0,
                knows_secrets: false,
            }),
            Err(error) => {
                let GuestState {
                    limiter,
                    current_call,
                    ..
                } = store.data();
                let last_words = current_call.take_start_errors();
                Err(describe_failure(&error, limiter, last_words))
            }
        }
    }
}

/// Looks up all imports of a component, and the functions that it exports in its version of the interface.
fn link(
    engine: &RunningEngine,
    component: &Component,
) -> wasmtime::Result<(InstancePre<GuestState>, Box<dyn Functions>)> {
    let mut linker = Linker::new(engine.wasmtime());
    versions::link(&mut linker)?;
    wasi::link(&mut linker)?;
    import::link(&mut linker)?;
    let linked = linker.instantiate_pre(component)?;
    let exports = versions::of_component(component, engine.wasmtime())?;
    let functions = exports.find(&linked)?;
    Ok((linked, functions))
}
