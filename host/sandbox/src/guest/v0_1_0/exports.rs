//! Calling a guest's functions.
//!
//! Each function gives a guest's error or unusable answer as the inner result; the outer one fails when the guest
//! crashed.

use std::sync::Arc;

use pulumi_wasm_capability::json::{self, Legible, Sent, Written};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    CheckRequest, CreateRequest, Created, DeleteRequest, DiffAnswer, DiffRequest, Judged, ListPage,
    ListRequest, Listed, OldState, ReadAnswer, ReadRequest, RecordedState, UpdateRequest, Updated,
};
use pulumi_wasm_core::error::{CallError, GuestError, PartialState};
use pulumi_wasm_core::failure::PropertyFailure;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::revision::Revision;
use pulumi_wasm_core::special_values;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::view::View;

use super::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use super::bindings::pulumi_wasm::provider::common;
use super::convert::{
    from_wit_difference, from_wit_error, from_wit_failures, nothing, to_wit_difference,
};
use super::extra;
use crate::engine::{beside, limit_reached};
use crate::guest::instance::Instance;

/// Bytes of a text, or of its value, that are not worth counting: a call has few of them.
const SMALL: usize = 16 << 10;

/// A guest's answer, its error, or its crash.
pub(in crate::guest) type Answer<T> = wasmtime::Result<Result<T, CallError>>;

/// Tries a step whose failure is the call's answer.
macro_rules! attempt {
    ($step:expr) => {
        match $step {
            Ok(value) => value,
            Err(error) => return Ok(Err(error)),
        }
    };
}

fn context(call: &Call, deadline_ms: u32) -> common::CallContext {
    common::CallContext {
        urn: call.subject.urn.clone(),
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        preview: call.preview,
        deadline_ms,
        extra: extra::of_context(call),
    }
}

/// Whether a text cannot be the id of a thing that exists: it is empty, or the form of unknown ids.
fn is_no_id(id: &str) -> bool {
    id.is_empty() || special_values::is_unknown(id)
}

impl Instance {
    fn write(&mut self, map: &PropertyMap) -> Result<Written, CallError> {
        let slot = &self.store.data().slot;
        let secrets = slot.with(|active| Arc::clone(&active.call.secrets));
        self.write_telling(map, secrets.as_deref())
    }

    /// Writes a map, of whose secrets these learn.
    fn write_telling(
        &mut self,
        map: &PropertyMap,
        secrets: Option<&Secrets>,
    ) -> Result<Written, CallError> {
        let state = self.store.data_mut();
        let written = json::write(map, &mut state.assets, secrets);
        let written = written.map_err(|error| error.of_request())?;
        if written.text.len() > SMALL {
            let reserved = state.asked.grow(written.text.len());
            reserved.map_err(|reached| limit_reached(&reached))?;
        }
        Ok(written)
    }

    fn encode(&mut self, map: &PropertyMap) -> Result<String, CallError> {
        self.write(map).map(|written| written.text)
    }

    fn encode_optional(&mut self, map: Option<&PropertyMap>) -> Result<Option<String>, CallError> {
        map.map(|map| self.encode(map)).transpose()
    }

    fn encode_views(&mut self, views: &[View]) -> Result<Vec<common::View>, CallError> {
        let encode = |view: &View| {
            Ok(common::View {
                token: view.token.clone(),
                name: view.name.clone(),
                parent_token: view.parent_token.clone(),
                parent_name: view.parent_name.clone(),
                inputs: self.encode(&view.inputs)?,
                outputs: self.encode(&view.outputs)?,
                extra: nothing(),
            })
        };
        views.iter().map(encode).collect()
    }

    fn decode_optional(
        &mut self,
        text: Option<&str>,
        what: &str,
    ) -> Result<Option<PropertyMap>, CallError> {
        text.map(|text| self.decode(text, what)).transpose()
    }

    fn decode(&mut self, text: &str, what: &str) -> Result<PropertyMap, CallError> {
        self.keep(text.len())?;
        let state = self.store.data();
        let room = state.assets.room_in(&state.slot.memory);
        let read = beside(text.len(), || {
            json::from_json_in(&room, text, &state.assets)
        });
        let map = read.map_err(|error| error.of_answer(what))?;
        self.keep(room.used())?;
        Ok(map)
    }

    /// Takes what an answer is about to take, until the call was answered.
    fn keep(&mut self, bytes: usize) -> Result<(), CallError> {
        if bytes <= SMALL {
            return Ok(());
        }
        let kept = self.store.data_mut().answered.grow(bytes);
        kept.map_err(|reached| limit_reached(&reached))
    }

    /// Reads what the guest made of properties that it was given.
    fn revise(&mut self, sent: Sent<'_>, text: &str, what: &str) -> Result<Revision, CallError> {
        self.keep(text.len())?;
        let state = self.store.data();
        let room = state.assets.room_in(&state.slot.memory);
        let read = beside(text.len(), || {
            json::revision(&room, text, sent, &state.assets)
        });
        let revision = read.map_err(|error| error.of_answer(what))?;
        self.keep(room.used())?;
        Ok(revision)
    }

    /// The error of a call that succeeded, but some of whose outputs cannot be read: the thing exists, and the known
    /// facts about it must not be thrown away.
    fn unread(&mut self, call: &Call, id: String, outputs: &str, error: CallError) -> CallError {
        if call.preview {
            return error;
        }
        let state = self.store.data();
        let room = state.assets.room_in(&state.slot.memory);
        let read = beside(outputs.len(), || {
            json::legible(&room, outputs, &state.assets)
        });
        let legible = match self.keep(room.used()) {
            Ok(()) => read,
            Err(_) => Legible::nothing(),
        };
        CallError::Guest(GuestError::Partial(PartialState {
            id,
            outputs: legible.map,
            reasons: vec![error.to_string()],
            is_cut: false,
            lost: legible.lost.or_unnamed(),
            hint: error.hint(),
        }))
    }

    fn refuse(&self, error: common::Error) -> CallError {
        from_wit_error(error, &self.store.data().assets, &self.secrets())
    }

    /// The faults of properties, in the guest's words.
    fn failures(&self, failures: Vec<common::PropertyFailure>) -> Vec<PropertyFailure> {
        from_wit_failures(failures, &self.secrets())
    }

    /// The secrets that texts of the running call are kept clean of.
    fn secrets(&self) -> Arc<Secrets> {
        let slot = &self.store.data().slot;
        slot.with(|active| Arc::clone(&active.call.secrets))
            .unwrap_or_default()
    }

    pub(in crate::guest) async fn describe(&mut self) -> Answer<String> {
        let guest = self.exports.pulumi_wasm_provider_description();
        let answer = guest.call_describe(&mut self.store).await?;
        Ok(answer.map_err(|error| self.refuse(error)))
    }

    pub(in crate::guest) async fn configure(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        configuration: &PropertyMap,
    ) -> Answer<()> {
        // Its secrets are those of the session. That a call is the first of an instance says nothing of its values.
        let config = attempt!(self.write_telling(configuration, None)).text;
        self.store.data_mut().assets.keep_references();
        let request = wit::ConfigureRequest {
            context: context(call, deadline_ms),
            config,
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_configure(&mut self.store, &request).await?;
        Ok(answer.map_err(|error| self.refuse(error)))
    }

    pub(in crate::guest) async fn check_config(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        configuration: &PropertyMap,
    ) -> Answer<Vec<PropertyFailure>> {
        let config = attempt!(self.encode(configuration));
        let request = wit::CheckConfigRequest {
            context: context(call, deadline_ms),
            config,
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_check_config(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        Ok(Ok(self.failures(response.failures)))
    }

    pub(in crate::guest) async fn check(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        question: CheckRequest<'_>,
    ) -> Answer<Judged> {
        let old_inputs = attempt!(self.encode(question.old_inputs));
        let old_outputs = attempt!(self.encode_optional(question.old_outputs));
        let inputs = attempt!(self.write(question.inputs));
        let request = wit::CheckRequest {
            context: context(call, deadline_ms),
            old_inputs,
            old_outputs,
            inputs: inputs.text,
            random_seed: call.random_seed.clone(),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_check(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        let failures = self.failures(response.failures);
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &inputs.places,
        };
        Ok(self
            .revise(sent, &response.inputs, "checked inputs")
            .map(|revision| Judged { revision, failures }))
    }

    pub(in crate::guest) async fn diff(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        question: DiffRequest<'_>,
    ) -> Answer<DiffAnswer> {
        let request = wit::DiffRequest {
            context: context(call, deadline_ms),
            id: question.id.to_owned(),
            old_inputs: attempt!(self.encode(question.old_inputs)),
            old_outputs: attempt!(self.encode(question.old_outputs)),
            inputs: attempt!(self.encode(question.inputs)),
            ignore_changes: question.ignore_changes.to_vec(),
            found: question.found.iter().map(to_wit_difference).collect(),
            delete_before_replace: question.delete_before_replace,
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_diff(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        Ok(Ok(DiffAnswer {
            differences: response
                .differences
                .into_iter()
                .map(from_wit_difference)
                .collect(),
            delete_before_replace: response.delete_before_replace,
        }))
    }

    pub(in crate::guest) async fn create(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        question: CreateRequest<'_>,
    ) -> Answer<Created> {
        let resume = question.resume;
        let saved = resume.map(|checkpoint| &checkpoint.outputs);
        let resume_outputs = attempt!(self.encode_optional(saved));
        let inputs = attempt!(self.write(question.inputs));
        let request = wit::CreateRequest {
            context: context(call, deadline_ms),
            inputs: inputs.text,
            resume_outputs,
            preview_outputs: attempt!(self.encode_optional(question.preview)),
            resume_id: resume
                .map(|checkpoint| checkpoint.id.clone())
                .unwrap_or_default(),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_create(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        if is_no_id(&response.id) && !call.preview {
            return Ok(Err(CallError::BadAnswer(
                "it gave no id for what it created".to_owned(),
            )));
        }
        // Most outputs are inputs.
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &inputs.places,
        };
        let id = response.id;
        Ok(match self.revise(sent, &response.outputs, "outputs") {
            Ok(revision) => Ok(Created {
                id,
                outputs: revision.of(question.inputs),
                refresh_before_update: response.refresh_before_update,
            }),
            Err(error) => Err(self.unread(call, id, &response.outputs, error)),
        })
    }

    pub(in crate::guest) async fn read(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        question: ReadRequest<'_>,
    ) -> Answer<Option<ReadAnswer>> {
        let request = wit::ReadRequest {
            context: context(call, deadline_ms),
            id: question.id.to_owned(),
            inputs: attempt!(self.encode_optional(question.inputs)),
            outputs: attempt!(self.encode_optional(question.outputs)),
            old_views: attempt!(self.encode_views(question.old_views)),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_read(&mut self.store, &request).await?;
        let response = match answer {
            Ok(response) if response.exists => response,
            // A read that says so in either way has found nothing.
            Ok(_) | Err(common::Error::NotFound(_)) => return Ok(Ok(None)),
            Err(error) => return Ok(Err(self.refuse(error))),
        };
        if is_no_id(&response.id) {
            return Ok(Err(CallError::BadAnswer(
                "it gave no id for what it read".to_owned(),
            )));
        }
        let inputs = attempt!(self.decode_optional(response.inputs.as_deref(), "inputs"));
        let outputs = attempt!(self.decode(&response.outputs, "outputs"));
        Ok(Ok(Some(ReadAnswer {
            id: response.id,
            inputs,
            outputs,
            refresh_before_update: response.refresh_before_update,
        })))
    }

    pub(in crate::guest) async fn update(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        question: UpdateRequest<'_>,
    ) -> Answer<Updated> {
        let old_inputs = attempt!(self.encode(question.old_inputs));
        let old_outputs = attempt!(self.encode(question.old_outputs));
        let inputs = attempt!(self.write(question.inputs));
        let request = wit::UpdateRequest {
            context: context(call, deadline_ms),
            id: question.id.to_owned(),
            old_inputs,
            old_outputs,
            inputs: inputs.text,
            ignore_changes: question.ignore_changes.to_vec(),
            preview_outputs: attempt!(self.encode_optional(question.preview)),
            old_views: attempt!(self.encode_views(question.old_views)),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_update(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        let refresh_before_update = response.refresh_before_update;
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &inputs.places,
        };
        Ok(match self.revise(sent, &response.outputs, "outputs") {
            Ok(revision) => Ok(Updated {
                outputs: revision.of(question.inputs),
                refresh_before_update,
            }),
            Err(error) => {
                let id = question.id.to_owned();
                Err(self.unread(call, id, &response.outputs, error))
            }
        })
    }

    pub(in crate::guest) async fn delete(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        question: DeleteRequest<'_>,
    ) -> Answer<()> {
        let request = wit::DeleteRequest {
            context: context(call, deadline_ms),
            id: question.id.to_owned(),
            inputs: attempt!(self.encode(question.inputs)),
            outputs: attempt!(self.encode(question.outputs)),
            old_views: attempt!(self.encode_views(question.old_views)),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        match guest.call_delete(&mut self.store, &request).await? {
            // A thing that is gone already is deleted.
            Ok(()) | Err(common::Error::NotFound(_)) => Ok(Ok(())),
            Err(error) => Ok(Err(self.refuse(error))),
        }
    }

    pub(in crate::guest) async fn migrate(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        state: &OldState,
    ) -> Answer<RecordedState> {
        let recorded = &state.recorded;
        let request = wit::MigrateRequest {
            context: context(call, deadline_ms),
            from_version: state.version,
            inputs: attempt!(self.encode_optional(recorded.inputs.as_ref())),
            outputs: attempt!(self.encode_optional(recorded.outputs.as_ref())),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_migrate(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        let lost = |name: &str, old: bool, new: bool| {
            (old && !new).then(|| {
                CallError::BadAnswer(format!("its migration left out the resource's {name}"))
            })
        };
        let inputs_lost = lost(
            "inputs",
            recorded.inputs.is_some(),
            response.inputs.is_some(),
        );
        let outputs_lost = lost(
            "outputs",
            recorded.outputs.is_some(),
            response.outputs.is_some(),
        );
        if let Some(error) = inputs_lost.or(outputs_lost) {
            return Ok(Err(error));
        }
        let inputs = attempt!(self.decode_optional(response.inputs.as_deref(), "migrated inputs"));
        let outputs =
            attempt!(self.decode_optional(response.outputs.as_deref(), "migrated outputs"));
        Ok(Ok(RecordedState { inputs, outputs }))
    }

    pub(in crate::guest) async fn list(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        question: ListRequest<'_>,
    ) -> Answer<ListPage> {
        let request = wit::ListRequest {
            context: context(call, deadline_ms),
            query: attempt!(self.encode(question.query)),
            limit: question.limit.unwrap_or(0),
            page_size: question.page_size.unwrap_or(0),
            continuation_token: question.continuation_token.to_owned(),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_list(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        let size = |listed: &wit::Listed| size_of::<Listed>() + listed.id.len() + listed.name.len();
        attempt!(self.keep(response.found.iter().map(size).sum()));
        let found = response.found.into_iter().map(|listed| Listed {
            id: listed.id,
            name: listed.name,
        });
        Ok(Ok(ListPage {
            found: found.collect(),
            continuation_token: response.continuation_token,
        }))
    }

    pub(in crate::guest) async fn invoke(
        &mut self,
        call: &Call,
        deadline_ms: u32,
        arguments: &PropertyMap,
    ) -> Answer<(PropertyMap, Vec<PropertyFailure>)> {
        let request = wit::InvokeRequest {
            context: context(call, deadline_ms),
            arguments: attempt!(self.encode(arguments)),
            extra: nothing(),
        };
        let guest = self.exports.pulumi_wasm_provider_lifecycle();
        let answer = guest.call_invoke(&mut self.store, &request).await?;
        let response = attempt!(answer.map_err(|error| self.refuse(error)));
        let failures = self.failures(response.failures);
        Ok(self
            .decode(&response.result_value, "result")
            .map(|result| (result, failures)))
    }
}
