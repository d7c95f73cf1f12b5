//! Implements the core's monitor with the engine's resource monitor, for the requests of one construction.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use async_trait::async_trait;
use parking_lot::Mutex;
use pulumi_wasm_core::graph::Transform;
use pulumi_wasm_core::graph::{
    LookupKind, LookupRequest, LookupResult, Registered, Registration, ResourceKind,
};
use pulumi_wasm_core::monitor::{Monitor, MonitorError};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::PropertyMap;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::client::{Client, refusal};
use super::endpoint::Connection;
use super::features::Feature;
use super::hooks;
use super::lookup;
use super::packages::Packages;
use super::registration::{self, Functions, PluginReference, named};
use crate::pulumi::callbacks::{Function, Offer};
use crate::pulumi::convert::map_to_proto;
use crate::pulumi::wire::pulumirpc as pb;

/// The number of requests of one component in flight. A server may close a connection if thousands of requests begin at
/// once.
const REQUESTS_AT_A_TIME: usize = 100;

/// Registers the children of one component.
pub(in crate::pulumi) struct EngineMonitor {
    connection: Connection,
    packages: Packages,
    stack_trace_handle: String,
    /// Each component has its own limit, because a request for a nested component lasts until the nested component's
    /// requests are answered.
    turns: Semaphore,
    /// The transforms that the engine knows, by the guest's numbers, until all requests are answered.
    transforms: Mutex<BTreeMap<u32, Offer>>,
}

impl EngineMonitor {
    /// `stack_trace_handle` comes from the request that is being served.
    pub(in crate::pulumi) fn new(
        connection: Connection,
        packages: Packages,
        stack_trace_handle: String,
    ) -> Self {
        Self {
            connection,
            packages,
            stack_trace_handle,
            turns: Semaphore::new(REQUESTS_AT_A_TIME),
            transforms: Mutex::default(),
        }
    }

    /// The transforms of a request to the engine, each once.
    fn offered(&self, transforms: &[Transform]) -> Result<Vec<pb::Callback>, MonitorError> {
        let mut offers = self.transforms.lock();
        let mut told = Vec::new();
        for transform in transforms {
            let offer = match offers.entry(transform.number()) {
                Entry::Occupied(offer) => offer.into_mut(),
                Entry::Vacant(place) => {
                    let function = Function::Transform(transform.clone());
                    place.insert(self.connection.callbacks().offer(function)?)
                }
            };
            told.push(offer.to_proto());
        }
        Ok(told)
    }

    /// A client for one request, and the permit that the request holds until it is answered.
    async fn client_in_turn(&self) -> (Client, Option<SemaphorePermit<'_>>) {
        // An error would mean that the semaphore is closed, which it never is.
        let turn = self.turns.acquire().await.ok();
        (self.connection.client(), turn)
    }

    /// Makes sure that the engine does not drop an option.
    async fn supports(&self, registration: &Registration) -> Result<(), MonitorError> {
        let options = &registration.options;
        let needed = [
            (Feature::AliasSpecs, !options.aliases.is_empty()),
            (Feature::DeletedWith, !options.deleted_with.is_empty()),
            (Feature::ReplaceWith, !options.replace_with.is_empty()),
            (
                Feature::ReplacementTrigger,
                options.replacement_trigger.is_some(),
            ),
            (Feature::Transforms, !registration.transforms.is_empty()),
            (Feature::ResourceHooks, !registration.hooks.is_empty()),
        ];
        for (feature, _) in needed.into_iter().filter(|(_, is_needed)| *is_needed) {
            self.connection.features().await?.require(feature)?;
        }
        Ok(())
    }

    /// The plugin that creates a resource, in the form that the engine expects.
    async fn plugin(&self, token: &str) -> Result<PluginReference, MonitorError> {
        let Some(package) = self.packages.of_token(token) else {
            return Ok(PluginReference::default());
        };
        if package.parameter.is_none() {
            return Ok(PluginReference {
                version: package.version.clone(),
                download_url: package.download_url.clone(),
                ..PluginReference::default()
            });
        }
        let features = self.connection.features().await?;
        features.require(Feature::Parameterization)?;
        Ok(PluginReference {
            package: self.connection.reference(package).await?,
            ..PluginReference::default()
        })
    }
}

#[async_trait]
impl Monitor for EngineMonitor {
    async fn register(&self, registration: Registration) -> Result<Registered, MonitorError> {
        let (kind, what) = (registration.kind, named(&registration));
        self.supports(&registration).await?;
        let plugin = match kind {
            ResourceKind::Group => PluginReference::default(),
            ResourceKind::Custom | ResourceKind::Remote => self.plugin(&registration.token).await?,
        };
        let transforms = self.offered(&registration.transforms)?;
        let (mut client, _turn) = self.client_in_turn().await;
        let hooks = hooks::announce(&mut client, &self.connection, &registration).await?;
        let functions = Functions {
            transforms,
            hooks: hooks.binding.clone(),
        };
        let handle = self.stack_trace_handle.clone();
        let request = registration::to_proto(registration, plugin, functions, handle);
        let answer = client.register_resource(request).await;
        let answer = answer
            .map_err(|status| refusal(&format!("the engine did not register {what}"), &status))?;
        registration::from_proto(kind, answer.into_inner()).map_err(|error| {
            MonitorError::Refused(format!("the engine's answer for {what}: {error}"))
        })
    }

    async fn look_up(&self, request: LookupRequest) -> Result<LookupResult, MonitorError> {
        if request.kind == LookupKind::Invoke && !request.dependencies.is_empty() {
            let features = self.connection.features().await?;
            features.require(Feature::InvokeDependsOn)?;
        }
        let plugin = self.plugin(&request.token).await?;
        let handle = self.stack_trace_handle.clone();
        let (mut client, _turn) = self.client_in_turn().await;
        lookup::look_up(&mut client, request, plugin, handle).await
    }

    async fn complete(&self, urn: &str, outputs: PropertyMap) -> Result<(), MonitorError> {
        let request = pb::RegisterResourceOutputsRequest {
            urn: urn.to_owned(),
            outputs: Some(map_to_proto(&outputs)),
        };
        let (mut client, _turn) = self.client_in_turn().await;
        match client.register_resource_outputs(request).await {
            Ok(_) => Ok(()),
            Err(status) => {
                let what = format!(
                    "the engine did not accept the outputs of {}",
                    Excerpt::name(urn)
                );
                Err(refusal(&what, &status))
            }
        }
    }
}
