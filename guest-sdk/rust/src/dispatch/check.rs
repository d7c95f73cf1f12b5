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
    // What is no property of the struct stays as it came. Of inputs that are not acceptable nobody reads the rest.
    let own = take(&mut inputs, R::FIELDS);
    let result = decode::<R::Draft>(own).and_then(|mut draft| {
        R::check(&mut draft, &context)?;
        inputs.extend(draft.to_properties(&PropertyPath::Root)?);
        Ok(())
    });
    let failures = failures(context.into_failures(), result)?;
    Ok(wit::CheckResponse {
        inputs: print(inputs),
        failures,
        extra: no_extra(),
    })
}

/// Takes the inputs out that are properties of the struct.
fn take(inputs: &mut PropertyMap, fields: &[Field]) -> PropertyMap {
    let own = fields.iter().filter(|field| field.input);
    own.filter_map(|field| inputs.remove_entry(field.name))
        .collect()
}
