//! Making, changing and removing things, and the previews of that.

use std::rc::Rc;

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::bindings::pulumi_wasm::provider::common;
use crate::config::SharedConfig;
use crate::context::Context;
use crate::dispatch::recorded::{completed, recorded};
use crate::dispatch::{decode_later, encode, partial_state, recorded_state, unless_unread, views};
use crate::encoding::Text;
use crate::error::{Error, Result};
use crate::fields::{members, read_struct};
use crate::hooks::takes_partial;
use crate::host::no_extra;
use crate::recording::Updated;
use crate::resource::Lifecycle;

/// The result of a call that may have changed something: errors are those of the interface, which can say that only
/// the record is not whole.
type Changed<T> = core::result::Result<T, common::Error>;

pub(crate) fn create<R: Lifecycle>(
    request: wit::CreateRequest,
    config: SharedConfig,
) -> Changed<wit::CreateResponse> {
    let given = Text::new(request.inputs);
    let context = Context::new(request.context, config).with_given(&given, R::FIELDS);
    let created = R::create(read_struct(&given)?, &context);
    let created = created.map_err(|error| completed(error, &given, R::FIELDS))?;
    let (id, recording, refresh) = created.into_parts();
    if id.is_empty() {
        return Err(Error::other("the thing that was made has no id").into());
    }
    Ok(wit::CreateResponse {
        outputs: recorded(&id, &recording, &given)?,
        id,
        refresh_before_update: refresh || context.wants_refresh(),
        extra: no_extra(),
    })
}

pub(crate) fn resume<R: Lifecycle>(
    request: wit::ResumeRequest,
    config: SharedConfig,
) -> Changed<wit::UpdateResponse> {
    let given = Text::new(request.inputs);
    let context = Context::new(request.context, config).with_given(&given, R::FIELDS);
    let (saved, id) = (Text::new(request.old_outputs), &request.id);
    let resumed = if const { takes_partial::<R>("resume") } {
        let saved = partial_state::<R>(&saved, &given)?;
        R::resume_partial(id, saved, read_struct(&given)?, &context)
    } else {
        R::resume(
            id,
            recorded_state(&saved, &given)?,
            read_struct(&given)?,
            &context,
        )
    };
    changed(id, resumed, &given, &context)
}

pub(crate) fn update<R: Lifecycle>(
    request: wit::UpdateRequest,
    config: SharedConfig,
) -> Changed<wit::UpdateResponse> {
    let given = Text::new(request.inputs);
    let context = Context::new(request.context, config)
        .with_views(views(request.old_views)?)
        .with_given(&given, R::FIELDS);
    let old_outputs = Text::new(request.old_outputs);
    let old_inputs = Text::new(request.old_inputs);
    let id = &request.id;
    let updated = if const { takes_partial::<R>("update") } {
        let old = partial_state::<R>(&old_outputs, &old_inputs)?;
        R::update_partial(id, old, read_struct(&given)?, &context)
    } else {
        let old = recorded_state(&old_outputs, &old_inputs)?;
        R::update(id, old, read_struct(&given)?, &context)
    };
    changed(id, updated, &given, &context)
}

/// The answer of a call that changed an existing resource.
fn changed<R: Lifecycle>(
    id: &str,
    updated: Result<Updated<R>>,
    given: &Rc<Text>,
    context: &Context,
) -> Changed<wit::UpdateResponse> {
    let updated = updated.map_err(|error| completed(error, given, R::FIELDS))?;
    let (recording, refresh) = updated.into_parts();
    Ok(wit::UpdateResponse {
        outputs: recorded(id, &recording, given)?,
        refresh_before_update: refresh || context.wants_refresh(),
        extra: no_extra(),
    })
}

pub(crate) fn preview_create<R: Lifecycle>(
    request: wit::PreviewCreateRequest,
    config: SharedConfig,
) -> Result<wit::PreviewResponse> {
    let context = Context::new(request.context, config);
    shown::<R>(request.inputs, request.outputs, |inputs, shown| {
        R::preview_create(inputs, shown, &context)
    })
}

pub(crate) fn preview_update<R: Lifecycle>(
    request: wit::PreviewUpdateRequest,
    config: SharedConfig,
) -> Result<wit::PreviewResponse> {
    let context = Context::new(request.context, config).with_views(views(request.old_views)?);
    let old_outputs = Text::new(request.old_outputs);
    let old_inputs = Text::new(request.old_inputs);
    let id = &request.id;
    if const { takes_partial::<R>("preview_update") } {
        let old = partial_state::<R>(&old_outputs, &old_inputs)?;
        shown::<R>(request.inputs, request.outputs, |inputs, shown| {
            R::preview_update_partial(id, old, inputs, shown, &context)
        })
    } else {
        let old = recorded_state(&old_outputs, &old_inputs)?;
        shown::<R>(request.inputs, request.outputs, |inputs, shown| {
            R::preview_update(id, old, inputs, shown, &context)
        })
    }
}

/// The outputs to show after the hook changed the outputs that the host would show.
fn shown<R: Lifecycle>(
    inputs: String,
    outputs: String,
    hook: impl FnOnce(&R::Draft, &mut R::Preview) -> Result<()>,
) -> Result<wit::PreviewResponse> {
    let (inputs, outputs) = (Text::new(inputs), Text::new(outputs));
    let draft: R::Draft = decode_later(&members(&inputs)?)?;
    let mut preview: R::Preview = decode_later(&members(&outputs)?)?;
    let result = hook(&draft, &mut preview);
    unless_unread(result, &[&inputs, &outputs])?;
    Ok(wit::PreviewResponse {
        outputs: encode(&preview)?,
        extra: no_extra(),
    })
}

pub(crate) fn delete<R: Lifecycle>(
    request: wit::DeleteRequest,
    config: SharedConfig,
) -> Result<()> {
    let context = Context::new(request.context, config).with_views(views(request.old_views)?);
    if const { R::DELETES_BY_ID } {
        return R::delete_by_id(&request.id, &context);
    }
    let (outputs, inputs) = (
        Text::new(request.old_outputs),
        Text::new(request.old_inputs),
    );
    if const { takes_partial::<R>("delete") } {
        let state = partial_state::<R>(&outputs, &inputs)?;
        return R::delete_partial(&request.id, state, &context);
    }
    R::delete(&request.id, recorded_state(&outputs, &inputs)?, &context)
}
