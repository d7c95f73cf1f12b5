//! An engine that answers nothing and records the messages that it should show.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::engine_server::{Engine, EngineServer};
use crate::protocol::pulumirpc::resource_status_server::{ResourceStatus, ResourceStatusServer};

/// The end of a wait that hangs. It does not judge speed.
const PATIENCE: Duration = Duration::from_secs(600);

/// A running engine service; it ends with the test's runtime.
#[derive(Clone)]
pub struct FakeEngine {
    pub address: String,
    messages: Kept<pb::LogRequest>,
    views: Kept<pb::PublishViewStepsRequest>,
    /// The number of messages.
    count: watch::Receiver<usize>,
}

type Kept<T> = Arc<Mutex<Vec<T>>>;

fn since<T: Clone>(kept: &Kept<T>, number: usize) -> Vec<T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)[number..].to_vec()
}

fn keep<T>(kept: &Kept<T>, one: T) -> usize {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
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

impl FakeEngine {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
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
        Self {
            address,
            messages,
            views,
            count,
        }
    }

    /// The steps of views that were published so far.
    pub fn views(&self) -> Vec<pb::PublishViewStepsRequest> {
        self.views_since(0)
    }

    /// The published steps after this many.
    pub fn views_since(&self, number: usize) -> Vec<pb::PublishViewStepsRequest> {
        since(&self.views, number)
    }

    /// The messages to show so far.
    pub fn messages(&self) -> Vec<pb::LogRequest> {
        self.messages_since(0)
    }

    /// The messages after the first ones.
    pub fn messages_since(&self, number: usize) -> Vec<pb::LogRequest> {
        since(&self.messages, number)
    }

    /// Waits for a message with this text.
    pub async fn hears(&self, words: &str) -> pb::LogRequest {
        self.hears_since(0, |message| message.message.contains(words))
            .await
    }

    /// Waits for such a message after the first ones.
    pub async fn hears_since(
        &self,
        number: usize,
        is_it: impl Fn(&pb::LogRequest) -> bool,
    ) -> pb::LogRequest {
        let mut count = self.count.clone();
        let look = async {
            loop {
                if let Some(found) = self.messages_since(number).into_iter().find(&is_it) {
                    return found;
                }
                count.changed().await.expect("an engine that runs");
            }
        };
        let found = tokio::time::timeout(PATIENCE, look).await;
        found.unwrap_or_else(|_| {
            let messages = self.messages_since(number);
            panic!("the message did not come within {PATIENCE:?}, these did: {messages:?}")
        })
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
impl Engine for Messages {
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
