//! The engine's own service, and its service for views: both record, and answer nothing.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::engine_server::{self, EngineServer};
use crate::protocol::pulumirpc::resource_status_server::{ResourceStatus, ResourceStatusServer};

/// Running services; they end with the runtime.
#[derive(Clone)]
pub struct Engine {
    /// Host and port, as the plugin gets it.
    pub address: String,
    messages: Kept<pb::LogRequest>,
    views: Kept<pb::PublishViewStepsRequest>,
    /// The number of messages.
    count: watch::Receiver<usize>,
}

type Kept<T> = Arc<Mutex<Vec<T>>>;

fn since<T: Clone>(kept: &Kept<T>, number: usize) -> Vec<T> {
    kept.lock().iter().skip(number).cloned().collect()
}

fn keep<T>(kept: &Kept<T>, one: T) -> usize {
    let mut kept = kept.lock();
    kept.push(one);
    kept.len()
}

/// The service for messages.
struct Messages {
    kept: Kept<pb::LogRequest>,
    count: watch::Sender<usize>,
}

/// The service for views.
struct Views(Kept<pb::PublishViewStepsRequest>);

impl Engine {
    /// Starts the services on a free port of loopback.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let (messages, views) = (Kept::default(), Kept::default());
        let (sender, count) = watch::channel(0);
        let service = Messages {
            kept: Arc::clone(&messages),
            count: sender,
        };
        let status = ResourceStatusServer::new(Views(Arc::clone(&views)));
        tokio::spawn(
            tonic::transport::Server::builder()
                .add_service(EngineServer::new(service))
                .add_service(status)
                .serve_with_incoming(TcpListenerStream::new(listener)),
        );
        Ok(Self {
            address,
            messages,
            views,
            count,
        })
    }

    /// The number of messages so far.
    #[must_use]
    pub fn count_of_messages(&self) -> usize {
        self.messages.lock().len()
    }

    /// The number of published steps of views so far, by requests.
    #[must_use]
    pub fn count_of_views(&self) -> usize {
        self.views.lock().len()
    }

    /// The messages to show after the first ones.
    #[must_use]
    pub fn messages_since(&self, number: usize) -> Vec<pb::LogRequest> {
        since(&self.messages, number)
    }

    /// The published steps of views after this many.
    #[must_use]
    pub fn views_since(&self, number: usize) -> Vec<pb::PublishViewStepsRequest> {
        since(&self.views, number)
    }

    /// Waits for such a message after the first ones. `None` if the service has ended.
    pub async fn hears_since(
        &self,
        number: usize,
        is_it: impl Fn(&pb::LogRequest) -> bool,
    ) -> Option<pb::LogRequest> {
        let mut count = self.count.clone();
        loop {
            if let Some(found) = self.messages_since(number).into_iter().find(&is_it) {
                return Some(found);
            }
            count.changed().await.ok()?;
        }
    }
}

#[tonic::async_trait]
impl ResourceStatus for Views {
    async fn publish_view_steps(
        &self,
        request: Request<pb::PublishViewStepsRequest>,
    ) -> Result<Response<pb::PublishViewStepsResponse>, Status> {
        keep(&self.0, request.into_inner());
        Ok(Response::new(pb::PublishViewStepsResponse {}))
    }
}

#[tonic::async_trait]
impl engine_server::Engine for Messages {
    async fn log(&self, request: Request<pb::LogRequest>) -> Result<Response<()>, Status> {
        let count = keep(&self.kept, request.into_inner());
        self.count.send_replace(count);
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
