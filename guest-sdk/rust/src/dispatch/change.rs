//! Create, update and delete, and their previews.

use std::rc::Rc;

use crate::context::Context;
use crate::context::config::SharedConfig;
use crate::context::hook::{
    CreateContext, DeleteContext, HookContext, PreviewContext, UpdateContext,
};
use crate::dispatch::recorded::{completed, recorded};
use crate::dispatch::{decode_later, encode, unless_unread, views};
use crate::encoding::Text;
use crate::error::{Error, Result};
use crate::fields::{members, read_struct};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::bindings::pulumi_wasm::provider::common;
use crate::host::bindings::pulumi_wasm::provider::common::CallContext;
use crate::host::no_extra;
use crate::resource::Lifecycle;
use crate::resource::record::OldRecord;
use crate::resource::recording::Updated;
use crate::resource::request::{
    CreateRequest, DeleteRequest, PreviewCreateRequest, PreviewUpdateRequest, ResumeRequest,
    UpdateRequest,
};

/// The result of a call that may have changed something. The interface's error type can say that the change succeeded
/// and only the record is incomplete.
type Changed<T> = core::result::Result<T, common::Error>;

/// The context of a call that records the inputs that were given.
fn changing<R: Lifecycle>(
    call: CallContext,
    config: SharedConfig,
    given: &Rc<Text>,
) -> CreateContext {
    CreateContext::of(Context::new(call, config)).with_given(given, R::FIELDS)
}

pub(crate) fn create<R: Lifecycle>(
    request: wit::CreateRequest,
    config: SharedConfig,
) -> Changed<wit::CreateResponse> {
    let given = Text::new(request.inputs);
    let context = changing::<R>(request.context, config, &given);
    let inputs = read_struct(&given)?;
    let created = R::create(CreateRequest { inputs }, &context);
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
    let context = changing::<R>(request.context, config, &given);
    let context = UpdateContext::new(context, Vec::new());
    let resumed = R::resume(
        ResumeRequest {
            id: request.id.clone(),
            inputs: read_struct(&given)?,
            old: OldRecord::new(Text::new(request.old_outputs), Rc::clone(&given)),
        },
        &context,
    );
    changed(&request.id, resumed, &given, &context)
}

pub(crate) fn update<R: Lifecycle>(
    request: wit::UpdateRequest,
    config: SharedConfig,
) -> Changed<wit::UpdateResponse> {
    let given = Text::new(request.inputs);
    let context = changing::<R>(request.context, config, &given);
    let context = UpdateContext::new(context, views(request.old_views)?);
    let updated = R::update(
        UpdateRequest {
            id: request.id.clone(),
            inputs: read_struct(&given)?,
            old: old(request.old_outputs, request.old_inputs),
        },
        &context,
    );
    changed(&request.id, updated, &given, &context)
}

fn old<R: Lifecycle>(outputs: String, inputs: String) -> OldRecord<R> {
    OldRecord::new(Text::new(outputs), Text::new(inputs))
}

/// The answer of a call that changed an existing resource.
fn changed<R: Lifecycle>(
    id: &str,
    updated: Result<Updated<R>>,
    given: &Rc<Text>,
    context: &UpdateContext,
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
    let context = PreviewContext::of(Context::new(request.context, config));
    shown::<R>(request.inputs, request.outputs, |inputs, outputs| {
        let mut request = PreviewCreateRequest { inputs, outputs };
        let result = R::preview_create(&mut request, &context);
        (result, request.outputs)
    })
}

pub(crate) fn preview_update<R: Lifecycle>(
    request: wit::PreviewUpdateRequest,
    config: SharedConfig,
) -> Result<wit::PreviewResponse> {
    let context = PreviewContext::of(Context::new(request.context, config))
        .with_views(views(request.old_views)?);
    let (id, old) = (request.id, old(request.old_outputs, request.old_inputs));
    shown::<R>(request.inputs, request.outputs, |inputs, outputs| {
        let mut request = PreviewUpdateRequest {
            id,
            inputs,
            outputs,
            old,
        };
        let result = R::preview_update(&mut request, &context);
        (result, request.outputs)
    })
}

/// The outputs to show after the hook changed the outputs that the host would show.
fn shown<R: Lifecycle>(
    inputs: String,
    outputs: String,
    hook: impl FnOnce(R::Draft, R::Preview) -> (Result<()>, R::Preview),
) -> Result<wit::PreviewResponse> {
    let (inputs, outputs) = (Text::new(inputs), Text::new(outputs));
    let draft: R::Draft = decode_later(&members(&inputs)?)?;
    let preview: R::Preview = decode_later(&members(&outputs)?)?;
    let (result, preview) = hook(draft, preview);
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
    let context = DeleteContext::of(Context::new(request.context, config))
        .with_views(views(request.old_views)?);
    let request = DeleteRequest {
        id: request.id,
        old: old(request.old_outputs, request.old_inputs),
    };
    R::delete(request, &context)
}
