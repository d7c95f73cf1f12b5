//! ValidateResourceConfig: judging a resource's configuration before anything is planned. Values may be unknown.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::check::{CheckParameters, CheckResult};
use pulumi_wasm_core::schema::Autonaming;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::invoked::read;
use super::plan_resource_change::configured;
use crate::convert::value::Value;
use crate::convert::{attribute_path, properties};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::validate_resource_config::{Request, Response};
use crate::provider::{Provider, Typed};
use crate::schema::block::Block;
use crate::schema::catalog::Kind;
use crate::schema::timeouts;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let found = judge(provider, request).await;
    Response {
        diagnostics: found.unwrap_or_else(|diagnostics| diagnostics),
    }
}

async fn judge(provider: &Provider, request: Request) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let config = read(&typed, request.config.as_ref())?;
    let mut mistakes = wrong_limits(&config);
    let capabilities = request.client_capabilities.unwrap_or_default();
    if !capabilities.write_only_attributes_allowed {
        mistakes.extend(write_only_arguments(&config, &typed.block));
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let inputs = properties::inputs(&config, &typed.block);
    let (_, warnings) = checked(&typed, inputs, StoredProperties::default(), Naming::Later).await?;
    Ok(warnings)
}

/// The time limits that are not durations.
fn wrong_limits(config: &Value) -> Vec<Diagnostic> {
    let wrong = timeouts::mistakes(config).into_iter();
    let shown = wrong.map(|(name, text)| {
        let detail = format!(
            "`{}` is not a duration\nhint: write it as in `30s` or `1h30m`",
            Excerpt::name(&text)
        );
        Diagnostic {
            attribute: Some(attribute_path::of_member(timeouts::NAME, name)),
            ..diagnostics::error("Invalid time limit", &detail)
        }
    });
    shown.collect()
}

/// Write-only arguments, for a core that would keep them in its state.
fn write_only_arguments(config: &Value, block: &Block) -> Vec<Diagnostic> {
    let attributes = block.attributes.iter();
    let given = attributes
        .filter(|(name, attribute)| attribute.write_only && !configured(config, name).is_null());
    let shown = given.map(|(name, _)| {
        let detail = format!(
            "`{name}` is write-only: no state may have its value\n\
             hint: use Terraform 1.11, OpenTofu 1.11 or a newer release"
        );
        Diagnostic {
            attribute: Some(attribute_path::of_attribute(name)),
            ..diagnostics::error(
                "A write-only argument needs a newer release of Terraform or OpenTofu",
                &detail,
            )
        }
    });
    shown.collect()
}

/// When a resource without a name gets one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// When it is created: a plan that names it would have to name it alike in another process.
    Later,
    Now,
}

/// The inputs as the host and the component complete them, with the warnings of the check.
///
/// # Errors
/// With the messages of the check, if it refuses the inputs.
pub(super) async fn checked(
    typed: &Typed<'_>,
    mut inputs: PropertyMap,
    old_inputs: StoredProperties,
    naming: Naming,
) -> Result<(StoredProperties, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (call, log) = typed.call(Operation::Check);
    if naming == Naming::Later && old_inputs.is_empty() {
        leave_name_unknown(typed, &mut inputs);
    }
    let parameters = CheckParameters {
        old_inputs,
        old_outputs: None,
        inputs: inputs.into(),
        autonaming: Autonaming::Unspecified,
    };
    let answer = operations::check(typed.package(), &call, parameters).await;
    let CheckResult { inputs, failures } =
        answer.map_err(|error| typed.failed((&call, &log), &error))?;
    let mut all = log.take();
    if failures.is_empty() {
        return Ok((inputs, all));
    }
    all.extend(diagnostics::from_failures(&call, &typed.block, &failures));
    Err(all)
}

/// Makes the name unknown that the host would make up.
fn leave_name_unknown(typed: &Typed<'_>, inputs: &mut PropertyMap) {
    let components = typed.package().components().iter();
    for component in components {
        if let Ok(Some((_, schema))) = component.manifest().resource(typed.token)
            && let Some(rule) = &schema.traits.name
        {
            inputs
                .entry(rule.property.clone())
                .or_insert(PropertyValue::Unknown);
        }
    }
}

/// A call of this operation that only asks what would happen.
pub(super) fn in_preview(call: Call) -> Call {
    Call {
        preview: true,
        ..call
    }
}
