//! The service of both protocols. Protocol 5 has the same messages, except for the schemas.

use std::sync::Arc;

use tonic::codegen::BoxStream;
use tonic::{Request, Response};

use super::answer::{Answer, answer, stream};
use super::{
    apply_resource_change, call_function, close_ephemeral_resource, configure_provider,
    get_functions, get_provider_schema, get_resource_identity_schemas, import_resource_state,
    list_resource, move_resource_state, open_ephemeral_resource, plan_resource_change,
    read_data_source, read_resource, renew_ephemeral_resource, upgrade_resource_identity,
    upgrade_resource_state, validate_data_resource_config, validate_ephemeral_resource_config,
    validate_list_resource_config, validate_provider_config, validate_resource_config,
};
use crate::proto::{tfplugin5, tfplugin6};
use crate::provider::Provider;
use crate::schema::emit;

/// The provider as a service. Each connection has its provider; calls without a connection use this one.
#[derive(Clone)]
pub(crate) struct ProviderService(pub(crate) Arc<Provider>);

impl ProviderService {
    fn provider<T>(&self, request: &Request<T>) -> Arc<Provider> {
        let connected = request.extensions().get::<Arc<Provider>>();
        Arc::clone(connected.unwrap_or(&self.0))
    }
}

/// A call that is served in the module of its name.
macro_rules! serve {
    ($self:ident, $request:ident, $module:ident) => {{
        let provider = $self.provider(&$request);
        let (serving, request) = (Arc::clone(&provider), $request.into_inner());
        let work = async move { $module::serve(&serving, request).await };
        answer(stringify!($module), provider, work).await
    }};
}

#[tonic::async_trait]
impl tfplugin6::provider_server::Provider for ProviderService {
    async fn get_provider_schema(
        &self,
        request: Request<tfplugin6::get_provider_schema::Request>,
    ) -> Answer<tfplugin6::get_provider_schema::Response> {
        serve!(self, request, get_provider_schema)
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

    async fn move_resource_state(
        &self,
        request: Request<tfplugin6::move_resource_state::Request>,
    ) -> Answer<tfplugin6::move_resource_state::Response> {
        serve!(self, request, move_resource_state)
    }

    async fn read_data_source(
        &self,
        request: Request<tfplugin6::read_data_source::Request>,
    ) -> Answer<tfplugin6::read_data_source::Response> {
        serve!(self, request, read_data_source)
    }

    async fn validate_ephemeral_resource_config(
        &self,
        request: Request<tfplugin6::validate_ephemeral_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_ephemeral_resource_config::Response> {
        serve!(self, request, validate_ephemeral_resource_config)
    }

    async fn open_ephemeral_resource(
        &self,
        request: Request<tfplugin6::open_ephemeral_resource::Request>,
    ) -> Answer<tfplugin6::open_ephemeral_resource::Response> {
        serve!(self, request, open_ephemeral_resource)
    }

    async fn renew_ephemeral_resource(
        &self,
        request: Request<tfplugin6::renew_ephemeral_resource::Request>,
    ) -> Answer<tfplugin6::renew_ephemeral_resource::Response> {
        serve!(self, request, renew_ephemeral_resource)
    }

    async fn close_ephemeral_resource(
        &self,
        request: Request<tfplugin6::close_ephemeral_resource::Request>,
    ) -> Answer<tfplugin6::close_ephemeral_resource::Response> {
        serve!(self, request, close_ephemeral_resource)
    }

    async fn get_resource_identity_schemas(
        &self,
        request: Request<tfplugin6::get_resource_identity_schemas::Request>,
    ) -> Answer<tfplugin6::get_resource_identity_schemas::Response> {
        serve!(self, request, get_resource_identity_schemas)
    }

    async fn upgrade_resource_identity(
        &self,
        request: Request<tfplugin6::upgrade_resource_identity::Request>,
    ) -> Answer<tfplugin6::upgrade_resource_identity::Response> {
        serve!(self, request, upgrade_resource_identity)
    }

    async fn validate_list_resource_config(
        &self,
        request: Request<tfplugin6::validate_list_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_list_resource_config::Response> {
        serve!(self, request, validate_list_resource_config)
    }

    async fn list_resource(
        &self,
        request: Request<tfplugin6::list_resource::Request>,
    ) -> Answer<BoxStream<tfplugin6::list_resource::Event>> {
        let provider = self.provider(&request);
        let (serving, request) = (Arc::clone(&provider), request.into_inner());
        Ok(stream("list_resource", provider, |events| async move {
            list_resource::serve(&serving, request, &events).await;
        }))
    }

    async fn get_functions(
        &self,
        request: Request<tfplugin6::get_functions::Request>,
    ) -> Answer<tfplugin6::get_functions::Response> {
        serve!(self, request, get_functions)
    }

    async fn call_function(
        &self,
        request: Request<tfplugin6::call_function::Request>,
    ) -> Answer<tfplugin6::call_function::Response> {
        serve!(self, request, call_function)
    }

    async fn stop_provider(
        &self,
        request: Request<tfplugin6::stop_provider::Request>,
    ) -> Answer<tfplugin6::stop_provider::Response> {
        self.provider(&request).stop();
        Ok(Response::new(Default::default()))
    }
}

#[tonic::async_trait]
impl tfplugin5::provider_server::Provider for ProviderService {
    async fn get_schema(
        &self,
        request: Request<tfplugin5::get_provider_schema::Request>,
    ) -> Answer<tfplugin5::get_provider_schema::Response> {
        let provider = self.provider(&request);
        let serving = Arc::clone(&provider);
        let work = async move {
            let request = tfplugin6::get_provider_schema::Request {};
            emit::five_response(get_provider_schema::serve(&serving, request).await)
        };
        answer("get_provider_schema", provider, work).await
    }

    async fn prepare_provider_config(
        &self,
        request: Request<tfplugin5::prepare_provider_config::Request>,
    ) -> Answer<tfplugin5::prepare_provider_config::Response> {
        let provider = self.provider(&request);
        let serving = Arc::clone(&provider);
        let config = request.into_inner().config;
        let work = async move {
            let request = tfplugin6::validate_provider_config::Request { config };
            let answer = validate_provider_config::serve(&serving, request).await;
            tfplugin5::prepare_provider_config::Response {
                prepared_config: None,
                diagnostics: answer.diagnostics,
            }
        };
        answer("validate_provider_config", provider, work).await
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

    async fn move_resource_state(
        &self,
        request: Request<tfplugin6::move_resource_state::Request>,
    ) -> Answer<tfplugin6::move_resource_state::Response> {
        serve!(self, request, move_resource_state)
    }

    async fn read_data_source(
        &self,
        request: Request<tfplugin6::read_data_source::Request>,
    ) -> Answer<tfplugin6::read_data_source::Response> {
        serve!(self, request, read_data_source)
    }

    async fn validate_ephemeral_resource_config(
        &self,
        request: Request<tfplugin6::validate_ephemeral_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_ephemeral_resource_config::Response> {
        serve!(self, request, validate_ephemeral_resource_config)
    }

    async fn open_ephemeral_resource(
        &self,
        request: Request<tfplugin6::open_ephemeral_resource::Request>,
    ) -> Answer<tfplugin6::open_ephemeral_resource::Response> {
        serve!(self, request, open_ephemeral_resource)
    }

    async fn renew_ephemeral_resource(
        &self,
        request: Request<tfplugin6::renew_ephemeral_resource::Request>,
    ) -> Answer<tfplugin6::renew_ephemeral_resource::Response> {
        serve!(self, request, renew_ephemeral_resource)
    }

    async fn close_ephemeral_resource(
        &self,
        request: Request<tfplugin6::close_ephemeral_resource::Request>,
    ) -> Answer<tfplugin6::close_ephemeral_resource::Response> {
        serve!(self, request, close_ephemeral_resource)
    }

    async fn get_resource_identity_schemas(
        &self,
        request: Request<tfplugin6::get_resource_identity_schemas::Request>,
    ) -> Answer<tfplugin6::get_resource_identity_schemas::Response> {
        serve!(self, request, get_resource_identity_schemas)
    }

    async fn upgrade_resource_identity(
        &self,
        request: Request<tfplugin6::upgrade_resource_identity::Request>,
    ) -> Answer<tfplugin6::upgrade_resource_identity::Response> {
        serve!(self, request, upgrade_resource_identity)
    }

    async fn validate_list_resource_config(
        &self,
        request: Request<tfplugin6::validate_list_resource_config::Request>,
    ) -> Answer<tfplugin6::validate_list_resource_config::Response> {
        serve!(self, request, validate_list_resource_config)
    }

    async fn list_resource(
        &self,
        request: Request<tfplugin6::list_resource::Request>,
    ) -> Answer<BoxStream<tfplugin6::list_resource::Event>> {
        let provider = self.provider(&request);
        let (serving, request) = (Arc::clone(&provider), request.into_inner());
        Ok(stream("list_resource", provider, |events| async move {
            list_resource::serve(&serving, request, &events).await;
        }))
    }

    async fn get_functions(
        &self,
        request: Request<tfplugin6::get_functions::Request>,
    ) -> Answer<tfplugin6::get_functions::Response> {
        serve!(self, request, get_functions)
    }

    async fn call_function(
        &self,
        request: Request<tfplugin6::call_function::Request>,
    ) -> Answer<tfplugin6::call_function::Response> {
        serve!(self, request, call_function)
    }

    async fn stop(
        &self,
        request: Request<tfplugin6::stop_provider::Request>,
    ) -> Answer<tfplugin6::stop_provider::Response> {
        self.provider(&request).stop();
        Ok(Response::new(Default::default()))
    }
}
