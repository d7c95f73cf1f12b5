//! The functions of a guest in this version: each one writes the request, enters the guest, and reads the answer.

use async_trait::async_trait;
use pulumi_wasm_capability::json::Sent;
use pulumi_wasm_core::component::{
    CheckRequest, CreateRequest, Created, DeleteRequest, DiffAnswer, DiffRequest, Judged, ListPage,
    ListRequest, OldState, PreviewCreateRequest, PreviewUpdateRequest, ReadAnswer, ReadRequest,
    RecordedState, ResumeRequest, UpdateRequest, Updated,
};
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::value::PropertyMap;

use super::bindings::Provider;
use super::component_bindings::ComponentResources;
use super::{answers, requests};
use crate::guest::interface::{Answer, Constructs, Entry, Guest};

/// Runs a step whose failure is the call's answer.
macro_rules! attempt {
    ($step:expr) => {
        match $step {
            Ok(value) => value,
            Err(error) => return Ok(Err(error)),
        }
    };
}

/// An instance with its functions, and with the functions for component resources if it exports them.
pub(super) struct ProviderGuest {
    pub(super) provider: Provider,
    pub(super) components: Option<ComponentResources>,
}

#[async_trait]
impl Guest for ProviderGuest {
    fn constructs(&self) -> Option<&dyn Constructs> {
        let components = self.components.as_ref();
        components.map(|components| components as &dyn Constructs)
    }

    async fn describe(&self, mut entry: Entry<'_, '_>) -> Answer<String> {
        let guest = self.provider.pulumi_wasm_provider_description();
        let given = guest.call_describe(&mut *entry.store).await?;
        Ok(given.map_err(|error| answers::refuse(entry.state(), error)))
    }

    async fn configure(&self, mut entry: Entry<'_, '_>, configuration: &PropertyMap) -> Answer<()> {
        let request = attempt!(requests::configure(&mut entry, configuration));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_configure(&mut *entry.store, &request).await?;
        Ok(given.map_err(|error| answers::refuse(entry.state(), error)))
    }

    async fn check_config(
        &self,
        mut entry: Entry<'_, '_>,
        configuration: &PropertyMap,
    ) -> Answer<Vec<PropertyFailure>> {
        let request = attempt!(requests::check_config(&mut entry, configuration));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_check_config(&mut *entry.store, &request).await?;
        Ok(answers::check_config(entry.state(), given))
    }

    async fn check(&self, mut entry: Entry<'_, '_>, question: CheckRequest<'_>) -> Answer<Judged> {
        let (request, places) = attempt!(requests::check(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_check(&mut *entry.store, &request).await?;
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &places,
        };
        Ok(answers::check(entry.state(), given, sent))
    }

    async fn diff(
        &self,
        mut entry: Entry<'_, '_>,
        question: DiffRequest<'_>,
    ) -> Answer<DiffAnswer> {
        let request = attempt!(requests::diff(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_diff(&mut *entry.store, &request).await?;
        Ok(answers::diff(entry.state(), given))
    }

    async fn create(
        &self,
        mut entry: Entry<'_, '_>,
        question: CreateRequest<'_>,
    ) -> Answer<Created> {
        let (request, places) = attempt!(requests::create(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_create(&mut *entry.store, &request).await?;
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &places,
        };
        let call = entry.call;
        Ok(answers::create(entry.state(), given, call, sent))
    }

    async fn resume(
        &self,
        mut entry: Entry<'_, '_>,
        question: ResumeRequest<'_>,
    ) -> Answer<Updated> {
        let (request, places) = attempt!(requests::resume(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_resume(&mut *entry.store, &request).await?;
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &places,
        };
        let call = entry.call;
        Ok(answers::resume(entry.state(), given, call, question, sent))
    }

    async fn preview_create(
        &self,
        mut entry: Entry<'_, '_>,
        question: PreviewCreateRequest<'_>,
    ) -> Answer<PropertyMap> {
        let (request, places) = attempt!(requests::preview_create(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest
            .call_preview_create(&mut *entry.store, &request)
            .await?;
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &places,
        };
        Ok(answers::preview(entry.state(), given, sent))
    }

    async fn read(
        &self,
        mut entry: Entry<'_, '_>,
        question: ReadRequest<'_>,
    ) -> Answer<Option<ReadAnswer>> {
        let request = attempt!(requests::read(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_read(&mut *entry.store, &request).await?;
        Ok(answers::read(entry.state(), given))
    }

    async fn update(
        &self,
        mut entry: Entry<'_, '_>,
        question: UpdateRequest<'_>,
    ) -> Answer<Updated> {
        let (request, places) = attempt!(requests::update(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_update(&mut *entry.store, &request).await?;
        let sent = Sent {
            map: question.inputs,
            text: &request.inputs,
            places: &places,
        };
        let call = entry.call;
        Ok(answers::update(entry.state(), given, call, question, sent))
    }

    async fn preview_update(
        &self,
        mut entry: Entry<'_, '_>,
        question: PreviewUpdateRequest<'_>,
    ) -> Answer<PropertyMap> {
        let (request, places) = attempt!(requests::preview_update(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest
            .call_preview_update(&mut *entry.store, &request)
            .await?;
        let sent = Sent {
            map: question.update.inputs,
            text: &request.inputs,
            places: &places,
        };
        Ok(answers::preview(entry.state(), given, sent))
    }

    async fn delete(&self, mut entry: Entry<'_, '_>, question: DeleteRequest<'_>) -> Answer<()> {
        let request = attempt!(requests::delete(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_delete(&mut *entry.store, &request).await?;
        Ok(answers::delete(entry.state(), given))
    }

    async fn migrate(&self, mut entry: Entry<'_, '_>, old: &OldState) -> Answer<RecordedState> {
        let request = attempt!(requests::migrate(&mut entry, old));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_migrate(&mut *entry.store, &request).await?;
        Ok(answers::migrate(entry.state(), given, old))
    }

    async fn list(&self, mut entry: Entry<'_, '_>, question: ListRequest<'_>) -> Answer<ListPage> {
        let request = attempt!(requests::list(&mut entry, question));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_list(&mut *entry.store, &request).await?;
        Ok(answers::list(entry.state(), given))
    }

    async fn invoke(
        &self,
        mut entry: Entry<'_, '_>,
        arguments: &PropertyMap,
    ) -> Answer<(PropertyMap, Vec<PropertyFailure>)> {
        let request = attempt!(requests::invoke(&mut entry, arguments));
        let guest = self.provider.pulumi_wasm_provider_lifecycle();
        let given = guest.call_invoke(&mut *entry.store, &request).await?;
        Ok(answers::invoke(entry.state(), given))
    }
}
