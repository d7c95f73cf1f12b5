//! Making instances of a component: compiled, linked, within their limits, and given their configuration.

pub(super) mod instance;
pub(super) mod precompile;
pub(super) mod prepared;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use pulumi_wasm_capability::Capabilities;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::Mutations;
use pulumi_wasm_core::call::{Call, Effects, LogSink, Operation};
use pulumi_wasm_core::component::ComponentOrigin;
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::{Hook, Manifest};
use pulumi_wasm_core::value::PropertyMap;
use tokio::sync::OnceCell;

use super::call::bounds::Bounds;
use super::call::{Outcome, call_guest};
use crate::engine::{Compiler, InstanceFactory, Sources};
use instance::Instance;
use prepared::Prepared;

/// The parts of a component.
pub struct WasmSettings {
    pub origin: ComponentOrigin,
    pub manifest: Arc<Manifest>,
    /// The component in the store.
    pub file: PathBuf,
    pub limits: Limits,
    pub capabilities: Arc<Capabilities>,
    pub compiler: Compiler,
}

/// Creates the instances of a component. Nothing is read, compiled or started before the first instance.
pub(super) struct Instances {
    pub(super) settings: WasmSettings,
    prepared: OnceCell<Prepared>,
    configuration: OnceLock<PropertyMap>,
    /// Bytes of the memory of the instance that was made last.
    size: AtomicU64,
}

impl Instances {
    /// Instances of a component with these settings.
    pub(super) fn new(settings: WasmSettings) -> Self {
        Self {
            settings,
            prepared: OnceCell::new(),
            configuration: OnceLock::new(),
            size: AtomicU64::new(0),
        }
    }

    /// Sets the configuration for new instances. Only the first configuration counts, so that every instance has the
    /// same one.
    pub(super) fn set_configuration(&self, configuration: PropertyMap) {
        drop(self.configuration.set(configuration));
    }

    /// The bounds of a call of this component.
    pub(super) fn bounds<'a>(&'a self, call: &'a Call) -> Bounds<'a> {
        Bounds::of(call, &self.settings.limits)
    }

    /// Where the component's debugging information is.
    pub(super) fn sources(&self) -> Sources<'_> {
        let settings = &self.settings;
        Sources {
            compiler: &settings.compiler,
            file: &settings.file,
            digest: &settings.origin.digest,
        }
    }

    /// Makes sure that the component is compiled: under a separate time limit, so that the first call does not lose
    /// time to it.
    ///
    /// # Errors
    /// When it cannot be compiled or linked, or the call is cancelled.
    pub(super) async fn compiled(&self, call: &Call) -> Result<(), CallError> {
        tokio::select! {
            biased;
            prepared = self.prepared(&call.log) => prepared.map(drop),
            () = call.cancellation.cancelled() => Err(CallError::Cancelled),
        }
    }

    /// The compiled and linked component; made at the first call.
    async fn prepared(&self, log: &Arc<dyn LogSink>) -> Result<&Prepared, CallError> {
        let settings = &self.settings;
        self.prepared
            .get_or_try_init(|| async {
                let origin = &settings.origin;
                let compiler = &settings.compiler;
                let component = compiler
                    .ready(
                        &settings.file,
                        &origin.digest,
                        &origin.file,
                        &settings.limits,
                        log.as_ref(),
                    )
                    .await?;
                let origin = (settings.file.as_path(), settings.origin.digest.as_str());
                Prepared::new(compiler, &component, origin, &settings.limits).await
            })
            .await
    }

    /// A new instance without configuration.
    ///
    /// # Errors
    /// When it cannot be made, or the guest fails while it starts.
    pub(super) async fn bare(&self, call: &Call) -> Result<Instance, CallError> {
        let prepared = self.prepared(&call.log).await?;
        match prepared.instantiate(&self.settings.capabilities).await {
            Ok(instance) if prepared.loads() => self.load(instance, call).await,
            Ok(instance) => Ok(instance),
            Err(crash) => Err(crash.located(self.sources(), &call.cancellation).await),
        }
    }

    /// Lets an instance load the source inside its component, as the build lets the interpreter do. It runs before any
    /// call, so that the modules' initialization belongs to no call.
    async fn load(&self, instance: Instance, call: &Call) -> Result<Instance, CallError> {
        let call = Call {
            operation: Operation::Check,
            effects: Effects::None,
            preview: true,
            timeout: None,
            spent: Duration::ZERO,
            changes: Mutations::default(),
            graph: None,
            ..call.clone()
        };
        let bounds = self.bounds(&call);
        let ended = call_guest(instance, bounds, self.sources(), |guest, entry| {
            guest.describe(entry)
        });
        match ended.await.outcome {
            Outcome::Answered(_, instance) => Ok(instance),
            Outcome::Failed(error, _) | Outcome::Interrupted(error) => Err(error),
        }
    }

    /// A new instance that is ready for calls. It has got its configuration, if it uses one.
    async fn configured(&self, call: &Call) -> Result<Instance, CallError> {
        let mut instance = self.bare(call).await?;
        let has_hook = self.settings.manifest.provider_has(Hook::Configure);
        if has_hook || self.configuration.get().is_some() {
            let before = call.secrets.have_received();
            instance = self.configure(instance, call).await?;
            call.secrets.set_received(before);
        }
        instance.is_ready();
        let size = instance.memory_at_first as u64;
        self.size.store(size, Ordering::Relaxed);
        Ok(instance)
    }

    /// Gives an instance its configuration, on behalf of the call that needs the instance.
    async fn configure(&self, instance: Instance, call: &Call) -> Result<Instance, CallError> {
        let empty = PropertyMap::new();
        let configuration = self.configuration.get().unwrap_or(&empty);
        let call = Call {
            operation: Operation::Configure,
            effects: Effects::All,
            // It is not the deadline of the first call.
            timeout: None,
            spent: Duration::ZERO,
            changes: Mutations::default(),
            graph: None,
            ..call.clone()
        };
        let ended = call_guest(
            instance,
            self.bounds(&call),
            self.sources(),
            |guest, entry| guest.configure(entry, configuration),
        )
        .await;
        match ended.outcome {
            Outcome::Answered((), instance) => Ok(instance),
            Outcome::Failed(error, _) => Err(CallError::Refused {
                reason: format!("the provider cannot be configured: {error}"),
                hint: error.hint(),
            }),
            Outcome::Interrupted(error) => Err(error),
        }
    }

    fn has_room(&self) -> bool {
        let shares = &self.settings.capabilities.shares;
        let size = self.size.load(Ordering::Relaxed);
        let memories = self.prepared.get().map_or(1, Prepared::memories);
        shares.memory.has_room(size) && shares.memories.has_room(memories)
    }
}

/// Makes configured instances for the pool, as a call needs them.
pub(super) struct Factory<'a> {
    pub(super) instances: &'a Instances,
    pub(super) call: &'a Call,
}

#[async_trait]
impl InstanceFactory for Factory<'_> {
    type Instance = Instance;

    fn has_room(&self) -> bool {
        self.instances.has_room()
    }

    async fn make(&self) -> Result<Instance, CallError> {
        self.instances.configured(self.call).await
    }
}
