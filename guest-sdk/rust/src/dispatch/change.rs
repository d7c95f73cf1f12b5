//! Making, changing and removing things, and the previews of that.

use std::rc::Rc;

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::bindings::pulumi_wasm::provider::common;
use crate::config::SharedConfig;
use crate::context::Context;
use crate::dispatch::recorded::{completed, recorded};
use crate::dispatch::{decode_later, encode, partial_state, recorded_state, unless_unread, views};
use crate::encoding::Text;
use crate::error::Result;
use crate::fields::{members, read_struct};
use crate::hooks::{has, missing, takes_partial};
use crate::host::no_extra;
use crate::resource::Lifecycle;

/// The result of a call that may have changed something: errors are those of the interface, which can say that only
/// the record is not whole.
type Changed<T> = core::result::Result<T, common::Error>;

pub(crate) fn create<R: Lifecycle>(
    request: wit::CreateRequest,
    config: SharedConfig,
) -> Changed<wit::CreateResponse> {
    let preview = request.context.preview;
    let context = Context::new(request.context, config);
    if preview {
        if const { !has::<R>("preview-create") } {
            return Err(missing::<R>("preview_create").into());
        }
        let preview = Preview::of(request.inputs, request.preview_outputs);
        let outputs =
            preview.shown::<R>(|inputs, shown| R::preview_create(inputs, shown, &context))?;
        return Ok(wit::CreateResponse {
            id: String::new(),
            outputs,
            refresh_before_update: context.wants_refresh(),
            extra: no_extra(),
        });
    }
    let given = Text::new(request.inputs);
    let context = context.with_given(&given, R::FIELDS);
    let inputs = read_struct(&given);
    let created = match request.resume_outputs {
        Some(_) if const { !has::<R>("resume") } => return Err(missing::<R>("resume").into()),
        Some(saved) => {
            let (saved, id) = (Text::new(saved), &request.resume_id);
            if const { takes_partial::<R>("resume") } {
                R::resume_partial(id, partial_state::<R>(&saved, &given)?, inputs?, &context)
            } else {
                R::resume(id, recorded_state(&saved, &given)?, inputs?, &context)
            }
        }
        None => R::create(inputs?, &context),
    };
    let created = created.map_err(|error| completed(error, &given, R::FIELDS))?;
    let (id, recording, refresh) = created.into_parts();
    Ok(wit::CreateResponse {
        outputs: recorded(&id, &recording, &given)?,
        id,
        refresh_before_update: refresh || context.wants_refresh(),
        extra: no_extra(),
    })
}

pub(crate) fn update<R: Lifecycle>(
    request: wit::UpdateRequest,
    config: SharedConfig,
) -> Changed<wit::UpdateResponse> {
    let preview = request.context.preview;
    let mut context = Context::new(request.context, config).with_views(views(request.old_views)?);
    let old_outputs = Text::new(request.old_outputs);
    let old_inputs = Text::new(request.old_inputs);
    let (outputs, refresh) = if preview {
        if const { !has::<R>("preview-update") } {
            return Err(missing::<R>("preview_update").into());
        }
        let preview = Preview::of(request.inputs, request.preview_outputs);
        let id = &request.id;
        let outputs = if const { takes_partial::<R>("preview_update") } {
            let old = partial_state::<R>(&old_outputs, &old_inputs)?;
            preview.shown::<R>(|inputs, shown| {
                R::preview_update_partial(id, old, inputs, shown, &context)
            })?
        } else {
            let old = recorded_state(&old_outputs, &old_inputs)?;
            preview
                .shown::<R>(|inputs, shown| R::preview_update(id, old, inputs, shown, &context))?
        };
        (outputs, false)
    } else {
        let given = Text::new(request.inputs);
        context = context.with_given(&given, R::FIELDS);
        let id = &request.id;
        let updated = if const { takes_partial::<R>("update") } {
            let old = partial_state::<R>(&old_outputs, &old_inputs)?;
            R::update_partial(id, old, read_struct(&given)?, &context)
        } else {
            let old = recorded_state(&old_outputs, &old_inputs)?;
            R::update(id, old, read_struct(&given)?, &context)
        };
        let updated = updated.map_err(|error| completed(error, &given, R::FIELDS))?;
        let (recording, refresh) = updated.into_parts();
        (recorded(&request.id, &recording, &given)?, refresh)
    };
    Ok(wit::UpdateResponse {
        outputs,
        refresh_before_update: refresh || context.wants_refresh(),
        extra: no_extra(),
    })
}

/// The inputs, and the outputs that the host would show.
struct Preview {
    inputs: Rc<Text>,
    shown: Option<Rc<Text>>,
}

impl Preview {
    fn of(inputs: String, shown: Option<String>) -> Self {
        Self {
            inputs: Text::new(inputs),
            shown: shown.map(Text::new),
        }
    }

    /// The outputs to show after the hook; if the host gives no outputs to show, they follow from the inputs alone.
    fn shown<R: Lifecycle>(
        &self,
        hook: impl FnOnce(&R::Draft, &mut R::Preview) -> Result<()>,
    ) -> Result<String> {
        let inputs: R::Draft = decode_later(&members(&self.inputs)?)?;
        let mut preview = match &self.shown {
            Some(shown) => decode_later(&members(shown)?)?,
            None => R::Preview::from(&inputs),
        };
        let result = hook(&inputs, &mut preview);
        let texts: Vec<_> = [&self.inputs].into_iter().chain(&self.shown).collect();
        unless_unread(result, &texts)?;
        encode(&preview)
    }
}

pub(crate) fn delete<R: Lifecycle>(
    request: wit::DeleteRequest,
    config: SharedConfig,
) -> Result<()> {
    let context = Context::new(request.context, config).with_views(views(request.old_views)?);
    if const { R::DELETES_BY_ID } {
        return R::delete_by_id(&request.id, &context);
    }
    let (outputs, inputs) = (Text::new(request.outputs), Text::new(request.inputs));
    if const { takes_partial::<R>("delete") } {
        let state = partial_state::<R>(&outputs, &inputs)?;
        return R::delete_partial(&request.id, state, &context);
    }
    R::delete(&request.id, recorded_state(&outputs, &inputs)?, &context)
}
