//! Answers of guests in this version as answers in the core's terms.

use pulumi_wasm_capability::json::Sent;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    Created, DiffAnswer, Judged, ListPage, ListedResource, OldState, ReadAnswer, RecordedState,
    ResumeRequest, UpdateRequest, Updated,
};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::special_values;

use super::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use super::bindings::pulumi_wasm::provider::common;
use super::convert::{from_wit_difference, from_wit_error, from_wit_failures};
use crate::guest::state::GuestState;

/// The answer of a guest's function.
type Given<T> = Result<T, common::Error>;

/// Whether a text cannot be the id of an existing resource: it is empty, or the sentinel for unknown values.
fn is_no_id(id: &str) -> bool {
    id.is_empty() || special_values::is_unknown(id)
}

/// An error of a guest.
pub(super) fn refuse(state: &GuestState, error: common::Error) -> CallError {
    from_wit_error(error, &state.assets, &state.secrets())
}

/// The faults of properties, in the guest's words.
pub(super) fn failures(
    state: &GuestState,
    failures: Vec<common::PropertyFailure>,
) -> Vec<PropertyFailure> {
    from_wit_failures(failures, &state.secrets())
}

pub(super) fn check_config(
    state: &GuestState,
    given: Given<wit::CheckConfigResponse>,
) -> Result<Vec<PropertyFailure>, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    Ok(failures(state, response.failures))
}

pub(super) fn check(
    state: &mut GuestState,
    given: Given<wit::CheckResponse>,
    inputs: Sent<'_>,
) -> Result<Judged, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    let failures = failures(state, response.failures);
    let delta = state.delta_of(inputs, &response.inputs, "checked inputs")?;
    Ok(Judged { delta, failures })
}

pub(super) fn diff(
    state: &GuestState,
    given: Given<wit::DiffResponse>,
) -> Result<DiffAnswer, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    let differences = response.differences.into_iter();
    Ok(DiffAnswer {
        differences: differences.map(from_wit_difference).collect(),
        delete_before_replace: response.delete_before_replace,
    })
}

pub(super) fn create(
    state: &mut GuestState,
    given: Given<wit::CreateResponse>,
    call: &Call,
    inputs: Sent<'_>,
) -> Result<Created, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    if is_no_id(&response.id) {
        return Err(CallError::BadAnswer(
            "it returned no id for the created resource".to_owned(),
        ));
    }
    let id = response.id;
    // Most outputs are inputs.
    match state.delta_of(inputs, &response.outputs, "outputs") {
        Ok(delta) => Ok(Created {
            id,
            outputs: delta.of(inputs.map),
            refresh_before_update: response.refresh_before_update,
        }),
        Err(error) => Err(state.unread(call, id, &response.outputs, error)),
    }
}

pub(super) fn resume(
    state: &mut GuestState,
    given: Given<wit::UpdateResponse>,
    call: &Call,
    question: ResumeRequest<'_>,
    inputs: Sent<'_>,
) -> Result<Updated, CallError> {
    changed(state, given, call, question.id, inputs)
}

pub(super) fn preview(
    state: &mut GuestState,
    given: Given<wit::PreviewResponse>,
    inputs: Sent<'_>,
) -> Result<PropertyMap, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    let delta = state.delta_of(inputs, &response.outputs, "outputs")?;
    Ok(delta.of(inputs.map))
}

pub(super) fn read(
    state: &mut GuestState,
    given: Given<wit::ReadResponse>,
) -> Result<Option<ReadAnswer>, CallError> {
    let found = match given {
        Ok(response) => response.state,
        Err(common::Error::NotFound(_)) => None,
        Err(error) => return Err(refuse(state, error)),
    };
    let Some(response) = found else {
        return Ok(None);
    };
    if is_no_id(&response.id) {
        return Err(CallError::BadAnswer(
            "it returned no id for the resource that it read".to_owned(),
        ));
    }
    let inputs = state.decode_optional(response.inputs.as_deref(), "inputs")?;
    let outputs = state.decode(&response.outputs, "outputs")?;
    Ok(Some(ReadAnswer {
        id: response.id,
        inputs,
        outputs,
        refresh_before_update: response.refresh_before_update,
    }))
}

pub(super) fn update(
    state: &mut GuestState,
    given: Given<wit::UpdateResponse>,
    call: &Call,
    question: UpdateRequest<'_>,
    inputs: Sent<'_>,
) -> Result<Updated, CallError> {
    changed(state, given, call, question.id, inputs)
}

/// The outputs of an existing resource after a call that changed it.
fn changed(
    state: &mut GuestState,
    given: Given<wit::UpdateResponse>,
    call: &Call,
    id: &str,
    inputs: Sent<'_>,
) -> Result<Updated, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    match state.delta_of(inputs, &response.outputs, "outputs") {
        Ok(delta) => Ok(Updated {
            outputs: delta.of(inputs.map),
            refresh_before_update: response.refresh_before_update,
        }),
        Err(error) => Err(state.unread(call, id.to_owned(), &response.outputs, error)),
    }
}

pub(super) fn delete(state: &GuestState, given: Given<()>) -> Result<(), CallError> {
    match given {
        // A resource that no longer exists counts as deleted.
        Ok(()) | Err(common::Error::NotFound(_)) => Ok(()),
        Err(error) => Err(refuse(state, error)),
    }
}

pub(super) fn migrate(
    state: &mut GuestState,
    given: Given<wit::MigrateResponse>,
    old: &OldState,
) -> Result<RecordedState, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    let recorded = &old.recorded;
    for (name, had, has) in [
        ("inputs", &recorded.inputs, &response.inputs),
        ("outputs", &recorded.outputs, &response.outputs),
    ] {
        if had.is_some() && has.is_none() {
            return Err(CallError::BadAnswer(format!(
                "its migration left out the resource's {name}"
            )));
        }
    }
    let inputs = state.decode_optional(response.inputs.as_deref(), "migrated inputs")?;
    let outputs = state.decode_optional(response.outputs.as_deref(), "migrated outputs")?;
    Ok(RecordedState { inputs, outputs })
}

pub(super) fn list(
    state: &mut GuestState,
    given: Given<wit::ListResponse>,
) -> Result<ListPage, CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    let size = |listed: &wit::ListedResource| {
        size_of::<ListedResource>() + listed.id.len() + listed.name.len()
    };
    state.keep(response.resources.iter().map(size).sum())?;
    let found = response.resources.into_iter().map(|listed| ListedResource {
        id: listed.id,
        name: listed.name,
    });
    Ok(ListPage {
        found: found.collect(),
        continuation_token: response.continuation_token,
    })
}

pub(super) fn invoke(
    state: &mut GuestState,
    given: Given<wit::InvokeResponse>,
) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
    let response = given.map_err(|error| refuse(state, error))?;
    let failures = failures(state, response.failures);
    let result = state.decode(&response.result_value, "result")?;
    Ok((result, failures))
}
