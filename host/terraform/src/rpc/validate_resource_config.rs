//! ValidateResourceConfig: judging a resource's configuration before anything is planned. Values may be unknown.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::check::{CheckQuestion, CheckResult};
use pulumi_wasm_core::schema::Autonaming;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use crate::convert::{decode, properties};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::validate_resource_config::{Request, Response};
use crate::provider::{Provider, Typed};
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let found = judge(provider, request).await;
    Response {
        diagnostics: found.unwrap_or_else(|diagnostics| diagnostics),
    }
}

async fn judge(provider: &Provider, request: Request) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let config = decode::dynamic_value(request.config.as_ref(), &typed.block.value_type());
    let config = config.map_err(|error| vec![diagnostics::unreadable("configuration", &error)])?;
    let inputs = properties::inputs(&config, &typed.block);
    let (_, warnings) = checked(&typed, inputs, StoredProperties::default(), Naming::Later).await?;
    Ok(warnings)
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
    let question = CheckQuestion {
        old_inputs,
        old_outputs: None,
        inputs: inputs.into(),
        autonaming: Autonaming::Unspecified,
    };
    let answer = operations::check(typed.package(), &call, question).await;
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
