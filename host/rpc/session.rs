//! The state behind a connection: its package, its engine, whether it was cancelled.
//!
//! If the engine launched the process, the process has one session for all connections: grpc-go closes a connection
//! that was idle for 30 minutes and dials again without a new Handshake. In attach mode one process serves many
//! engines: each connection that makes a Handshake has a separate session, and one without a Handshake takes
//! over that of a connection that closed without Cancel.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, LogSink, Operation, Subject};
use pulumi_wasm_core::deployment::Deployment;
use pulumi_wasm_core::operations::configure::ConfigureError;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::redaction::{CleanLog, Secrets};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::view::{View, ViewSink};
use pulumi_wasm_packages::{Loaded, Loader};
use pulumi_wasm_platform::peers::Peers;
use pulumi_wasm_platform::termination::Termination;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::transport::{Channel, Uri};

use super::connection::ConnectionId;
use super::engine_connection::channel;
use super::engine_log::EngineLog;
use super::status;
use super::view_status::ViewStatus;

/// How long calls wait for checks that run beside them. Reading the largest component takes a second or two.
const SETTLE_TIME: Duration = Duration::from_secs(10);

/// The process's parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionMode {
    /// The engine: the process is one provider.
    Launched,
    /// A person: engines attach, each with a separate provider.
    Attached,
}

/// The features that the engine told in its Handshake.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct EngineFeatures {
    /// Output values may be in the answer of Check.
    pub(super) outputs_in_check: bool,
    /// Output values may be in the answer of Invoke.
    pub(super) outputs_in_invoke: bool,
}

/// One provider, as an engine sees it.
pub(super) struct Session {
    pub(super) loader: Loader,
    pub(super) log: Arc<EngineLog>,
    /// The values that no text for people may contain.
    pub(super) secrets: Arc<Secrets>,
    loaded: Mutex<Option<Arc<Loaded>>>,
    /// The arguments of Configure, for a package that takes the place of this one.
    arguments: Mutex<Option<PropertyMap>>,
    cancellation: Mutex<CancellationToken>,
    background: Mutex<Option<JoinHandle<()>>>,
    features: Mutex<EngineFeatures>,
    /// The program that is deployed, as the provider's own URN tells; for calls that concern no resource.
    deployment: OnceLock<Arc<Deployment>>,
    /// The way to the service for views, by the address that requests give: it stays the same.
    status: Mutex<Option<(String, Channel)>>,
    /// The handle that ends the process of the engine whose only provider this is.
    termination: Option<Termination>,
    peers: Arc<Peers>,
}

impl Session {
    fn new(
        loader: Loader,
        engine_address: Option<&str>,
        termination: Option<Termination>,
        peers: &Arc<Peers>,
    ) -> Arc<Self> {
        Arc::new(Self {
            loader,
            log: EngineLog::new(engine_address, peers),
            secrets: Secrets::new(),
            loaded: Mutex::new(None),
            arguments: Mutex::new(None),
            cancellation: Mutex::new(CancellationToken::new()),
            background: Mutex::new(None),
            features: Mutex::default(),
            deployment: OnceLock::new(),
            status: Mutex::new(None),
            termination,
            peers: Arc::clone(peers),
        })
    }

    pub(super) fn features(&self) -> EngineFeatures {
        *self.features.lock()
    }

    pub(super) fn set_features(&self, features: EngineFeatures) {
        *self.features.lock() = features;
    }

    /// The channel by which a call publishes views, or `None` if the engine does not show views. Connects with the
    /// first step.
    pub(super) fn views(
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
    pub(super) fn loaded(&self) -> Option<Arc<Loaded>> {
        self.loaded.lock().clone()
    }

    /// Makes this session that package, unless it is one already: then that one is given back as the error.
    pub(super) fn set_loaded(&self, loaded: Loaded) -> Result<Arc<Loaded>, Arc<Loaded>> {
        let mut place = self.loaded.lock();
        match &*place {
            Some(earlier) => Err(Arc::clone(earlier)),
            None => Ok(Arc::clone(place.insert(Arc::new(loaded)))),
        }
    }

    /// Remembers what the package was configured with.
    pub(super) fn set_arguments(&self, arguments: PropertyMap) {
        *self.arguments.lock() = Some(arguments);
    }

    /// Takes up what is served instead by now, configured as this one was. Calls that run keep the package that they
    /// began with.
    fn renew(&self) -> Result<(), Status> {
        let mut place = self.loaded.lock();
        let Some(renewed) = place.as_ref().and_then(|loaded| loaded.renewed()) else {
            return Ok(());
        };
        let renewed = renewed.map_err(|error| status::from_source(&error))?;
        let arguments = self.arguments.lock();
        if let Some(arguments) = &*arguments {
            let configured = renewed.package.configure(&self.secrets, arguments);
            configured.map_err(|error| match error {
                ConfigureError::Missing(keys) => {
                    status::missing_keys(renewed.explain_missing(keys))
                }
                ConfigureError::Failed(error) => {
                    let call = self.call(Operation::Configure, Subject::default());
                    status::from_call(&renewed.package, &call, &error)
                }
            })?;
        }
        *place = Some(Arc::new(renewed));
        Ok(())
    }

    /// The package that a lifecycle call needs.
    pub(super) fn package(&self) -> Result<Arc<Package>, Status> {
        self.renew()?;
        self.loaded().map(|loaded| Arc::clone(&loaded.package)).ok_or_else(|| {
            status::failed_precondition(
                "the `wasm` plugin was given no component, so there is nothing that it could do\n\
                 hint: add a component to the project: `pulumi package add wasm ./acme.wasm`",
            )
        })
    }

    /// Ends everything that runs, with its grace. A process that is kept busy beyond that ends as a whole.
    pub(super) fn cancel(&self) {
        if let (Some(termination), Some(loaded)) = (&self.termination, self.loaded()) {
            termination.expect_answer_after(loaded.cancel_grace());
        }
        self.cancellation.lock().cancel();
    }

    /// Waits until the session is cancelled.
    pub(super) async fn cancelled(&self) {
        let cancellation = self.cancellation.lock().clone();
        cancellation.cancelled().await;
    }

    /// Whether the session was cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancellation.lock().is_cancelled()
    }

    /// Begins again after a cancel.
    pub(super) fn revive(&self) {
        let mut cancellation = self.cancellation.lock();
        if cancellation.is_cancelled() {
            *cancellation = CancellationToken::new();
        }
    }

    /// Remembers work that has something to say to the user.
    pub(super) fn set_background(&self, work: JoinHandle<()>) {
        *self.background.lock() = Some(work);
    }

    /// Waits for that work: its messages must come before anything is changed, and before the process may end. A disk
    /// that does not answer holds up neither.
    pub(super) async fn settle(&self) {
        let work = self.background.lock().take();
        if let Some(work) = work {
            tokio::select! {
                // Work that failed has no message, and a later one is a warning all the same.
                _ = tokio::time::timeout(SETTLE_TIME, work) => {}
                () = self.cancelled() => {}
            }
        }
    }

    /// The surroundings of a call.
    pub(super) fn call(&self, operation: Operation, subject: Subject) -> Call {
        let cancellation = self.cancellation.lock().child_token();
        let log = Arc::new(self.log.sink());
        // A process serves one program; the first URN that comes is that of its provider, or of a resource.
        if self.deployment.get().is_none()
            && let Some(deployment) = Deployment::of(&subject.urn)
        {
            _ = self.deployment.set(Arc::new(deployment));
        }
        Call {
            known_deployment: self.deployment.get().cloned(),
            ..Call::new(operation, subject, cancellation, log, &self.secrets)
        }
    }

    /// The log, for messages outside of calls.
    pub(super) fn log_sink(&self) -> Arc<dyn LogSink> {
        Arc::new(CleanLog::new(
            Arc::new(self.log.own_sink()),
            Arc::clone(&self.secrets),
            Arc::default(),
        ))
    }
}

/// All sessions of the process.
pub(super) struct Sessions {
    mode: SessionMode,
    loader: Loader,
    peers: Arc<Peers>,
    state: Mutex<State>,
}

struct State {
    /// The session of a launched process.
    only: Option<Arc<Session>>,
    by_connection: BTreeMap<ConnectionId, Arc<Session>>,
    /// Of the connection that closed last without Cancel.
    orphan: Option<Arc<Session>>,
}

impl Sessions {
    pub(super) fn new(
        mode: SessionMode,
        loader: Loader,
        engine_address: Option<&str>,
        termination: Option<Termination>,
        peers: &Arc<Peers>,
    ) -> Arc<Self> {
        let only = (mode == SessionMode::Launched)
            .then(|| Session::new(loader.clone(), engine_address, termination, peers));
        Arc::new(Self {
            mode,
            loader,
            peers: Arc::clone(peers),
            state: Mutex::new(State {
                only,
                by_connection: BTreeMap::new(),
                orphan: None,
            }),
        })
    }

    /// The session that a request on a connection belongs to.
    pub(super) fn get(&self, connection: ConnectionId) -> Arc<Session> {
        let mut state = self.state.lock();
        if let Some(only) = &state.only {
            return Arc::clone(only);
        }
        if let Some(session) = state.by_connection.get(&connection) {
            return Arc::clone(session);
        }
        let session = state
            .orphan
            .take()
            .unwrap_or_else(|| Session::new(self.loader.clone(), None, None, &self.peers));
        state.by_connection.insert(connection, Arc::clone(&session));
        session
    }

    /// The session that begins with a Handshake.
    pub(super) fn begin(&self, connection: ConnectionId) -> Arc<Session> {
        if self.mode == SessionMode::Launched {
            let session = self.get(connection);
            session.revive();
            return session;
        }
        let session = Session::new(self.loader.clone(), None, None, &self.peers);
        let mut state = self.state.lock();
        state.by_connection.insert(connection, Arc::clone(&session));
        session
    }

    /// Notes that a connection is gone.
    pub(super) fn closed(&self, connection: ConnectionId) {
        let mut state = self.state.lock();
        if let Some(session) = state.by_connection.remove(&connection)
            && !session.is_cancelled()
        {
            state.orphan = Some(session);
        }
    }
}
