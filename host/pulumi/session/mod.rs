//! One provider, as an engine sees it: the package it was parameterized with, its engine, whether it was cancelled.

mod newer_builds;
mod open_components;
pub(crate) mod own_package;
pub(crate) mod replacement_build;
pub(crate) mod sessions;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use pulumi_wasm_core::call::Deployment;
use pulumi_wasm_core::call::{Call, LogSink, Operation, Subject};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::configure::ConfigureError;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::redaction::{CleanLog, Secrets};
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::view::{View, ViewSink};
use pulumi_wasm_packages::own_package::OwnPackage;
use pulumi_wasm_packages::{Loaded, Loader, PLUGIN};
use pulumi_wasm_platform::peers::Peers;
use pulumi_wasm_platform::termination::Termination;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::transport::{Channel, Uri};

use crate::pulumi::callbacks::Callbacks;
use crate::pulumi::convert::Accepted;
use crate::pulumi::engine::connection::channel;
use crate::pulumi::engine::log::EngineLog;
use crate::pulumi::engine::monitor::{Announcement, Monitors, PackageParameter};
use crate::pulumi::engine::view_status::ViewStatus;
use crate::pulumi::status;
use crate::pulumi::wording::PulumiWording;
use newer_builds::NewerBuilds;
use open_components::OpenComponents;

/// How long calls wait for checks that run in parallel. Reading the largest component takes a second or two.
const SETTLE_TIME: Duration = Duration::from_secs(10);

/// The engine's features, from its Handshake, or from Configure if the engine is too old for a Handshake.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct EngineFeatures {
    /// Whether there was a Handshake.
    pub(crate) shook_hands: bool,
    /// The kinds of values that it accepts in answers.
    pub(crate) accepted: Accepted,
    /// Output values may be in the answer of Check.
    pub(crate) outputs_in_check: bool,
    /// Output values may be in the answer of Invoke.
    pub(crate) outputs_in_invoke: bool,
    /// Output values may be in the answer of Call.
    pub(crate) outputs_in_call: bool,
    /// Invoke says whether it is part of a preview.
    pub(crate) previews_in_invoke: bool,
}

/// One provider, as an engine sees it.
pub(crate) struct Session {
    pub(crate) loader: Loader,
    pub(crate) log: Arc<EngineLog>,
    /// The values that must not appear in messages.
    pub(crate) secrets: Arc<Secrets>,
    /// Locked while the package that the program was started for is loaded.
    pub(crate) own_turn: tokio::sync::Mutex<()>,
    /// The monitors that components register with.
    pub(crate) monitors: Monitors,
    pub(crate) open_components: OpenComponents,
    /// The package that Parameterize loaded.
    loaded: OnceLock<Arc<Loaded>>,
    /// The parameter of Parameterize.
    parameter: OnceLock<PackageParameter>,
    /// Newer builds of the package under `pulumi-wasm dev`. `None` for a plugin that an engine launched.
    newer_builds: Option<NewerBuilds>,
    cancellation: Mutex<CancellationToken>,
    background: Mutex<Option<JoinHandle<()>>>,
    features: Mutex<EngineFeatures>,
    /// The deployed program according to the provider's URN, for calls that concern no resource.
    deployment: OnceLock<Arc<Deployment>>,
    /// The client for views. All requests give the same address.
    status: Mutex<Option<(String, Channel)>>,
    /// The handle that ends the process of the engine whose only provider this is.
    termination: Option<Termination>,
    peers: Arc<Peers>,
}

impl Session {
    pub(crate) fn new(
        loader: Loader,
        engine_address: Option<&str>,
        termination: Option<Termination>,
        peers: &Arc<Peers>,
        callbacks: &Arc<Callbacks>,
    ) -> Arc<Self> {
        let newer_builds = loader.has_dev_overrides().then(NewerBuilds::default);
        Arc::new(Self {
            loader,
            log: EngineLog::new(engine_address, peers),
            secrets: Secrets::new(),
            own_turn: tokio::sync::Mutex::default(),
            monitors: Monitors::new(peers, callbacks),
            open_components: OpenComponents::new(),
            loaded: OnceLock::new(),
            parameter: OnceLock::new(),
            newer_builds,
            cancellation: Mutex::new(CancellationToken::new()),
            background: Mutex::new(None),
            features: Mutex::default(),
            deployment: OnceLock::new(),
            status: Mutex::new(None),
            termination,
            peers: Arc::clone(peers),
        })
    }

    pub(crate) fn features(&self) -> EngineFeatures {
        *self.features.lock()
    }

    pub(crate) fn set_features(&self, features: EngineFeatures) {
        *self.features.lock() = features;
    }

    /// The channel through which a call publishes views, or `None` if the engine does not show views. Connects with
    /// the first step.
    pub(crate) fn views(
        &self,
        address: &str,
        token: String,
        package: &Arc<Package>,
        old_views: &[View],
    ) -> Option<Arc<dyn ViewSink>> {
        if address.is_empty() || token.is_empty() {
            return None;
        }
        let mut status = self.status.lock();
        let channel = match &*status {
            Some((known, channel)) if known == address => channel.clone(),
            _ => {
                let engine: Uri = format!("http://{address}").parse().ok()?;
                let channel = channel(engine, &self.peers);
                *status = Some((address.to_owned(), channel.clone()));
                channel
            }
        };
        let sink = ViewStatus::new(channel, token, package, old_views);
        Some(Arc::new(sink))
    }

    /// The package, if there was a Parameterize.
    pub(crate) fn loaded(&self) -> Option<Arc<Loaded>> {
        let newer = self.newer_builds.as_ref().and_then(NewerBuilds::newest);
        newer.or_else(|| self.loaded.get().cloned())
    }

    /// Sets the package of this session. If the session already has a package, returns that package as the error.
    pub(crate) fn set_loaded(&self, loaded: Loaded) -> Result<Arc<Loaded>, Arc<Loaded>> {
        let loaded = Arc::new(loaded);
        match self.loaded.set(Arc::clone(&loaded)) {
            Ok(()) => Ok(loaded),
            Err(refused) => Err(self.loaded().unwrap_or(refused)),
        }
    }

    /// Like [`Self::set_loaded`]. It also adds the values of granted variables to the secrets.
    pub(crate) fn take_up(&self, loaded: Loaded) -> Result<Arc<Loaded>, Arc<Loaded>> {
        let loaded = self.set_loaded(loaded)?;
        for name in &loaded.value.grants.env {
            if let Some(value) = loaded.package.variable(name) {
                self.secrets.keep(&value);
            }
        }
        Ok(loaded)
    }

    /// The package that the program was started for, if it is still to be loaded.
    pub(crate) fn own_to_load(&self) -> Option<&OwnPackage> {
        self.loader.own().filter(|_| self.loaded.get().is_none())
    }

    /// Remembers the exact bytes of the engine's parameter, because the engine identifies packages by it.
    pub(crate) fn set_parameter(&self, parameter: PackageParameter) {
        // A session gets its package once.
        _ = self.parameter.set(parameter);
    }

    /// The package as the engine knows it.
    pub(crate) fn announcement(&self) -> Result<Announcement, Status> {
        match self.loader.own() {
            Some(OwnPackage::Bundle(place)) => {
                let bundle = place.read().map_err(|error| status::from_source(&error))?;
                Ok(Announcement {
                    download_url: bundle.download_url.unwrap_or_default(),
                    ..Announcement::plugin(place.name(), bundle.package.version)
                })
            }
            // For a repository, the program's version is its tag or commit, whatever version the component declares.
            Some(OwnPackage::Folder(_)) => Ok(Announcement::plugin(self.package()?.name(), "")),
            None => {
                let given = self.parameter.get().cloned();
                let loaded = || self.loaded().map(|loaded| PackageParameter::of(&loaded));
                Ok(match given.or_else(loaded) {
                    Some(parameter) => Announcement::component(parameter),
                    None => Announcement::plugin(PLUGIN, env!("CARGO_PKG_VERSION")),
                })
            }
        }
    }

    /// Records the configuration of the package, for a build that replaces it.
    pub(crate) fn set_arguments(&self, arguments: StoredProperties) {
        if let Some(newer) = &self.newer_builds {
            newer.set_arguments(arguments);
        }
    }

    /// Configures a build that replaces another build.
    fn configure(&self, loaded: &Loaded, arguments: &StoredProperties) -> Result<(), Status> {
        let configured = operations::configure(&loaded.package, &self.secrets, arguments);
        configured.map_err(|error| match error {
            ConfigureError::Missing(keys) => status::missing_keys(loaded.explain_missing(keys)),
            ConfigureError::Failed(error) => {
                let call = self.call(Operation::Configure, Subject::default());
                status::from_call(&loaded.package, &call, &error)
            }
        })
    }

    /// The package that a lifecycle call needs.
    pub(crate) fn package(&self) -> Result<Arc<Package>, Status> {
        let loaded = self.loaded.get().ok_or_else(|| {
            status::failed_precondition(
                "the `wasm` plugin has no component to run\n\
                 hint: add a component to the project: `pulumi package add wasm ./acme.wasm`",
            )
        })?;
        let Some(newer) = &self.newer_builds else {
            return Ok(Arc::clone(&loaded.package));
        };
        let newest = newer.take_up(loaded, |newest, arguments| {
            self.configure(newest, arguments)
        })?;
        Ok(Arc::clone(&newest.package))
    }

    /// Ends all running calls after their grace time. After that the process ends.
    pub(crate) fn cancel(&self) {
        if let (Some(termination), Some(loaded)) = (&self.termination, self.loaded()) {
            termination.expect_answer_after(loaded.cancel_grace());
        }
        self.cancellation.lock().cancel();
    }

    /// Waits until the session is cancelled.
    pub(crate) async fn cancelled(&self) {
        let cancellation = self.cancellation.lock().clone();
        cancellation.cancelled().await;
    }

    /// Whether the session was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.lock().is_cancelled()
    }

    /// Accepts work again after a cancel.
    pub(crate) fn revive(&self) {
        let mut cancellation = self.cancellation.lock();
        if cancellation.is_cancelled() {
            *cancellation = CancellationToken::new();
        }
    }

    /// Remembers background work that reports to the user.
    pub(crate) fn set_background(&self, work: JoinHandle<()>) {
        *self.background.lock() = Some(work);
    }

    /// Waits for that work: its messages must come before anything is changed, and before the process may end. A disk
    /// that does not answer blocks neither of them.
    pub(crate) async fn settle(&self) {
        let work = self.background.lock().take();
        if let Some(work) = work {
            tokio::select! {
                // Failed work has no message, and later work can still warn.
                _ = tokio::time::timeout(SETTLE_TIME, work) => {}
                () = self.cancelled() => {}
            }
        }
    }

    /// The context of a call.
    pub(crate) fn call(&self, operation: Operation, subject: Subject) -> Call {
        let cancellation = self.cancellation.lock().child_token();
        let log = Arc::new(self.log.sink());
        // A process serves one program. The first URN is the URN of its provider, or of a resource.
        if self.deployment.get().is_none()
            && let Some(deployment) = Deployment::of(&subject.urn)
        {
            _ = self.deployment.set(Arc::new(deployment));
        }
        Call {
            known_deployment: self.deployment.get().cloned(),
            wording: &PulumiWording,
            ..Call::new(operation, subject, cancellation, log, &self.secrets)
        }
    }

    /// The log, for messages outside of calls.
    pub(crate) fn log_sink(&self) -> Arc<dyn LogSink> {
        Arc::new(CleanLog::new(
            Arc::new(self.log.own_sink()),
            Arc::clone(&self.secrets),
            Arc::default(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use pulumi_wasm_packages::policy::PolicyFiles;
    use pulumi_wasm_packages::{DevOverride, Store};
    use pulumi_wasm_platform::peers::AllowedUsers;
    use pulumi_wasm_sandbox::engine::{CodeCache, Compiler, Engine};

    use super::*;

    #[tokio::test]
    async fn only_a_session_of_dev_looks_for_newer_builds() {
        // Nothing is written to it.
        let folder = PathBuf::from("not-made");
        let cache = CodeCache::new(folder.clone());
        let loader = Loader::new(
            Store::new(folder.clone()),
            Compiler::new(Engine::new(), cache, None),
            folder.clone(),
            PolicyFiles::of_machine(None, None),
        );
        let peers = Arc::new(Peers::new(
            AllowedUsers::default(),
            ([127, 0, 0, 1], 1).into(),
        ));
        let looks = |loader| {
            let callbacks = Callbacks::new(([127, 0, 0, 1], 1).into());
            Session::new(loader, None, None, &peers, &callbacks)
                .newer_builds
                .is_some()
        };
        assert!(!looks(loader.clone()));
        assert!(looks(loader.serving(DevOverride::new(Store::new(folder)))));
    }
}
