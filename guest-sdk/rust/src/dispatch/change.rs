//! Making, changing and removing things, and the previews of that.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::context::Context;
use crate::dispatch::{decode, encode, no_extra, parse, state};
use crate::error::Result;
use crate::provider::SharedConfig;
use crate::resource::Lifecycle;

pub(crate) fn create<R: Lifecycle>(
    request: wit::CreateRequest,
    config: SharedConfig,
) -> Result<wit::CreateResponse> {
    let preview = request.context.preview;
    let context = Context::new(request.context, config);
    let inputs = parse(&request.inputs)?;
    if preview {
        let outputs = encode(&R::preview_create(&decode(inputs)?, &context)?)?;
        return Ok(wit::CreateResponse {
            id: String::new(),
            outputs,
            refresh_before_update: false,
            extra: no_extra(),
        });
    }
    let created = match request.resume_outputs {
        Some(saved) => {
            let saved = state(parse(&saved)?, &inputs)?;
            R::resume(&request.resume_id, saved, decode(inputs)?, &context)?
        }
        None => R::create(decode(inputs)?, &context)?,
    };
    let (id, state) = created.into_parts();
    Ok(wit::CreateResponse {
        id,
        outputs: encode(&state)?,
        refresh_before_update: false,
        extra: no_extra(),
    })
}

pub(crate) fn update<R: Lifecycle>(
    request: wit::UpdateRequest,
    config: SharedConfig,
) -> Result<wit::UpdateResponse> {
    let preview = request.context.preview;
    let context = Context::new(request.context, config);
    let old = state(parse(&request.old_outputs)?, &parse(&request.old_inputs)?)?;
    let inputs = parse(&request.inputs)?;
    let outputs = if preview {
        encode(&R::preview_update(
            &request.id,
            old,
            &decode(inputs)?,
            &context,
        )?)?
    } else {
        encode(&R::update(&request.id, old, decode(inputs)?, &context)?)?
    };
    Ok(wit::UpdateResponse {
        outputs,
        refresh_before_update: false,
        extra: no_extra(),
    })
}

pub(crate) fn delete<R: Lifecycle>(
    request: wit::DeleteRequest,
    config: SharedConfig,
) -> Result<()> {
    let context = Context::new(request.context, config);
    let state = state(parse(&request.outputs)?, &parse(&request.inputs)?)?;
    R::delete(&request.id, state, &context)
}
