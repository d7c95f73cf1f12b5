//! Reads resources.

use crate::context::Context;
use crate::context::config::SharedConfig;
use crate::context::hook::{HookContext, ReadContext};
use crate::dispatch::recorded::completed;
use crate::dispatch::{encode, unrecordable, views};
use crate::encoding::Text;
use crate::error::Result;
use crate::fields::print;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::no_extra;
use crate::resource::Lifecycle;
use crate::resource::record::OldRecord;
use crate::resource::request::ReadRequest;

pub(crate) fn read<R: Lifecycle>(
    request: wit::ReadRequest,
    config: SharedConfig,
) -> Result<wit::ReadResponse> {
    let known = request.old_inputs.map(Text::new);
    let context = ReadContext::of(Context::new(request.context, config))
        .with_views(views(request.old_views)?);
    let inputs = known.clone().unwrap_or_else(|| Text::new("{}"));
    let importing = request.old_outputs.is_none();
    let outputs = request.old_outputs.map(Text::new);
    let read = R::read(
        ReadRequest {
            id: request.id.clone(),
            inputs: known,
            old: outputs.map(|outputs| OldRecord::new(outputs, inputs.clone())),
        },
        &context,
    );
    let read = read.map_err(|error| completed(error, &inputs, R::FIELDS))?;
    let Some(read) = read else {
        return Ok(wit::ReadResponse {
            state: None,
            extra: no_extra(),
        });
    };
    let inputs = match &read.inputs {
        Some(inputs) => Some(encode(inputs)?),
        // The host takes them from the outputs, which lack an input that is not an output.
        None if importing && R::FIELDS.iter().any(|field| !field.output) => {
            let inputs = print(|target| read.state.write_inputs(target));
            Some(inputs.map_err(|failure| unrecordable(&failure))?)
        }
        None => None,
    };
    let state = wit::ResourceState {
        id: read.id.unwrap_or(request.id),
        inputs,
        outputs: encode(&read.state)?,
        refresh_before_update: read.refresh_before_update || context.wants_refresh(),
        extra: no_extra(),
    };
    Ok(wit::ReadResponse {
        state: Some(state),
        extra: no_extra(),
    })
}
