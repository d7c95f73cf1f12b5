//! Requests of the core as requests of this version.

use pulumi_wasm_capability::json::Written;
use pulumi_wasm_core::component::{
    CheckRequest, CreateRequest, DeleteRequest, DiffRequest, ListRequest, OldState,
    PreviewCreateRequest, PreviewUpdateRequest, ReadRequest, ResumeRequest, UpdateRequest,
};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::view::View;

use super::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use super::bindings::pulumi_wasm::provider::common;
use super::convert::{nothing, to_wit_difference};
use crate::guest::interface::Entry;
use crate::guest::state::GuestState;

/// A request, or the failure to write it.
type Request<T> = Result<T, CallError>;

/// The positions of the properties' values in the text of a request's inputs.
pub(super) type Places = Vec<std::ops::Range<usize>>;

/// The facts about a call that a guest gets.
pub(super) fn context(entry: &Entry<'_, '_>) -> common::CallContext {
    let call = entry.call;
    let deployment = call.deployment();
    let (project, stack) = deployment
        .map(|deployment| {
            (
                deployment.project().to_owned(),
                deployment.stack().to_owned(),
            )
        })
        .unzip();
    common::CallContext {
        urn: call.subject.urn.clone(),
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        project,
        stack,
        preview: call.preview,
        time_left_ms: entry.time_left_ms,
        extra: nothing(),
    }
}

fn views(state: &mut GuestState, views: &[View]) -> Request<Vec<common::View>> {
    let encode = |view: &View| {
        Ok(common::View {
            token: view.token.clone(),
            name: view.name.clone(),
            parent_token: view.parent_token.clone(),
            parent_name: view.parent_name.clone(),
            inputs: state.encode(&view.inputs)?,
            outputs: state.encode(&view.outputs)?,
            extra: nothing(),
        })
    };
    views.iter().map(encode).collect()
}

pub(super) fn configure(
    entry: &mut Entry<'_, '_>,
    configuration: &PropertyMap,
) -> Request<wit::ConfigureRequest> {
    let state = entry.state();
    // The session keeps the configuration's secrets. They do not become secrets of the call, because any call may be
    // the first of an instance.
    let config = state.write_with_places(configuration, None)?.text;
    state.assets.keep_references();
    Ok(wit::ConfigureRequest {
        context: context(entry),
        config,
        extra: nothing(),
    })
}

pub(super) fn check_config(
    entry: &mut Entry<'_, '_>,
    configuration: &PropertyMap,
) -> Request<wit::CheckConfigRequest> {
    let config = entry.state().encode(configuration)?;
    Ok(wit::CheckConfigRequest {
        context: context(entry),
        config,
        extra: nothing(),
    })
}

pub(super) fn check(
    entry: &mut Entry<'_, '_>,
    question: CheckRequest<'_>,
) -> Request<(wit::CheckRequest, Places)> {
    let state = entry.state();
    let old_inputs = state.encode(question.old_inputs)?;
    let old_outputs = state.encode_optional(question.old_outputs)?;
    let Written { text, places } = state.write(question.inputs)?;
    let request = wit::CheckRequest {
        context: context(entry),
        old_inputs,
        old_outputs,
        inputs: text,
        random_seed: entry.call.random_seed.clone(),
        extra: nothing(),
    };
    Ok((request, places))
}

pub(super) fn diff(
    entry: &mut Entry<'_, '_>,
    question: DiffRequest<'_>,
) -> Request<wit::DiffRequest> {
    Ok(wit::DiffRequest {
        context: context(entry),
        id: question.id.to_owned(),
        old_inputs: entry.state().encode(question.old_inputs)?,
        old_outputs: entry.state().encode(question.old_outputs)?,
        inputs: entry.state().encode(question.inputs)?,
        differences: question.differences.iter().map(to_wit_difference).collect(),
        delete_before_replace: question.delete_before_replace,
        extra: nothing(),
    })
}

pub(super) fn create(
    entry: &mut Entry<'_, '_>,
    question: CreateRequest<'_>,
) -> Request<(wit::CreateRequest, Places)> {
    let Written { text, places } = entry.state().write(question.inputs)?;
    let request = wit::CreateRequest {
        context: context(entry),
        inputs: text,
        extra: nothing(),
    };
    Ok((request, places))
}

pub(super) fn resume(
    entry: &mut Entry<'_, '_>,
    question: ResumeRequest<'_>,
) -> Request<(wit::ResumeRequest, Places)> {
    let old_outputs = entry.state().encode(question.old_outputs)?;
    let Written { text, places } = entry.state().write(question.inputs)?;
    let request = wit::ResumeRequest {
        context: context(entry),
        id: question.id.to_owned(),
        old_outputs,
        inputs: text,
        extra: nothing(),
    };
    Ok((request, places))
}

pub(super) fn preview_create(
    entry: &mut Entry<'_, '_>,
    question: PreviewCreateRequest<'_>,
) -> Request<(wit::PreviewCreateRequest, Places)> {
    let Written { text, places } = entry.state().write(question.inputs)?;
    let request = wit::PreviewCreateRequest {
        context: context(entry),
        inputs: text,
        outputs: entry.state().encode(question.outputs)?,
        extra: nothing(),
    };
    Ok((request, places))
}

pub(super) fn read(
    entry: &mut Entry<'_, '_>,
    question: ReadRequest<'_>,
) -> Request<wit::ReadRequest> {
    Ok(wit::ReadRequest {
        context: context(entry),
        id: question.id.to_owned(),
        old_inputs: entry.state().encode_optional(question.old_inputs)?,
        old_outputs: entry.state().encode_optional(question.old_outputs)?,
        old_views: views(entry.state(), question.old_views)?,
        extra: nothing(),
    })
}

pub(super) fn update(
    entry: &mut Entry<'_, '_>,
    question: UpdateRequest<'_>,
) -> Request<(wit::UpdateRequest, Places)> {
    let state = entry.state();
    let old_inputs = state.encode(question.old_inputs)?;
    let old_outputs = state.encode(question.old_outputs)?;
    let old_views = views(state, question.old_views)?;
    let Written { text, places } = state.write(question.inputs)?;
    let request = wit::UpdateRequest {
        context: context(entry),
        id: question.id.to_owned(),
        old_inputs,
        old_outputs,
        old_views,
        inputs: text,
        extra: nothing(),
    };
    Ok((request, places))
}

pub(super) fn preview_update(
    entry: &mut Entry<'_, '_>,
    question: PreviewUpdateRequest<'_>,
) -> Request<(wit::PreviewUpdateRequest, Places)> {
    let (request, places) = update(entry, question.update)?;
    let request = wit::PreviewUpdateRequest {
        context: request.context,
        id: request.id,
        old_inputs: request.old_inputs,
        old_outputs: request.old_outputs,
        old_views: request.old_views,
        inputs: request.inputs,
        outputs: entry.state().encode(question.outputs)?,
        extra: request.extra,
    };
    Ok((request, places))
}

pub(super) fn delete(
    entry: &mut Entry<'_, '_>,
    question: DeleteRequest<'_>,
) -> Request<wit::DeleteRequest> {
    Ok(wit::DeleteRequest {
        context: context(entry),
        id: question.id.to_owned(),
        old_inputs: entry.state().encode(question.old_inputs)?,
        old_outputs: entry.state().encode(question.old_outputs)?,
        old_views: views(entry.state(), question.old_views)?,
        extra: nothing(),
    })
}

pub(super) fn migrate(entry: &mut Entry<'_, '_>, old: &OldState) -> Request<wit::MigrateRequest> {
    let recorded = &old.recorded;
    Ok(wit::MigrateRequest {
        context: context(entry),
        from_version: old.version,
        old_inputs: entry.state().encode_optional(recorded.inputs.as_ref())?,
        old_outputs: entry.state().encode_optional(recorded.outputs.as_ref())?,
        extra: nothing(),
    })
}

pub(super) fn list(
    entry: &mut Entry<'_, '_>,
    question: ListRequest<'_>,
) -> Request<wit::ListRequest> {
    Ok(wit::ListRequest {
        context: context(entry),
        query: entry.state().encode(question.query)?,
        limit: question.limit.unwrap_or(0),
        page_size: question.page_size.unwrap_or(0),
        continuation_token: question.continuation_token.to_owned(),
        extra: nothing(),
    })
}

pub(super) fn invoke(
    entry: &mut Entry<'_, '_>,
    arguments: &PropertyMap,
) -> Request<wit::InvokeRequest> {
    Ok(wit::InvokeRequest {
        context: context(entry),
        arguments: entry.state().encode(arguments)?,
        extra: nothing(),
    })
}
