//! Checking inputs.

use crate::context::Context;
use crate::context::check::CheckContext;
use crate::context::config::SharedConfig;
use crate::context::hook::HookContext;
use crate::dispatch::{decode_later, failures, unless_unread};
use crate::encoding::{Encoder, Members, Text};
use crate::error::Result;
use crate::fields::{Properties, Target, members};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::no_extra;
use crate::resource::Lifecycle;
use crate::resource::request::CheckRequest;

pub(crate) fn check<R: Lifecycle>(
    request: wit::CheckRequest,
    config: SharedConfig,
) -> Result<wit::CheckResponse> {
    let context = CheckContext::of(Context::new(request.context, config));
    let text = Text::new(request.inputs);
    let (old_inputs, old_outputs) = (request.old_inputs, request.old_outputs);
    let checked = || {
        let members = members(&text)?;
        let draft: R::Draft = decode_later(&members)?;
        let mut request = CheckRequest::recorded(draft, old_inputs, old_outputs);
        unless_unread(R::check(&mut request, &context), &[&text])?;
        changed(&request.inputs, &members)
    };
    let (answer, result) = match checked() {
        Ok(answer) => (answer, Ok(())),
        Err(error) => (None, Err(error)),
    };
    let failures = failures(context.into_failures(), result)?;
    let inputs = match (answer, failures.is_empty()) {
        (Some(answer), _) => answer,
        (None, true) => text.into_string(),
        // The host does not read inputs that have failures.
        (None, false) => "{}".to_owned(),
    };
    Ok(wit::CheckResponse {
        inputs,
        failures,
        extra: no_extra(),
    })
}

/// The inputs as the hook left them; `None` if they are unchanged, so that their text is the answer.
fn changed<D: Properties>(draft: &D, came: &Members<'_>) -> Result<Option<String>> {
    let mut into = Encoder::with_room(came.text().as_str().len());
    into.begin_object();
    let mut target = Target::after(&mut into, came);
    draft.write_to(&mut target)?;
    if !target.has_changed() {
        return Ok(None);
    }
    // A value that is not a property of the struct stays as it came.
    let own = D::FIELDS.iter().filter(|field| field.input);
    for (name, value) in came.iter() {
        if !own.clone().any(|field| field.name == name) {
            into.raw_member(&name, value);
        }
    }
    into.end_object();
    Ok(Some(into.finish()))
}
