//! The table of RPCs.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;

use futures_util::FutureExt;
use pulumi_wasm_sandbox::scheduler;
use tonic::{Request, Response, Status};

use super::{
    attach, call, cancel, check, check_config, configure, construct, create, delete, diff,
    diff_config, get_mapping, get_mappings, get_plugin_info, get_schema, handshake, invoke, list,
    parameterize, read, update,
};
use crate::pulumi::session::Session;
use crate::pulumi::session::own_package;
use crate::pulumi::session::sessions::ConnectionId;
use crate::pulumi::session::sessions::Sessions;
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc as pb;
use crate::pulumi::wire::pulumirpc::resource_provider_server::ResourceProvider;

/// The provider service on all sessions of the process.
pub(crate) struct ProviderService {
    sessions: Arc<Sessions>,
}

impl ProviderService {
    pub(crate) fn new(sessions: Arc<Sessions>) -> Self {
        Self { sessions }
    }
}

/// The connection that a request came on.
fn connection<T>(request: &Request<T>) -> ConnectionId {
    // Every connection is one of ours. An in-process request has no connection and shares the first session.
    request
        .extensions()
        .get::<ConnectionId>()
        .copied()
        .unwrap_or(ConnectionId(0))
}

/// Answers a request: the engine gets the guest's messages before the answer, and a panic ends this
/// request alone.
async fn answer<T>(
    rpc: &str,
    session: &Session,
    work: impl Future<Output = Result<T, Status>>,
) -> Result<Response<T>, Status> {
    let work = AssertUnwindSafe(work).catch_unwind();
    let answer = session.log.during(work).await;
    let answer = answer.unwrap_or_else(|_| Err(status::from_panic(rpc)));
    answer.map(Response::new)
}

/// An RPC that is served in the module of its name, with the program's own package, if it has one, or before that is
/// loaded.
macro_rules! serve {
    ($self:ident, $request:ident, $module:ident, before any package) => {{
        let session = $self.sessions.get(connection(&$request));
        let request = $request.into_inner();
        let work = Box::pin(async move {
            let work = pin!($module::serve(&session, request));
            answer(stringify!($module), &session, work).await
        });
        scheduler::run(work).await
    }};
    ($self:ident, $request:ident, $module:ident) => {{
        let session = $self.sessions.get(connection(&$request));
        let request = $request.into_inner();
        // The value is large, so it is created in its final place and passed by reference.
        let work = Box::pin(async move {
            if let Some(own) = session.own_to_load() {
                // These calls are rare and larger than the others.
                let loading = Box::pin(own_package::load(&session, own));
                answer("own_package", &session, loading).await?;
            }
            let work = pin!($module::serve(&session, request));
            answer(stringify!($module), &session, work).await
        });
        scheduler::run(work).await
    }};
}

#[tonic::async_trait]
impl ResourceProvider for ProviderService {
    async fn handshake(
        &self,
        request: Request<pb::ProviderHandshakeRequest>,
    ) -> Result<Response<pb::ProviderHandshakeResponse>, Status> {
        let session = self.sessions.begin(connection(&request));
        Ok(Response::new(handshake::serve(
            &session,
            request.into_inner(),
        )))
    }

    async fn attach(&self, request: Request<pb::PluginAttach>) -> Result<Response<()>, Status> {
        serve!(self, request, attach, before any package)
    }

    async fn get_plugin_info(
        &self,
        request: Request<()>,
    ) -> Result<Response<pb::PluginInfo>, Status> {
        serve!(self, request, get_plugin_info, before any package)
    }

    async fn parameterize(
        &self,
        request: Request<pb::ParameterizeRequest>,
    ) -> Result<Response<pb::ParameterizeResponse>, Status> {
        serve!(self, request, parameterize, before any package)
    }

    async fn get_schema(
        &self,
        request: Request<pb::GetSchemaRequest>,
    ) -> Result<Response<pb::GetSchemaResponse>, Status> {
        serve!(self, request, get_schema)
    }

    async fn check_config(
        &self,
        request: Request<pb::CheckRequest>,
    ) -> Result<Response<pb::CheckResponse>, Status> {
        serve!(self, request, check_config)
    }

    async fn diff_config(
        &self,
        request: Request<pb::DiffRequest>,
    ) -> Result<Response<pb::DiffResponse>, Status> {
        serve!(self, request, diff_config)
    }

    async fn configure(
        &self,
        request: Request<pb::ConfigureRequest>,
    ) -> Result<Response<pb::ConfigureResponse>, Status> {
        serve!(self, request, configure)
    }

    async fn invoke(
        &self,
        request: Request<pb::InvokeRequest>,
    ) -> Result<Response<pb::InvokeResponse>, Status> {
        serve!(self, request, invoke)
    }

    async fn check(
        &self,
        request: Request<pb::CheckRequest>,
    ) -> Result<Response<pb::CheckResponse>, Status> {
        serve!(self, request, check)
    }

    async fn diff(
        &self,
        request: Request<pb::DiffRequest>,
    ) -> Result<Response<pb::DiffResponse>, Status> {
        serve!(self, request, diff)
    }

    async fn create(
        &self,
        request: Request<pb::CreateRequest>,
    ) -> Result<Response<pb::CreateResponse>, Status> {
        serve!(self, request, create)
    }

    async fn read(
        &self,
        request: Request<pb::ReadRequest>,
    ) -> Result<Response<pb::ReadResponse>, Status> {
        serve!(self, request, read)
    }

    async fn update(
        &self,
        request: Request<pb::UpdateRequest>,
    ) -> Result<Response<pb::UpdateResponse>, Status> {
        serve!(self, request, update)
    }

    async fn delete(&self, request: Request<pb::DeleteRequest>) -> Result<Response<()>, Status> {
        serve!(self, request, delete)
    }

    async fn cancel(&self, request: Request<()>) -> Result<Response<()>, Status> {
        // Answered at once, independent of running calls and of waiting messages, but after the components that it ends.
        let session = self.sessions.get(connection(&request));
        cancel::serve(&session);
        session.open_components.answered().await;
        Ok(Response::new(()))
    }

    type ListStream = list::ListStream;

    async fn list(
        &self,
        request: Request<pb::ListRequest>,
    ) -> Result<Response<Self::ListStream>, Status> {
        let session = self.sessions.get(connection(&request));
        if let Some(own) = session.own_to_load() {
            answer("own_package", &session, own_package::load(&session, own)).await?;
        }
        answer(
            "list",
            &session,
            list::serve(Arc::clone(&session), request.into_inner()),
        )
        .await
    }

    async fn call(
        &self,
        request: Request<pb::CallRequest>,
    ) -> Result<Response<pb::CallResponse>, Status> {
        let session = self.sessions.get(connection(&request));
        // Until the answer is being sent.
        let _open = session.open_components.begin();
        serve!(self, request, call)
    }

    async fn construct(
        &self,
        request: Request<pb::ConstructRequest>,
    ) -> Result<Response<pb::ConstructResponse>, Status> {
        let session = self.sessions.get(connection(&request));
        // Until the answer is being sent.
        let _open = session.open_components.begin();
        serve!(self, request, construct)
    }

    async fn get_mapping(
        &self,
        request: Request<pb::GetMappingRequest>,
    ) -> Result<Response<pb::GetMappingResponse>, Status> {
        serve!(self, request, get_mapping)
    }

    async fn get_mappings(
        &self,
        request: Request<pb::GetMappingsRequest>,
    ) -> Result<Response<pb::GetMappingsResponse>, Status> {
        serve!(self, request, get_mappings)
    }
}
