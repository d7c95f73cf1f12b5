//! The exported functions: finding the entry that a request is for.

use std::cell::RefCell;

use crate::context::config::SharedConfig;
use crate::encoding;
use crate::error::{Error, Result};
use crate::host::bindings::exports::pulumi_wasm::provider::{description, lifecycle as wit};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::host::fatal::install_hook;
use crate::manifest::manifest;
use crate::provider::{FunctionEntry, ProviderComponent, ResourceEntry};

thread_local! {
    /// The result of `configure`: the only value that an instance keeps between calls.
    static CONFIG: RefCell<SharedConfig> = const { RefCell::new(None) };
}

impl<P: ProviderComponent> description::Guest for P {
    fn describe() -> core::result::Result<String, WitError> {
        install_hook();
        manifest::<P>().map(encoding::to_text).map_err(Into::into)
    }
}

impl<P: ProviderComponent> wit::Guest for P {
    fn check_config(
        request: wit::CheckConfigRequest,
    ) -> core::result::Result<wit::CheckConfigResponse, WitError> {
        install_hook();
        let check = P::configuration().and_then(|config| config.check);
        let check = check.ok_or_else(|| Error::unsupported("the configuration has no `check`"))?;
        Ok(check(request)?)
    }

    fn configure(request: wit::ConfigureRequest) -> core::result::Result<(), WitError> {
        install_hook();
        if let Some(entry) = P::configuration() {
            let config = (entry.configure)(request.config, request.context)?;
            CONFIG.set(Some(config));
        }
        Ok(())
    }

    fn check(request: wit::CheckRequest) -> core::result::Result<wit::CheckResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        Ok(entry.hook("check", entry.check)?(request, config)?)
    }

    fn diff(request: wit::DiffRequest) -> core::result::Result<wit::DiffResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        Ok(entry.hook("diff", entry.diff)?(request, config)?)
    }

    fn create(request: wit::CreateRequest) -> core::result::Result<wit::CreateResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        (entry.create)(request, config)
    }

    fn resume(request: wit::ResumeRequest) -> core::result::Result<wit::UpdateResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        entry.hook("resume", entry.resume)?(request, config)
    }

    fn preview_create(
        request: wit::PreviewCreateRequest,
    ) -> core::result::Result<wit::PreviewResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        Ok(entry.hook("preview_create", entry.preview_create)?(
            request, config,
        )?)
    }

    fn read(request: wit::ReadRequest) -> core::result::Result<wit::ReadResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        Ok(entry.hook("read", entry.read)?(request, config)?)
    }

    fn update(request: wit::UpdateRequest) -> core::result::Result<wit::UpdateResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        entry.hook("update", entry.update)?(request, config)
    }

    fn preview_update(
        request: wit::PreviewUpdateRequest,
    ) -> core::result::Result<wit::PreviewResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        Ok(entry.hook("preview_update", entry.preview_update)?(
            request, config,
        )?)
    }

    fn delete(request: wit::DeleteRequest) -> core::result::Result<(), WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        Ok(entry.hook("delete", entry.delete)?(request, config)?)
    }

    fn migrate(
        request: wit::MigrateRequest,
    ) -> core::result::Result<wit::MigrateResponse, WitError> {
        install_hook();
        let entry = find_resource::<P>(&request.context.token);
        let entry = entry.ok_or_else(|| not_here(&request.context.token))?;
        let migrate = entry.hook("migrations", entry.migrate)?;
        Ok(migrate(entry.migrations, request)?)
    }

    fn list(request: wit::ListRequest) -> core::result::Result<wit::ListResponse, WitError> {
        let (entry, config) = resource::<P>(&request.context.token)?;
        let list = entry
            .list
            .ok_or_else(|| Error::unsupported(format!("`{}` has no `list`", entry.spec.name)))?;
        Ok((list.list)(request, config)?)
    }

    fn invoke(request: wit::InvokeRequest) -> core::result::Result<wit::InvokeResponse, WitError> {
        let (entry, config) = function::<P>(&request.context.token)?;
        Ok((entry.invoke)(request, config)?)
    }
}

fn resource<P: ProviderComponent>(token: &str) -> Result<(&'static ResourceEntry, SharedConfig)> {
    with_config::<P, _>(token, find_resource::<P>(token))
}

fn find_resource<P: ProviderComponent>(token: &str) -> Option<&'static ResourceEntry> {
    let mut entries = P::RESOURCES.iter();
    entries.find(|entry| is_token::<P>(token, entry.spec.token, entry.spec.name))
}

fn function<P: ProviderComponent>(token: &str) -> Result<(&'static FunctionEntry, SharedConfig)> {
    let entry = P::FUNCTIONS
        .iter()
        .find(|entry| is_token::<P>(token, entry.spec.token, entry.spec.name));
    with_config::<P, _>(token, entry)
}

/// Whether a token is the given one, or the one that follows from the names. A given token without a package belongs to
/// this package.
pub(crate) fn is_token<P: ProviderComponent>(token: &str, given: Option<&str>, name: &str) -> bool {
    let in_package = || token.strip_prefix(P::PACKAGE.name);
    match given {
        Some(given) if given.starts_with(':') => in_package() == Some(given),
        Some(given) => token == given,
        None => in_package().and_then(|rest| rest.strip_prefix(":index:")) == Some(name),
    }
}

fn not_here(token: &str) -> Error {
    Error::unsupported(format!("`{token}` is not in this component"))
}

pub(crate) fn with_config<P: ProviderComponent, E>(
    token: &str,
    entry: Option<E>,
) -> Result<(E, SharedConfig)> {
    install_hook();
    let entry = entry.ok_or_else(|| not_here(token))?;
    let config = CONFIG.with_borrow(Clone::clone);
    if config.is_none() && P::configuration().is_some() {
        return Err(Error::other(
            "the provider was called before it was configured",
        ));
    }
    Ok((entry, config))
}
