//! The functions of a guest in this version.

use async_trait::async_trait;
use pulumi_wasm_core::component::{
    CheckRequest, CreateRequest, Created, DeleteRequest, DiffAnswer, DiffRequest, Judged, ListPage,
    ListRequest, ListedResource, OldState, PreviewCreateRequest, PreviewUpdateRequest, ReadAnswer,
    ReadRequest, RecordedState, ResumeRequest, UpdateRequest, Updated,
};
use pulumi_wasm_core::error::failure::{DifferenceKind, PropertyDifference, PropertyFailure};
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::delta::Delta;

use super::bindings::Provider;
use crate::guest::interface::{Answer, Entry, Guest};

/// Calls a function that takes and returns a property map.
macro_rules! ask {
    ($self:ident, $entry:ident, $function:ident, $request:expr) => {{
        let request = match $entry.state().encode($request) {
            Ok(text) => text,
            Err(error) => return Ok(Err(error)),
        };
        let guest = $self.pulumi_wasm_provider_lifecycle();
        let given = guest.$function(&mut *$entry.store, &request).await?;
        let answer = given
            .map_err(|reason| CallError::Guest(GuestError::Other(reason)))
            .and_then(|text| $entry.state().decode(&text, "answer"));
        match answer {
            Ok(map) => map,
            Err(error) => return Ok(Err(error)),
        }
    }};
}

#[async_trait]
impl Guest for Provider {
    async fn describe(&self, entry: Entry<'_, '_>) -> Answer<String> {
        let guest = self.pulumi_wasm_provider_lifecycle();
        Ok(Ok(guest.call_describe(entry.store).await?))
    }

    async fn configure(&self, mut entry: Entry<'_, '_>, configuration: &PropertyMap) -> Answer<()> {
        ask!(self, entry, call_configure, configuration);
        Ok(Ok(()))
    }

    async fn check_config(
        &self,
        mut entry: Entry<'_, '_>,
        configuration: &PropertyMap,
    ) -> Answer<Vec<PropertyFailure>> {
        let answer = ask!(self, entry, call_check_config, configuration);
        let failure = |property: &String| PropertyFailure {
            property: property.clone(),
            reason: "wrong".to_owned(),
        };
        Ok(Ok(answer.keys().map(failure).collect()))
    }

    async fn check(&self, mut entry: Entry<'_, '_>, request: CheckRequest<'_>) -> Answer<Judged> {
        let completed = ask!(self, entry, call_complete, request.inputs);
        let checked = ask!(self, entry, call_check, &completed);
        Ok(Ok(Judged {
            delta: Delta::between(request.inputs, checked),
            failures: Vec::new(),
        }))
    }

    async fn diff(&self, mut entry: Entry<'_, '_>, request: DiffRequest<'_>) -> Answer<DiffAnswer> {
        let answer = ask!(self, entry, call_diff, request.inputs);
        let difference = |property: &String| PropertyDifference {
            property: property.clone(),
            kind: DifferenceKind::Change,
            replace: false,
        };
        Ok(Ok(DiffAnswer {
            differences: answer.keys().map(difference).collect(),
            delete_before_replace: request.delete_before_replace,
        }))
    }

    async fn create(
        &self,
        mut entry: Entry<'_, '_>,
        request: CreateRequest<'_>,
    ) -> Answer<Created> {
        let outputs = ask!(self, entry, call_create, request.inputs);
        Ok(Ok(Created {
            id: entry.call.subject.name.clone(),
            outputs,
            refresh_before_update: false,
        }))
    }

    async fn resume(
        &self,
        mut entry: Entry<'_, '_>,
        request: ResumeRequest<'_>,
    ) -> Answer<Updated> {
        let outputs = ask!(self, entry, call_create, request.inputs);
        Ok(Ok(Updated {
            outputs,
            refresh_before_update: false,
        }))
    }

    async fn preview_create(
        &self,
        mut entry: Entry<'_, '_>,
        request: PreviewCreateRequest<'_>,
    ) -> Answer<PropertyMap> {
        Ok(Ok(ask!(self, entry, call_create, request.inputs)))
    }

    async fn read(
        &self,
        mut entry: Entry<'_, '_>,
        request: ReadRequest<'_>,
    ) -> Answer<Option<ReadAnswer>> {
        let empty = PropertyMap::new();
        let recorded = request.old_outputs.unwrap_or(&empty);
        let outputs = ask!(self, entry, call_read, recorded);
        Ok(Ok(Some(ReadAnswer {
            id: request.id.to_owned(),
            outputs,
            ..ReadAnswer::default()
        })))
    }

    async fn update(
        &self,
        mut entry: Entry<'_, '_>,
        request: UpdateRequest<'_>,
    ) -> Answer<Updated> {
        let outputs = ask!(self, entry, call_update, request.inputs);
        Ok(Ok(Updated {
            outputs,
            refresh_before_update: false,
        }))
    }

    async fn preview_update(
        &self,
        mut entry: Entry<'_, '_>,
        request: PreviewUpdateRequest<'_>,
    ) -> Answer<PropertyMap> {
        Ok(Ok(ask!(self, entry, call_update, request.update.inputs)))
    }

    async fn delete(&self, mut entry: Entry<'_, '_>, request: DeleteRequest<'_>) -> Answer<()> {
        ask!(self, entry, call_delete, request.old_outputs);
        Ok(Ok(()))
    }

    async fn migrate(&self, mut entry: Entry<'_, '_>, state: &OldState) -> Answer<RecordedState> {
        let mut recorded = state.recorded.clone();
        if let Some(outputs) = &mut recorded.outputs {
            *outputs = ask!(self, entry, call_migrate, outputs);
        }
        Ok(Ok(recorded))
    }

    async fn list(&self, mut entry: Entry<'_, '_>, request: ListRequest<'_>) -> Answer<ListPage> {
        let answer = ask!(self, entry, call_list, request.query);
        let listed = |id: &String| ListedResource {
            id: id.clone(),
            name: id.clone(),
        };
        Ok(Ok(ListPage {
            found: answer.keys().map(listed).collect(),
            continuation_token: String::new(),
        }))
    }

    async fn invoke(
        &self,
        mut entry: Entry<'_, '_>,
        arguments: &PropertyMap,
    ) -> Answer<(PropertyMap, Vec<PropertyFailure>)> {
        Ok(Ok((ask!(self, entry, call_invoke, arguments), Vec::new())))
    }
}
