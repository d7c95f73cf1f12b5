//! The exported functions of a provider with components.

use super::cx::ComponentContext;
use super::session::Session;
use crate::context::Context;
use crate::dispatch::guest::{is_token, with_config};
use crate::error::{Error, Result};
use crate::host::NO_EXTRA;
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::host::component_bindings::exports::pulumi_wasm::provider::components as wit;
use crate::host::fatal::install_hook;
use crate::provider::ProviderComponent;

/// The kinds of callbacks.
const APPLY: &str = "apply";
const TRANSFORM: &str = "transform";
const HOOK: &str = "hook";

impl<P: ProviderComponent> wit::Guest for P {
    fn construct(
        request: wit::ConstructRequest,
    ) -> core::result::Result<wit::ConstructResponse, WitError> {
        Ok(construct::<P>(request)?)
    }

    fn call_method(
        request: wit::MethodRequest,
    ) -> core::result::Result<wit::MethodResponse, WitError> {
        Ok(call_method::<P>(request)?)
    }

    fn run_callback(
        request: wit::CallbackRequest,
    ) -> core::result::Result<wit::CallbackResponse, WitError> {
        install_hook();
        Ok(run_callback(request)?)
    }

    fn close(request: wit::CloseRequest) -> core::result::Result<(), WitError> {
        install_hook();
        Session::close(request.session);
        Ok(())
    }
}

fn construct<P: ProviderComponent>(
    request: wit::ConstructRequest,
) -> Result<wit::ConstructResponse> {
    let token = &request.context.token;
    let mut entries = P::COMPONENTS.iter();
    let entry = entries.find(|entry| is_token::<P>(token, entry.spec.token, entry.spec.name));
    let (entry, config) = with_config::<P, _>(token, entry)?;
    let session = Session::open(request.session);
    let _entered = session.enter();
    let context = Context::new(request.context, config);
    let cx = ComponentContext::new(context, &session, P::PACKAGE.name);
    let constructed = (entry.construct)(request.inputs, &cx);
    // An error that a declaration could not return is the cause of later errors.
    session.check()?;
    Ok(wit::ConstructResponse {
        outputs: constructed?,
        extra: NO_EXTRA.to_owned(),
    })
}

fn call_method<P: ProviderComponent>(request: wit::MethodRequest) -> Result<wit::MethodResponse> {
    let token = &request.context.token;
    let (owner, name) = token.rsplit_once('/').unwrap_or_default();
    let mut entries = P::METHODS.iter();
    let entry = entries.find(|entry| {
        let (of, given) = entry.of;
        entry.spec.name == name && is_token::<P>(owner, given, of)
    });
    let (entry, config) = with_config::<P, _>(token, entry)?;
    let session = Session::open(request.session);
    let _entered = session.enter();
    let context = Context::new(request.context, config);
    let cx = ComponentContext::new(context, &session, P::PACKAGE.name);
    let called = (entry.call)(request.receiver, request.arguments, &cx);
    // An error that a declaration could not return is the cause of later errors.
    session.check()?;
    let (result_value, failures) = match called {
        Ok(results) => (results, Vec::new()),
        Err(Error::Invalid(failures)) => ("{}".to_owned(), failures),
        Err(error) => return Err(error),
    };
    Ok(wit::MethodResponse {
        result_value,
        failures: failures.into_iter().map(Into::into).collect(),
        extra: NO_EXTRA.to_owned(),
    })
}

fn run_callback(request: wit::CallbackRequest) -> Result<wit::CallbackResponse> {
    let kind = request.kind.as_str();
    if ![APPLY, TRANSFORM, HOOK].contains(&kind) {
        return Err(Error::unsupported(format!(
            "callbacks of the kind `{kind}` are not known to this component"
        )));
    }
    let session = Session::find(request.session)?;
    let _entered = session.enter();
    let result = match kind {
        APPLY => session.run(request.callback, request.argument),
        kept => session.run_kept(kept, request.callback, request.argument),
    };
    session.check()?;
    Ok(wit::CallbackResponse {
        result_value: result?,
        extra: NO_EXTRA.to_owned(),
    })
}
