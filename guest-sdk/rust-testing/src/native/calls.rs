//! The core's questions, as requests to a provider's functions. The rules for answers are those of the sandbox.

use std::sync::atomic::Ordering;

use async_trait::async_trait;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    CheckRequest, Component, CreateOutcome, CreateRequest, Created, DeleteRequest, DiffAnswer,
    DiffRequest, Judged, ListPage, ListRequest, Listed, OldState, Origin, ReadAnswer, ReadRequest,
    RecordedState, UpdateOutcome, UpdateRequest, Updated,
};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::failure::PropertyFailure;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::revision::Revision;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_provider::Provider;
use pulumi_wasm_provider::bindings::exports::pulumi_wasm::provider::lifecycle::{
    self as wit, Guest,
};
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::common;

use super::NativeComponent;
use super::convert::{
    decode, decode_optional, encode, encode_optional, encode_views, from_difference, from_failure,
    nothing, refuse, time, to_difference,
};
use super::instance::Instance;

#[async_trait]
impl<P: Provider> Component for NativeComponent<P> {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn set_configuration(&self, configuration: PropertyMap) {
        // A provider is configured once; after a second configuration, instances would keep the first.
        let shown = self.host.declare(&self.manifest.wants, configuration);
        drop(self.configuration.set(shown));
    }

    fn grant(&self, addresses: Vec<String>) {
        self.host.grant(&addresses);
    }

    fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError> {
        let shown = self.manifest.wants.shown(configuration.clone());
        // On a separate instance: the other one is configured already.
        let instance = Instance::start(self.manifest.name(), self.host.clone())?;
        self.host.begin(call.clone(), time(call));
        let ended = self
            .enter(
                &instance,
                call,
                |host, context| {
                    Ok(wit::CheckConfigRequest {
                        context,
                        config: encode(host, &shown)?,
                        extra: nothing(),
                    })
                },
                <P as Guest>::check_config,
                |host, answer| {
                    let response = answer.map_err(|error| refuse(host, error))?;
                    Ok(response.failures.into_iter().map(from_failure).collect())
                },
            )
            .await;
        self.host.end();
        ended
    }

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Judged, CallError> {
        let ended = self.call(
            call,
            |host, context| {
                Ok(wit::CheckRequest {
                    context,
                    old_inputs: encode(host, request.old_inputs)?,
                    old_outputs: encode_optional(host, request.old_outputs)?,
                    inputs: encode(host, request.inputs)?,
                    random_seed: call.random_seed.clone(),
                    extra: nothing(),
                })
            },
            <P as Guest>::check,
            |host, answer| {
                let response = answer.map_err(|error| refuse(host, error))?;
                let inputs = decode(host, &response.inputs, "inputs")?;
                Ok(Judged {
                    revision: Revision::between(request.inputs, inputs),
                    failures: response.failures.into_iter().map(from_failure).collect(),
                })
            },
        );
        ended.await.map_err(|failure| failure.error)
    }

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError> {
        let ended = self.call(
            call,
            |host, context| {
                Ok(wit::DiffRequest {
                    context,
                    id: request.id.to_owned(),
                    old_inputs: encode(host, request.old_inputs)?,
                    old_outputs: encode(host, request.old_outputs)?,
                    inputs: encode(host, request.inputs)?,
                    ignore_changes: request.ignore_changes.to_vec(),
                    found: request.found.iter().map(to_difference).collect(),
                    delete_before_replace: request.delete_before_replace,
                    extra: nothing(),
                })
            },
            <P as Guest>::diff,
            |host, answer| {
                let response = answer.map_err(|error| refuse(host, error))?;
                let differences = response.differences.into_iter().map(from_difference);
                Ok(DiffAnswer {
                    differences: differences.collect(),
                    delete_before_replace: response.delete_before_replace,
                })
            },
        );
        ended.await.map_err(|failure| failure.error)
    }

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome {
        let resume = request.resume;
        self.call(
            call,
            |host, context| {
                let saved = resume.map(|checkpoint| &checkpoint.outputs);
                Ok(wit::CreateRequest {
                    context,
                    inputs: encode(host, request.inputs)?,
                    resume_outputs: encode_optional(host, saved)?,
                    preview_outputs: encode_optional(host, request.preview)?,
                    resume_id: resume
                        .map(|checkpoint| checkpoint.id.clone())
                        .unwrap_or_default(),
                    extra: nothing(),
                })
            },
            <P as Guest>::create,
            |host, answer| {
                let response = answer.map_err(|error| refuse(host, error))?;
                if response.id.is_empty() && !call.preview {
                    return Err(CallError::BadAnswer(
                        "it gave no id for what it created".to_owned(),
                    ));
                }
                Ok(Created {
                    outputs: decode(host, &response.outputs, "outputs")?,
                    id: response.id,
                    refresh_before_update: response.refresh_before_update,
                })
            },
        )
        .await
    }

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        let ended = self.call(
            call,
            |host, context| {
                Ok(wit::ReadRequest {
                    context,
                    id: request.id.to_owned(),
                    inputs: encode_optional(host, request.inputs)?,
                    outputs: encode_optional(host, request.outputs)?,
                    old_views: encode_views(host, request.old_views)?,
                    extra: nothing(),
                })
            },
            <P as Guest>::read,
            |host, answer| {
                let response = match answer {
                    Ok(response) if response.exists => response,
                    Ok(_) | Err(common::Error::NotFound(_)) => return Ok(None),
                    Err(error) => return Err(refuse(host, error)),
                };
                if response.id.is_empty() {
                    return Err(CallError::BadAnswer(
                        "it gave no id for what it read".to_owned(),
                    ));
                }
                Ok(Some(ReadAnswer {
                    inputs: decode_optional(host, response.inputs.as_deref(), "inputs")?,
                    outputs: decode(host, &response.outputs, "outputs")?,
                    id: response.id,
                    refresh_before_update: response.refresh_before_update,
                }))
            },
        );
        ended.await.map_err(|failure| failure.error)
    }

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome {
        self.call(
            call,
            |host, context| {
                Ok(wit::UpdateRequest {
                    context,
                    id: request.id.to_owned(),
                    old_inputs: encode(host, request.old_inputs)?,
                    old_outputs: encode(host, request.old_outputs)?,
                    inputs: encode(host, request.inputs)?,
                    ignore_changes: request.ignore_changes.to_vec(),
                    preview_outputs: encode_optional(host, request.preview)?,
                    old_views: encode_views(host, request.old_views)?,
                    extra: nothing(),
                })
            },
            <P as Guest>::update,
            |host, answer| {
                let response = answer.map_err(|error| refuse(host, error))?;
                Ok(Updated {
                    outputs: decode(host, &response.outputs, "outputs")?,
                    refresh_before_update: response.refresh_before_update,
                })
            },
        )
        .await
    }

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError> {
        let ended = self.call(
            call,
            |host, context| {
                Ok(wit::DeleteRequest {
                    context,
                    id: request.id.to_owned(),
                    inputs: encode(host, request.inputs)?,
                    outputs: encode(host, request.outputs)?,
                    old_views: encode_views(host, request.old_views)?,
                    extra: nothing(),
                })
            },
            <P as Guest>::delete,
            |host, answer| match answer {
                Ok(()) | Err(common::Error::NotFound(_)) => Ok(()),
                Err(error) => Err(refuse(host, error)),
            },
        );
        ended.await.map_err(|failure| failure.error)
    }

    async fn migrate(&self, call: &Call, state: OldState) -> Result<RecordedState, CallError> {
        let recorded = &state.recorded;
        let ended = self.call(
            call,
            |host, context| {
                Ok(wit::MigrateRequest {
                    context,
                    from_version: state.version,
                    inputs: encode_optional(host, recorded.inputs.as_ref())?,
                    outputs: encode_optional(host, recorded.outputs.as_ref())?,
                    extra: nothing(),
                })
            },
            <P as Guest>::migrate,
            |host, answer| {
                let response = answer.map_err(|error| refuse(host, error))?;
                let pairs = [
                    ("inputs", &recorded.inputs, &response.inputs),
                    ("outputs", &recorded.outputs, &response.outputs),
                ];
                for (name, old, new) in pairs {
                    if old.is_some() && new.is_none() {
                        return Err(CallError::BadAnswer(format!(
                            "its migration left out the resource's {name}"
                        )));
                    }
                }
                Ok(RecordedState {
                    inputs: decode_optional(host, response.inputs.as_deref(), "migrated inputs")?,
                    outputs: decode_optional(
                        host,
                        response.outputs.as_deref(),
                        "migrated outputs",
                    )?,
                })
            },
        );
        ended.await.map_err(|failure| failure.error)
    }

    async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError> {
        let ended = self.call(
            call,
            |host, context| {
                Ok(wit::ListRequest {
                    context,
                    query: encode(host, request.query)?,
                    limit: request.limit.unwrap_or(0),
                    page_size: request.page_size.unwrap_or(0),
                    continuation_token: request.continuation_token.to_owned(),
                    extra: nothing(),
                })
            },
            <P as Guest>::list,
            |host, answer| {
                let response = answer.map_err(|error| refuse(host, error))?;
                let found = response.found.into_iter().map(|listed| Listed {
                    id: listed.id,
                    name: listed.name,
                });
                Ok(ListPage {
                    found: found.collect(),
                    continuation_token: response.continuation_token,
                })
            },
        );
        ended.await.map_err(|failure| failure.error)
    }

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
        let ended = self.call(
            call,
            |host, context| {
                Ok(wit::InvokeRequest {
                    context,
                    arguments: encode(host, arguments)?,
                    extra: nothing(),
                })
            },
            <P as Guest>::invoke,
            |host, answer| {
                let response = answer.map_err(|error| refuse(host, error))?;
                Ok((
                    decode(host, &response.result_value, "result")?,
                    response.failures.into_iter().map(from_failure).collect(),
                ))
            },
        );
        ended.await.map_err(|failure| failure.error)
    }
}
