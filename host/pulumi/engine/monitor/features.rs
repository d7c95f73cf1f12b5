//! The features of a monitor. The host refuses an option that the engine would drop silently.

use std::collections::BTreeSet;

use pulumi_wasm_core::monitor::MonitorError;
use tonic::Code;

use super::client::{Client, refusal};
use crate::pulumi::wire::pulumirpc::SupportsFeatureRequest;

/// A feature that a monitor may have. The numbers come from the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Feature {
    AliasSpecs = 3,
    ReplacementTrigger = 4,
    DeletedWith = 5,
    ReplaceWith = 6,
    Transforms = 7,
    Parameterization = 9,
    ResourceHooks = 10,
    InvokeDependsOn = 14,
}

const ALL: [Feature; 8] = [
    Feature::AliasSpecs,
    Feature::ReplacementTrigger,
    Feature::DeletedWith,
    Feature::ReplaceWith,
    Feature::Transforms,
    Feature::Parameterization,
    Feature::ResourceHooks,
    Feature::InvokeDependsOn,
];

impl Feature {
    /// The feature's name in requests to engines that do not list their features.
    fn id(self) -> &'static str {
        match self {
            Self::AliasSpecs => "aliasSpecs",
            Self::ReplacementTrigger => "replacementTrigger",
            Self::DeletedWith => "deletedWith",
            Self::ReplaceWith => "replaceWith",
            Self::Transforms => "transforms",
            Self::Parameterization => "parameterization",
            Self::ResourceHooks => "resourceHooks",
            Self::InvokeDependsOn => "invokeDependsOn",
        }
    }

    /// The option that needs the feature, for messages.
    fn needed_for(self) -> &'static str {
        match self {
            Self::AliasSpecs => "the option `aliases`",
            Self::ReplacementTrigger => "the option `replacementTrigger`",
            Self::DeletedWith => "the option `deletedWith`",
            Self::ReplaceWith => "the option `replaceWith`",
            Self::Transforms => "transforms of a component",
            Self::Parameterization => "parameterized packages",
            Self::ResourceHooks => "the option `hooks`",
            Self::InvokeDependsOn => "the option `dependsOn` of a function",
        }
    }
}

/// The features of one monitor.
#[derive(Debug, Clone, Default)]
pub(super) struct Features(BTreeSet<Feature>);

impl Features {
    /// Asks the monitor: for the list of them, else for one after the other.
    ///
    /// # Errors
    /// When the monitor does not answer.
    pub(super) async fn ask(client: &mut Client) -> Result<Self, MonitorError> {
        match client.get_deployment_info(()).await {
            Ok(info) => {
                let listed = info.into_inner().supported_features;
                let has = |feature: &Feature| listed.contains(&(*feature as i32));
                Ok(Self(ALL.into_iter().filter(has).collect()))
            }
            Err(status) if status.code() == Code::Unimplemented => Self::ask_each(client).await,
            Err(status) => Err(refusal(
                "the engine did not describe the deployment",
                &status,
            )),
        }
    }

    async fn ask_each(client: &mut Client) -> Result<Self, MonitorError> {
        let mut features = BTreeSet::new();
        for feature in ALL {
            let request = SupportsFeatureRequest {
                id: feature.id().to_owned(),
            };
            let answer = client.supports_feature(request).await;
            let answer = answer.map_err(|status| {
                refusal("the engine did not answer which features it has", &status)
            })?;
            if answer.into_inner().has_support {
                features.insert(feature);
            }
        }
        Ok(Self(features))
    }

    /// Checks that the monitor has a feature.
    ///
    /// # Errors
    /// If the monitor lacks the feature. Names the option that needs it.
    pub(super) fn require(&self, feature: Feature) -> Result<(), MonitorError> {
        if self.0.contains(&feature) {
            return Ok(());
        }
        Err(MonitorError::Refused(format!(
            "this version of Pulumi does not support {}: update the Pulumi CLI",
            feature.needed_for()
        )))
    }
}
