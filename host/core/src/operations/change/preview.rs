//! Previews: the predicted result of a create or update. The user sees it, and the real call is compared with it.

use std::sync::Arc;

use async_trait::async_trait;

use crate::call::{Call, Effects, LogSink, Severity};
use crate::component::{CallFailure, PreviewCreateRequest, PreviewUpdateRequest, UpdateRequest};
use crate::error::failure::PropertyFailure;
use crate::error::{CallError, GuestError};
use crate::manifest::Hook;
use crate::package::resource_binding::ResourceBinding;
use crate::redaction;
use crate::schema::{self, Consistency};
use crate::state::unknown_values::{names_of_unknown, take_unknown};
use crate::text::on_one_line;
use crate::value::PropertyMap;
use crate::view::{View, ViewSink, ViewStep};

/// The expected outputs of a real call.
pub(crate) struct PlannedOutputs(Option<PropertyMap>);

/// The predicted outputs of a create: the host's own prediction, corrected by the component's hook. If the hook omits
/// an output, the host's prediction stays.
pub(crate) async fn preview_create(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
) -> Result<PropertyMap, CallFailure> {
    let shown = schema::preview(binding.package, binding.schema, inputs);
    if !binding.asks(Hook::PreviewCreate) {
        return Ok(shown);
    }
    let request = PreviewCreateRequest {
        inputs,
        outputs: &shown,
    };
    let component = binding.component;
    let answer = component.preview_create(&as_preview(call), request).await?;
    Ok(merged(binding, call, inputs, shown, answer))
}

/// The predicted outputs of an update: the host's own prediction, corrected by the component's hook.
pub(crate) async fn preview_update(
    binding: &ResourceBinding<'_>,
    call: &Call,
    request: UpdateRequest<'_>,
) -> Result<PropertyMap, CallFailure> {
    let UpdateRequest {
        old_inputs,
        old_outputs,
        inputs,
        ..
    } = request;
    let (package, resource) = (binding.package, binding.schema);
    let shown = schema::preview_update(package, resource, old_inputs, old_outputs, inputs);
    if !binding.asks(Hook::PreviewUpdate) {
        return Ok(shown);
    }
    let request = PreviewUpdateRequest {
        update: request,
        outputs: &shown,
    };
    let component = binding.component;
    let answer = component.preview_update(&as_preview(call), request).await?;
    Ok(merged(binding, call, inputs, shown, answer))
}

fn merged(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
    shown: PropertyMap,
    answer: PropertyMap,
) -> PropertyMap {
    let mut shown = schema::merge_preview(binding.package, binding.schema, inputs, shown, answer);
    call.secrets.learn_answer(&shown);
    let declared = Some(&binding.schema.outputs);
    redaction::hide(&as_preview(call), "output", declared, inputs, &mut shown);
    shown
}

/// The planned outputs of a create: its preview with inputs that are all known now.
pub(crate) async fn plan_create(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
) -> PlannedOutputs {
    if binding.schema.traits.consistency == Consistency::Off {
        return PlannedOutputs(None);
    }
    PlannedOutputs(noted(call, preview_create(binding, call, inputs).await))
}

/// The planned outputs of an update.
pub(crate) async fn plan_update(
    binding: &ResourceBinding<'_>,
    call: &Call,
    request: UpdateRequest<'_>,
) -> PlannedOutputs {
    if binding.schema.traits.consistency == Consistency::Off {
        return PlannedOutputs(None);
    }
    PlannedOutputs(noted(call, preview_update(binding, call, request).await))
}

/// Compares the outputs of a real call with the planned outputs. Warns, or returns the reasons for a failure. Removes
/// outputs that are still unknown.
///
/// # Errors
/// If an output is unknown, or the result differs from the planned outputs and the manifest makes that an error.
pub(crate) fn hold(
    binding: &ResourceBinding<'_>,
    call: &Call,
    planned: &PlannedOutputs,
    outputs: &mut PropertyMap,
) -> Result<(), Inconsistent> {
    let unknown = names_of_unknown(outputs);
    if !unknown.is_empty() {
        return Err(Inconsistent {
            summary: "the result has unknown values",
            reasons: take_unknown(outputs),
            unknown,
        });
    }
    let Some(expected) = &planned.0 else {
        return Ok(());
    };
    let broken = schema::differences_from_plan(binding.package, binding.schema, expected, outputs);
    if broken.is_empty() {
        return Ok(());
    }
    let reasons: Vec<String> = broken.iter().map(reason).collect();
    if binding.schema.traits.consistency == Consistency::Error {
        return Err(Inconsistent {
            summary: "the result differs from the preview",
            reasons,
            unknown,
        });
    }
    let message = format!(
        "the {} gave a result that differs from its preview:\n  {}\nhint: its preview should show this; tell the \
         component's author",
        call.operation.name(),
        reasons.join("\n  ")
    );
    call.log(Severity::Warning, &message);
    Ok(())
}

/// How a result differs from the planned outputs.
pub(crate) struct Inconsistent {
    summary: &'static str,
    /// A sentence for each property.
    pub(crate) reasons: Vec<String>,
    /// The names of unknown properties that were left out.
    pub(crate) unknown: Vec<String>,
}

impl Inconsistent {
    pub(crate) fn error(&self) -> CallError {
        CallError::BadAnswer(format!("{}: {}", self.summary, self.reasons.join("; ")))
    }
}

fn reason(broken: &PropertyFailure) -> String {
    format!("`{}`: {}", on_one_line(&broken.property), broken.reason)
}

/// The call as a preview without effects. Before a real call it runs silently, because its messages and views were
/// shown in the preview.
fn as_preview(call: &Call) -> Call {
    let asked = Call {
        preview: true,
        effects: Effects::None,
        ..call.clone()
    };
    if call.preview {
        return asked;
    }
    Call {
        log: Arc::new(Silence),
        views: call
            .views
            .as_ref()
            .map(|_| Arc::new(Silence) as Arc<dyn ViewSink>),
        ..asked
    }
}

/// Drops messages and views.
struct Silence;

impl LogSink for Silence {
    fn log(&self, _severity: Severity, _urn: &str, _message: &str, _ephemeral: bool) {}
}

#[async_trait]
impl ViewSink for Silence {
    fn mark_secrets(&self, _view: &mut View) {}

    async fn publish(&self, _steps: Vec<ViewStep>) -> Result<(), GuestError> {
        Ok(())
    }
}

/// A failed preview plans no outputs: the real call reports its own error.
fn noted(call: &Call, preview: Result<PropertyMap, CallFailure>) -> Option<PropertyMap> {
    preview
        .inspect_err(|failure| {
            let error = &failure.error;
            let message =
                format!("the result is not compared with a preview, which failed: {error}");
            call.log(Severity::Debug, &message);
        })
        .ok()
}
