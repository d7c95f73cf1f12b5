//! Calls about the configuration.

use std::any::Any;
use std::rc::Rc;

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::bindings::pulumi_wasm::provider::common::CallContext;
use crate::check::CheckContext;
use crate::config::Configure;
use crate::context::Context;
use crate::dispatch::{decode, failures, no_extra, parse};
use crate::error::Result;
use crate::fields::PropertyMap;

pub(crate) fn check_config<C: Configure>(
    request: wit::CheckConfigRequest,
) -> Result<wit::CheckConfigResponse> {
    let context = CheckContext::new(Context::new(request.context, None), PropertyMap::new());
    let result = parse(&request.config)
        .and_then(decode)
        .and_then(|config| C::check(&config, &context));
    let failures = failures(context.into_failures(), result)?;
    Ok(wit::CheckConfigResponse {
        failures,
        extra: no_extra(),
    })
}

pub(crate) fn configure<C: Configure>(
    properties: PropertyMap,
    call: CallContext,
) -> Result<Rc<dyn Any>> {
    let mut config: C = decode(properties)?;
    config.configure(&Context::new(call, None))?;
    Ok(Rc::new(config))
}
