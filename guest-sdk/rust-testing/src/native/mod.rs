//! A provider as plain Rust: its functions, called as the sandbox would call them.

mod calls;
mod convert;
mod functions;
mod instance;
mod panics;

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use pulumi_wasm_capability::in_process::InProcess;
use pulumi_wasm_core::call::{Call, Effects, Operation};
use pulumi_wasm_core::component::{CallFailure, Origin};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::{Hook, Manifest};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_provider::Provider;
use pulumi_wasm_provider::bindings::exports::pulumi_wasm::provider::lifecycle;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::common;
use tokio::sync::Mutex;

use self::convert::{context, nothing, refuse, time};
use self::instance::Instance;

/// The core's component on a provider's own functions.
///
/// It runs them on a thread of their own, one call at a time, and keeps what `configure` built between them, as an
/// instance in the sandbox does. A call that panics ends its instance.
pub(crate) struct NativeComponent<P> {
    origin: Origin,
    manifest: Manifest,
    host: InProcess,
    configuration: OnceLock<PropertyMap>,
    instance: Mutex<Option<Instance>>,
    entries: AtomicU64,
    provider: PhantomData<fn() -> P>,
}

impl<P: Provider> NativeComponent<P> {
    pub(crate) fn new(manifest: Manifest, host: InProcess) -> Self {
        // Credentials come with the configuration; the requests that only read are known before.
        _ = host.declare(&manifest.wants, PropertyMap::new());
        Self {
            origin: Origin {
                file: format!("{} (native)", manifest.name()),
                digest: String::new(),
            },
            manifest,
            host,
            configuration: OnceLock::new(),
            instance: Mutex::new(None),
            entries: AtomicU64::new(0),
            provider: PhantomData,
        }
    }

    /// Calls a function of the provider on a configured instance: makes its request, and reads its answer.
    async fn call<Q, A, T>(
        &self,
        call: &Call,
        request: impl FnOnce(&InProcess, common::CallContext) -> Result<Q, CallError> + Send,
        function: fn(Q) -> Result<A, common::Error>,
        answer: impl FnOnce(&InProcess, Result<A, common::Error>) -> Result<T, CallError> + Send,
    ) -> Result<T, CallFailure>
    where
        Q: Send + 'static,
        A: Send + 'static,
    {
        let mut held = self.instance.lock().await;
        let instance = match held.take() {
            Some(instance) => instance,
            None => self.configured(call).await?,
        };
        self.host.begin(call.clone(), time(call));
        let ended = self.enter(&instance, call, request, function, answer).await;
        let checkpoint = self.host.end().and_then(|active| active.checkpoint);
        // An instance is not used again after a panic.
        if !matches!(ended, Err(CallError::Trap(_))) {
            *held = Some(instance);
        }
        ended.map_err(|error| CallFailure { error, checkpoint })
    }

    async fn enter<Q, A, T>(
        &self,
        instance: &Instance,
        call: &Call,
        request: impl FnOnce(&InProcess, common::CallContext) -> Result<Q, CallError> + Send,
        function: fn(Q) -> Result<A, common::Error>,
        answer: impl FnOnce(&InProcess, Result<A, common::Error>) -> Result<T, CallError> + Send,
    ) -> Result<T, CallError>
    where
        Q: Send + 'static,
        A: Send + 'static,
    {
        let request = request(&self.host, context(call))?;
        self.entries.fetch_add(1, Ordering::Relaxed);
        let returned = instance
            .run(move || function(request))
            .await
            .map_err(CallError::Trap)?;
        answer(&self.host, returned)
    }

    /// A new instance that has its configuration.
    async fn configured(&self, call: &Call) -> Result<Instance, CallError> {
        let instance = Instance::start(self.manifest.name(), self.host.clone())?;
        let configuration = self.configuration.get();
        if configuration.is_none() && !self.manifest.provider_has(Hook::Configure) {
            return Ok(instance);
        }
        let empty = PropertyMap::new();
        let configuration = configuration.unwrap_or(&empty);
        let call = Call {
            operation: Operation::Configure,
            effects: Effects::All,
            timeout: None,
            ..call.clone()
        };
        self.host.begin(call.clone(), time(&call));
        let ended = self
            .enter(
                &instance,
                &call,
                |host, context| {
                    Ok(lifecycle::ConfigureRequest {
                        context,
                        config: convert::encode(host, configuration)?,
                        extra: nothing(),
                    })
                },
                <P as lifecycle::Guest>::configure,
                |host, answer| answer.map_err(|error| refuse(host, error)),
            )
            .await;
        self.host.end();
        match ended {
            Ok(()) => Ok(instance),
            Err(CallError::Guest(error)) => Err(CallError::Refused {
                reason: format!("the provider cannot be configured: {}", error.message()),
                hint: None,
            }),
            Err(error) => Err(error),
        }
    }
}
