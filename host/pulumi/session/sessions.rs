//! The session of each connection.
//!
//! A process that the engine launched has one session for all connections, because grpc-go closes a connection that was
//! idle for 30 minutes, and dials again without a new Handshake. In attach mode, one process serves many engines. Each
//! connection that sends a Handshake has its own session. A connection without a Handshake takes over the session of a
//! connection that closed without Cancel.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_packages::Loader;
use pulumi_wasm_platform::peers::Peers;
use pulumi_wasm_platform::termination::Termination;

use crate::pulumi::callbacks::Callbacks;
use crate::pulumi::session::Session;

/// A connection's number: never used twice in a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Whether the engine or a person started the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionMode {
    /// The engine. The process is one provider.
    Launched,
    /// A person. Engines attach, and each gets its own provider.
    Attached,
}

/// All sessions of the process.
pub(crate) struct Sessions {
    mode: SessionMode,
    loader: Loader,
    peers: Arc<Peers>,
    callbacks: Arc<Callbacks>,
    state: Mutex<State>,
}

struct State {
    /// The session of a launched process.
    only: Option<Arc<Session>>,
    by_connection: BTreeMap<ConnectionId, Arc<Session>>,
    /// The session of the connection that closed last without Cancel.
    orphan: Option<Arc<Session>>,
}

impl Sessions {
    pub(crate) fn new(
        mode: SessionMode,
        loader: Loader,
        engine_address: Option<&str>,
        termination: Option<Termination>,
        peers: &Arc<Peers>,
        callbacks: &Arc<Callbacks>,
    ) -> Arc<Self> {
        let only = (mode == SessionMode::Launched).then(|| {
            Session::new(
                loader.clone(),
                engine_address,
                termination,
                peers,
                callbacks,
            )
        });
        Arc::new(Self {
            mode,
            loader,
            peers: Arc::clone(peers),
            callbacks: Arc::clone(callbacks),
            state: Mutex::new(State {
                only,
                by_connection: BTreeMap::new(),
                orphan: None,
            }),
        })
    }

    /// The session that a request on a connection belongs to.
    pub(crate) fn get(&self, connection: ConnectionId) -> Arc<Session> {
        let mut state = self.state.lock();
        if let Some(only) = &state.only {
            return Arc::clone(only);
        }
        if let Some(session) = state.by_connection.get(&connection) {
            return Arc::clone(session);
        }
        let session = state.orphan.take().unwrap_or_else(|| self.attached());
        state.by_connection.insert(connection, Arc::clone(&session));
        session
    }

    /// The session that begins with a Handshake.
    pub(crate) fn begin(&self, connection: ConnectionId) -> Arc<Session> {
        if self.mode == SessionMode::Launched {
            let session = self.get(connection);
            session.revive();
            return session;
        }
        let session = self.attached();
        let mut state = self.state.lock();
        state.by_connection.insert(connection, Arc::clone(&session));
        session
    }

    /// A session of an engine that attaches.
    fn attached(&self) -> Arc<Session> {
        let loader = self.loader.clone();
        Session::new(loader, None, None, &self.peers, &self.callbacks)
    }

    /// Records that a connection has ended.
    pub(crate) fn closed(&self, connection: ConnectionId) {
        let mut state = self.state.lock();
        if let Some(session) = state.by_connection.remove(&connection)
            && !session.is_cancelled()
        {
            state.orphan = Some(session);
        }
    }
}
