//! Delete: deletes a resource.

use crate::call::{Call, Effects, Severity};
use crate::component::DeleteRequest;
use crate::error::CallError;
use crate::manifest::Hook;
use crate::package::Package;
use crate::state::StoredProperties;
use crate::state::missing_outputs::Filled;
use crate::state::{missing_outputs, upgrade};
use crate::view::View;

/// The resource to delete.
#[derive(Debug, Clone, Default)]
pub struct DeleteParameters {
    pub id: String,
    /// `None` if the engine has recorded only outputs.
    pub inputs: Option<StoredProperties>,
    pub outputs: StoredProperties,
    /// The views as last published.
    pub old_views: Vec<View>,
}

/// Deletes a resource. If the component has no `delete` hook, nothing outside is deleted.
///
/// # Errors
/// If no component serves the type, the recorded state is newer than the component, or the call fails.
pub async fn delete(
    package: &Package,
    call: &Call,
    parameters: DeleteParameters,
) -> Result<(), CallError> {
    let binding = &package.resource(&call.subject.token)?;
    if package
        .pending_creates
        .has_taken_over(&call.subject.urn, &parameters.id)
    {
        let message = format!(
            "`{}` is not deleted: the replacement found it existing, and completed it instead of creating another one\nhint: to create it anew, replace it once more",
            parameters.id
        );
        call.log(Severity::Warning, &message);
        return Ok(());
    }
    let DeleteParameters { id, outputs, .. } = &parameters;
    package
        .pending_creates
        .confirm(&call.subject.urn, id, outputs);
    if !binding.has(Hook::Delete) {
        return Ok(());
    }
    binding.ready()?;
    let DeleteParameters {
        id,
        inputs,
        outputs,
        old_views,
    } = parameters;
    let recorded = upgrade::recorded(binding, call, inputs, Some(outputs)).await?;
    let outputs = recorded.outputs.unwrap_or_default();
    let inputs = upgrade::old_inputs(binding, recorded.inputs, &outputs);
    let outputs = match missing_outputs::filled(binding, call, &id, &inputs, &outputs).await {
        Filled::Whole => outputs,
        Filled::With(outputs) => outputs,
        Filled::Gone => return Ok(()),
    };
    let call = Call {
        effects: Effects::All,
        ..call.clone()
    };
    let request = DeleteRequest {
        id: &id,
        old_inputs: &inputs,
        old_outputs: &outputs,
        old_views: &old_views,
    };
    let _place = binding.place(&call).await?;
    let deleted = binding.component.delete(&call, request).await;
    deleted.map_err(|error| missing_outputs::of_record(binding, &call, &id, &outputs, error))
}
