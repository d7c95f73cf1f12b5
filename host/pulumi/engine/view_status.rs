//! Publishes the steps of a call's views to the engine's view service.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::view::{View, ViewOperation, ViewSink, ViewStep};
use tonic::transport::Channel;

use crate::pulumi::convert::ConvertError;
use crate::pulumi::convert::{map_from_proto, map_to_proto};
use crate::pulumi::wire::pulumirpc as pb;
use crate::pulumi::wire::pulumirpc::resource_status_client::ResourceStatusClient;
use crate::pulumi::wire::pulumirpc::view_step::{Op, Status as StepStatus};

/// The maximum number of refused steps that a message names.
const MAX_MISTAKES: usize = 20;

/// Publishes the steps of one call.
pub(crate) struct ViewStatus {
    channel: Channel,
    token: String,
    /// The package that declares the types of views.
    package: Arc<Package>,
    /// Type and name of each view that the engine has recorded.
    recorded: BTreeSet<(String, String)>,
}

impl ViewStatus {
    pub(crate) fn new(
        channel: Channel,
        token: String,
        package: &Arc<Package>,
        old_views: &[View],
    ) -> Self {
        Self {
            channel,
            token,
            package: Arc::clone(package),
            recorded: old_views
                .iter()
                .map(|view| (view.token.clone(), view.name.clone()))
                .collect(),
        }
    }

    /// The fault of a step that the engine cannot take: it does not expect any of this, and would crash.
    fn mistake(&self, step: &ViewStep) -> Option<String> {
        let Some(view) = step.new.as_ref().or(step.old.as_ref()) else {
            return Some("the step has neither a view before nor one after".to_owned());
        };
        let named = format!(
            "`{}` `{}`",
            Excerpt::name(&view.token),
            Excerpt::name(&view.name)
        );
        let mut parts = view.token.split(':');
        // A dollar sign divides the types of a URN: the text behind it would be the view's type.
        let is_plain = |part: &str| {
            !part.is_empty() && !part.contains(|letter: char| letter == '$' || letter.is_control())
        };
        let is_ours = parts.next() == Some(self.package.name())
            && parts.next().is_some_and(is_plain)
            && parts.next().is_some_and(is_plain)
            && parts.next().is_none();
        if !is_ours {
            let package = self.package.name();
            return Some(format!(
                "the view {named} has no type of the package `{package}`"
            ));
        }
        if view.name.is_empty() {
            return Some(format!("the view {named} has no name"));
        }
        if let Some(old) = &step.old {
            if (&old.token, &old.name) != (&view.token, &view.name) {
                return Some(format!("the view {named} had another type or name before"));
            }
            let identity = (old.token.clone(), old.name.clone());
            if !self.recorded.contains(&identity) {
                return Some(format!(
                    "the view {named} is not recorded, so it has no state before"
                ));
            }
        }
        None
    }
}

#[async_trait]
impl ViewSink for ViewStatus {
    fn mark_secrets(&self, view: &mut View) {
        self.package.mark_secrets_of_view(view);
    }

    async fn publish(&self, steps: Vec<ViewStep>) -> Result<(), GuestError> {
        let mistakes: Vec<PropertyFailure> = steps
            .iter()
            .enumerate()
            .filter_map(|(index, step)| {
                Some(PropertyFailure {
                    property: format!("steps[{index}]"),
                    reason: self.mistake(step)?,
                })
            })
            .take(MAX_MISTAKES)
            .collect();
        if !mistakes.is_empty() {
            return Err(GuestError::Invalid(mistakes));
        }
        let request = pb::PublishViewStepsRequest {
            token: self.token.clone(),
            steps: steps.into_iter().map(step_to_proto).collect(),
        };
        let mut client = ResourceStatusClient::new(self.channel.clone());
        match client.publish_view_steps(request).await {
            Ok(_) => Ok(()),
            Err(status) => Err(GuestError::Unavailable(format!(
                "the engine did not accept the views: {}",
                status.message()
            ))),
        }
    }
}

/// Reads the views that a request carries.
///
/// # Errors
/// When a view's properties are malformed.
pub(crate) fn views_from_proto(views: Vec<pb::View>) -> Result<Vec<View>, ConvertError> {
    let view = |view: pb::View| {
        Ok(View {
            token: view.r#type,
            name: view.name,
            parent_token: view.parent_type,
            parent_name: view.parent_name,
            inputs: map_from_proto(view.inputs.as_deref())?,
            outputs: map_from_proto(view.outputs.as_deref())?,
        })
    };
    views.into_iter().map(view).collect()
}

fn step_to_proto(step: ViewStep) -> pb::ViewStep {
    let (token, name) = match step.new.as_ref().or(step.old.as_ref()) {
        Some(view) => (view.token.clone(), view.name.clone()),
        None => Default::default(),
    };
    let status = match step.failure {
        None => StepStatus::Ok,
        Some(_) => StepStatus::PartialFailure,
    };
    pb::ViewStep {
        status: status.into(),
        error: step.failure.unwrap_or_default(),
        op: operation(step.operation).into(),
        r#type: token,
        name,
        old: step.old.map(state_to_proto),
        new: step.new.map(state_to_proto),
        ..pb::ViewStep::default()
    }
}

fn state_to_proto(view: View) -> pb::ViewStepState {
    pb::ViewStepState {
        r#type: view.token,
        name: view.name,
        parent_type: view.parent_token,
        parent_name: view.parent_name,
        inputs: Some(map_to_proto(&view.inputs)),
        outputs: Some(map_to_proto(&view.outputs)),
    }
}

fn operation(operation: ViewOperation) -> Op {
    match operation {
        ViewOperation::Same => Op::Same,
        ViewOperation::Create => Op::Create,
        ViewOperation::Update => Op::Update,
        ViewOperation::Delete => Op::Delete,
        ViewOperation::Replace => Op::Replace,
        ViewOperation::Read => Op::Read,
        ViewOperation::Refresh => Op::Refresh,
        ViewOperation::Import => Op::Import,
    }
}

#[cfg(test)]
mod tests;
