//! Calls about the configuration.

use std::rc::Rc;

use crate::context::check::CheckContext;
use crate::context::config::{Configure, Configured};
use crate::context::hook::HookContext;
use crate::context::{ConfigureContext, Context};
use crate::dispatch::{decode_later, failures, unless_unread};
use crate::encoding::Text;
use crate::error::Result;
use crate::fields::{decode, members};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::bindings::pulumi_wasm::provider::common::CallContext;
use crate::host::no_extra;

pub(crate) fn check_config<C: Configure>(
    request: wit::CheckConfigRequest,
) -> Result<wit::CheckConfigResponse> {
    let context = CheckContext::of(Context::new(request.context, None));
    let text = Text::new(request.config);
    let config = members(&text).and_then(|members| decode_later(&members));
    let result = config.and_then(|config| unless_unread(C::check(&config, &context), &[&text]));
    let failures = failures(context.into_failures(), result)?;
    Ok(wit::CheckConfigResponse {
        failures,
        extra: no_extra(),
    })
}

pub(crate) fn configure<C: Configure>(config: String, call: CallContext) -> Result<Rc<Configured>> {
    let settings: C = decode(config)?;
    let client = settings.configure(&ConfigureContext::new(call))?;
    Ok(Configured::new(settings, client))
}
