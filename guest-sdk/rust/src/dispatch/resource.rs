//! Calls about resources.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::bindings::exports::pulumi_wasm::provider::lifecycle::DifferenceKind as Kind;
use crate::check::CheckContext;
use crate::context::Context;
use crate::diff::{Change, Diff, Difference};
use crate::dispatch::{decode, encode, failures, no_extra, parse, print};
use crate::error::Result;
use crate::fields::{Field, Properties, PropertyMap};
use crate::path::PropertyPath;
use crate::provider::SharedConfig;
use crate::resource::{Lifecycle, ResourceState};

pub(crate) fn check<R: Lifecycle>(
    request: wit::CheckRequest,
    config: SharedConfig,
) -> Result<wit::CheckResponse> {
    let context = CheckContext::new(
        Context::new(request.context, config),
        parse(&request.old_inputs)?,
    );
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

pub(crate) fn diff<R: Lifecycle>(
    request: wit::DiffRequest,
    config: SharedConfig,
) -> Result<wit::DiffResponse> {
    let context = Context::new(request.context.clone(), config);
    let asked = R::HOOKS.contains(&"diff");
    let (differences, delete_before_replace) = match comparison::<R>(&request) {
        Ok(mut change) if asked => {
            R::diff(&mut change, &context)?;
            (change.differences, change.delete_before_replace)
        }
        Ok(change) => (change.differences, change.delete_before_replace),
        Err(error) => {
            // A state of another shape is no reason to stop: what the host found is a fair answer.
            context.debug(format!(
                "the recorded state has another shape, so its comparison is the host's: {error}"
            ));
            (
                request.found.into_iter().map(Into::into).collect(),
                R::DELETE_BEFORE_REPLACE,
            )
        }
    };
    let differences = differences.into_iter().map(Into::into).collect();
    Ok(wit::DiffResponse {
        differences,
        delete_before_replace,
        extra: no_extra(),
    })
}

fn comparison<R: Lifecycle>(request: &wit::DiffRequest) -> Result<Diff<R>> {
    let old_inputs = parse(&request.old_inputs)?;
    Ok(Diff {
        id: request.id.clone(),
        old: state(parse(&request.old_outputs)?, &old_inputs)?,
        old_inputs: decode(old_inputs)?,
        inputs: decode(parse(&request.inputs)?)?,
        delete_before_replace: R::DELETE_BEFORE_REPLACE,
        differences: request.found.iter().cloned().map(Into::into).collect(),
    })
}

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
        extra: no_extra(),
    })
}

pub(crate) fn read<R: Lifecycle>(
    request: wit::ReadRequest,
    config: SharedConfig,
) -> Result<wit::ReadResponse> {
    let context = Context::new(request.context, config);
    let inputs = request
        .inputs
        .as_deref()
        .map(parse)
        .transpose()?
        .unwrap_or_default();
    let recorded = match request.outputs {
        // A lookup may give any part of the state. Then the id is all that can be relied on, as in an import.
        Some(outputs) => state(parse(&outputs)?, &inputs).ok(),
        None => None,
    };
    let Some(read) = R::read(&request.id, recorded, &context)? else {
        let (id, outputs) = (String::new(), "{}".to_owned());
        return Ok(wit::ReadResponse {
            exists: false,
            id,
            inputs: None,
            outputs,
            extra: no_extra(),
        });
    };
    let inputs = match &read.inputs {
        Some(inputs) => Some(encode(inputs)?),
        None => inputs_of_state(&read.state)?,
    };
    Ok(wit::ReadResponse {
        exists: true,
        id: read.id,
        inputs,
        outputs: encode(&read.state)?,
        extra: no_extra(),
    })
}

/// Inputs that are not among the outputs cannot be found there by the host, so they are sent with the others.
fn inputs_of_state<R: ResourceState>(state: &R) -> Result<Option<String>> {
    if R::FIELDS.iter().all(|field| field.output) {
        return Ok(None);
    }
    Ok(Some(print(state.to_inputs(&PropertyPath::Root)?)))
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

/// The state of a resource, with the inputs that are not among its outputs.
fn state<R: ResourceState>(mut outputs: PropertyMap, inputs: &PropertyMap) -> Result<R> {
    for field in R::FIELDS.iter().filter(|field| !field.output) {
        if let Some(value) = inputs.get(field.name) {
            outputs.insert(field.name.to_owned(), value.clone());
        }
    }
    decode(outputs)
}

impl From<wit::PropertyDifference> for Difference {
    fn from(difference: wit::PropertyDifference) -> Self {
        let (change, replaces) = match difference.kind {
            Kind::Add => (Change::Added, false),
            Kind::AddReplace => (Change::Added, true),
            Kind::Remove => (Change::Removed, false),
            Kind::RemoveReplace => (Change::Removed, true),
            Kind::Change => (Change::Changed, false),
            Kind::ChangeReplace => (Change::Changed, true),
        };
        Self {
            path: difference.property,
            change,
            replaces,
        }
    }
}

impl From<Difference> for wit::PropertyDifference {
    fn from(difference: Difference) -> Self {
        let kind = match (difference.change, difference.replaces) {
            (Change::Added, false) => Kind::Add,
            (Change::Added, true) => Kind::AddReplace,
            (Change::Removed, false) => Kind::Remove,
            (Change::Removed, true) => Kind::RemoveReplace,
            (Change::Changed, false) => Kind::Change,
            (Change::Changed, true) => Kind::ChangeReplace,
        };
        Self {
            property: difference.path,
            kind,
            extra: no_extra(),
        }
    }
}
