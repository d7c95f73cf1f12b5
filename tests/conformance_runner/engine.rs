//! An engine that remembers what it was told to show.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use super::notation::readable;
use super::protocol::transcode;
use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::engine_server::EngineServer;
use crate::protocol::pulumirpc::resource_status_server::{ResourceStatus, ResourceStatusServer};

/// A running engine service; it ends with the runtime.
pub(crate) struct Engine {
    pub(crate) address: String,
    heard: Heard,
    count: watch::Receiver<usize>,
}

type Heard = Arc<Mutex<Remembered>>;

#[derive(Default)]
struct Remembered {
    /// The resource that a message is about, and the message as a case writes it: `{SEVERITY: TEXT}`.
    messages: Vec<(String, Value)>,
    /// The token that steps of views were published with, and the steps.
    views: Vec<(String, Value)>,
}

/// Where the messages and views are that came later.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    messages: usize,
    views: usize,
}

impl Engine {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let heard = Heard::default();
        let (sender, count) = watch::channel(0);
        let messages = EngineServer::new(Messages {
            heard: Arc::clone(&heard),
            count: sender,
        });
        let views = ResourceStatusServer::new(Views(Arc::clone(&heard)));
        tokio::spawn(
            tonic::transport::Server::builder()
                .add_service(messages)
                .add_service(views)
                .serve_with_incoming(TcpListenerStream::new(listener)),
        );
        Self {
            address,
            heard,
            count,
        }
    }

    fn remembered<T>(&self, look: impl FnOnce(&Remembered) -> T) -> T {
        look(&self.heard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What comes from now on.
    pub(crate) fn now(&self) -> Moment {
        self.remembered(|heard| Moment {
            messages: heard.messages.len(),
            views: heard.views.len(),
        })
    }

    /// The messages on a resource since then.
    pub(crate) fn messages(&self, urn: &str, since: Moment) -> Vec<Value> {
        self.remembered(|heard| of(&heard.messages[since.messages..], urn))
    }

    /// The steps of views that were published for a resource since then.
    pub(crate) fn views(&self, token: &str, since: Moment) -> Vec<Value> {
        self.remembered(|heard| of(&heard.views[since.views..], token))
    }

    /// Waits until a resource shows this text.
    pub(crate) async fn hears(&self, urn: &str, since: Moment, text: &str) {
        let mut count = self.count.clone();
        loop {
            let messages = self.messages(urn, since);
            let is_there = |message: &Value| message.to_string().contains(text);
            if messages.iter().any(is_there) || count.changed().await.is_err() {
                return;
            }
        }
    }
}

fn of(all: &[(String, Value)], subject: &str) -> Vec<Value> {
    let own = all.iter().filter(|(about, _)| about == subject);
    own.map(|(_, value)| value.clone()).collect()
}

/// Whether it is the host's own line about a call, which says how long it took.
fn is_summary(request: &pb::LogRequest) -> bool {
    request.severity() == pb::LogSeverity::Debug
        && request.message.contains(" of it in the component")
}

/// The service for messages.
struct Messages {
    heard: Heard,
    count: watch::Sender<usize>,
}

/// The service for views.
struct Views(Heard);

#[tonic::async_trait]
impl ResourceStatus for Views {
    async fn publish_view_steps(
        &self,
        request: Request<pb::PublishViewStepsRequest>,
    ) -> Result<Response<pb::PublishViewStepsResponse>, Status> {
        let request = request.into_inner();
        let message = transcode("pulumirpc.PublishViewStepsRequest", &request);
        let steps = message["steps"].as_array().cloned().unwrap_or_default();
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for step in steps {
            heard.views.push((request.token.clone(), readable(&step)));
        }
        Ok(Response::new(pb::PublishViewStepsResponse {}))
    }
}

#[tonic::async_trait]
impl pb::engine_server::Engine for Messages {
    async fn log(&self, request: Request<pb::LogRequest>) -> Result<Response<()>, Status> {
        let request = request.into_inner();
        if is_summary(&request) {
            return Ok(Response::new(()));
        }
        let word = match request.severity() {
            _ if request.ephemeral => "status",
            pb::LogSeverity::Debug => "debug",
            pb::LogSeverity::Info => "info",
            pb::LogSeverity::Warning => "warning",
            pb::LogSeverity::Error => "error",
        };
        let mut message = Map::new();
        message.insert(word.to_owned(), request.message.into());
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.messages.push((request.urn, message.into()));
        self.count.send_replace(heard.messages.len());
        Ok(Response::new(()))
    }

    async fn get_root_resource(
        &self,
        _request: Request<pb::GetRootResourceRequest>,
    ) -> Result<Response<pb::GetRootResourceResponse>, Status> {
        Err(Status::unimplemented("not here"))
    }

    async fn set_root_resource(
        &self,
        _request: Request<pb::SetRootResourceRequest>,
    ) -> Result<Response<pb::SetRootResourceResponse>, Status> {
        Err(Status::unimplemented("not here"))
    }

    async fn start_debugging(
        &self,
        _request: Request<pb::StartDebuggingRequest>,
    ) -> Result<Response<()>, Status> {
        Err(Status::unimplemented("not here"))
    }

    async fn require_pulumi_version(
        &self,
        _request: Request<pb::RequirePulumiVersionRequest>,
    ) -> Result<Response<pb::RequirePulumiVersionResponse>, Status> {
        Err(Status::unimplemented("not here"))
    }
}
