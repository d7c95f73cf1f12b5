//! Making, changing and removing things, and the previews of that.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::context::Context;
use crate::dispatch::{decode, encode, no_extra, parse, state, views};
use crate::error::Result;
use crate::fields::PropertyMap;
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
        let (inputs, mut preview) = preview_of::<R>(inputs, request.preview_outputs.as_deref())?;
        R::preview_create(&inputs, &mut preview, &context)?;
        return Ok(wit::CreateResponse {
            id: String::new(),
            outputs: encode(&preview)?,
            refresh_before_update: context.wants_refresh(),
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
    let (id, state, refresh) = created.into_parts();
    Ok(wit::CreateResponse {
        id,
        outputs: encode(&state)?,
        refresh_before_update: refresh || context.wants_refresh(),
        extra: no_extra(),
    })
}

pub(crate) fn update<R: Lifecycle>(
    request: wit::UpdateRequest,
    config: SharedConfig,
) -> Result<wit::UpdateResponse> {
    let preview = request.context.preview;
    let context = Context::new(request.context, config).with_views(views(request.old_views)?);
    let old = state(parse(&request.old_outputs)?, &parse(&request.old_inputs)?)?;
    let inputs = parse(&request.inputs)?;
    let outputs = if preview {
        let (inputs, mut preview) = preview_of::<R>(inputs, request.preview_outputs.as_deref())?;
        R::preview_update(&request.id, old, &inputs, &mut preview, &context)?;
        encode(&preview)?
    } else {
        encode(&R::update(&request.id, old, decode(inputs)?, &context)?)?
    };
    Ok(wit::UpdateResponse {
        outputs,
        refresh_before_update: context.wants_refresh(),
        extra: no_extra(),
    })
}

/// The inputs as a draft, and what the host would show; where it does not say, what follows from the inputs alone.
fn preview_of<R: Lifecycle>(
    inputs: PropertyMap,
    shown: Option<&str>,
) -> Result<(R::Draft, R::Preview)> {
    let draft: R::Draft = decode(inputs)?;
    let preview = match shown {
        Some(shown) => decode(parse(shown)?)?,
        None => R::Preview::from(&draft),
    };
    Ok((draft, preview))
}

pub(crate) fn delete<R: Lifecycle>(
    request: wit::DeleteRequest,
    config: SharedConfig,
) -> Result<()> {
    let context = Context::new(request.context, config).with_views(views(request.old_views)?);
    let state = state(parse(&request.outputs)?, &parse(&request.inputs)?)?;
    R::delete(&request.id, state, &context)
}
