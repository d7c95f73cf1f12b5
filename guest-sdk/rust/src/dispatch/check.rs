//! Checking inputs.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::check::CheckContext;
use crate::context::Context;
use crate::dispatch::{decode, failures, no_extra, parse, print};
use crate::error::Result;
use crate::fields::{Field, Properties, PropertyMap};
use crate::path::PropertyPath;
use crate::provider::SharedConfig;
use crate::resource::Lifecycle;

pub(crate) fn check<R: Lifecycle>(
    request: wit::CheckRequest,
    config: SharedConfig,
) -> Result<wit::CheckResponse> {
    let old_outputs = request.old_outputs.as_deref().map(parse).transpose()?;
    let context = CheckContext::new(
        Context::new(request.context, config),
        parse(&request.old_inputs)?,
    )
    .with_old_outputs(old_outputs);
    let mut inputs = parse(&request.inputs)?;
    let result = decode::<R::Draft>(inputs.clone()).and_then(|mut draft| {
        R::check(&mut draft, &context)?;
        overlay(
            &mut inputs,
            R::FIELDS,
            draft.to_properties(&PropertyPath::Root)?,
        );
        Ok(())
    });
    let failures = failures(context.into_failures(), result)?;
    Ok(wit::CheckResponse {
        inputs: print(inputs),
        failures,
        extra: no_extra(),
    })
}

/// Puts a checked draft over the inputs that it came from. What is no property of the struct stays as it was.
fn overlay(inputs: &mut PropertyMap, fields: &[Field], draft: PropertyMap) {
    for field in fields.iter().filter(|field| field.input) {
        inputs.remove(field.name);
    }
    inputs.extend(draft);
}
