//! The service itself.

use std::future::pending;
use std::sync::Arc;

use prost_types::Struct;
use tonic::{Request, Response, Status};

use super::{Looked, Reply, Shared, Telling, checks, hooks, transforms};
use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::resource_monitor_server::ResourceMonitor;

pub(super) struct Service(pub(super) Arc<Shared>);

fn not_here() -> Status {
    Status::unimplemented("not here")
}

impl Service {
    /// The properties that a look-up finds, or its refusal.
    fn find(&self, looked: Looked) -> (Option<Struct>, Vec<pb::CheckFailure>) {
        let found = (self.0.find)(&looked);
        self.0.heard.lock().looked.push(looked);
        match found {
            Ok(found) => (Some(found), Vec::new()),
            Err(failure) => (None, vec![failure]),
        }
    }
}

#[tonic::async_trait]
impl ResourceMonitor for Service {
    async fn get_deployment_info(
        &self,
        _: Request<()>,
    ) -> Result<Response<pb::DeploymentInfo>, Status> {
        let mut heard = self.0.heard.lock();
        heard.features.push("GetDeploymentInfo".to_owned());
        match self.0.telling {
            Telling::Listed(features) => Ok(Response::new(pb::DeploymentInfo {
                supported_features: features.to_vec(),
                ..pb::DeploymentInfo::default()
            })),
            Telling::Asked(_) => Err(not_here()),
        }
    }

    async fn supports_feature(
        &self,
        request: Request<pb::SupportsFeatureRequest>,
    ) -> Result<Response<pb::SupportsFeatureResponse>, Status> {
        let id = request.into_inner().id;
        let has_support = match self.0.telling {
            Telling::Listed(_) => true,
            Telling::Asked(features) => features.contains(&id.as_str()),
        };
        self.0.heard.lock().features.push(id);
        Ok(Response::new(pb::SupportsFeatureResponse { has_support }))
    }

    async fn register_resource(
        &self,
        request: Request<pb::RegisterResourceRequest>,
    ) -> Result<Response<pb::RegisterResourceResponse>, Status> {
        let request = request.into_inner();
        {
            let mut heard = self.0.heard.lock();
            heard.checks.registers(&request);
            heard.registered.push(request.clone());
        }
        self.0.arrived.notify_waiters();
        let request = transforms::applied(&self.0, request).await?;
        self.0.heard.lock().transformed.push(request.clone());
        let runs_hooks = request.custom && hooks::runs(&self.0);
        if runs_hooks && hooks::before_create(&self.0, &request).await.is_err() {
            let urn = checks::urn(&request);
            self.0.heard.lock().checks.answered(&urn);
            return Ok(Response::new(pb::RegisterResourceResponse {
                urn,
                result: pb::Result::Fail.into(),
                ..pb::RegisterResourceResponse::default()
            }));
        }
        let mut made = match (self.0.script)(&request) {
            Reply::Made(made) => made,
            Reply::Refused(status) => return Err(status),
            Reply::Never => pending().await,
        };
        let urn = checks::urn(&request);
        let is_made = made.result == 0 && !made.unknown;
        if made.urn.is_empty() {
            made.urn.clone_from(&urn);
        }
        if request.custom && is_made && made.id.is_empty() {
            made.id = format!("{}_id", request.name);
        }
        // A local component has no outputs.
        if (request.custom || request.remote) && is_made && made.object.is_none() {
            made.object.clone_from(&request.object);
        }
        if runs_hooks && is_made {
            let outputs = made.object.as_ref();
            hooks::after_create(&self.0, &request, &made.id, outputs).await;
        }
        self.0.heard.lock().checks.answered(&urn);
        Ok(Response::new(made))
    }

    async fn register_resource_outputs(
        &self,
        request: Request<pb::RegisterResourceOutputsRequest>,
    ) -> Result<Response<()>, Status> {
        let request = request.into_inner();
        let outputs = request.outputs.unwrap_or_default();
        let mut heard = self.0.heard.lock();
        heard.checks.completes(&request.urn, &outputs);
        heard.completed.push((request.urn, outputs));
        Ok(Response::new(()))
    }

    async fn register_package(
        &self,
        request: Request<pb::RegisterPackageRequest>,
    ) -> Result<Response<pb::RegisterPackageResponse>, Status> {
        let mut heard = self.0.heard.lock();
        heard.packages.push(request.into_inner());
        let reference = format!("ref-{}", heard.packages.len());
        heard.checks.announced(&reference);
        Ok(Response::new(pb::RegisterPackageResponse {
            r#ref: reference,
        }))
    }

    async fn invoke(
        &self,
        request: Request<pb::ResourceInvokeRequest>,
    ) -> Result<Response<pb::ResourceInvokeResponse>, Status> {
        let (found, failures) = self.find(Looked::Invoked(request.into_inner()));
        Ok(Response::new(pb::ResourceInvokeResponse {
            r#return: found,
            failures,
            unknown: false,
        }))
    }

    async fn call(
        &self,
        request: Request<pb::ResourceCallRequest>,
    ) -> Result<Response<pb::CallResponse>, Status> {
        let request = request.into_inner();
        // The result of a method depends on all its arguments.
        let asked = request.arg_dependencies.values();
        let urns: Vec<String> = asked.flat_map(|entry| entry.urns.clone()).collect();
        let (found, failures) = self.find(Looked::Called(request));
        let names = found.iter().flat_map(|found| found.fields.keys());
        let entry = |name: &String| {
            let urns = urns.clone();
            (name.clone(), pb::call_response::ReturnDependencies { urns })
        };
        Ok(Response::new(pb::CallResponse {
            return_dependencies: names.map(entry).collect(),
            r#return: found,
            failures,
        }))
    }

    async fn read_resource(
        &self,
        request: Request<pb::ReadResourceRequest>,
    ) -> Result<Response<pb::ReadResourceResponse>, Status> {
        let request = request.into_inner();
        let urn = checks::urn_beside(&request.parent, &request.r#type, &request.name);
        let (properties, failures) = self.find(Looked::Read(request));
        Ok(Response::new(pb::ReadResourceResponse {
            urn,
            properties,
            result: failures.len().try_into().unwrap_or(1),
            ..pb::ReadResourceResponse::default()
        }))
    }

    async fn exists_resource(
        &self,
        _: Request<pb::ExistsResourceRequest>,
    ) -> Result<Response<pb::ExistsResourceResponse>, Status> {
        Err(not_here())
    }

    async fn register_stack_transform(
        &self,
        _: Request<pb::Callback>,
    ) -> Result<Response<()>, Status> {
        Err(not_here())
    }

    async fn register_stack_invoke_transform(
        &self,
        _: Request<pb::Callback>,
    ) -> Result<Response<()>, Status> {
        Err(not_here())
    }

    async fn register_resource_hook(
        &self,
        request: Request<pb::RegisterResourceHookRequest>,
    ) -> Result<Response<()>, Status> {
        hooks::register(&self.0, request.into_inner()).map(Response::new)
    }

    async fn register_error_hook(
        &self,
        _: Request<pb::RegisterErrorHookRequest>,
    ) -> Result<Response<()>, Status> {
        Err(not_here())
    }

    async fn signal_and_wait_for_shutdown(&self, _: Request<()>) -> Result<Response<()>, Status> {
        Err(not_here())
    }
}
