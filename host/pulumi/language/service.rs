//! The table of RPCs.

use tonic::{Request, Response, Status};

use super::output::Output;
use super::{install_dependencies, run_plugin};
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc as pb;
use crate::pulumi::wire::pulumirpc::language_runtime_server::LanguageRuntime;

/// The service. It has no state between requests.
pub(super) struct LanguageService;

fn unsupported<T>(rpc: &str) -> Result<Response<T>, Status> {
    Err(status::unimplemented(&format!(
        "the language host `wasm` does not serve {rpc}: `runtime: wasm` is for providers, and programs are written in \
         other languages"
    )))
}

#[tonic::async_trait]
impl LanguageRuntime for LanguageService {
    type InstallDependenciesStream = Output<pb::InstallDependenciesResponse>;
    type RunPluginStream = Output<pb::RunPluginResponse>;

    async fn handshake(
        &self,
        _: Request<pb::LanguageHandshakeRequest>,
    ) -> Result<Response<pb::LanguageHandshakeResponse>, Status> {
        Ok(Response::new(pb::LanguageHandshakeResponse {}))
    }

    async fn get_plugin_info(&self, _: Request<()>) -> Result<Response<pb::PluginInfo>, Status> {
        Ok(Response::new(pb::PluginInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }))
    }

    async fn about(
        &self,
        _: Request<pb::AboutRequest>,
    ) -> Result<Response<pb::AboutResponse>, Status> {
        let executable = std::env::current_exe().unwrap_or_default();
        Ok(Response::new(pb::AboutResponse {
            executable: executable.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            metadata: [].into(),
        }))
    }

    /// A component carries all that it needs.
    async fn get_required_packages(
        &self,
        _: Request<pb::GetRequiredPackagesRequest>,
    ) -> Result<Response<pb::GetRequiredPackagesResponse>, Status> {
        Ok(Response::new(pb::GetRequiredPackagesResponse::default()))
    }

    /// A component carries all that it needs.
    async fn get_required_plugins(
        &self,
        _: Request<pb::GetRequiredPluginsRequest>,
    ) -> Result<Response<pb::GetRequiredPluginsResponse>, Status> {
        Ok(Response::new(pb::GetRequiredPluginsResponse::default()))
    }

    /// A component carries all that it needs.
    async fn get_program_dependencies(
        &self,
        _: Request<pb::GetProgramDependenciesRequest>,
    ) -> Result<Response<pb::GetProgramDependenciesResponse>, Status> {
        Ok(Response::new(pb::GetProgramDependenciesResponse::default()))
    }

    async fn install_dependencies(
        &self,
        request: Request<pb::InstallDependenciesRequest>,
    ) -> Result<Response<Self::InstallDependenciesStream>, Status> {
        install_dependencies::serve(&request.into_inner()).map(Response::new)
    }

    async fn run_plugin(
        &self,
        request: Request<pb::RunPluginRequest>,
    ) -> Result<Response<Self::RunPluginStream>, Status> {
        run_plugin::serve(&request.into_inner()).map(Response::new)
    }

    /// Plugins end with their streams, which the engine closes.
    async fn cancel(&self, _: Request<()>) -> Result<Response<()>, Status> {
        Ok(Response::new(()))
    }

    async fn run(&self, _: Request<pb::RunRequest>) -> Result<Response<pb::RunResponse>, Status> {
        Ok(Response::new(pb::RunResponse {
            error: "`runtime: wasm` is for providers, and this is a program\n\
                    hint: write the program in one of Pulumi's languages; a provider's folder has `PulumiPlugin.yaml`, and \
                    not `Pulumi.yaml`"
                .to_owned(),
            bail: false,
        }))
    }

    async fn runtime_options_prompts(
        &self,
        _: Request<pb::RuntimeOptionsRequest>,
    ) -> Result<Response<pb::RuntimeOptionsResponse>, Status> {
        Ok(Response::new(pb::RuntimeOptionsResponse::default()))
    }

    async fn template(
        &self,
        _: Request<pb::TemplateRequest>,
    ) -> Result<Response<pb::TemplateResponse>, Status> {
        Ok(Response::new(pb::TemplateResponse {}))
    }

    async fn generate_program(
        &self,
        _: Request<pb::GenerateProgramRequest>,
    ) -> Result<Response<pb::GenerateProgramResponse>, Status> {
        unsupported("GenerateProgram")
    }

    async fn generate_project(
        &self,
        _: Request<pb::GenerateProjectRequest>,
    ) -> Result<Response<pb::GenerateProjectResponse>, Status> {
        unsupported("GenerateProject")
    }

    async fn generate_package(
        &self,
        _: Request<pb::GeneratePackageRequest>,
    ) -> Result<Response<pb::GeneratePackageResponse>, Status> {
        unsupported("GeneratePackage")
    }

    async fn pack(
        &self,
        _: Request<pb::PackRequest>,
    ) -> Result<Response<pb::PackResponse>, Status> {
        unsupported("Pack")
    }

    async fn link(
        &self,
        _: Request<pb::LinkRequest>,
    ) -> Result<Response<pb::LinkResponse>, Status> {
        unsupported("Link")
    }
}
