//! The service of both protocols. Protocol 5 has the same messages, except for the schemas.

use std::future::Future;
use std::sync::Arc;

use pulumi_wasm_sandbox::scheduler;
use tonic::{Request, Response, Status};

use super::{
    apply_resource_change, configure_provider, get_provider_schema, import_resource_state,
    plan_resource_change, read_data_source, read_resource, upgrade_resource_state,
    validate_data_resource_config, validate_provider_config, validate_resource_config,
};
use crate::proto::{tfplugin5, tfplugin6};
use crate::provider::Provider;
use crate::schema::emit;

/// The provider as a service.
#[derive(Clone)]
pub(crate) struct ProviderService(pub(crate) Arc<Provider>);

type Answer<T> = Result<Response<T>, Status>;

/// Answers a call. Long work gives way to other calls.
async fn answer<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Answer<T> {
    Ok(Response::new(scheduler::run(Box::pin(work)).await))
}

/// A call that is served in the module of its name.
macro_rules! serve {
    ($self:ident, $request:ident, $module:ident) => {{
        let (provider, request) = (Arc::clone(&$self.0), $request.into_inner());
        let work = async move { $module::serve(&provider, request).await };
        answer(work).await
    }};
}

#[tonic::async_trait]
impl tfplugin6::provider_server::Provider for ProviderService {
    async fn get_provider_schema(
        &self,
        _: Request<tfplugin6::get_provider_schema::Request>,
    ) -> Answer<tfplugin6::get_provider_schema::Response> {
        Ok(Response::new(get_provider_schema::serve(&self.0).await))
    }

    async fn validate_provider_config(
        &self,
        request: Request<tfplugin6::validate_provider_config::Request>,
    ) -> Answer<tfplugin6::validate_provider_config::Response> {
        serve!(self, request, validate_provider_config)
    }

    async fn validate_resource_config(
        &self,
        request: Request<tfplugin6::validate_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_resource_config::Response> {
        serve!(self, request, validate_resource_config)
    }

    async fn validate_data_resource_config(
        &self,
        request: Request<tfplugin6::validate_data_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_data_resource_config::Response> {
        serve!(self, request, validate_data_resource_config)
    }

    async fn upgrade_resource_state(
        &self,
        request: Request<tfplugin6::upgrade_resource_state::Request>,
    ) -> Answer<tfplugin6::upgrade_resource_state::Response> {
        serve!(self, request, upgrade_resource_state)
    }

    async fn configure_provider(
        &self,
        request: Request<tfplugin6::configure_provider::Request>,
    ) -> Answer<tfplugin6::configure_provider::Response> {
        serve!(self, request, configure_provider)
    }

    async fn read_resource(
        &self,
        request: Request<tfplugin6::read_resource::Request>,
    ) -> Answer<tfplugin6::read_resource::Response> {
        serve!(self, request, read_resource)
    }

    async fn plan_resource_change(
        &self,
        request: Request<tfplugin6::plan_resource_change::Request>,
    ) -> Answer<tfplugin6::plan_resource_change::Response> {
        serve!(self, request, plan_resource_change)
    }

    async fn apply_resource_change(
        &self,
        request: Request<tfplugin6::apply_resource_change::Request>,
    ) -> Answer<tfplugin6::apply_resource_change::Response> {
        serve!(self, request, apply_resource_change)
    }

    async fn import_resource_state(
        &self,
        request: Request<tfplugin6::import_resource_state::Request>,
    ) -> Answer<tfplugin6::import_resource_state::Response> {
        serve!(self, request, import_resource_state)
    }

    async fn read_data_source(
        &self,
        request: Request<tfplugin6::read_data_source::Request>,
    ) -> Answer<tfplugin6::read_data_source::Response> {
        serve!(self, request, read_data_source)
    }

    async fn get_functions(
        &self,
        _: Request<tfplugin6::get_functions::Request>,
    ) -> Answer<tfplugin6::get_functions::Response> {
        // Functions are data sources.
        Ok(Response::new(Default::default()))
    }

    async fn stop_provider(
        &self,
        _: Request<tfplugin6::stop_provider::Request>,
    ) -> Answer<tfplugin6::stop_provider::Response> {
        self.0.stop();
        Ok(Response::new(Default::default()))
    }
}

#[tonic::async_trait]
impl tfplugin5::provider_server::Provider for ProviderService {
    async fn get_schema(
        &self,
        _: Request<tfplugin5::get_provider_schema::Request>,
    ) -> Answer<tfplugin5::get_provider_schema::Response> {
        let answer = get_provider_schema::serve(&self.0).await;
        Ok(Response::new(emit::five_response(answer)))
    }

    async fn prepare_provider_config(
        &self,
        request: Request<tfplugin5::prepare_provider_config::Request>,
    ) -> Answer<tfplugin5::prepare_provider_config::Response> {
        let config = request.into_inner().config;
        let request = tfplugin6::validate_provider_config::Request { config };
        let answer = validate_provider_config::serve(&self.0, request).await;
        Ok(Response::new(
            tfplugin5::prepare_provider_config::Response {
                prepared_config: None,
                diagnostics: answer.diagnostics,
            },
        ))
    }

    async fn validate_resource_type_config(
        &self,
        request: Request<tfplugin6::validate_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_resource_config::Response> {
        serve!(self, request, validate_resource_config)
    }

    async fn validate_data_source_config(
        &self,
        request: Request<tfplugin6::validate_data_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_data_resource_config::Response> {
        serve!(self, request, validate_data_resource_config)
    }

    async fn upgrade_resource_state(
        &self,
        request: Request<tfplugin6::upgrade_resource_state::Request>,
    ) -> Answer<tfplugin6::upgrade_resource_state::Response> {
        serve!(self, request, upgrade_resource_state)
    }

    async fn configure(
        &self,
        request: Request<tfplugin6::configure_provider::Request>,
    ) -> Answer<tfplugin6::configure_provider::Response> {
        serve!(self, request, configure_provider)
    }

    async fn read_resource(
        &self,
        request: Request<tfplugin6::read_resource::Request>,
    ) -> Answer<tfplugin6::read_resource::Response> {
        serve!(self, request, read_resource)
    }

    async fn plan_resource_change(
        &self,
        request: Request<tfplugin6::plan_resource_change::Request>,
    ) -> Answer<tfplugin6::plan_resource_change::Response> {
        serve!(self, request, plan_resource_change)
    }

    async fn apply_resource_change(
        &self,
        request: Request<tfplugin6::apply_resource_change::Request>,
    ) -> Answer<tfplugin6::apply_resource_change::Response> {
        serve!(self, request, apply_resource_change)
    }

    async fn import_resource_state(
        &self,
        request: Request<tfplugin6::import_resource_state::Request>,
    ) -> Answer<tfplugin6::import_resource_state::Response> {
        serve!(self, request, import_resource_state)
    }

    async fn read_data_source(
        &self,
        request: Request<tfplugin6::read_data_source::Request>,
    ) -> Answer<tfplugin6::read_data_source::Response> {
        serve!(self, request, read_data_source)
    }

    async fn get_functions(
        &self,
        _: Request<tfplugin6::get_functions::Request>,
    ) -> Answer<tfplugin6::get_functions::Response> {
        // Functions are data sources.
        Ok(Response::new(Default::default()))
    }

    async fn stop(
        &self,
        _: Request<tfplugin6::stop_provider::Request>,
    ) -> Answer<tfplugin6::stop_provider::Response> {
        self.0.stop();
        Ok(Response::new(Default::default()))
    }
}
