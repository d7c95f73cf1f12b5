//! Calls of functions.

use crate::context::Context;
use crate::context::config::SharedConfig;
use crate::context::hook::{FunctionContext, HookContext};
use crate::dispatch::unrecordable;
use crate::error::{Error, Result};
use crate::fields::{decode, print};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::no_extra;
use crate::provider::function::{Function, FunctionOutput};

pub(crate) fn invoke<F: Function>(
    request: wit::InvokeRequest,
    config: SharedConfig,
) -> Result<wit::InvokeResponse> {
    let context = FunctionContext::of(Context::new(request.context, config));
    let arguments = decode(request.arguments);
    let output = arguments.and_then(|arguments| F::call(arguments, &context));
    match output {
        Ok(output) => Ok(wit::InvokeResponse {
            result_value: print(|target| output.write_result(target))
                .map_err(|failure| unrecordable(&failure))?,
            failures: Vec::new(),
            extra: no_extra(),
        }),
        Err(Error::Invalid(failures)) => Ok(wit::InvokeResponse {
            result_value: "{}".to_owned(),
            failures: failures.into_iter().map(Into::into).collect(),
            extra: no_extra(),
        }),
        Err(error) => Err(error),
    }
}
