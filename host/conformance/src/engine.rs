//! The engine that the plugin calls: it records the messages and views that it should show, as cases write them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use serde_json::{Map, Value};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use crate::generated::pulumirpc as pb;
use crate::generated::pulumirpc::engine_server::{self, EngineServer};
use crate::generated::pulumirpc::resource_status_server::{ResourceStatus, ResourceStatusServer};
use crate::notation::readable;
use crate::protocol::transcode;

/// The longest wait for a message. It does not measure speed.
const PATIENCE: Duration = Duration::from_secs(180);

/// The first words of the host's statuses about the compilation of a component.
const PROGRESS: [&str; 2] = ["compiling `", "waiting for another process that compiles `"];

/// A running service; it ends with the runtime.
pub(crate) struct Engine {
    pub(crate) address: String,
    shown: Shown,
    /// The number of messages.
    count: watch::Receiver<usize>,
}

/// The messages and views so far.
#[derive(Clone, Default)]
struct Shown {
    messages: Kept<pb::LogRequest>,
    views: Kept<pb::PublishViewStepsRequest>,
}

type Kept<T> = Arc<Mutex<Vec<T>>>;

fn since<T: Clone>(kept: &Kept<T>, number: usize) -> Vec<T> {
    let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter().skip(number).cloned().collect()
}

fn count<T>(kept: &Kept<T>) -> usize {
    kept.lock().unwrap_or_else(PoisonError::into_inner).len()
}

fn keep<T>(kept: &Kept<T>, one: T) -> usize {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push(one);
    kept.len()
}

/// The position before later messages and views.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    messages: usize,
    views: usize,
}

/// The service for messages.
struct Messages {
    shown: Shown,
    count: watch::Sender<usize>,
}

/// The service for views.
struct Views(Shown);

impl Engine {
    /// Starts the service on a free port of loopback.
    ///
    /// # Errors
    /// If no port is free.
    pub(crate) async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let shown = Shown::default();
        let (sender, count) = watch::channel(0);
        let messages = Messages {
            shown: shown.clone(),
            count: sender,
        };
        let views = ResourceStatusServer::new(Views(shown.clone()));
        tokio::spawn(
            tonic::transport::Server::builder()
                .add_service(EngineServer::new(messages))
                .add_service(views)
                .serve_with_incoming(TcpListenerStream::new(listener)),
        );
        Ok(Self {
            address,
            shown,
            count,
        })
    }

    /// The position before all messages and views from now on.
    pub(crate) fn now(&self) -> Moment {
        Moment {
            messages: count(&self.shown.messages),
            views: count(&self.shown.views),
        }
    }

    /// The messages on a resource since then, each as `{SEVERITY: TEXT}`.
    pub(crate) fn messages(&self, urn: &str, moment: Moment) -> Vec<Value> {
        let messages = since(&self.shown.messages, moment.messages);
        let own = messages
            .into_iter()
            .filter(|message| message.urn == urn && !is_of_the_host(message));
        own.map(written).collect()
    }

    /// The steps of views that were published with a token since then.
    ///
    /// # Errors
    /// If the protocol does not have their message.
    pub(crate) fn views(&self, token: &str, moment: Moment) -> anyhow::Result<Vec<Value>> {
        let mut steps = Vec::new();
        for request in since(&self.shown.views, moment.views) {
            if request.token == token {
                let message = transcode("pulumirpc.PublishViewStepsRequest", &request)?;
                let published = message.get("steps").and_then(Value::as_array);
                steps.extend(published.into_iter().flatten().map(readable));
            }
        }
        Ok(steps)
    }

    /// Waits until a resource shows this text.
    ///
    /// # Errors
    /// If the text does not come in time.
    pub(crate) async fn hears(&self, urn: &str, moment: Moment, text: &str) -> anyhow::Result<()> {
        let is_it = |message: &pb::LogRequest| {
            message.urn == urn && !is_of_the_host(message) && message.message.contains(text)
        };
        let mut count = self.count.clone();
        let look = async {
            while !since(&self.shown.messages, moment.messages)
                .iter()
                .any(is_it)
            {
                count.changed().await.context("the engine has ended")?;
            }
            Ok(())
        };
        match tokio::time::timeout(PATIENCE, look).await {
            Ok(heard) => heard,
            Err(_) => anyhow::bail!("the resource did not show `{text}` within {PATIENCE:?}"),
        }
    }
}

/// A message as a case writes it.
fn written(message: pb::LogRequest) -> Value {
    let word = match message.severity() {
        _ if message.ephemeral => "status",
        pb::LogSeverity::Debug => "debug",
        pb::LogSeverity::Info => "info",
        pb::LogSeverity::Warning => "warning",
        pb::LogSeverity::Error => "error",
    };
    Map::from_iter([(word.to_owned(), message.message.into())]).into()
}

/// Whether the host sent it for itself: the duration of a call, or the progress of a compilation. It depends on the machine and not on the
/// component.
fn is_of_the_host(request: &pb::LogRequest) -> bool {
    let text = &request.message;
    if request.ephemeral {
        return request.urn.is_empty() && PROGRESS.iter().any(|start| text.starts_with(start));
    }
    let debug = request.severity() == pb::LogSeverity::Debug;
    debug && (text.contains(" of it in the component") || text.starts_with("compiled `"))
}

#[tonic::async_trait]
impl ResourceStatus for Views {
    async fn publish_view_steps(
        &self,
        request: Request<pb::PublishViewStepsRequest>,
    ) -> Result<Response<pb::PublishViewStepsResponse>, Status> {
        keep(&self.0.views, request.into_inner());
        Ok(Response::new(pb::PublishViewStepsResponse {}))
    }
}

#[tonic::async_trait]
impl engine_server::Engine for Messages {
    async fn log(&self, request: Request<pb::LogRequest>) -> Result<Response<()>, Status> {
        let count = keep(&self.shown.messages, request.into_inner());
        self.count.send_replace(count);
        Ok(Response::new(()))
    }

    async fn get_root_resource(
        &self,
        _request: Request<pb::GetRootResourceRequest>,
    ) -> Result<Response<pb::GetRootResourceResponse>, Status> {
        Err(Status::unimplemented("no case needs it"))
    }

    async fn set_root_resource(
        &self,
        _request: Request<pb::SetRootResourceRequest>,
    ) -> Result<Response<pb::SetRootResourceResponse>, Status> {
        Err(Status::unimplemented("no case needs it"))
    }

    async fn start_debugging(
        &self,
        _request: Request<pb::StartDebuggingRequest>,
    ) -> Result<Response<()>, Status> {
        Err(Status::unimplemented("no case needs it"))
    }

    async fn require_pulumi_version(
        &self,
        _request: Request<pb::RequirePulumiVersionRequest>,
    ) -> Result<Response<pb::RequirePulumiVersionResponse>, Status> {
        Err(Status::unimplemented("no case needs it"))
    }
}
