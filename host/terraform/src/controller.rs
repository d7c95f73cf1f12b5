//! The services beside the provider: the end of the plugin, and its standard streams.

use tokio_util::sync::CancellationToken;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::proto::plugin::grpc_controller_server::GrpcController;
use crate::proto::plugin::grpc_stdio_server::GrpcStdio;
use crate::proto::plugin::{Empty, StdioData};

/// Ends the process when the core asks for it.
#[derive(Clone)]
pub(crate) struct Controller(pub(crate) CancellationToken);

#[tonic::async_trait]
impl GrpcController for Controller {
    async fn shutdown(&self, _: Request<Empty>) -> Result<Response<Empty>, Status> {
        self.0.cancel();
        Ok(Response::new(Empty {}))
    }
}

/// Standard streams that stay silent: messages go into answers and into the log.
#[derive(Clone)]
pub(crate) struct SilentStdio;

#[tonic::async_trait]
impl GrpcStdio for SilentStdio {
    async fn stream_stdio(&self, _: Request<()>) -> Result<Response<BoxStream<StdioData>>, Status> {
        Ok(Response::new(Box::pin(tokio_stream::pending())))
    }
}
