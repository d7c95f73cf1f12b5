//! An engine that answers nothing and remembers what it was told to show.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pulumi_wasm_host::rpc::proto::pulumirpc as pb;
use pulumi_wasm_host::rpc::proto::pulumirpc::engine_server::{Engine, EngineServer};
use pulumi_wasm_host::rpc::proto::pulumirpc::resource_status_server::{
    ResourceStatus, ResourceStatusServer,
};
use tokio::net::TcpListener;
use tonic::{Request, Response, Status};

/// A running engine service; it ends with the test's runtime.
#[derive(Clone)]
pub(crate) struct FakeEngine {
    pub(crate) address: String,
    messages: Arc<Mutex<Vec<pb::LogRequest>>>,
    views: Arc<Mutex<Vec<pb::PublishViewStepsRequest>>>,
}

struct Service {
    messages: Arc<Mutex<Vec<pb::LogRequest>>>,
}

/// The service for views.
struct Views(Arc<Mutex<Vec<pb::PublishViewStepsRequest>>>);

impl FakeEngine {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let messages: Arc<Mutex<Vec<pb::LogRequest>>> = Arc::default();
        let views: Arc<Mutex<Vec<pb::PublishViewStepsRequest>>> = Arc::default();
        let service = Service {
            messages: Arc::clone(&messages),
        };
        let status = ResourceStatusServer::new(Views(Arc::clone(&views)));
        tokio::spawn(
            tonic::transport::Server::builder()
                .add_service(EngineServer::new(service))
                .add_service(status)
                .serve_with_incoming(tokio_stream::wrappers::TcpListenerStream::new(listener)),
        );
        Self {
            address,
            messages,
            views,
        }
    }

    /// The steps of views that were published so far.
    pub(crate) fn views(&self) -> Vec<pb::PublishViewStepsRequest> {
        self.views
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What was to be shown so far.
    pub(crate) fn messages(&self) -> Vec<pb::LogRequest> {
        self.messages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Waits for a message with these words.
    pub(crate) async fn hears(&self, words: &str) -> pb::LogRequest {
        super::within(async {
            loop {
                let found = self
                    .messages()
                    .into_iter()
                    .find(|found| found.message.contains(words));
                match found {
                    Some(found) => return found,
                    None => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        })
        .await
    }
}

#[tonic::async_trait]
impl ResourceStatus for Views {
    async fn publish_view_steps(
        &self,
        request: Request<pb::PublishViewStepsRequest>,
    ) -> Result<Response<pb::PublishViewStepsResponse>, Status> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(request.into_inner());
        Ok(Response::new(pb::PublishViewStepsResponse {}))
    }
}

#[tonic::async_trait]
impl Engine for Service {
    async fn log(&self, request: Request<pb::LogRequest>) -> Result<Response<()>, Status> {
        self.messages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(request.into_inner());
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
